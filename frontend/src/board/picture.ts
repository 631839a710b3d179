// The picture of a board: SVG layers, a drawing for every letter, signs for marks. It knows places, not rules.

const SVG = "http://www.w3.org/2000/svg";

/** From left and from top, in units of the drawing. */
export type Place = [number, number];

/** The empty board of a game as SVG: where its squares are, what its pieces are called and whose they are. */
export interface Stencil {
  width: number;
  height: number;
  left: number;
  top: number;
  unit: number;
  /** Margins that a small board leaves out: left, top, right, bottom. */
  trim: number[];
  columns: string;
  rows: string;
  defs: string;
  ground: string;
  tiles: string;
  labels: string;
  names: Record<string, string>;
  scope: string;
  inks: string[];
  owners: Record<string, number>;
  /** The strokes of each digit, for numbers on plates. */
  digits: string[];
  seesThrough: boolean;
}

/** An SVG element. `inside` is markup and must not contain text written by people. */
export function element<Tag extends keyof SVGElementTagNameMap>(tag: Tag, attributes: Record<string, string | number> = {}, inside = "") {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  if (inside) made.innerHTML = inside;
  return made;
}

/** The drawing of a piece as a picture of its own. */
export const pieceDrawing = (stamp: string) => element("svg", { viewBox: "-50 -50 100 100", class: "piece-picture", "aria-hidden": "true" }, stamp);

// From the lowest to the highest.
const layers = () => ({
  beneath: element("g"), tiles: element("g"), marks: element("g"), pieces: element("g"), targets: element("g"), labels: element("g"),
  above: element("g"), line: element("g"), arrows: element("g"), own: element("g"),
});

export class Picture {
  readonly svg = element("svg", { "aria-hidden": "true", focusable: "false" });
  readonly layers = layers();
  /** The visible part: all of it, or without most of the margins. */
  frame = { left: 0, top: 0, width: 0, height: 0 };

  constructor(readonly stencil: Stencil) {
    this.trim(false);
    this.svg.append(element("defs", {}, stencil.defs), element("g", {}, stencil.ground), ...Object.values(this.layers));
    this.layers.tiles.innerHTML = stencil.tiles;
    this.layers.labels.innerHTML = stencil.labels;
  }

  get squares(): string[] {
    const { columns, rows } = this.stencil;
    return [...rows].flatMap((row) => [...columns].map((column) => column + row));
  }

  /** Small boards give their room to the squares. */
  trim(closely: boolean) {
    const { width, height, trim } = this.stencil, [left, top, right, bottom] = closely ? trim : [0, 0, 0, 0];
    this.frame = { left, top, width: width - left - right, height: height - top - bottom };
    this.svg.setAttribute("viewBox", `${left} ${top} ${this.frame.width} ${this.frame.height}`);
  }

  corner(square: string): Place {
    const { left, top, unit, columns, rows } = this.stencil;
    return [left + unit * columns.indexOf(square[0]), top + unit * rows.indexOf(square[1])];
  }

  centre(square: string): Place {
    const [x, y] = this.corner(square), half = this.stencil.unit / 2;
    return [x + half, y + half];
  }

  /** Whether this is a square: a move may also begin beside the board. */
  has(square: string) {
    return square.length === 2 && this.stencil.columns.includes(square[0]) && this.stencil.rows.includes(square[1]);
  }

  /** The classes that colour something by the stencil's style sheet. */
  ink(...names: string[]) {
    return [this.stencil.scope, ...names.map((name) => `sw-${name}`)].join(" ");
  }

  tint(square: string, ink: string) {
    const [x, y] = this.corner(square), size = this.stencil.unit - 8;
    return element("rect", { x: x + 4, y: y + 4, width: size, height: size, rx: 14, class: this.ink(ink) });
  }

  dot(square: string) {
    const [cx, cy] = this.centre(square);
    return element("circle", { cx, cy, r: 15, class: this.ink("target") });
  }

  ring(square: string) {
    const [cx, cy] = this.centre(square), made = element("g");
    made.append(...["capture-halo", "capture"].map((ink) => element("circle", { cx, cy, r: 44, class: this.ink(ink) })));
    return made;
  }

  circle(square: string, classes: string) {
    const [cx, cy] = this.centre(square);
    return element("circle", { cx, cy, r: 45, class: classes });
  }

  arrow(from: string, to: string, width: number, classes: string, gap: number) {
    const [x1, y1] = this.centre(from), [x2, y2] = this.centre(to);
    const length = Math.hypot(x2 - x1, y2 - y1);
    if (!length) return element("g");
    const [ax, ay] = [(x2 - x1) / length, (y2 - y1) / length];
    const tip = length - gap, neck = tip - width * 2.4;
    const place = (forward: number, aside: number) => `${(x1 + ax * forward - ay * aside).toFixed(1)} ${(y1 + ay * forward + ax * aside).toFixed(1)}`;
    const shape = [
      [22, width * 0.3], [neck + width * 0.3, width * 0.5], [neck - width * 0.2, width * 1.3], [tip, 0],
      [neck - width * 0.2, -width * 1.3], [neck + width * 0.3, -width * 0.5], [22, -width * 0.3],
    ];
    return element("path", { d: `M${shape.map(([forward, aside]) => place(forward, aside)).join(" ")}Z`, class: classes });
  }

  /** A piece on its square; `body` is what moves. */
  piece(square: string, stamp: string) {
    const [x, y] = this.centre(square);
    const shape = element("g", { transform: `translate(${x} ${y})` }), body = element("g", { class: "body" }, stamp);
    shape.append(body);
    return { shape, body };
  }
}

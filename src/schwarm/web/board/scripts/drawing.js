// The picture of a board: layers of SVG, stamps for pieces, signs for marks. Knows places, not rules.

import { boardFile } from "./addresses.js";

const SVG = "http://www.w3.org/2000/svg";
/** @type {Map<string, Promise<StencilJson>>} */
const kits = new Map();

/** @typedef {[number, number]} Place From left and from top. */

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number>} attributes
 * @param {string} inside
 */
export function element(tag, attributes = {}, inside = "") {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  // Only drawings of our own server come here; texts of people never do.
  if (inside) made.innerHTML = inside;
  return made;
}

// An empty board; asked for once.
/** @param {string} game @param {boolean} turned */
export function kit(game, turned) {
  const address = boardFile(`${game}/${turned ? "turned" : "usual"}.json`);
  const known = kits.get(address) ?? fetch(address).then((answer) => answer.json());
  kits.set(address, known);
  known.catch(() => kits.delete(address));
  return known;
}

// From the lowest to the highest.
const layers = () => ({
  beneath: element("g"), tiles: element("g"), marks: element("g"), pieces: element("g"), targets: element("g"), labels: element("g"),
  above: element("g"), line: element("g"), engine: element("g"), own: element("g"), carried: element("g"),
});

export class Picture {
  /** What of the whole picture is seen: all of it, or without most of its margins. */
  frame = { left: 0, top: 0, width: 0, height: 0 };

  /** @param {StencilJson} parts */
  constructor(parts) {
    this.kit = parts;
    this.svg = element("svg", { "aria-hidden": "true", focusable: "false" });
    this.trim(false);
    this.svg.append(element("defs", {}, parts.defs), element("g", {}, parts.ground));
    this.layers = layers();
    this.svg.append(...Object.values(this.layers));
    this.layers.tiles.innerHTML = parts.tiles;
    this.layers.labels.innerHTML = parts.labels;
  }

  // Small boards give their room to the squares.
  /** @param {boolean} closely */
  trim(closely) {
    const { width, height, trim } = this.kit, [left, top, right, bottom] = closely ? trim : [0, 0, 0, 0];
    this.frame = { left, top, width: width - left - right, height: height - top - bottom };
    this.svg.setAttribute("viewBox", `${left} ${top} ${this.frame.width} ${this.frame.height}`);
  }

  /** @param {string} square @returns {Place} */
  corner(square) {
    const { left, top, unit, columns, rows } = this.kit;
    return [left + unit * columns.indexOf(square[0]), top + unit * rows.indexOf(square[1])];
  }

  /** @param {string} square @returns {Place} */
  centre(square) {
    const [x, y] = this.corner(square);
    return [x + this.kit.unit / 2, y + this.kit.unit / 2];
  }

  // Pieces may come from elsewhere: not every place of a move is a square.
  /** @param {string} square */
  has(square) {
    return square.length === 2 && this.kit.columns.includes(square[0]) && this.kit.rows.includes(square[1]);
  }

  /** @param {string[]} names */
  ink(...names) {
    return [this.kit.scope, ...names.map((name) => `sw-${name}`)].join(" ");
  }

  /** @param {string} square @param {string} ink */
  tint(square, ink) {
    const [x, y] = this.corner(square), size = this.kit.unit - 8;
    return element("rect", { x: x + 4, y: y + 4, width: size, height: size, rx: 14, class: this.ink(ink) });
  }

  /** @param {string} square */
  dot(square) {
    const [cx, cy] = this.centre(square);
    return element("circle", { cx, cy, r: 15, class: this.ink("target") });
  }

  /** @param {string} square */
  ring(square) {
    const [cx, cy] = this.centre(square), made = element("g");
    made.append(element("circle", { cx, cy, r: 44, class: this.ink("capture-halo") }));
    made.append(element("circle", { cx, cy, r: 44, class: this.ink("capture") }));
    return made;
  }

  /** @param {string} square @param {string} ink */
  circle(square, ink) {
    const [cx, cy] = this.centre(square);
    return element("circle", { cx, cy, r: 45, class: ink });
  }

  /** @param {string} from @param {string} to @param {number} width @param {string} ink @param {number} gap */
  arrow(from, to, width, ink, gap) {
    const [x1, y1] = this.centre(from), [x2, y2] = this.centre(to);
    const length = Math.hypot(x2 - x1, y2 - y1);
    if (!length) return element("g");
    const [ax, ay] = [(x2 - x1) / length, (y2 - y1) / length];
    const tip = length - gap, neck = tip - width * 2.4;
    /** @param {number} forward @param {number} aside */
    const place = (forward, aside) => `${(x1 + ax * forward - ay * aside).toFixed(1)} ${(y1 + ay * forward + ax * aside).toFixed(1)}`;
    const shape = [
      [22, width * 0.3], [neck + width * 0.3, width * 0.5], [neck - width * 0.2, width * 1.3], [tip, 0],
      [neck - width * 0.2, -width * 1.3], [neck + width * 0.3, -width * 0.5], [22, -width * 0.3],
    ];
    return element("path", { d: `M${shape.map(([forward, aside]) => place(forward, aside)).join(" ")}Z`, class: ink });
  }

  // A piece on its square; what is drawn of it can be moved by itself.
  /** @param {string} square @param {string} stamp */
  piece(square, stamp) {
    const [x, y] = this.centre(square);
    const shape = element("g", { transform: `translate(${x} ${y})` }), body = element("g", { class: "body" }, stamp);
    shape.append(body);
    return { shape, body };
  }
}

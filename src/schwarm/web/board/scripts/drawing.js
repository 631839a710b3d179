// The picture of a board: layers of SVG, stamps for pieces, signs for marks. Knows places, not rules.

const SVG = "http://www.w3.org/2000/svg";
const kits = new Map();

export function element(tag, attributes = {}, inside = "") {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  // Only drawings of our own server come here; texts of people never do.
  if (inside) made.innerHTML = inside;
  return made;
}

// An empty board as the server draws it; asked for once.
export function kit(game, turned) {
  const { stamp } = document.body.dataset;
  const address = `/board/${stamp}/${document.documentElement.lang}/${game}/${turned ? "turned" : "usual"}.json`;
  if (!kits.has(address)) kits.set(address, fetch(address).then((answer) => answer.json()));
  return kits.get(address);
}

const LAYERS = ["beneath", "tiles", "marks", "pieces", "targets", "labels", "above", "line", "engine", "own", "carried"];

export class Picture {
  constructor(parts) {
    this.kit = parts;
    this.svg = element("svg", { viewBox: `0 0 ${parts.width} ${parts.height}`, "aria-hidden": "true", focusable: "false" });
    this.svg.append(element("defs", {}, parts.defs), element("g", {}, parts.ground));
    this.layers = {};
    for (const name of LAYERS) this.svg.append((this.layers[name] = element("g")));
    this.layers.tiles.innerHTML = parts.tiles;
    this.layers.labels.innerHTML = parts.labels;
  }

  corner(square) {
    const { left, top, unit, columns, rows } = this.kit;
    return [left + unit * columns.indexOf(square[0]), top + unit * rows.indexOf(square[1])];
  }

  centre(square) {
    const [x, y] = this.corner(square);
    return [x + this.kit.unit / 2, y + this.kit.unit / 2];
  }

  has(square) {
    return square?.length === 2 && this.kit.columns.includes(square[0]) && this.kit.rows.includes(square[1]);
  }

  ink(...names) {
    return [this.kit.scope, ...names.map((name) => `sw-${name}`)].join(" ");
  }

  tint(square, ink) {
    const [x, y] = this.corner(square), size = this.kit.unit - 8;
    return element("rect", { x: x + 4, y: y + 4, width: size, height: size, rx: 14, class: this.ink(ink) });
  }

  dot(square) {
    const [cx, cy] = this.centre(square);
    return element("circle", { cx, cy, r: 15, class: this.ink("target") });
  }

  ring(square) {
    const [cx, cy] = this.centre(square), made = element("g");
    made.append(element("circle", { cx, cy, r: 44, class: this.ink("capture-halo") }));
    made.append(element("circle", { cx, cy, r: 44, class: this.ink("capture") }));
    return made;
  }

  arrow(from, to, width, ink, gap) {
    const [x1, y1] = this.centre(from), [x2, y2] = this.centre(to);
    const length = Math.hypot(x2 - x1, y2 - y1);
    if (!length) return element("g");
    const [ax, ay] = [(x2 - x1) / length, (y2 - y1) / length];
    const tip = length - gap, neck = tip - width * 2.4;
    const place = (forward, aside) => `${(x1 + ax * forward - ay * aside).toFixed(1)} ${(y1 + ay * forward + ax * aside).toFixed(1)}`;
    const shape = [
      [22, width * 0.3], [neck + width * 0.3, width * 0.5], [neck - width * 0.2, width * 1.3], [tip, 0],
      [neck - width * 0.2, -width * 1.3], [neck + width * 0.3, -width * 0.5], [22, -width * 0.3],
    ];
    return element("path", { d: `M${shape.map(([forward, aside]) => place(forward, aside)).join(" ")}Z`, class: ink });
  }

  piece(square, stamp) {
    const [x, y] = this.centre(square);
    const made = element("g", { transform: `translate(${x} ${y})` });
    made.append(element("g", { class: "body" }, stamp));
    return made;
  }
}

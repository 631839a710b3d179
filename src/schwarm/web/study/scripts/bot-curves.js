// What the players themselves thought, beside the engine's curve: the value that a bot noted about its moves, and how long
// each move took.

import { element } from "./bridge.js";
import { at } from "./elements.js";
import { figures, say, secondsText } from "./words.js";

const WIDTH = 600, HEIGHT = 60;
// Fewer moves than this begin at the left and leave room for more: two bars across everything are no picture of a game.
const FEWEST = 12;
const NUMBER = "[-−+]?\\d+(?:[.,]\\d+)?(?:e[-+]?\\d+)?";
// A number that is called a value is one; else the first number of the note.
const NAMED = new RegExp(`(?:value|score|eval(?:uation)?|wert|bewertung)\\s*[:=]?\\s*(${NUMBER})`, "i");
const FIRST = new RegExp(`(?:^|[\\s:=(])(${NUMBER})(?=$|[\\s,;:)%])`);

/** @param {string | undefined} note */
export function valueIn(note) {
  const found = note && (NAMED.exec(note) ?? FIRST.exec(note));
  const value = found ? Number(found[1].replace("−", "-").replace(",", ".")) : NaN;
  return Number.isFinite(value) ? value : null;
}

/** @typedef {(place: number) => number} Across Where a place of the game is, of the whole width. */

export class BotCurves {
  place = 0;
  length = 1;
  /** @type {{ line: SVGLineElement, across: Across }[]} */
  lines = [];

  /** @param {(place: number) => void} chosen */
  constructor(chosen) {
    this.block = at("curves-block");
    this.#choose(at("values"), (moves) => chosen(Math.round(moves)));
    this.#choose(at("times"), (moves) => chosen(Math.ceil(moves)));
  }

  /** @param {HTMLElement} graph @param {(moves: number) => void} chosen After how many moves somebody clicked. */
  #choose(graph, chosen) {
    graph.addEventListener("click", (event) => {
      const { left, width } = graph.getBoundingClientRect();
      chosen(((event.clientX - left) / width) * this.length);
    });
  }

  /** @param {PlayedMoveJson[]} moves @param {string[]} names */
  show(moves, names) {
    this.length = Math.max(FEWEST, moves.length);
    this.lines = [];
    const values = moves.map(({ note }) => valueIn(note)), noted = values.filter((value) => value !== null).length;
    const seconds = moves.map((move) => move.seconds ?? null), timed = seconds.some((each) => each !== null);
    // One number in a whole game is no curve.
    at("values-part").hidden = noted < 3;
    at("times-part").hidden = !timed;
    this.block.hidden = noted < 3 && !timed;
    if (noted >= 3) this.#draw(at("values"), this.#point, this.#curves(moves, values), this.#told(moves, values, names, (value) => figures(value, 2)));
    if (timed) this.#draw(at("times"), this.#middle, this.#bars(moves, seconds), this.#told(moves, seconds, names, secondsText));
    this.here(this.place);
  }

  // Each side by its own measure: what a bot calls a value is its own business.
  /** @param {PlayedMoveJson[]} moves @param {(number | null)[]} values */
  #curves(moves, values) {
    const middle = element("line", { class: "middle", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 });
    return [middle, ...[0, 1].map((side) => {
      const own = moves.flatMap(({ turn }, index) => (turn % 2 === side && values[index] !== null ? [{ index, value: /** @type {number} */ (values[index]) }] : []));
      const most = Math.max(1e-9, ...own.map(({ value }) => Math.abs(value)));
      const points = own.map(({ index, value }) => `${(WIDTH * this.#point(index + 1)).toFixed(1)} ${(HEIGHT * (1 - value / most) * 0.48 + HEIGHT * 0.02).toFixed(1)}`);
      return element("path", { class: `own ${side ? "blue" : "red"}`, d: points.length ? `M${points.join("L")}` : "" });
    })];
  }

  /** @param {PlayedMoveJson[]} moves @param {(number | null)[]} seconds */
  #bars(moves, seconds) {
    const most = Math.max(1e-3, ...seconds.map((each) => each ?? 0)), width = (0.7 * WIDTH) / this.length;
    return moves.flatMap(({ turn }, index) => {
      const height = HEIGHT * 0.96 * Math.sqrt((seconds[index] ?? 0) / most);
      return [element("rect", { class: turn % 2 ? "blue" : "red", x: (WIDTH * this.#middle(index + 1) - width / 2).toFixed(1), y: HEIGHT - height, width, height })];
    });
  }

  // The same in words: the largest of each side.
  /** @param {PlayedMoveJson[]} moves @param {(number | null)[]} found @param {string[]} names @param {(value: number) => string} text */
  #told(moves, found, names, text) {
    return names.map((name, side) => {
      const own = moves.flatMap(({ turn }, index) => (turn % 2 === side && found[index] !== null ? [/** @type {number} */ (found[index])] : []));
      return own.length ? say("{name}: {low} to {high}", { name, low: text(Math.min(...own)), high: text(Math.max(...own)) }) : "";
    }).filter(Boolean).join("; ");
  }

  // A curve goes from the start to the last move.
  /** @type {Across} */
  #point = (place) => place / this.length;

  // A bar has room at both its sides, also the first one and the last.
  /** @type {Across} */
  #middle = (place) => Math.max(0, place - 0.5) / this.length;

  /** @param {HTMLElement} graph @param {Across} across @param {SVGElement[]} parts @param {string} words */
  #draw(graph, across, parts, words) {
    const svg = element("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" });
    const line = element("line", { class: "here", y1: 0, y2: HEIGHT });
    this.lines.push({ line, across });
    svg.append(...parts, line);
    graph.replaceChildren(svg);
    graph.setAttribute("role", "img");
    graph.setAttribute("aria-label", words);
    graph.title = words;
  }

  /** @param {number} place */
  here(place) {
    this.place = place;
    for (const { line, across } of this.lines) {
      const x = (WIDTH * across(place)).toFixed(1);
      line.setAttribute("x1", x);
      line.setAttribute("x2", x);
    }
  }
}

// The chances over a whole game as a curve; also a second slider.

import { element } from "./bridge.js";
import { say } from "./words.js";

const WIDTH = 600, HEIGHT = 100;
const SLIDER = ["role", "tabindex", "aria-label", "aria-valuemin", "aria-valuemax", "aria-valuenow", "aria-valuetext"];

/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowDown: -1, ArrowUp: 1 };

export class Graph {
  side = "";
  at = 0;
  all = 2;
  held = false;
  /** @type {number[]} */
  chances = [];
  /** @type {SVGLineElement | undefined} */
  line;

  /** @param {HTMLElement} place @param {(place: number) => void} chosen */
  constructor(place, chosen) {
    this.place = place;
    this.chosen = chosen;
    place.addEventListener("pointerdown", (event) => {
      if (!this.chances.length) return;
      place.setPointerCapture(event.pointerId);
      this.held = true;
      this.#pick(event);
    });
    place.addEventListener("pointermove", (event) => this.held && this.#pick(event));
    place.addEventListener("pointerup", () => (this.held = false));
    place.addEventListener("keydown", (event) => {
      const step = STEPS[event.key];
      if (!step || !this.chances.length) return;
      this.chosen(this.at + step);
      event.preventDefault();
      event.stopPropagation();
    });
  }

  /** @param {string} text */
  hint(text) {
    this.chances = [];
    const words = document.createElement("p");
    words.className = "hint";
    words.textContent = text;
    this.place.replaceChildren(words);
    for (const name of SLIDER) this.place.removeAttribute(name);
  }

  /** @param {PointerEvent} event */
  #pick(event) {
    const frame = this.place.getBoundingClientRect();
    const share = (event.clientX - frame.left) / frame.width;
    this.chosen(Math.round(share * (this.all - 1)));
  }

  // Red's chance at every place of the game, as far as they are known; `marks` are mistakes by place.
  /** @param {number[]} chances @param {number} all @param {{ place: number, kind: string }[]} marks */
  show(chances, all, marks) {
    this.chances = chances;
    this.all = Math.max(2, all);
    const x = (/** @type {number} */ index) => (WIDTH * index) / (this.all - 1);
    const y = (/** @type {number} */ chance) => HEIGHT * (1 - chance);
    const points = chances.map((chance, index) => `${x(index).toFixed(1)} ${y(chance).toFixed(1)}`);
    const end = x(chances.length - 1).toFixed(1), middle = HEIGHT / 2;
    /** @param {(a: number, b: number) => number} limit */
    const area = (limit) => `M0 ${middle}L${chances.map((chance, index) => `${x(index).toFixed(1)} ${limit(y(chance), middle).toFixed(1)}`).join("L")}L${end} ${middle}Z`;
    const svg = element("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" });
    svg.append(
      element("path", { class: "above", d: area(Math.min) }),
      element("path", { class: "below", d: area(Math.max) }),
      element("line", { class: "middle", x1: 0, x2: WIDTH, y1: middle, y2: middle }),
      element("path", { class: "curve", d: `M${points.join("L")}` }),
    );
    for (const { place, kind } of marks) {
      // The picture is stretched; an ellipse that was pressed the other way looks round.
      svg.append(element("ellipse", { class: kind, cx: x(place), cy: y(chances[place] ?? 0.5), rx: 5, ry: 4 }));
    }
    this.line = element("line", { class: "here", y1: 0, y2: HEIGHT });
    svg.append(this.line);
    this.place.replaceChildren(svg);
    this.place.tabIndex = 0;
    this.place.setAttribute("role", "slider");
    this.place.setAttribute("aria-label", say("Chances over the game"));
    this.place.setAttribute("aria-valuemin", "0");
    this.place.setAttribute("aria-valuemax", String(this.all - 1));
    this.here(this.at);
  }

  /** @param {number} place */
  here(place) {
    this.at = place;
    if (!this.line || !this.chances.length) return;
    const x = String((WIDTH * place) / (this.all - 1));
    this.line.setAttribute("x1", x);
    this.line.setAttribute("x2", x);
    this.place.setAttribute("aria-valuenow", String(place));
    const chance = this.chances[Math.min(place, this.chances.length - 1)];
    this.place.setAttribute("aria-valuetext", say("Move {n}: {side} {chance} %", { n: place, side: this.side, chance: Math.round(chance * 100) }));
  }
}

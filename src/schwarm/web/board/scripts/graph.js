// The chances over a whole game as a curve; also a second slider.

import { element } from "./drawing.js";
import { say } from "./words.js";

const WIDTH = 600, HEIGHT = 100;
const SLIDER = ["role", "tabindex", "aria-label", "aria-valuemin", "aria-valuemax", "aria-valuenow", "aria-valuetext"];

export class Graph {
  constructor(place, chosen) {
    Object.assign(this, { place, chosen });
    this.chances = [];
    place.addEventListener("pointerdown", (event) => {
      if (!this.chances.length) return;
      place.setPointerCapture(event.pointerId);
      this.held = true;
      this.#pick(event);
    });
    place.addEventListener("pointermove", (event) => this.held && this.#pick(event));
    place.addEventListener("pointerup", () => (this.held = false));
    place.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1, ArrowDown: -1, ArrowUp: 1 }[event.key];
      if (!step || !this.chances.length) return;
      this.chosen((this.at ?? 0) + step);
      event.preventDefault();
      event.stopPropagation();
    });
  }

  hint(text) {
    this.chances = [];
    const words = document.createElement("p");
    words.className = "hint";
    words.textContent = text;
    this.place.replaceChildren(words);
    for (const name of SLIDER) this.place.removeAttribute(name);
  }

  #pick(event) {
    const frame = this.place.getBoundingClientRect();
    const share = (event.clientX - frame.left) / frame.width;
    this.chosen(Math.round(share * (this.all - 1)));
  }

  // Red's chance at every place of the game, as far as they are known; `marks` are mistakes by place.
  show(chances, all, marks) {
    Object.assign(this, { chances, all: Math.max(2, all) });
    const x = (index) => (WIDTH * index) / (this.all - 1), y = (chance) => HEIGHT * (1 - chance);
    const points = chances.map((chance, index) => `${x(index).toFixed(1)} ${y(chance).toFixed(1)}`);
    const end = x(chances.length - 1).toFixed(1), middle = HEIGHT / 2;
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
    this.place.setAttribute("aria-valuemin", 0);
    this.place.setAttribute("aria-valuemax", this.all - 1);
    this.here(this.at ?? 0);
  }

  here(place) {
    this.at = place;
    if (!this.line || !this.chances.length) return;
    const x = (WIDTH * place) / (this.all - 1);
    this.line.setAttribute("x1", x);
    this.line.setAttribute("x2", x);
    this.place.setAttribute("aria-valuenow", place);
    const chance = this.chances[Math.min(place, this.chances.length - 1)];
    this.place.setAttribute("aria-valuetext", say("Move {n}: {side} {chance} %", { n: place, side: this.side, chance: Math.round(chance * 100) }));
  }
}

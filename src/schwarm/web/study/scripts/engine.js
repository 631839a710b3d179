// The engine beside the board: on or off, its lines, its arrows, and how it stands as a bar.

import { say } from "./words.js";

const percent = (chance) => `${Math.round(chance * 100)} %`;
const rest = (chance) => `${100 - Math.round(chance * 100)} %`;

export class EngineView {
  constructor(board, { played = () => {} } = {}) {
    Object.assign(this, { board, played });
    this.bar = document.getElementById("bar");
    this.switch = document.getElementById("engine");
    this.view = document.getElementById("engine-view");
    this.lines = document.getElementById("lines");
    this.depth = document.getElementById("depth");
    this.switch?.addEventListener("change", () => this.#switched());
  }

  get on() {
    return Boolean(this.switch?.checked);
  }

  toggle() {
    if (!this.switch || this.switch.closest("[hidden]")) return;
    this.switch.checked = !this.switch.checked;
    this.#switched();
  }

  #switched() {
    this.view.hidden = !this.on;
    if (this.on) this.#ask();
    else this.#leave();
  }

  look(game, rules, position, sides) {
    Object.assign(this, { game, rules, position, sides });
    if (this.on) this.#ask();
    else if (!this.fixed) this.bar.hidden = true;
  }

  #leave() {
    clearTimeout(this.timer);
    this.source?.close();
    this.board.engine([]);
    if (!this.fixed) this.bar.hidden = true;
  }

  #ask() {
    this.#leave();
    this.lines.replaceChildren();
    this.depth.textContent = say("Thinking …");
    // Whoever rushes through a game does not start a search at every move.
    this.timer = setTimeout(() => {
      const query = new URLSearchParams({ position: this.position, rules: this.rules });
      const source = (this.source = new EventSource(`/api/analysis/${this.game}?${query}`));
      source.addEventListener("lines", (event) => this.#show(JSON.parse(event.data)));
      source.addEventListener("done", () => {
        source.close();
        if (!this.lines.children.length) this.depth.textContent = say("The game is over here.");
      });
      source.onerror = () => {
        source.close();
        if (!this.lines.children.length) this.depth.textContent = say("The engine cannot think about this now; switch it on again in a moment.");
      };
    }, 120);
  }

  #show(told) {
    if (told.position !== this.position) return;
    this.depth.textContent = say("Depth {depth}, {nodes} thousand positions", { depth: told.depth, nodes: Math.round(told.nodes / 1000).toLocaleString(document.documentElement.lang) });
    this.lines.replaceChildren(...told.lines.map((line) => this.#line(line)));
    this.board.engine(told.lines);
    if (told.lines.length) this.chance(told.lines[0].chance);
  }

  #line(line) {
    const item = document.createElement("li"), chance = document.createElement("span"), pv = document.createElement("span");
    chance.className = "chance";
    chance.textContent = percent(line.chance);
    chance.title = say("{side}'s chance to win", { side: this.sides[0] });
    pv.className = "pv";
    const first = document.createElement("button");
    first.type = "button";
    first.textContent = line.move;
    first.addEventListener("click", () => this.played(line));
    pv.append(first, ` ${line.pv.slice(1).join(" ")}`);
    item.append(chance, pv);
    return item;
  }

  // How it stands: Red's chance to win, from the engine or from an analysis that was made before.
  chance(value, fixed = false) {
    this.fixed = fixed;
    this.bar.hidden = value === null;
    if (value === null) return;
    const red = this.bar.querySelector(".bar-red"), text = this.bar.querySelector(".bar-text");
    red.style.transform = `scaleX(${value.toFixed(3)})`;
    const [one, two] = this.sides ?? ["", ""];
    this.bar.setAttribute("aria-label", say("Chance to win: {one} {red}, {two} {blue}", { one, two, red: percent(value), blue: rest(value) }));
    text.replaceChildren(...[percent(value), rest(value)].map((words) => {
      const part = document.createElement("span");
      part.textContent = words;
      return part;
    }));
  }
}

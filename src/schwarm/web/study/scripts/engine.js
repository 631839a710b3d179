// The engine beside the board: on or off, its lines, its arrows, and how it stands as a bar.

import { onServer, search } from "./browser-hecht.js";
import { recall, remember } from "./browser-memory.js";
import { kit } from "./page-board.js";
import { at, find } from "./elements.js";
import { announce } from "./ask.js";
import { source } from "./source.js";
import { say } from "./words.js";

/** @import { Board } from "./bridge.js" */

/** @param {number} chance */
const percent = (chance) => `${Math.round(chance * 100)} %`;
/** @param {number} chance */
const rest = (chance) => `${100 - Math.round(chance * 100)} %`;

const LINES = 3, SECONDS = 20;
const PAUSE = 2500; // milliseconds between two sentences about the same position: nobody wants to hear every depth
const SWITCH = "engine";

export class EngineView {
  game = "";
  rules = "";
  position = "";
  /** @type {string[]} */
  sides = ["", ""];
  /** @type {LineJson | null} The best line so far. */
  best = null;
  fixed = false;
  /** @type {number | undefined} */
  timer;
  /** What was said last, and when. */
  said = "";
  saidAt = -Infinity;
  /** @type {() => void} */
  stop = () => {};

  /**
   * Whoever plays begins without the engine, however they left it elsewhere.
   * @param {Board} board @param {{ played: (moves: string[]) => void, remembers?: boolean }} options
   */
  constructor(board, { played, remembers = true }) {
    this.remembers = remembers;
    this.board = board;
    this.played = played;
    this.bar = at("bar");
    this.switch = at("engine", HTMLInputElement);
    this.view = at("engine-view");
    this.rest = at("engine-rest");
    this.lines = at("lines");
    this.depth = at("depth");
    this.switch.checked = remembers && recall(SWITCH) === "on";
    this.#unfold();
    this.switch.addEventListener("change", () => this.#switched());
  }

  get on() {
    return this.switch.checked && !this.switch.closest("[hidden]");
  }

  toggle() {
    if (this.switch.closest("[hidden]")) return;
    this.switch.checked = !this.switch.checked;
    this.#switched();
  }

  #switched() {
    if (this.remembers) remember(SWITCH, this.switch.checked ? "on" : "off");
    this.#unfold();
    if (this.on) this.#ask();
    else this.#leave();
  }

  #unfold() {
    this.view.hidden = !this.on;
    this.rest.hidden = this.on;
  }

  // The bar stands as the board does: the side below it fills it from below.
  /** @param {boolean} turned */
  turn(turned) {
    this.bar.classList.toggle("turned", turned);
  }

  /** @param {string} game @param {string} rules @param {string} position @param {string[]} sides */
  look(game, rules, position, sides) {
    Object.assign(this, { game, rules, position, sides });
    if (this.on) this.#ask();
    else if (!this.fixed) this.bar.hidden = true;
  }

  #leave() {
    clearTimeout(this.timer);
    this.stop();
    this.board.set({ arrows: [] });
    if (!this.fixed) this.bar.hidden = true;
  }

  #ask() {
    this.#leave();
    this.lines.replaceChildren();
    this.best = null;
    this.depth.textContent = say("Thinking …");
    // Whoever rushes through a game does not start a search at every move.
    this.timer = setTimeout(() => (onServer.has(this.game) ? this.#askServer() : this.#askHere()), 120);
  }

  // The core in this browser. Where it cannot run, or does not know the game, the server's engine takes its place.
  async #askHere() {
    const { game, rules, position } = this;
    let left = false;
    this.stop = () => (left = true);
    const { columns, rows: drawn } = await kit(game, false);
    if (left) return;
    this.stop = search({ game, rules, position, columns, drawn, lines: LINES, seconds: SECONDS }, {
      found: (told) => this.#show(told),
      done: () => this.#done(),
      failed: () => this.#askServer(),
    });
  }

  #askServer() {
    const { game, rules, position } = this;
    this.stop = source.analyse({ game, rules, position }, {
      found: (told) => this.#show(told),
      done: () => this.#done(),
      failed: () => {
        if (!this.lines.children.length) this.depth.textContent = say("The engine cannot think about this now; switch it on again in a moment.");
      },
    });
  }

  #done() {
    if (this.best) this.#speak(this.best);
    if (!this.lines.children.length) this.depth.textContent = say("The game is over here.");
  }

  /** @param {AnalysisJson} told */
  #show(told) {
    if (told.position !== this.position) return;
    this.depth.textContent = say("Depth {depth}, {nodes} thousand positions", { depth: told.depth, nodes: Math.round(told.nodes / 1000).toLocaleString(document.documentElement.lang) });
    this.lines.replaceChildren(...told.lines.map((line) => this.#line(line)));
    this.board.set({ arrows: told.lines });
    if (!told.lines.length) return;
    this.chance(told.lines[0].chance);
    // Nobody wants the first thought that has no answer yet; where there is none, the search says so by its end.
    this.best = told.lines[0];
    if (this.best.pv.length > 1) this.#speak(this.best);
  }

  // The best line in words, for those who do not see it; again only if another move is the best one now.
  /** @param {LineJson} line */
  #speak({ move, chance, pv }) {
    const about = `${this.position} ${move}`, now = performance.now();
    if (about === this.said || (this.said.startsWith(`${this.position} `) && now - this.saidAt < PAUSE)) return;
    Object.assign(this, { said: about, saidAt: now });
    const [side] = this.sides, line = pv.slice(1, 4).join(", ");
    const facts = { move, side, chance: percent(chance), line };
    announce(line ? say("Best move {move}: {side} {chance}. Then {line}", facts) : say("Best move {move}: {side} {chance}.", facts));
  }

  /** @param {LineJson} line */
  #line(line) {
    const item = document.createElement("li"), chance = document.createElement("span"), pv = document.createElement("span");
    chance.className = "chance";
    chance.textContent = percent(line.chance);
    chance.title = say("{side}'s chance to win", { side: this.sides[0] });
    pv.className = "pv";
    // A click on any move of a line plays the line up to it.
    const moves = line.pv.length ? line.pv : [line.move];
    moves.forEach((move, place) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = move;
      button.tabIndex = place ? -1 : 0;
      button.addEventListener("click", () => this.played(moves.slice(0, place + 1)));
      pv.append(button, " ");
    });
    item.append(chance, pv);
    return item;
  }

  // How it stands: Red's chance to win, from the engine or from an analysis that was made before.
  /** @param {number | null} value @param {boolean} fixed */
  chance(value, fixed = false) {
    this.fixed = fixed;
    this.bar.hidden = value === null;
    if (value === null) return;
    const red = find(this.bar, ".bar-red"), text = find(this.bar, ".bar-text");
    red.style.transform = `scaleY(${value.toFixed(3)})`;
    const [one, two] = this.sides;
    this.bar.setAttribute("aria-label", say("Chance to win: {one} {red}, {two} {blue}", { one, two, red: percent(value), blue: rest(value) }));
    text.replaceChildren(...[percent(value), rest(value)].map((words) => words.replace(" %", "")).map((words) => {
      const part = document.createElement("span");
      part.textContent = words;
      return part;
    }));
  }
}

// What stored games say about the position that is shown: how many came through it, what was played, and who won.

import { sentenceOf } from "./ask.js";
import { at } from "./elements.js";
import { source } from "./source.js";
import { figures, say, sayMany } from "./words.js";

/** @import { Position } from "./source.js" */

// Who steps through a game asks for where they stop.
const REST = 250;
// Games are counted little by little.
const AGAIN = 1500;

export class Openings {
  /** @type {Position | undefined} */
  shown;
  asked = 0;
  /** @type {number | undefined} */
  timer;

  /** @param {{ sides: () => string[], played: (move: MoveJson) => void }} options */
  constructor({ sides, played }) {
    this.sides = sides;
    this.played = played;
    this.place = at("openings", HTMLDetailsElement);
    this.place.addEventListener("toggle", () => this.#soon());
    at("opening-who").addEventListener("input", () => this.#soon());
    at("opening-player").addEventListener("input", () => this.#soon());
  }

  /** @param {Position} shown */
  look(shown) {
    this.shown = shown;
    this.#soon();
  }

  #soon() {
    clearTimeout(this.timer);
    if (this.place.open) this.timer = setTimeout(() => this.#ask(), REST);
  }

  async #ask() {
    if (!this.shown) return;
    const who = /** @type {OpeningsQuery["who"]} */ (at("opening-who", HTMLSelectElement).value), player = at("opening-player", HTMLInputElement).value;
    const asked = ++this.asked;
    try {
      const told = await source.openings(this.shown, { who, player });
      if (asked !== this.asked) return;
      this.#tell(told);
      if (!told.complete && this.place.open) this.timer = setTimeout(() => this.#ask(), AGAIN);
    } catch (error) {
      at("opening-sum").textContent = sentenceOf(error);
      at("opening-moves").replaceChildren();
    }
  }

  /** @param {OpeningsJson} told */
  #tell({ red, draws, blue, moves, complete }) {
    const all = red + draws + blue;
    const games = sayMany(all, "{n} game", "{n} games");
    at("opening-sum").textContent = all
      ? say("From here {percent} % for {side}, {games}.", { percent: percent(red + draws / 2, all), side: this.sides()[0], games })
      : say("No stored game has come through this position.");
    const missing = say("Some games have not been counted yet.");
    if (!complete) at("opening-sum").textContent += ` ${missing}`;
    at("opening-moves").replaceChildren(...moves.map((move) => this.#line(move)));
  }

  /** @param {OpeningJson} counted */
  #line({ red, draws, blue, ...move }) {
    const line = document.createElement("li"), button = document.createElement("button"), number = document.createElement("span"), bar = document.createElement("span");
    const all = red + draws + blue;
    button.type = "button";
    button.textContent = move.move;
    button.addEventListener("click", () => this.played(move));
    number.className = "meta";
    number.textContent = figures(all, 0);
    bar.className = "opening-bar";
    const words = say("{one} {red} %, draws {draws} %, {two} {blue} %", { one: this.sides()[0], red: percent(red, all), draws: percent(draws, all), two: this.sides()[1], blue: percent(blue, all) });
    bar.setAttribute("role", "img");
    bar.setAttribute("aria-label", words);
    bar.title = words;
    for (const [name, part] of /** @type {const} */ ([["red", red], ["draws", draws], ["blue", blue]])) {
      const piece = document.createElement("span");
      piece.className = name;
      piece.style.flexGrow = String(part);
      bar.append(piece);
    }
    line.append(button, number, bar);
    return line;
  }
}

/** @param {number} part @param {number} all */
const percent = (part, all) => figures((100 * part) / all, 0);

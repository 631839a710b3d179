// A line of moves to step through: each is a button that shows the position after it.

import { source } from "./source.js";

/** @import { Position } from "./source.js" */

export class LineShown {
  /** @type {LookJson[]} */
  looks = [];
  /** @type {string[]} */
  moves = [];
  /** @type {Position | undefined} */
  start;

  /** @param {HTMLElement} place @param {(look: LookJson) => void} shown */
  constructor(place, shown) {
    this.place = place;
    this.shown = shown;
  }

  /** @param {Position} start @param {string[]} moves The first one is on the board already. */
  show(start, moves) {
    this.looks = [];
    this.start = start;
    this.moves = moves;
    const buttons = moves.map((move, place) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = move;
      button.setAttribute("aria-pressed", String(place === 0));
      button.addEventListener("click", () => this.#go(start, place));
      return button;
    });
    this.place.replaceChildren(...buttons);
  }

  // How the game ends if it goes on like this; empty where the line breaks off before.
  async end() {
    const { start } = this, last = this.moves.length - 1;
    return start && await this.#look(start, last) ? this.looks[last].outcome?.sentence ?? "" : "";
  }

  /** @param {Position} start @param {number} place */
  async #go(start, place) {
    if (!await this.#look(start, place)) return;
    [...this.place.children].forEach((button, other) => button.setAttribute("aria-pressed", String(other === place)));
    this.shown(this.looks[place]);
  }

  // Ask for the positions up to a place; false if another line is shown meanwhile.
  /** @param {Position} start @param {number} place */
  async #look(start, place) {
    for (let known = this.looks.length; known <= place; known = this.looks.length) {
      const position = known ? this.looks[known - 1].text : start.position;
      const look = await source.look({ ...start, position }, this.moves[known]);
      if (start !== this.start) return false;
      this.looks[known] = look;
    }
    return true;
  }
}

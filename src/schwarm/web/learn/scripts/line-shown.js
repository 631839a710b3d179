// A line of moves to step through: each is a button that shows the position after it.

import { source } from "./source.js";

/** @import { Position } from "./source.js" */

export class LineShown {
  /** @type {LookJson[]} */
  looks = [];

  /** @param {HTMLElement} place @param {(look: LookJson) => void} shown */
  constructor(place, shown) {
    this.place = place;
    this.shown = shown;
  }

  /** @param {Position} start @param {string[]} moves The first one is on the board already. */
  async show(start, moves) {
    this.looks = [];
    this.start = start;
    const buttons = moves.map((move, place) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = move;
      button.setAttribute("aria-pressed", String(place === 0));
      button.addEventListener("click", () => this.#go(start, moves, place));
      return button;
    });
    this.place.replaceChildren(...buttons);
  }

  /** @param {Position} start @param {string[]} moves @param {number} place */
  async #go(start, moves, place) {
    for (let known = this.looks.length; known <= place; ++known) {
      const position = known ? this.looks[known - 1].text : start.position;
      const look = await source.look({ ...start, position }, moves[known]);
      if (start !== this.start) return;
      this.looks[known] = look;
    }
    [...this.place.children].forEach((button, other) => button.setAttribute("aria-pressed", String(other === place)));
    this.shown(this.looks[place]);
  }
}

// What a game can show over a position, such as swarms: a button each, one shown at a time, drawn by the server.

import { ask, sentenceOf, toast } from "./ask.js";
import { findAll } from "./elements.js";

/** @import { Board } from "./board.js" */

export class Overlays {
  // `where` gives game, rules, text and turned of the position that is shown.
  /** @param {Board} board @param {() => { game: string, rules: string, text: string, turned: boolean }} where */
  constructor(board, where) {
    this.board = board;
    this.where = where;
    this.shown = "";
    this.buttons = findAll(document, "[data-overlay]");
    for (const button of this.buttons) button.addEventListener("click", () => this.toggle(button.dataset.overlay));
  }

  // Without a name, the first one there is.
  toggle(id = this.buttons[0]?.dataset.overlay ?? "") {
    this.shown = this.shown === id ? "" : id;
    for (const button of this.buttons) button.setAttribute("aria-pressed", String(button.dataset.overlay === this.shown));
    this.draw();
  }

  async draw() {
    const { shown } = this, { game, rules, text, turned } = this.where();
    this.board.overlay({}, { keep: true });
    if (!shown) return;
    const query = new URLSearchParams({ position: text, rules, side: turned ? "turned" : "usual" });
    try {
      const drawn = /** @type {LayersJson} */ (await ask(`/api/overlay/${game}/${shown}?${query}`));
      if (this.shown === shown && text === this.where().text) this.board.overlay(drawn, { keep: true });
    } catch (error) {
      toast(sentenceOf(error));
    }
  }
}

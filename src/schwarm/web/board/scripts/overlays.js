// What a game can show over a position, such as swarms: a button each, one shown at a time.

import { sentenceOf, toast } from "./ask.js";
import { findAll } from "./elements.js";
import { source } from "./source.js";

/** @import { Board } from "./bridge.js" */
/** @import { Position } from "./source.js" */

export class Overlays {
  /** @param {Board} board @param {() => Position} where Which position is shown. */
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
    const { shown } = this, where = this.where();
    this.board.set({ groups: [] });
    if (!shown) return;
    try {
      const groups = await source.groups(where, shown);
      if (this.shown === shown && where.position === this.where().position) this.board.set({ groups });
    } catch (error) {
      toast(sentenceOf(error));
    }
  }
}

// A board on which moves can be tried: both sides, back and forth, without a game behind it.

import { announce } from "./ask.js";
import { source } from "./source.js";

/** @import { Board } from "./board.js" */
/** @import { Explainer } from "./explain.js" */

export class Trial {
  place = 0;

  /**
   * @param {string} game
   * @param {LookJson} start
   * @param {Board} board
   * @param {Explainer} explainer
   * @param {(trial: Trial) => void} changed
   */
  constructor(game, start, board, explainer, changed) {
    this.game = game;
    this.line = [start];
    this.board = board;
    this.explainer = explainer;
    this.changed = changed;
  }

  /** @param {LookJson} start */
  begin(start) {
    this.line = [start];
    this.place = 0;
    this.board.stamps(start.stamps);
    this.draw(false);
  }

  // From another position, given as text.
  /** @param {string} position */
  async beginAt(position) {
    this.begin(await source.look({ game: this.game, rules: "documents", position }));
  }

  get here() {
    return this.line[this.place];
  }

  /** @param {string} move */
  async play(move) {
    const after = await source.look({ game: this.game, rules: "documents", position: this.here.text }, move);
    this.line = [...this.line.slice(0, this.place + 1), after];
    this.place += 1;
    this.board.stamps(after.stamps);
    announce(move);
    this.draw(true);
  }

  /** @param {number} place */
  go(place) {
    const next = Math.max(0, Math.min(this.line.length - 1, place));
    const slide = Math.abs(next - this.place) === 1;
    const reverse = next < this.place ? this.here.move : null;
    this.place = next;
    this.draw(slide, reverse);
  }

  /** @param {boolean} slide @param {Step | null} reverse */
  draw(slide, reverse = null) {
    const { here } = this;
    if (reverse) this.board.show(here, { last: reverse, slide });
    this.board.show(here, { last: here.move, slide: slide && !reverse });
    this.board.allow(here.moves, here.texts);
    this.explainer.at(this.game, "documents", here.text);
    this.explainer.tell("");
    this.changed(this);
  }
}

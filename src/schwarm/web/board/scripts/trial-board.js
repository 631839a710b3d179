// A board on which moves can be tried: both sides, back and forth, without a game behind it.

import { announce, ask } from "./ask.js";

export class Trial {
  constructor(board, explainer, changed = () => {}) {
    Object.assign(this, { board, explainer, changed });
  }

  begin(shown) {
    this.game = shown.game;
    this.line = [shown];
    this.place = 0;
    this.board.stamps(shown.stamps);
    this.draw(false);
  }

  get here() {
    return this.line[this.place];
  }

  async play(move) {
    const query = new URLSearchParams({ position: this.here.text, move });
    const after = await ask(`/api/look/${this.game}?${query}`);
    this.line = [...this.line.slice(0, this.place + 1), after];
    this.place += 1;
    this.board.stamps(after.stamps);
    announce(move);
    this.draw(true);
  }

  go(place) {
    const next = Math.max(0, Math.min(this.line.length - 1, place));
    const slide = Math.abs(next - this.place) === 1;
    const reverse = next < this.place ? this.here.move : null;
    this.place = next;
    this.draw(slide, reverse);
  }

  draw(slide, reverse = null) {
    const { here } = this;
    if (reverse) this.board.show(here, { last: reverse, slide });
    this.board.show(here, { last: here.move ?? null, slide: slide && !reverse });
    this.board.allow(here.moves, here.texts);
    this.explainer.at(this.game, "documents", here.text);
    this.explainer.tell("");
    this.changed(this);
  }
}

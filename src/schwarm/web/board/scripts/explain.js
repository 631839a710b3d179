// Why a piece may go somewhere or not: asks the server, shows the line on the board and the sentence beside it.

import { ask } from "./ask.js";

const PAUSE = 70;

export class Explainer {
  constructor(board, place) {
    Object.assign(this, { board, place, known: new Map() });
    this.rest = place?.textContent ?? "";
  }

  at(game, rules, position) {
    if (position !== this.position) {
      // What was pointed at in the old position is no question any more.
      clearTimeout(this.timer);
      this.wanted = null;
      this.known.clear();
    }
    Object.assign(this, { game, rules, position });
  }

  tell(sentence) {
    if (this.place) this.place.textContent = sentence || this.rest;
  }

  // Somebody points at a square with a piece in hand; a moment later it is explained.
  point(from, to) {
    clearTimeout(this.timer);
    this.wanted = from && to ? `${from}-${to}` : null;
    if (!this.wanted) {
      this.board.overlay();
      this.tell("");
      return;
    }
    this.timer = setTimeout(() => this.show(this.wanted), PAUSE);
  }

  async show(move) {
    const position = this.position;
    const side = this.board.turned ? "turned" : "usual";
    const query = new URLSearchParams({ position, move, side, rules: this.rules });
    const key = `${side} ${move}`;
    try {
      if (!this.known.has(key)) this.known.set(key, await ask(`/api/explain/${this.game}?${query}`));
    } catch (error) {
      this.tell(error.message);
      return;
    }
    if (this.position !== position || (this.wanted && this.wanted !== move)) return;
    const told = this.known.get(key);
    this.board.overlay(told);
    this.tell(told.sentence);
  }

  async whyNot(from, to, squares) {
    clearTimeout(this.timer);
    this.wanted = null;
    await this.show(`${from}-${to ?? squares.find((square) => square !== from)}`);
    if (!to) this.board.overlay();
  }
}

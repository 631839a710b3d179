// Why a piece may go somewhere or not: asks the server, shows the line on the board and the sentence beside it.

import { ask, sentenceOf } from "./ask.js";

/** @import { Board } from "./board.js" */

const PAUSE = 70;

export class Explainer {
  game = "";
  rules = "";
  position = "";
  /** @type {Map<string, ExplanationJson>} */
  known = new Map();
  /** @type {string | null} */
  wanted = null;
  /** @type {number | undefined} */
  timer;

  /** @param {Board} board @param {HTMLElement} place */
  constructor(board, place) {
    this.board = board;
    this.place = place;
    this.rest = place.textContent ?? "";
  }

  /** @param {string} game @param {string} rules @param {string} position */
  at(game, rules, position) {
    if (position !== this.position) {
      // What was pointed at in the old position is no question any more.
      clearTimeout(this.timer);
      this.wanted = null;
      this.known.clear();
    }
    Object.assign(this, { game, rules, position });
  }

  /** @param {string} sentence */
  tell(sentence) {
    this.place.textContent = sentence || this.rest;
  }

  // Somebody points at a square with a piece in hand; a moment later it is explained.
  /** @param {string | null} from @param {string | null} to */
  point(from, to) {
    clearTimeout(this.timer);
    const move = (this.wanted = from && to ? `${from}-${to}` : null);
    if (!move) {
      this.board.overlay();
      this.tell("");
      return;
    }
    this.timer = setTimeout(() => this.show(move), PAUSE);
  }

  /** @param {string} move */
  async show(move) {
    const position = this.position;
    const side = this.board.turned ? "turned" : "usual";
    const query = new URLSearchParams({ position, move, side, rules: this.rules });
    const key = `${side} ${move}`;
    let told = this.known.get(key);
    try {
      told ??= /** @type {ExplanationJson} */ (await ask(`/api/explain/${this.game}?${query}`));
    } catch (error) {
      this.tell(sentenceOf(error));
      return;
    }
    if (this.position !== position) return;
    this.known.set(key, told);
    if (this.wanted && this.wanted !== move) return;
    this.board.overlay(told);
    this.tell(told.sentence);
  }

  /** @param {string} from @param {string | null} to @param {string[]} squares */
  async whyNot(from, to, squares) {
    clearTimeout(this.timer);
    this.wanted = null;
    await this.show(`${from}-${to ?? squares.find((square) => square !== from)}`);
    if (!to) this.board.overlay();
  }
}

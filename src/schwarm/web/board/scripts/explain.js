// Why a piece may go somewhere or not: the line on the board and the sentence beside it.

import { announce, sentenceOf } from "./ask.js";
import { source } from "./source.js";

/** @import { Board } from "./bridge.js" */

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

  // What stands there at rest is no news; a sentence is said aloud, once for as long as it stands.
  /** @param {string} sentence */
  tell(sentence) {
    if (sentence.trim() && sentence !== this.place.textContent) announce(sentence);
    this.place.textContent = sentence || this.rest;
  }

  // Answer something that was not asked on the board.
  /** @param {string} sentence */
  answer(sentence) {
    this.point(null, null);
    this.tell(sentence);
  }

  // Somebody points at a square with a piece in hand; a moment later it is explained.
  /** @param {string | null} from @param {string | null} to */
  point(from, to) {
    clearTimeout(this.timer);
    const move = (this.wanted = from && to ? `${from}-${to}` : null);
    if (!move) {
      this.board.set({ line: null });
      this.tell("");
      return;
    }
    this.timer = setTimeout(() => this.show(move), PAUSE);
  }

  /** @param {string} move @param {boolean} drawn */
  async show(move, drawn = true) {
    const { game, rules, position } = this;
    let told = this.known.get(move);
    try {
      told ??= await source.explain({ game, rules, position }, move);
    } catch (error) {
      this.tell(sentenceOf(error));
      return;
    }
    if (this.position !== position) return;
    this.known.set(move, told);
    if (this.wanted && this.wanted !== move) return;
    const [from, to] = move.split("-");
    this.board.set({ line: drawn ? { ...told, from, to } : null });
    this.tell(told.sentence);
  }

  /** @param {string} from @param {string | null} to @param {string[]} squares */
  async whyNot(from, to, squares) {
    clearTimeout(this.timer);
    this.wanted = null;
    await this.show(`${from}-${to ?? squares.find((square) => square !== from)}`, Boolean(to));
  }
}

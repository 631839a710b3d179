// Why a piece may go somewhere or not: the line on the board and the sentence beside it.

import { signal } from "@preact/signals";
import { announce, sentenceOf } from "page/ask.js";
import { source } from "page/source.js";
import type { Line } from "../board/index.ts";

/** Milliseconds that a pointer rests on a square before its move is explained. */
const PAUSE = 70;

export class Explaining {
  readonly line = signal<Line | null>(null);
  /** Empty while nothing is pointed at. */
  readonly sentence = signal("");
  #where = { game: "", rules: "", position: "" };
  #known = new Map<string, ExplanationJson>();
  #wanted: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** What is explained from now on. */
  at(game: string, rules: string, position: string) {
    this.#where = { game, rules, position };
    this.#known.clear();
    this.point(null, null);
  }

  /** A square is pointed at with a piece in hand. */
  point(from: string | null, to: string | null) {
    clearTimeout(this.#timer);
    const move = (this.#wanted = from && to ? `${from}-${to}` : null);
    if (move) this.#timer = setTimeout(() => this.#show(move, true), PAUSE);
    else this.#tell("", null);
  }

  /** Explain a move that was tried in vain; without an end, why the piece cannot move at all. */
  whyNot(from: string, to: string | null, squares: string[]) {
    clearTimeout(this.#timer);
    this.#wanted = null;
    this.#show(`${from}-${to ?? squares.find((square) => square !== from)}`, Boolean(to));
  }

  async #show(move: string, drawn: boolean) {
    const where = this.#where, [from, to] = move.split("-");
    try {
      const told = this.#known.get(move) ?? await source.explain(where, move);
      if (where !== this.#where) return;
      this.#known.set(move, told);
      if (!this.#wanted || this.#wanted === move) this.#tell(told.sentence, drawn ? { ...told, from, to } : null);
    } catch (error) {
      this.#tell(sentenceOf(error), null);
    }
  }

  #tell(sentence: string, line: Line | null) {
    if (sentence && sentence !== this.sentence.value) announce(sentence);
    this.sentence.value = sentence;
    this.line.value = line;
  }
}

// One's own mistakes as a series of tasks: the better move is asked for, and every move that is as good counts.

import { recallJson, remember } from "./browser-memory.js";
import { puzzleOf } from "./own-puzzle.js";
import { keepOwn } from "./puzzle-book.js";
import { whyNot } from "./puzzle-series.js";
import { lookAgain } from "./second-look.js";
import { say } from "./words.js";

/** @import { Kind } from "./core.js" */
/** @import { Series, Task } from "./puzzle-series.js" */
/** @typedef {{ position: string, played: string }} Mistake */
/** @typedef {{ game: string, rules: string, back: string, mistakes: Mistake[] }} Lesson What a review hands over. */

const NAME = "mistakes";
const SECONDS = 1;
// As in a review: who gives away less than this made no mistake.
const AS_GOOD = 0.05;

/** @param {Lesson} lesson */
export const handOver = (lesson) => remember(NAME, JSON.stringify(lesson), { tab: true });

// The lesson of this game that a review handed over, or null.
/** @param {string} game @returns {Lesson | null} */
export function handedOver(game) {
  const lesson = recallJson(NAME, /** @type {Lesson | null} */ (null), { tab: true });
  return lesson?.game === game ? lesson : null;
}

/** @implements {Series} */
export class MistakeSeries {
  place = -1;
  right = 0;
  streak = 0;
  best = 0;

  /** @param {Kind} kind @param {Lesson} lesson */
  constructor(kind, lesson) {
    this.kind = kind;
    this.lesson = lesson;
  }

  async next() {
    const mistake = this.lesson.mistakes[++this.place];
    return mistake ? this.#task(mistake) : null;
  }

  /** @param {Mistake} mistake @returns {Task} */
  #task({ position, played }) {
    const { kind } = this, side = Number(position.split(" ")[1]) % 2;
    // Begun at once: it is there when somebody has made up their mind.
    const thought = lookAgain(kind, position, { lines: 2, seconds: SECONDS });
    /** @param {number} red */
    const own = (red) => (side ? 1 - red : red);
    let first = true;
    const tried = (/** @type {boolean} */ right) => {
      if (first && right) this.right += 1;
      if (first) this.streak = right ? this.streak + 1 : 0;
      this.best = Math.max(this.best, this.streak);
      first = false;
    };
    return {
      position, rules: kind.rules, difficulty: 0, help: "",
      title: say("{move} was played here. Find a better move.", { move: played }),
      check: async (move, after) => {
        const lines = await thought, [best] = lines;
        const { chance, line } = await this.#worth(move, after, lines, own);
        const right = !best || own(best.chance) - chance < AS_GOOD;
        tried(right);
        if (!right) return { right, title: say("There is a better one."), why: await whyNot(kind, move, after), line };
        const title = !best || best.move === move ? say("Right!") : say("Right! It is as good as Hecht's {move}.", { move: best.move });
        return { right, title, why: "", line, keep: this.#keeping(position, lines) };
      },
      solution: async () => {
        tried(false);
        const lines = await thought, [best] = lines;
        return { right: false, title: say("The solution: {move}", { move: best?.move ?? "" }), why: "", line: best?.pv ?? [], keep: this.#keeping(position, lines) };
      },
    };
  }

  // What a move is worth to who makes it, and how it would go on.
  /** @param {string} move @param {LookJson} after @param {LineJson[]} known @param {(red: number) => number} own */
  async #worth(move, after, known, own) {
    const found = known.find((line) => line.move === move);
    if (found) return { chance: own(found.chance), line: found.pv };
    if (after.outcome) return { chance: after.outcome.winner === null ? 0.5 : own(after.outcome.winner === 0 ? 1 : 0), line: [move] };
    const [reply] = await lookAgain(this.kind, after.text, { lines: 1, seconds: SECONDS });
    return { chance: reply ? own(reply.chance) : 0.5, line: [move, ...(reply?.pv ?? [])] };
  }

  // How to keep the position as a puzzle of one's own, where exactly one move is good.
  /** @param {string} position @param {LineJson[]} lines */
  #keeping(position, lines) {
    const puzzle = puzzleOf(this.kind, position, lines);
    return puzzle ? () => keepOwn(puzzle) : undefined;
  }

  record() {
    return { streak: this.streak, best: this.best, solved: `${this.right} / ${this.lesson.mistakes.length}` };
  }

  done() {
    return say("That was all: {right} of {all} found at the first try.", { right: this.right, all: this.lesson.mistakes.length });
  }

  chosen() {
    return "";
  }

  choose() {}
}

// How far somebody has come with the puzzles of a game. This browser keeps it.

import { recallJson, remember } from "./browser-memory.js";

/** @import { Puzzle } from "./puzzle-book.js" */

const EASIEST = 1, HARDEST = 5;
// So many right answers in a row make it harder, and so many wrong ones easier: nobody is to be in deep water soon.
const RIGHT = 4, WRONG = 2;
// Of the new ones that suit, the easiest come first; these take turns.
const FEW = 5;
// How far behind the new ones those come that were tried before.
const MISSED = 100, SOLVED = 200;

/**
 * @typedef {object} Kept
 * @property {string[]} solved The positions, shortened.
 * @property {string[]} missed Those that were not found at the first try, until they are.
 * @property {number} streak
 * @property {number} best
 * @property {number} suits The difficulty that suits, as far as is known.
 * @property {number} trend Right answers in a row at it, or wrong ones as a negative number.
 * @property {string} chosen The difficulty that was chosen; empty if it is to follow.
 */

// Short, and different enough for some hundred positions.
/** @param {string} position */
function shortened(position) {
  let hash = 0x811c9dc5;
  for (const letter of position) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return hash.toString(36);
}

export class Progress {
  /** @param {string} game */
  constructor(game) {
    this.name = `puzzles-${game}`;
    /** @type {Kept} */
    this.kept = { solved: [], missed: [], streak: 0, best: 0, suits: EASIEST, trend: 0, chosen: "" };
    Object.assign(this.kept, recallJson(this.name, {}));
  }

  // Somebody may have solved others in another tab meanwhile. How hard they are to be is chosen in each.
  #catchUp() {
    const { chosen } = this.kept;
    Object.assign(this.kept, recallJson(this.name, {}), { chosen });
  }

  #keep() {
    remember(this.name, JSON.stringify(this.kept));
  }

  /** @param {string} chosen */
  choose(chosen) {
    this.#catchUp();
    this.kept.chosen = chosen;
    this.#keep();
  }

  // What came of the first try.
  /** @param {Puzzle} puzzle @param {boolean} right */
  tried({ position, difficulty }, right) {
    this.#catchUp();
    const { kept } = this, id = shortened(position);
    kept.solved = kept.solved.filter((other) => other !== id);
    kept.missed = kept.missed.filter((other) => other !== id);
    (right ? kept.solved : kept.missed).push(id);
    kept.streak = right ? kept.streak + 1 : 0;
    kept.best = Math.max(kept.best, kept.streak);
    // Only what is as hard as suits, or harder, says that more is possible; and the other way round.
    const counts = right ? difficulty >= kept.suits : difficulty <= kept.suits;
    if (counts) kept.trend = right ? Math.max(0, kept.trend) + 1 : Math.min(0, kept.trend) - 1;
    if (kept.trend >= RIGHT || kept.trend <= -WRONG) {
      kept.suits = Math.max(EASIEST, Math.min(HARDEST, kept.suits + Math.sign(kept.trend)));
      kept.trend = 0;
    }
    this.#keep();
  }

  // The next puzzle: one that is new, as hard as wanted or nearly so; then those that were missed; then any.
  /** @param {Puzzle[]} puzzles @param {Puzzle | null} last */
  next(puzzles, last) {
    const { kept } = this, wanted = Number(kept.chosen) || kept.suits;
    const others = puzzles.filter((puzzle) => puzzle !== last || puzzles.length === 1);
    /** @param {Puzzle} puzzle */
    const rank = ({ position, difficulty }) => {
      const id = shortened(position);
      return (kept.solved.includes(id) ? SOLVED : kept.missed.includes(id) ? MISSED : 0) + Math.abs(difficulty - wanted);
    };
    const best = Math.min(...others.map(rank)), fit = others.filter((puzzle) => rank(puzzle) === best);
    const some = best < MISSED ? Math.min(FEW, fit.length) : fit.length;
    return fit[Math.floor(Math.random() * some)] ?? null;
  }
}

// Puzzles as a series of tasks: which one comes next, which move is right, and why another one is not.

import { Progress } from "./progress.js";
import { loadPuzzles, ownPuzzles } from "./puzzle-book.js";
import { lookAgain } from "./second-look.js";
import { say, sayMany } from "./words.js";

/** @import { Kind } from "./core.js" */
/** @import { Goal, Puzzle } from "./puzzle-book.js" */
/** @typedef {{ right: boolean, title: string, why: string, line: string[], keep?: () => void }} Answer What came of a try, and how to keep it as a puzzle. */
/**
 * One position in which a move is asked for.
 * @typedef {object} Task
 * @property {string} position
 * @property {string} rules
 * @property {string} title
 * @property {string} help
 * @property {number} difficulty 0 where nobody knows.
 * @property {(move: string, after: LookJson) => Promise<Answer>} check
 * @property {() => Promise<Answer>} solution
 */
/**
 * @typedef {object} Series
 * @property {() => Promise<Task | null>} next
 * @property {() => { streak: number, best: number, solved: string }} record
 * @property {() => string} done What is said when there is nothing more.
 * @property {() => string} chosen
 * @property {(difficulty: string) => void} choose
 */

const OWN = "own", SECONDS = 0.6;

/** @param {Goal} goal */
const titleOf = (goal) => ({
  win: say("Only one move wins by force. Find it."),
  hold: say("All moves but one lose. Find it."),
  gain: say("One move is much better than all others. Find it."),
})[goal];

/** @implements {Series} */
export class PuzzleSeries {
  /** @type {Puzzle | null} */
  last = null;
  /** @type {Puzzle[] | undefined} */
  shipped;

  /** @param {Kind} kind */
  constructor(kind) {
    this.kind = kind;
    this.progress = new Progress(kind.game);
  }

  async next() {
    if (this.chosen() !== OWN) this.shipped ??= await loadPuzzles(this.kind.game);
    const found = this.progress.next(this.#all(), this.last);
    this.last = found;
    return found && this.#task(found);
  }

  #all() {
    return this.chosen() === OWN ? ownPuzzles(this.kind.game) : this.shipped ?? [];
  }

  /** @param {Puzzle} puzzle @returns {Task} */
  #task(puzzle) {
    const { position, line, difficulty, goal, turns } = puzzle;
    let first = true;
    const tried = (/** @type {boolean} */ right) => {
      if (first) this.progress.tried(puzzle, right);
      first = false;
    };
    return {
      position, difficulty, rules: this.kind.rules, title: titleOf(goal),
      help: goal === "win" ? sayMany(turns, "It takes {n} turn.", "It takes {n} turns, both sides counted.") : "",
      check: async (move, after) => {
        const right = move === line[0];
        tried(right);
        return { right, title: right ? say("Right!") : say("Not that one."), why: right ? "" : await whyNot(this.kind, move, after), line };
      },
      solution: async () => {
        tried(false);
        return { right: false, title: say("The solution: {move}", { move: line[0] }), why: "", line };
      },
    };
  }

  record() {
    const { streak, best, solved } = this.progress.kept;
    return { streak, best, solved: this.shipped ? `${solved.length} / ${this.shipped.length}` : String(solved.length) };
  }

  done() {
    return this.chosen() === OWN
      ? say("No puzzles of your own yet. Analyse a game that you played, and keep what you learn from its mistakes.")
      : say("There are no puzzles of this game yet.");
  }

  chosen() {
    return this.progress.kept.chosen;
  }

  /** @param {string} difficulty */
  choose(difficulty) {
    this.progress.choose(difficulty);
  }
}

// What the opponent would answer, and what that leaves.
/** @param {Kind} kind @param {string} move @param {LookJson} after */
export async function whyNot(kind, move, after) {
  if (after.outcome) return after.outcome.sentence;
  const [reply] = await lookAgain(kind, after.text, { lines: 1, seconds: SECONDS });
  if (!reply) return say("{move} gives away too much.", { move });
  const red = after.side === 1, chance = red ? reply.chance : 1 - reply.chance;
  return say("After {move} comes {reply}, and your chance to win is {chance} %.", { move, reply: reply.move, chance: Math.round(chance * 100) });
}

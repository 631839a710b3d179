// A series of tasks, one after the other: here the puzzles of a game.

import type { Kind } from "page/core.js";
import { say, sayMany } from "page/words.js";
import { Progress } from "./progress.ts";
import { type Goal, loadPuzzles, ownPuzzles, type Puzzle } from "./puzzles.ts";
import { lookAgain } from "./second-look.ts";

/** What came of a try, and how to keep it as a puzzle. */
export interface Answer {
  right: boolean;
  title: string;
  why: string;
  line: string[];
  keep?: () => void;
}

/** A position in which a move is asked for. */
export interface Task {
  position: string;
  rules: string;
  title: string;
  help: string;
  /** 0 where it is unknown. */
  difficulty: number;
  check(move: string, after: LookJson): Promise<Answer>;
  solution(): Promise<Answer>;
}

export interface Score {
  streak: number;
  best: number;
  solved: string;
}

export interface Series {
  next(): Promise<Task | null>;
  readonly record: Score;
  /** What is said when there is nothing more. */
  readonly done: string;
  readonly chosen: string;
  choose(difficulty: string): void;
}

const OWN = "own", SECONDS = 0.6;

const titleOf = (goal: Goal) => ({
  win: say("Only one move wins by force. Find it."),
  hold: say("All moves but one lose. Find it."),
  gain: say("One move is much better than all others. Find it."),
})[goal];

export class PuzzleSeries implements Series {
  #last: Puzzle | null = null;
  #shipped: Puzzle[] | undefined;
  #progress: Progress;

  constructor(private readonly kind: Kind) {
    this.#progress = new Progress(kind.game);
  }

  async next() {
    const own = this.chosen === OWN;
    if (!own) this.#shipped ??= await loadPuzzles(this.kind.game);
    this.#last = this.#progress.next(own ? ownPuzzles(this.kind.game) : this.#shipped ?? [], this.#last);
    return this.#last && this.#task(this.#last);
  }

  #task(puzzle: Puzzle): Task {
    const { position, line, difficulty, goal, turns } = puzzle;
    const tried = once((right: boolean) => this.#progress.tried(puzzle, right));
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

  get record() {
    const { streak, best, solved } = this.#progress.kept;
    return { streak, best, solved: this.#shipped ? `${solved.length} / ${this.#shipped.length}` : String(solved.length) };
  }

  get done() {
    return this.chosen === OWN
      ? say("No puzzles of your own yet. Analyse a game that you played, and keep what you learn from its mistakes.")
      : say("There are no puzzles of this game yet.");
  }

  get chosen() {
    return this.#progress.kept.chosen;
  }

  choose(difficulty: string) {
    this.#progress.choose(difficulty);
  }
}

/** Only the first try counts. */
export function once<Args extends unknown[]>(work: (...args: Args) => void) {
  let first = true;
  return (...args: Args) => {
    if (first) work(...args);
    first = false;
  };
}

/** What the opponent would answer, and what that leaves. */
export async function whyNot(kind: Kind, move: string, after: LookJson) {
  if (after.outcome) return after.outcome.sentence;
  const [reply] = await lookAgain(kind, after.text, { lines: 1, seconds: SECONDS });
  if (!reply) return say("{move} gives away too much.", { move });
  const red = after.side === 1, chance = red ? reply.chance : 1 - reply.chance;
  return say("After {move} comes {reply}, and your chance to win is {chance} %.", { move, reply: reply.move, chance: Math.round(chance * 100) });
}

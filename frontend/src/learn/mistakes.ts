// One's own mistakes as a series of tasks: the better move is asked for, and every move that is as good counts.

import { recallJson, remember } from "page/browser-memory.js";
import type { Kind } from "page/core.js";
import { say } from "page/words.js";
import { keepOwn, puzzleOf } from "./puzzles.ts";
import { lookAgain } from "./second-look.ts";
import { once, type Series, type Task, whyNot } from "./series.ts";

export interface Mistake {
  position: string;
  played: string;
}

/** What a review hands over. */
export interface Lesson {
  game: string;
  rules: string;
  back: string;
  mistakes: Mistake[];
}

const NAME = "mistakes", SECONDS = 1;
/** As in a review: a smaller loss is no mistake. */
const AS_GOOD = 0.05;

export const handOver = (lesson: Lesson) => remember(NAME, JSON.stringify(lesson), { tab: true });

/** The lesson of this game that a review handed over. */
export function handedOver(game: string): Lesson | null {
  const lesson = recallJson(NAME, null as Lesson | null, { tab: true });
  return lesson?.game === game ? lesson : null;
}

export class MistakeSeries implements Series {
  readonly chosen = "";
  #place = -1;
  #right = 0;
  #streak = 0;
  #best = 0;

  constructor(private readonly kind: Kind, private readonly lesson: Lesson) {}

  async next() {
    const mistake = this.lesson.mistakes[++this.#place];
    return mistake ? this.#task(mistake) : null;
  }

  get record() {
    return { streak: this.#streak, best: this.#best, solved: `${this.#right} / ${this.lesson.mistakes.length}` };
  }

  get done() {
    return say("That was all: {right} of {all} found at the first try.", { right: this.#right, all: this.lesson.mistakes.length });
  }

  choose() {}

  #task({ position, played }: Mistake): Task {
    const { kind } = this, side = Number(position.split(" ")[1]) % 2, own = (red: number) => (side ? 1 - red : red);
    // Begun at once: it is there when a move was chosen.
    const thought = lookAgain(kind, position, { lines: 2, seconds: SECONDS });
    const keeping = (lines: LineJson[]) => {
      const puzzle = puzzleOf(kind, position, lines);
      return puzzle ? () => keepOwn(puzzle) : undefined;
    };
    const tried = once((right: boolean) => {
      if (right) this.#right += 1;
      this.#streak = right ? this.#streak + 1 : 0;
      this.#best = Math.max(this.#best, this.#streak);
    });
    return {
      position, rules: kind.rules, difficulty: 0, help: "",
      title: say("{move} was played here. Find a better move.", { move: played }),
      check: async (move, after) => {
        const lines = await thought, [best] = lines, { chance, line } = await this.#worth(move, after, lines, own);
        const right = !best || own(best.chance) - chance < AS_GOOD;
        tried(right);
        if (!right) return { right, title: say("There is a better one."), why: await whyNot(kind, move, after), line };
        const title = !best || best.move === move ? say("Right!") : say("Right! It is as good as Hecht's {move}.", { move: best.move });
        return { right, title, why: "", line, keep: keeping(lines) };
      },
      solution: async () => {
        tried(false);
        const lines = await thought, [best] = lines;
        return { right: false, title: say("The solution: {move}", { move: best?.move ?? "" }), why: "", line: best?.pv ?? [], keep: keeping(lines) };
      },
    };
  }

  /** What a move is worth to the side that makes it, and how it would go on. */
  async #worth(move: string, after: LookJson, known: LineJson[], own: (red: number) => number) {
    const found = known.find((line) => line.move === move);
    if (found) return { chance: own(found.chance), line: found.pv };
    if (after.outcome) return { chance: after.outcome.winner === null ? 0.5 : own(after.outcome.winner === 0 ? 1 : 0), line: [move] };
    const [reply] = await lookAgain(this.kind, after.text, { lines: 1, seconds: SECONDS });
    return { chance: reply ? own(reply.chance) : 0.5, line: [move, ...(reply?.pv ?? [])] };
  }
}

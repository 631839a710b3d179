// How far somebody has come with the puzzles of a game. This browser keeps it.

import { recallJson, remember } from "page/browser-memory.js";
import type { Puzzle } from "./puzzles.ts";

const EASIEST = 1, HARDEST = 5;
/** So many right answers in a row make it harder, and so many wrong ones easier. */
const RIGHT = 4, WRONG = 2;
/** The easiest of the new puzzles come first; these take turns. */
const FEW = 5;
/** How far behind the new puzzles those rank that were tried before. */
const MISSED = 100, SOLVED = 200;

export interface Kept {
  /** Short hashes of positions. */
  solved: string[];
  /** Not found at the first try, until they are. */
  missed: string[];
  streak: number;
  best: number;
  /** The difficulty that suits, as far as is known. */
  suits: number;
  /** Right answers in a row at it, or wrong ones as a negative number. */
  trend: number;
  /** The difficulty that was chosen; empty if it is to follow. */
  chosen: string;
}

/** FNV-1a: short, and different enough for some hundred positions. */
function hash(position: string) {
  let found = 0x811c9dc5;
  for (const letter of position) found = Math.imul(found ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return found.toString(36);
}

/** What came of the first try at a puzzle. */
export function afterTry(kept: Kept, { position, difficulty }: Puzzle, right: boolean): Kept {
  const id = hash(position), others = (ids: string[]) => ids.filter((other) => other !== id);
  const streak = right ? kept.streak + 1 : 0;
  // A try counts if the puzzle was as hard as suits or harder, or for a miss as easy or easier.
  const counts = right ? difficulty >= kept.suits : difficulty <= kept.suits;
  const trend = !counts ? kept.trend : right ? Math.max(0, kept.trend) + 1 : Math.min(0, kept.trend) - 1;
  const moves = trend >= RIGHT || trend <= -WRONG;
  return {
    ...kept, streak, best: Math.max(kept.best, streak),
    solved: right ? [...others(kept.solved), id] : others(kept.solved),
    missed: right ? others(kept.missed) : [...others(kept.missed), id],
    suits: moves ? Math.max(EASIEST, Math.min(HARDEST, kept.suits + Math.sign(trend))) : kept.suits,
    trend: moves ? 0 : trend,
  };
}

/** The puzzles that fit best: new ones about as hard as wanted, then those that were missed, then any. */
export function fitting(kept: Kept, puzzles: Puzzle[]): Puzzle[] {
  const wanted = Number(kept.chosen) || kept.suits;
  const rank = ({ position, difficulty }: Puzzle) => {
    const id = hash(position);
    return (kept.solved.includes(id) ? SOLVED : kept.missed.includes(id) ? MISSED : 0) + Math.abs(difficulty - wanted);
  };
  const best = Math.min(...puzzles.map(rank)), fit = puzzles.filter((puzzle) => rank(puzzle) === best);
  return best < MISSED ? fit.slice(0, FEW) : fit;
}

export class Progress {
  kept: Kept = { solved: [], missed: [], streak: 0, best: 0, suits: EASIEST, trend: 0, chosen: "" };
  #name: string;

  constructor(game: string) {
    this.#name = `puzzles-${game}`;
    Object.assign(this.kept, recallJson(this.#name, {}));
  }

  choose(chosen: string) {
    this.#change((kept) => ({ ...kept, chosen }));
  }

  tried(puzzle: Puzzle, right: boolean) {
    this.#change((kept) => afterTry(kept, puzzle, right));
  }

  next(puzzles: Puzzle[], last: Puzzle | null): Puzzle | null {
    const fit = fitting(this.kept, puzzles.filter((puzzle) => puzzle !== last || puzzles.length === 1));
    return fit[Math.floor(Math.random() * fit.length)] ?? null;
  }

  /** Another tab may have solved others meanwhile; the difficulty is chosen in each tab. */
  #change(change: (kept: Kept) => Kept) {
    const { chosen } = this.kept;
    this.kept = change({ ...this.kept, ...recallJson(this.#name, {}), chosen });
    remember(this.#name, JSON.stringify(this.kept));
  }
}

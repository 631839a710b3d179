// The puzzles of a game: those that Schwarm brings along, fetched when they are wanted, and one's own.

import { Refused } from "page/ask.js";
import { recallJson, remember } from "page/browser-memory.js";
import type { Kind } from "page/core.js";
import { say } from "page/words.js";
import { Progress } from "./progress.ts";
import { lookAgain } from "./second-look.ts";

/** It wins by force; everything else loses by force; it is far better than everything else. */
export type Goal = "win" | "hold" | "gain";

export interface Puzzle {
  position: string;
  /** The solution, and how it would go on. */
  line: string[];
  /** From 1 to 5. */
  difficulty: number;
  goal: Goal;
  /** In how many turns it is decided; 0 where that is not proven. */
  turns: number;
}
export type OwnPuzzle = Puzzle & { game: string };

const OWN = "own-puzzles", MAX_OWN = 300;
const SECONDS = 1, WITH_CARE = 2, CLEARLY = 0.3, DIFFICULTY = 3;

export async function loadPuzzles(game: string): Promise<Puzzle[]> {
  const answer = await fetch(new URL(`../puzzles/${game}.jsonl`, import.meta.url));
  if (!answer.ok) return [];
  return (await answer.text()).trim().split("\n").map((text) => {
    const [position, line, difficulty, goal, turns] = JSON.parse(text);
    return { position, line: line.split(" "), difficulty, goal, turns };
  });
}

const allOwn = () => recallJson(OWN, [] as OwnPuzzle[]);

export const ownPuzzles = (game: string) => allOwn().filter((puzzle) => puzzle.game === game);

/** The oldest make room for new ones. */
export function keepOwn(puzzle: OwnPuzzle) {
  const others = allOwn().filter(({ game, position }) => game !== puzzle.game || position !== puzzle.position);
  remember(OWN, JSON.stringify([...others, puzzle].slice(-MAX_OWN)));
}

/** The puzzle that a position is by its two best lines, if one move is far better than all others. */
export function puzzleOf({ game, rules }: Kind, position: string, [best, second]: LineJson[]): OwnPuzzle | null {
  const side = Number(position.split(" ")[1]) % 2, chance = (line: LineJson) => (side ? 1 - line.chance : line.chance);
  if (rules !== "documents" || !best || !second || chance(best) - chance(second) < CLEARLY) return null;
  return { game, position, line: best.pv, difficulty: DIFFICULTY, goal: "gain", turns: 0 };
}

/** Keep those of some positions that are puzzles; gives how many they are. */
export async function makePuzzles(kind: Kind, positions: string[]) {
  let made = 0;
  for (const position of positions) {
    const puzzle = puzzleOf(kind, position, await lookAgain(kind, position, { lines: 2, seconds: SECONDS }));
    if (!puzzle) continue;
    keepOwn(puzzle);
    made += 1;
  }
  return made;
}

/** Make a puzzle of a position that was set up to be one. */
export async function makePuzzle(kind: Kind, position: string) {
  const lines = await lookAgain(kind, position, { lines: 2, seconds: WITH_CARE }), puzzle = puzzleOf(kind, position, lines);
  if (!lines.length) throw new Refused(say("The engine cannot think about this now; try again in a moment."));
  if (!puzzle) throw new Refused(say("This is no puzzle: no move here is far better than all others."));
  keepOwn(puzzle);
  new Progress(kind.game).choose("own");
}

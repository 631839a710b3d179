// Positions that become somebody's own puzzles, if Hecht finds one move there that is far better than all others.

import { Refused } from "./ask.js";
import { Progress } from "./progress.js";
import { keepOwn } from "./puzzle-book.js";
import { lookAgain } from "./second-look.js";
import { say } from "./words.js";

/** @import { Kind } from "./core.js" */
/** @import { OwnPuzzle } from "./puzzle-book.js" */

const SECONDS = 1, WITH_CARE = 2, CLEARLY = 0.3, DIFFICULTY = 3;

// The puzzle that a position is by what Hecht thinks of it, if it is one.
/** @param {Kind} kind @param {string} position @param {LineJson[]} lines The two best. @returns {OwnPuzzle | null} */
export function puzzleOf({ game, rules }, position, [best, second]) {
  const side = Number(position.split(" ")[1]) % 2, chance = (/** @type {LineJson} */ line) => (side ? 1 - line.chance : line.chance);
  if (rules !== "documents" || !best || !second || chance(best) - chance(second) < CLEARLY) return null;
  return { game, position, line: best.pv, difficulty: DIFFICULTY, goal: "gain", turns: 0 };
}

// Keep those of some positions that are puzzles, and tell how many they are.
/** @param {Kind} kind @param {string[]} positions */
export async function makePuzzles(kind, positions) {
  let made = 0;
  for (const position of positions) {
    const puzzle = puzzleOf(kind, position, await lookAgain(kind, position, { lines: 2, seconds: SECONDS }));
    if (!puzzle) continue;
    keepOwn(puzzle);
    made += 1;
  }
  return made;
}

// The same for a position that somebody set up to be one.
/** @param {Kind} kind @param {string} position */
export async function makePuzzle(kind, position) {
  const lines = await lookAgain(kind, position, { lines: 2, seconds: WITH_CARE }), puzzle = puzzleOf(kind, position, lines);
  if (!lines.length) throw new Refused(say("The engine cannot think about this now; try again in a moment."));
  if (!puzzle) throw new Refused(say("This is no puzzle: no move here is far better than all others."));
  keepOwn(puzzle);
  new Progress(kind.game).choose("own");
}

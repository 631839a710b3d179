// A position that somebody set up becomes one of their own puzzles, if Hecht finds one move that is far better than all others.

import { Refused } from "./ask.js";
import { Progress } from "./progress.js";
import { keepOwn } from "./puzzle-book.js";
import { lookAgain } from "./second-look.js";
import { say } from "./words.js";

/** @import { Kind } from "./core.js" */

const SECONDS = 2, CLEARLY = 0.2, DIFFICULTY = 3;

/** @param {Kind} kind @param {string} position @param {number} side Who is to move. */
export async function makePuzzle(kind, position, side) {
  const [best, second] = await lookAgain(kind, position, { lines: 2, seconds: SECONDS });
  const chance = (/** @type {LineJson} */ line) => (side ? 1 - line.chance : line.chance);
  if (!best) throw new Refused(say("The engine cannot think about this now; try again in a moment."));
  if (!second || chance(best) - chance(second) < CLEARLY) throw new Refused(say("This is no puzzle: no move here is far better than all others."));
  keepOwn({ game: kind.game, position, line: best.pv, difficulty: DIFFICULTY, goal: "gain", turns: 0 });
  new Progress(kind.game).choose("own");
}

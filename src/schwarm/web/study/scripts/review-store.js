// Reviews that this browser made, so that they are there again. They stay here: a server would have to believe whoever
// sends one.

import { forget, recall, recallJson, recalled, remember } from "./browser-memory.js";

const MAX_KEPT = 100;
const PREFIX = "review:";

/** @typedef {Pick<ReviewJson, "chances" | "moves">} Judged */
/** @typedef {Judged & { end: string, at: number }} Kept */

/** @param {string} key @param {string} end The position that the game ended with. @param {Judged} told */
export function keepReview(key, end, { chances, moves }) {
  /** @type {Kept} */
  const kept = { chances, moves, end, at: Date.now() };
  // A browser that keeps nothing judges again.
  if (!remember(PREFIX + key, JSON.stringify(kept))) return;
  const known = recalled(PREFIX).map((name) => ({ name, at: read(name)?.at ?? 0 })).sort((one, two) => two.at - one.at);
  for (const { name } of known.slice(MAX_KEPT)) forget(name);
}

/** @param {string} key @param {string} end @returns {Judged | null} */
export function recallReview(key, end) {
  const kept = read(PREFIX + key);
  return kept?.end === end ? kept : null;
}

/** @param {string} key */
export const isReviewed = (key) => recall(PREFIX + key) !== null;

/** @param {string} name */
const read = (name) => recallJson(name, /** @type {Kept | null} */ (null));

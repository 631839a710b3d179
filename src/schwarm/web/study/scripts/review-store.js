// Reviews that this browser made, so that they are there again. They stay here: a server would have to believe whoever
// sends one.

const MAX_KEPT = 100;
const PREFIX = "review:";

/** @typedef {Pick<ReviewJson, "chances" | "moves">} Judged */
/** @typedef {Judged & { end: string, at: number }} Kept */

/** @param {string} key @param {string} end The position that the game ended with. @param {Judged} told */
export function keepReview(key, end, { chances, moves }) {
  /** @type {Kept} */
  const kept = { chances, moves, end, at: Date.now() };
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(kept));
    const known = keys().map((name) => ({ name, at: read(name)?.at ?? 0 })).sort((one, two) => two.at - one.at);
    for (const { name } of known.slice(MAX_KEPT)) localStorage.removeItem(PREFIX + name);
  } catch {
    // A browser that keeps nothing judges again.
  }
}

/** @param {string} key @param {string} end @returns {Judged | null} */
export function recallReview(key, end) {
  const kept = read(key);
  return kept?.end === end ? kept : null;
}

/** @param {string} key */
export const isReviewed = (key) => localStorage.getItem(PREFIX + key) !== null;

const keys = () => Object.keys(localStorage).filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length));

/** @param {string} key @returns {Kept | null} */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key) ?? "null");
  } catch {
    return null;
  }
}

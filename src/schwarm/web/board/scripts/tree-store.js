// What somebody tried and said beside a game, kept in this browser for the next time they open it.

import { readMoves, writeMoves } from "./line-text.js";
import { MoveTree } from "./move-tree.js";

/** @import { GameMove } from "./move-tree.js" */

const PREFIX = "tree:", MAX_LENGTH = 200_000, MAX_KEPT = 60;

// A game with all that was added to it here, or else with what it brings along itself.
/** @param {string} key @param {GameMove[]} moves @param {MoveTree} [told] */
export function loadTree(key, moves, told) {
  const tree = MoveTree.ofGame(moves);
  try {
    const { text } = JSON.parse(localStorage.getItem(PREFIX + key) ?? "{}");
    const kept = text === undefined ? told : readMoves(text.split("\n"), 1, true);
    if (kept) tree.merge(kept);
  } catch {
    // What cannot be read any more is left out; the game is there.
  }
  return tree;
}

// Keep what was added. False if this browser keeps nothing, or not so much.
/** @param {string} key @param {MoveTree} tree */
export function saveTree(key, tree) {
  try {
    const text = writeMoves(tree).join("\n");
    if (text.length > MAX_LENGTH) return false;
    localStorage.setItem(PREFIX + key, JSON.stringify({ text, at: Date.now() }));
    forgetOldest();
  } catch {
    return false;
  }
  return true;
}

function forgetOldest() {
  const kept = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
  if (kept.length <= MAX_KEPT) return;
  const when = (/** @type {string} */ name) => JSON.parse(localStorage.getItem(name) ?? "{}").at ?? 0;
  for (const name of kept.sort((one, two) => when(one) - when(two)).slice(0, kept.length - MAX_KEPT)) localStorage.removeItem(name);
}

// What somebody tried and said beside a game, kept in this browser for the next time they open it.

import { MoveTree, readMoves, writeMoves, writeNote } from "./bridge.js";
import { forget, recallJson, recalled, remember } from "./browser-memory.js";

/** @import { GameMove, Node } from "./bridge.js" */

/** @typedef {{ text?: string, at?: number }} Kept */

const PREFIX = "tree:", MAX_LENGTH = 200_000, MAX_KEPT = 60;
// Stands for what the game says where somebody deleted it.
const ERASED = "\0";

// A game with all that was added to it here, or else with what it brings along itself.
/** @param {string} key @param {GameMove[]} moves @param {MoveTree} [told] */
export function loadTree(key, moves, told) {
  const tree = MoveTree.ofGame(moves);
  try {
    const { text } = recallJson(PREFIX + key, /** @type {Kept} */ ({}));
    const kept = text === undefined ? told : readMoves(text.split("\n"), 1, true);
    if (kept) tree.merge(kept);
    for (const node of tree.root.all()) if (node.note === ERASED) node.note = "";
  } catch {
    // What cannot be read any more is left out; the game is there.
  }
  return tree;
}

// What somebody changed; what the game itself says it says again the next time, perhaps in another language.
/** @param {Node} node */
function changedNote(node) {
  const said = writeNote(node);
  return said === node.given ? "" : said || ERASED;
}

// Keep what was added. False if this browser keeps nothing, or not so much.
/** @param {string} key @param {MoveTree} tree */
export function saveTree(key, tree) {
  const text = writeMoves(tree, changedNote).join("\n");
  if (text.length > MAX_LENGTH || !remember(PREFIX + key, JSON.stringify({ text, at: Date.now() }))) return false;
  forgetOldest();
  return true;
}

// Another tab has kept something else beside this game.
/** @param {string} key @param {() => void} then */
export function onTreeKept(key, then) {
  addEventListener("storage", (event) => event.key === PREFIX + key && then());
}

function forgetOldest() {
  const kept = recalled(PREFIX);
  if (kept.length <= MAX_KEPT) return;
  const when = (/** @type {string} */ name) => recallJson(name, /** @type {Kept} */ ({})).at ?? 0;
  for (const name of kept.sort((one, two) => when(one) - when(two)).slice(0, kept.length - MAX_KEPT)) forget(name);
}

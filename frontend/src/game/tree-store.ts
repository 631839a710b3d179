// What somebody tried and said beside a game, kept in this browser for the next time it is opened.

import { forget, recallJson, recalled, remember } from "page/browser-memory.js";
import { readMoves, writeMoves } from "./record.ts";
import { type GameMove, MoveTree, type Node, writeNote } from "./tree.ts";

type Kept = { text?: string; at?: number };

const PREFIX = "tree:", MAX_LENGTH = 200_000, MAX_KEPT = 60;
/** Stands for a note of the game that was deleted. */
const ERASED = "\0";

/** A game with all that was added to it here, or else with what it brings along itself. */
export function loadTree(key: string, moves: GameMove[], told?: MoveTree) {
  const tree = MoveTree.ofGame(moves);
  try {
    const { text } = recallJson(PREFIX + key, {} as Kept);
    const kept = text === undefined ? told : readMoves(text.split("\n"), 1, true);
    if (kept) tree.merge(kept);
    for (const node of tree.root.all()) if (node.note === ERASED) node.note = "";
  } catch {
    // What cannot be read any more is left out; the game is there.
  }
  return tree;
}

/** Only what was changed; the game brings its own words along, perhaps in another language the next time. */
function changedNote(node: Node) {
  const said = writeNote(node);
  return said === node.given ? "" : said || ERASED;
}

/** Keep what was added. False if this browser keeps nothing, or not so much. */
export function saveTree(key: string, tree: MoveTree) {
  const text = writeMoves(tree, changedNote).join("\n");
  if (text.length > MAX_LENGTH || !remember(PREFIX + key, JSON.stringify({ text, at: Date.now() }))) return false;
  forgetOldest();
  return true;
}

/** Hear that another tab has kept something else beside this game. */
export function onTreeKept(key: string, then: () => void) {
  addEventListener("storage", (event) => event.key === PREFIX + key && then());
}

function forgetOldest() {
  const kept = recalled(PREFIX), when = (name: string) => recallJson(name, {} as Kept).at ?? 0;
  for (const name of kept.sort((one, two) => when(one) - when(two)).slice(0, Math.max(0, kept.length - MAX_KEPT))) forget(name);
}

// The moves of a tree as text, as `schwarm` writes and reads them: a move per line with its time and its note, variations
// in parentheses. Whether moves are legal the rules find out.

import { Refused } from "./ask.js";
import { MAX_DEPTH, MAX_MOVES, MAX_NAME_LENGTH, MoveTree, Node, readNote, writeNote } from "./move-tree.js";
import { say } from "./words.js";

const MOVE = /^([^\s;]+)(?:\s+([0-9]{1,9}(?:\.[0-9]{1,6})?)s(?:-([0-9]{1,9}(?:\.[0-9]{1,6})?)s)?)?\s*(?:;(.*))?$/s;

// -- writing ----------------------------------------------------------------------------------------------

/** @param {MoveTree} tree @param {(node: Node) => string} noteOf What is said and drawn about a move. */
export function writeMoves({ root }, noteOf = writeNote) {
  const said = noteOf(root), lines = said ? said.split("\n").map((line) => `; ${line}`.trimEnd()) : [];
  return [...lines, ...writeLine(root, 0, noteOf)];
}

// What comes after a position; the variations beside a move stand before it.
/** @param {Node} node @param {number} depth @param {(node: Node) => string} noteOf @returns {string[]} */
function writeLine(node, depth, noteOf) {
  /** @type {string[]} */
  const lines = [], indent = "  ".repeat(depth);
  for (let here = /** @type {Node | null} */ (node); here; here = here.next) {
    if (here !== node) lines.push(...writeMove(here, indent, noteOf));
    for (const way of here.lines) lines.push(`${indent}( ${way.name}`.trimEnd(), ...writeMove(way, `${indent}  `, noteOf), ...writeLine(way, depth + 1, noteOf), `${indent})`);
  }
  return lines;
}

/** @param {Node} node @param {string} indent @param {(node: Node) => string} noteOf */
function writeMove(node, indent, noteOf) {
  const [first, ...others] = noteOf(node).split("\n");
  const delay = node.delay ? `-${writeSeconds(node.delay)}` : "", time = node.seconds === undefined ? "" : ` ${writeSeconds(node.seconds)}${delay}`;
  return [`${indent}${node.move}${time}${first ? ` ; ${first}` : ""}`, ...others.map((other) => `${indent}; ${other}`.trimEnd())];
}

/** @param {number} seconds */
const writeSeconds = (seconds) => `${seconds.toFixed(6).replace(/0+$/, "").replace(/\.$/, "")}s`;

// -- reading ----------------------------------------------------------------------------------------------

/** @param {string[]} lines @param {number} first Which line of the text the first one is. @param {boolean} fixed Whether the main line is a game. */
export function readMoves(lines, first, fixed) {
  const tree = new MoveTree();
  tree.fixed = tree.root.played = fixed;
  /** @type {Map<Node, string[]>} */
  const notes = new Map([[tree.root, []]]);
  /** @type {{ here: Node, name: string | null, number: number }[]} The lines that are open; a name says that a variation has no move yet. */
  const open = [{ here: tree.root, name: null, number: 0 }];
  let count = 0;
  lines.forEach((raw, place) => {
    const line = raw.trim(), number = first + place, last = open[open.length - 1];
    if (!line) return;
    if (line === ")") {
      if (open.length === 1) throw atLine(number, say("This parenthesis closes a variation that was never opened."));
      if (last.name !== null) throw atLine(number, say("This variation has no moves; write at least one, or leave it out."));
      open.pop();
    } else if (last.name === null && line.startsWith(";")) {
      notes.get(last.here)?.push(raw.trimStart().slice(1).replace(/^ /, ""));
    } else if (last.name === null && line.startsWith("(")) {
      const name = line.slice(1).trim();
      if (name.length > MAX_NAME_LENGTH) throw atLine(number, say("The name of this variation is longer than {most} characters.", { most: MAX_NAME_LENGTH }));
      if (open.length > MAX_DEPTH) throw atLine(number, say("Variations can lie at most {most} deep inside each other.", { most: MAX_DEPTH }));
      open.push({ here: last.here, name, number });
    } else {
      count += 1;
      if (count > MAX_MOVES) throw atLine(number, say("A record has at most {most} moves, with all its variations.", { most: MAX_MOVES }));
      const node = readMove(line, number, last.here, notes);
      node.played = fixed && open.length === 1;
      if (last.name === null) {
        last.here.next = node;
      } else {
        node.name = last.name;
        last.here.lines.push(node);
        last.name = null;
      }
      last.here = node;
    }
  });
  if (open.length > 1) throw atLine(open[open.length - 1].number, say("This variation is never closed; a line with “)” ends it."));
  for (const [node, said] of notes) [node.note, node.marks] = readNote(said.map((line) => line.trimEnd()).join("\n").trim());
  return tree;
}

/** @param {string} line @param {number} number @param {Node} parent @param {Map<Node, string[]>} notes */
function readMove(line, number, parent, notes) {
  const found = MOVE.exec(line);
  if (!found) throw atLine(number, say("“{text}” is not a move; write a move, its seconds and a note like “A4-C4 1.5s ; why”.", { text: line.slice(0, 80) }));
  const [, move, seconds, delay, note = ""] = found, node = new Node(move, parent);
  if (seconds) node.seconds = Number(seconds);
  if (delay && Number(delay)) node.delay = Number(delay);
  notes.set(node, [note]);
  return node;
}

/** @param {number} number @param {string} message */
const atLine = (number, message) => new Refused(say("Line {number}: {message}", { number, message }));

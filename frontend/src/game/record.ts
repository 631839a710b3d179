// A game as record text, as `schwarm` writes and reads it: a header block, an empty line, then a move per line with its time
// and its note, variations in parentheses. Whether moves are legal the rules find out.

import { Refused } from "page/ask.js";
import { say } from "page/words.js";
import { MAX_DEPTH, MAX_MOVES, MAX_NAME_LENGTH, MoveTree, Node, readNote, writeNote } from "./tree.ts";

/** How a game ended. */
export type End = Pick<OutcomeJson, "winner" | "reason" | "points">;

export interface GameRecord {
  game: string;
  rules: string;
  start: string;
  names: string[];
  outcome: End | null;
  tree: MoveTree;
  /** Further headers. */
  tags?: Record<string, string>;
}

const WINNERS = ["Red", "Blue"], NOBODY = "nobody";
const KNOWN = ["Game", "Rules", "Start", "Red", "Blue", "Result"];
const MAX_LENGTH = 1_000_000;
const HEADER = /^([A-Za-z][A-Za-z0-9 _-]{0,39}):(.*)$/;
const RESULT = /^(Red|Blue|nobody), ([a-z0-9-]+), (-?[0-9]{1,6}):(-?[0-9]{1,6})$/;
const MOVE = /^([^\s;]+)(?:\s+([0-9]{1,9}(?:\.[0-9]{1,6})?)s(?:-([0-9]{1,9}(?:\.[0-9]{1,6})?)s)?)?\s*(?:;(.*))?$/s;

// -- writing --------------------------------------------------------------------------------------------------------------

export function writeRecord({ game, rules, start, names, outcome, tree, tags = {} }: GameRecord) {
  const headers = [["Game", game], ...(rules === "documents" ? [] : [["Rules", rules]]), ["Start", start], ["Red", names[0]], ["Blue", names[1]]];
  if (outcome) headers.push(["Result", `${outcome.winner === null ? NOBODY : WINNERS[outcome.winner]}, ${outcome.reason}, ${outcome.points.join(":")}`]);
  const head = [...headers, ...Object.entries(tags)].map(([key, value]) => `${key}: ${value}`.trimEnd());
  return `${[...head, "", ...writeMoves(tree)].join("\n")}\n`;
}

type NoteOf = (node: Node) => string;

/** The moves of a tree; `noteOf` tells what is said and drawn about one. */
export function writeMoves({ root }: MoveTree, noteOf: NoteOf = writeNote) {
  const said = noteOf(root), lines = said ? said.split("\n").map((line) => `; ${line}`.trimEnd()) : [];
  return [...lines, ...writeLine(root, 0, noteOf)];
}

/** What comes after a position; the variations beside a move stand before it. */
function writeLine(node: Node, depth: number, noteOf: NoteOf): string[] {
  const lines: string[] = [], indent = "  ".repeat(depth);
  for (let here: Node | null = node; here; here = here.next) {
    if (here !== node) lines.push(...writeMove(here, indent, noteOf));
    for (const way of here.lines) lines.push(`${indent}( ${way.name}`.trimEnd(), ...writeMove(way, `${indent}  `, noteOf), ...writeLine(way, depth + 1, noteOf), `${indent})`);
  }
  return lines;
}

function writeMove(node: Node, indent: string, noteOf: NoteOf) {
  const [first, ...others] = noteOf(node).split("\n");
  const delay = node.delay ? `-${writeSeconds(node.delay)}` : "", time = node.seconds === undefined ? "" : ` ${writeSeconds(node.seconds)}${delay}`;
  return [`${indent}${node.move}${time}${first ? ` ; ${first}` : ""}`, ...others.map((other) => `${indent}; ${other}`.trimEnd())];
}

const writeSeconds = (seconds: number) => `${seconds.toFixed(6).replace(/0+$/, "").replace(/\.$/, "")}s`;

// -- reading --------------------------------------------------------------------------------------------------------------

/** What a record text says; `fixed` if its main line is a game that was played. */
export function readRecord(text: string, { fixed = true } = {}): GameRecord {
  if (text.length > MAX_LENGTH) throw new Refused(say("The record is longer than {limit} characters, which is too long for a game.", { limit: MAX_LENGTH }));
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/), found = lines.findIndex((line) => !line.trim()), head = found < 0 ? lines.length : found;
  const headers: Record<string, string> = {};
  for (const line of lines.slice(0, head)) {
    const parts = HEADER.exec(line);
    if (!parts) throw notAGame();
    headers[parts[1]] = parts[2].trim();
  }
  const { Game: game, Start: start, Rules: rules = "documents", Red = "", Blue = "", Result } = headers;
  if (!game || !start) throw notAGame();
  const told = RESULT.exec(Result ?? "");
  const outcome = told ? { winner: told[1] === NOBODY ? null : WINNERS.indexOf(told[1]), reason: told[2], points: [Number(told[3]), Number(told[4])] } : null;
  const tags = Object.fromEntries(Object.entries(headers).filter(([key]) => !KNOWN.includes(key)));
  return { game, rules, start, names: [Red, Blue], outcome, tags, tree: readMoves(lines.slice(head), head + 1, fixed) };
}

export const notAGame = () => new Refused(say("This is not a game; open a replay of the Software-Challenge (.xml or .xml.gz) or a record text (.txt)."));

/** A line of moves that is open while a text is read; a name says that a variation has no move yet. */
type OpenLine = { here: Node; name: string | null; number: number };

/** The moves in lines of a text, of which the first has the number `first`. */
export function readMoves(lines: string[], first: number, fixed: boolean) {
  const tree = new MoveTree(), notes = new Map<Node, string[]>([[tree.root, []]]);
  tree.fixed = tree.root.played = fixed;
  const open: OpenLine[] = [{ here: tree.root, name: null, number: 0 }];
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

function readMove(line: string, number: number, parent: Node, notes: Map<Node, string[]>) {
  const found = MOVE.exec(line);
  if (!found) throw atLine(number, say("“{text}” is not a move; write a move, its seconds and a note like “A4-C4 1.5s ; why”.", { text: line.slice(0, 80) }));
  const [, move, seconds, delay, note = ""] = found, node = new Node(move, parent);
  if (seconds) node.seconds = Number(seconds);
  if (delay && Number(delay)) node.delay = Number(delay);
  notes.set(node, [note]);
  return node;
}

const atLine = (number: number, message: string) => new Refused(say("Line {number}: {message}", { number, message }));

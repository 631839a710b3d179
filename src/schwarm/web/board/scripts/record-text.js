// A game as record text, as `schwarm` writes and reads it: a header block, an empty line, the moves.

import { Refused } from "./ask.js";
import { readMoves, writeMoves } from "./line-text.js";
import { say } from "./words.js";

/** @import { End } from "./core-positions.js" */
/** @import { MoveTree } from "./move-tree.js" */
/**
 * @typedef {object} GameRecord
 * @property {string} game
 * @property {string} rules
 * @property {string} start
 * @property {string[]} names
 * @property {End | null} outcome
 * @property {MoveTree} tree
 * @property {Record<string, string>} [tags] Further headers.
 */

const WINNERS = ["Red", "Blue"], NOBODY = "nobody";
const KNOWN = ["Game", "Rules", "Start", "Red", "Blue", "Result"];
const MAX_LENGTH = 1_000_000;
const HEADER = /^([A-Za-z][A-Za-z0-9 _-]{0,39}):(.*)$/;
const RESULT = /^(Red|Blue|nobody), ([a-z0-9-]+), (-?[0-9]{1,6}):(-?[0-9]{1,6})$/;

/** @param {GameRecord} record */
export function writeRecord({ game, rules, start, names, outcome, tree, tags = {} }) {
  const headers = [["Game", game], ...(rules === "documents" ? [] : [["Rules", rules]]), ["Start", start], ["Red", names[0]], ["Blue", names[1]]];
  if (outcome) headers.push(["Result", `${outcome.winner === null ? NOBODY : WINNERS[outcome.winner]}, ${outcome.reason}, ${outcome.points.join(":")}`]);
  const head = [...headers, ...Object.entries(tags)].map(([key, value]) => `${key}: ${value}`.trimEnd());
  return `${[...head, "", ...writeMoves(tree)].join("\n")}\n`;
}

// What a record text says; whether its moves are legal the rules find out.
/** @param {string} text @param {{ fixed?: boolean }} how Whether its main line is a game that was played. @returns {GameRecord} */
export function readRecord(text, { fixed = true } = {}) {
  if (text.length > MAX_LENGTH) throw new Refused(say("The record is longer than {limit} characters, which is too long for a game.", { limit: MAX_LENGTH }));
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/), found = lines.findIndex((line) => !line.trim()), head = found < 0 ? lines.length : found;
  /** @type {Record<string, string>} */
  const headers = {};
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

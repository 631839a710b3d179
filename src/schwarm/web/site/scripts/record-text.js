// A game as record text, as `schwarm` writes and reads it: a header block, an empty line, a move per line.

import { Refused } from "./ask.js";
import { say } from "./words.js";

/** @import { KeptGame, KeptMove } from "./game-store.js" */
/** @typedef {Omit<KeptGame, "key" | "at" | "players">} GameRecord */

const WINNERS = ["Red", "Blue"], NOBODY = "nobody";
const HEADER = /^([A-Za-z][A-Za-z0-9 _-]{0,39}):(.*)$/;
const MOVE = /^([^\s;]+)(?:\s+([0-9]{1,9}(?:\.[0-9]{1,6})?)s(?:-[0-9.]+s)?)?\s*(?:;(.*))?$/;
const RESULT = /^(Red|Blue|nobody), ([a-z0-9-]+), (-?[0-9]{1,6}):(-?[0-9]{1,6})$/;

/** @param {GameRecord} record */
export function writeRecord({ game, rules, start, names, moves, outcome }) {
  const headers = [["Game", game], ...(rules === "documents" ? [] : [["Rules", rules]]), ["Start", start], ["Red", names[0]], ["Blue", names[1]]];
  if (outcome) headers.push(["Result", `${outcome.winner === null ? NOBODY : WINNERS[outcome.winner]}, ${outcome.reason}, ${outcome.points.join(":")}`]);
  const lines = moves.flatMap(({ move, seconds, note = "" }) => {
    const [first, ...others] = note.split("\n");
    return [`${move}${seconds === undefined ? "" : ` ${Number(seconds.toFixed(3))}s`}${first ? ` ; ${first}` : ""}`, ...others.map((other) => `; ${other}`.trimEnd())];
  });
  return `${headers.map(([key, value]) => `${key}: ${value}`.trimEnd()).join("\n")}\n\n${lines.join("\n")}\n`;
}

// What a record text says; whether its moves are legal the rules find out.
/** @param {string} text @returns {GameRecord} */
export function readRecord(text) {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/), head = lines.findIndex((line) => !line.trim());
  /** @type {Record<string, string>} */
  const headers = {};
  for (const line of head < 0 ? lines : lines.slice(0, head)) {
    const found = HEADER.exec(line);
    if (!found) throw notAGame();
    headers[found[1]] = found[2].trim();
  }
  const { Game: game, Start: start, Rules: rules = "documents", Red = "", Blue = "", Result } = headers;
  if (!game || !start) throw notAGame();
  /** @type {KeptMove[]} */
  const moves = [];
  for (const line of head < 0 ? [] : lines.slice(head)) {
    if (!line.trim()) continue;
    if (line.startsWith(";") && moves.length) {
      const last = moves[moves.length - 1];
      last.note = `${last.note ?? ""}\n${line.slice(1).trim()}`.trim();
      continue;
    }
    const found = MOVE.exec(line.trim());
    if (!found) throw notAGame();
    const [, move, seconds, note = ""] = found;
    moves.push({ move, ...(seconds ? { seconds: Number(seconds) } : {}), ...(note.trim() ? { note: note.trim() } : {}) });
  }
  const told = RESULT.exec(Result ?? "");
  const outcome = told ? { winner: told[1] === NOBODY ? null : WINNERS.indexOf(told[1]), reason: told[2], points: [Number(told[3]), Number(told[4])] } : null;
  return { game, rules, start, names: [Red, Blue], moves, outcome };
}

export const notAGame = () => new Refused(say("This is not a game; open a replay of the Software-Challenge (.xml or .xml.gz) or a record text (.txt)."));

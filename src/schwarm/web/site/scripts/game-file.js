// Files that somebody brings along: replays of any season (.xml, .xml.gz), record texts, and all games that were saved at
// once. What is in them the core plays again; nothing is believed.

import { Refused } from "./ask.js";
import { notAGame, readRecord, saveTree, writeNote } from "./bridge.js";
import { checkMoves, positionsOf } from "./core-positions.js";
import { keepGame } from "./game-store.js";
import { readReplay } from "./replay-file.js";
import { say } from "./words.js";

/** @import { GameName } from "./addresses.js" */
/** @import { GameRecord } from "./bridge.js" */

const LARGEST = 2_000_000, LARGEST_UNPACKED = 5_000_000;

/** @param {File | undefined} file @returns {Promise<GameName>} The game, or the last one of many. */
export async function bringFile(file) {
  if (!file) throw new Refused(say("Choose a file first: a replay (.xml, .xml.gz) or a record text."));
  if (file.size > LARGEST) throw new Refused(say("The file is larger than 2 megabytes, which is too large for a replay."));
  const text = await unpacked(file);
  if (!text.trim()) throw new Refused(say("The file is empty."));
  const records = text.trimStart().startsWith("<") ? [await readReplay(text)] : recordTexts(text).map((each) => readRecord(each));
  /** @type {GameName | null} */
  let last = null;
  for (const record of records) last = await bring(record);
  if (!last) throw notAGame();
  return last;
}

// One record text, or all that were saved together.
/** @param {string} text @returns {string[]} */
function recordTexts(text) {
  if (!text.trimStart().startsWith("[")) return [text];
  try {
    const found = JSON.parse(text);
    if (Array.isArray(found) && found.every((each) => typeof each === "string")) return found;
  } catch {
    // It is said below what could be brought.
  }
  throw notAGame();
}

/** @param {File} file */
async function unpacked(file) {
  const [one, two] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (one !== 0x1f || two !== 0x8b) return file.text();
  const reader = file.stream().pipeThrough(new DecompressionStream("gzip")).getReader(), decoder = new TextDecoder();
  let text = "";
  try {
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
      text += decoder.decode(value, { stream: true });
      // Nobody unpacks more than is read.
      if (text.length > LARGEST_UNPACKED) throw new Refused(say("The replay is larger than {limit} megabytes, which is too large for a game.", { limit: LARGEST_UNPACKED / 1_000_000 }));
    }
  } catch (error) {
    throw error instanceof Refused ? error : new Refused(say("The replay's gzip file is damaged; copy or download it again."));
  }
  return text + decoder.decode();
}

/** @param {GameRecord} record @returns {Promise<GameName>} */
async function bring(record) {
  if (!document.body.dataset.games?.split(" ").includes(record.game)) throw notAGame();
  const positions = await positionsOf(record.game, record.rules), { game, rules, names, tree } = record;
  const start = positions.position(record.start).text, end = checkMoves(positions, start, tree);
  const outcome = record.outcome ?? positions.result(end);
  const moves = tree.root.line.slice(1).map((node) => ({ move: node.move, seconds: node.seconds, note: writeNote(node) || undefined }));
  const kept = { game, rules, start, names, moves, outcome };
  // The same file twice is the same game.
  const key = `file-${digest(JSON.stringify(kept))}`;
  await keepGame({ ...kept, key, players: [], at: 0 });
  if (!tree.isPlain) saveTree(key, tree);
  return { key, game };
}

/** @param {string} text */
function digest(text) {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(36);
}

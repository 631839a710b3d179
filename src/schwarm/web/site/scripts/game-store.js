// The games and studies of this browser: kept in its own database, nowhere else.

import { Refused } from "./ask.js";
import { say } from "./words.js";

/** @import { End } from "./core-positions.js" */
/** @typedef {{ move: string, seconds?: number, note?: string }} KeptMove */
/** @typedef {{ kind: "person" } | { kind: "player", level: number }} KeptPlayer Hecht is the only player here. */
/**
 * A game as it is kept.
 * @typedef {object} KeptGame
 * @property {string} key
 * @property {string} game
 * @property {string} rules
 * @property {string} start
 * @property {string[]} names
 * @property {KeptPlayer[]} players Who plays; nobody in a game that was brought along.
 * @property {KeptMove[]} moves
 * @property {End | null} outcome
 * @property {number} at When it was changed last, in milliseconds.
 */

/** @typedef {StudyJson & { at?: number }} KeptStudy */

const DATABASE = "schwarm", VERSION = 2, GAMES = "games", STUDIES = "studies", BY_TIME = "at";

/** @type {Promise<IDBDatabase> | undefined} */
let opening;

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const answer = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(new Refused(NOT_KEPT()));
});

const NOT_KEPT = () => say("This browser does not keep anything for this site, so games cannot be saved; a private window may be the reason.");

function open() {
  opening ??= (async () => {
    let request;
    try {
      request = indexedDB.open(DATABASE, VERSION);
    } catch {
      throw new Refused(NOT_KEPT());
    }
    request.onupgradeneeded = () => {
      for (const store of [GAMES, STUDIES]) {
        if (!request.result.objectStoreNames.contains(store)) request.result.createObjectStore(store, { keyPath: "key" }).createIndex(BY_TIME, BY_TIME);
      }
    };
    return answer(request);
  })();
  return opening;
}

/** @param {string} store @param {IDBTransactionMode} mode */
const within = async (store, mode) => (await open()).transaction(store, mode).objectStore(store);

/** @param {KeptGame} game */
export async function keepGame(game) {
  game.at = Date.now();
  await answer((await within(GAMES, "readwrite")).put(game));
}

/** @param {string} key @returns {Promise<KeptGame | undefined>} */
export const loadGame = async (key) => answer((await within(GAMES, "readonly")).get(key));

// All games, the newest first.
/** @returns {Promise<KeptGame[]>} */
export const listGames = async () => (await answer((await within(GAMES, "readonly")).index(BY_TIME).getAll())).reverse();

/** @param {KeptStudy} study */
export const keepStudy = async (study) => void (await answer((await within(STUDIES, "readwrite")).put({ ...study, at: Date.now() })));

/** @param {string} key @returns {Promise<KeptStudy | undefined>} */
export const loadStudy = async (key) => answer((await within(STUDIES, "readonly")).get(key));

/** @returns {Promise<KeptStudy[]>} */
export const listStudies = async () => (await answer((await within(STUDIES, "readonly")).index(BY_TIME).getAll())).reverse();

// A key for a new game or study.
export const newKey = () => [...crypto.getRandomValues(new Uint8Array(9))].map((byte) => (byte % 36).toString(36)).join("");

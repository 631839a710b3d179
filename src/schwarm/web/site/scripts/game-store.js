// The games and studies of this browser: kept in its own database, nowhere else. All tabs share it, so what one of them keeps
// names what it knew before: no tab overwrites what it has not seen.

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

// What another tab has changed meanwhile. Of studies it is said; games go on as they are then.
export class Overtaken extends Refused {
  constructor() {
    super(say("Somebody else has changed this study; load it again or save yours as a new one."), 409);
  }
}

// Put something into a store at once, also if the page is being closed; `isSeen` says whether what is there may go.
/** @template T @param {string} name @param {T & { key: string }} value @param {(there: T) => boolean} isSeen */
async function put(name, value, isSeen) {
  const store = await within(name, "readwrite"), there = await answer(store.get(value.key));
  if (there && !isSeen(there)) throw new Overtaken();
  const kept = answer(store.put(value));
  store.transaction.commit();
  await kept;
}

/** @type {BroadcastChannel | undefined} */
let tabs;
const otherTabs = () => (tabs ??= new BroadcastChannel(`${DATABASE} ${GAMES}`));

// Keep a game; gives when that was. `seen` is when it was kept last, as far as this tab knows; a game that somebody brings
// along once more is the same.
/** @param {KeptGame} game @param {number | null} seen */
export async function keepGame(game, seen = null) {
  const at = Math.max(Date.now(), (seen ?? 0) + 1);
  await put(GAMES, { ...game, at }, (/** @type {KeptGame} */ there) => seen === null || there.at === seen);
  otherTabs().postMessage(game.key);
  return at;
}

// Hear that another tab has kept a game.
/** @param {string} key @param {() => void} changed */
export const onOtherTab = (key, changed) => otherTabs().addEventListener("message", ({ data }) => data === key && changed());

/** @param {string} key @returns {Promise<KeptGame | undefined>} */
export const loadGame = async (key) => answer((await within(GAMES, "readonly")).get(key));

// All games, the newest first.
/** @returns {Promise<KeptGame[]>} */
export const listGames = async () => (await answer((await within(GAMES, "readonly")).index(BY_TIME).getAll())).reverse();

/** @param {KeptStudy} study */
export const keepStudy = (study) => put(STUDIES, { ...study, at: Date.now() }, (/** @type {KeptStudy} */ there) => there.version + 1 === study.version);

/** @param {string} key @returns {Promise<KeptStudy | undefined>} */
export const loadStudy = async (key) => answer((await within(STUDIES, "readonly")).get(key));

/** @returns {Promise<KeptStudy[]>} */
export const listStudies = async () => (await answer((await within(STUDIES, "readonly")).index(BY_TIME).getAll())).reverse();

// A key for a new game or study.
export const newKey = () => [...crypto.getRandomValues(new Uint8Array(9))].map((byte) => (byte % 36).toString(36)).join("");

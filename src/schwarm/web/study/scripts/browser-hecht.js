// Hecht in the browser: the core in workers, so that a search costs the server nothing and the page never waits.

import { NotFetched, compileCore, loadNetwork } from "./core.js";

/** @import { Kind } from "./core.js" */
/** @typedef {Kind & { position: string, lines: number, seconds: number }} Question What to think about, and how long. */
/** @typedef {Kind & { position: string, level: number, seconds: number, seed: bigint }} Task Where to choose a move, and how well. */
/**
 * @typedef {Kind & { positions: string[], moves: string[], turns: number[], nodes: number }} Stretch
 *   A part of a game: positions, the moves between them and after the last but one, and how long to look at each.
 */
/** @typedef {{ place: number, chance: number, verdict: VerdictJson | null }} Judged One position, and the move made there. */

const MAX_WORKERS = 4;
const NODES = 60_000;

/** @type {Set<string>} The games for which only the server has an engine, as far as this page has found out. */
export const onServer = new Set();

/**
 * Ask a worker; gives what stops it at once. What cannot begin, as in a game that the core does not know, fails; after
 * one that was stopped nothing is heard any more.
 * @param {{ question: Question } | { stretch: Stretch } | { task: Task }} asked
 * @param {{ found: (told: any) => void, done: () => void, failed: () => void }} listener
 */
function ask(asked, { found, done, failed }) {
  /** @type {Worker | undefined} */
  let worker;
  let stopped = false;
  const stop = () => {
    stopped = true;
    worker?.terminate();
  };
  /** @param {() => void} tell */
  const end = (tell) => {
    if (stopped) return;
    stop();
    tell();
  };
  const { game } = Object.values(asked)[0];
  const fail = (/** @type {unknown} */ error) => {
    if (!(error instanceof NotFetched)) onServer.add(game);
    end(failed);
  };
  Promise.all([compileCore(), loadNetwork(game)]).then(([module, network]) => {
    if (stopped) return;
    worker = new Worker(new URL("./core-worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => (data === null ? end(done) : found(data));
    worker.onerror = (event) => {
      event.preventDefault();
      fail(event);
    };
    worker.postMessage({ module, network, ...asked });
  }).catch(fail);
  return stop;
}

/**
 * Think about a position, deeper and deeper; gives what stops it.
 * @param {Question} question
 * @param {{ found: (told: AnalysisJson) => void, done: () => void, failed: () => void }} listener
 */
export const search = (question, listener) => ask({ question }, listener);

/**
 * The best move after a while, or null if this browser cannot tell.
 * @param {Question} question
 * @returns {Promise<LineJson | null>}
 */
export function findMove(question) {
  if (onServer.has(question.game)) return Promise.resolve(null);
  return new Promise((resolve) => {
    /** @type {LineJson | null} */
    let best = null;
    search(question, {
      found: (told) => (best = told.lines[0] ?? null),
      done: () => resolve(best),
      failed: () => resolve(null),
    });
  });
}

/**
 * What a level of Hecht plays; gives what stops it.
 * @param {Task} task @param {{ found: (move: LineJson) => void, failed: () => void }} listener
 */
export const chooseMove = (task, { found, failed }) => ask({ task }, { found, done: () => {}, failed });

/**
 * Judge every move of a game, a part of it in each worker; gives what stops it.
 * @param {Kind} kind @param {{ positions: string[], moves: string[], turns: number[] }} game
 * @param {{ progress: (done: number, all: number) => void, done: (told: Pick<ReviewJson, "chances" | "moves">) => void, failed: () => void }} listener
 */
export function review(kind, { positions, moves, turns }, { progress, done, failed }) {
  const workers = Math.max(1, Math.min(MAX_WORKERS, (navigator.hardwareConcurrency ?? 2) - 1, moves.length));
  const share = Math.ceil(moves.length / workers);
  /** @type {number[]} */
  const chances = [];
  /** @type {(VerdictJson | null)[]} */
  const verdicts = [];
  let left = 0, looked = 0;
  /** @type {(() => void)[]} */
  const stops = [];
  const stop = () => stops.forEach((each) => each());
  for (let first = 0; first < moves.length; first += share, ++left) {
    // Each part ends with the position after its last move, which the next one begins with.
    const part = (/** @type {any[]} */ list) => list.slice(first, first + share);
    const stretch = { ...kind, positions: positions.slice(first, first + share + 1), moves: part(moves), turns: part(turns), nodes: NODES };
    stops.push(ask({ stretch }, {
      found: (/** @type {Judged} */ { place, chance, verdict }) => {
        if (chances[first + place] === undefined) progress(++looked, positions.length);
        // A position that two parts share: the one that begins with it has looked at what follows.
        if (place < share || first + place === moves.length) chances[first + place] = chance;
        if (place < stretch.moves.length) verdicts[first + place] = verdict;
      },
      done: () => {
        if (--left === 0) done({ chances, moves: verdicts.filter((verdict) => verdict !== null) });
      },
      failed: () => {
        stop();
        failed();
      },
    }));
  }
  return stop;
}

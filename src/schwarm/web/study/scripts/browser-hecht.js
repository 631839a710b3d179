// Hecht in the browser: the core in a worker, so that a search costs the server nothing and the page never waits.

/**
 * @typedef {object} Question What to think about: a position, where its squares are, how many lines, how long.
 * @property {string} game
 * @property {string} position
 * @property {string} rules
 * @property {string} columns
 * @property {string} drawn The rows as they are drawn, from the highest down.
 * @property {number} lines
 * @property {number} seconds
 */

/** @type {Set<string>} The games for which only the server has an engine, as far as this page has found out. */
export const onServer = new Set();

/** @param {string} name */
const address = (name) => new URL(name, import.meta.url);

/** @type {Promise<WebAssembly.Module> | undefined} */
let compiling;

// Compiled once for all searches of a page.
function core() {
  compiling ??= WebAssembly.compileStreaming(fetch(address("../wasm/core.wasm")));
  return compiling;
}

/**
 * Search in a worker; gives what stops it at once. A search that cannot begin, as in a game that the core does not know,
 * fails; after one that was stopped nothing is heard any more.
 * @param {Question} question
 * @param {{ found: (told: AnalysisJson) => void, done: () => void, failed: () => void }} listener
 */
export function search(question, { found, done, failed }) {
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
  core().then((module) => {
    if (stopped) return;
    worker = new Worker(address("./core-worker.js"), { type: "module" });
    worker.onmessage = ({ data }) => (data === null ? end(done) : found(data));
    worker.onerror = (event) => {
      event.preventDefault();
      onServer.add(question.game);
      end(failed);
    };
    worker.postMessage({ module, question });
  }).catch(() => {
    onServer.add(question.game);
    end(failed);
  });
  return stop;
}

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

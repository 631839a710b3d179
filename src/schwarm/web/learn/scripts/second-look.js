// What Hecht thinks of a position after a moment: in this browser, or on the server where it cannot think here.

import { onServer, search } from "./browser-hecht.js";
import { source } from "./source.js";

/** @import { Kind } from "./core.js" */

/**
 * The best lines, the best first; none where the game is over or nobody can tell.
 * @param {Kind} kind @param {string} position @param {{ lines: number, seconds: number }} limit
 * @returns {Promise<LineJson[]>}
 */
export function lookAgain(kind, position, { lines, seconds }) {
  return new Promise((resolve) => {
    /** @type {LineJson[]} */
    let best = [];
    const found = (/** @type {AnalysisJson} */ told) => void (best = told.lines);
    const done = () => resolve(best);
    const elsewhere = () => {
      const stop = source.analyse({ game: kind.game, rules: kind.rules, position }, { found, done, failed: done });
      // The server would go on for as long as somebody listens.
      setTimeout(() => {
        stop();
        done();
      }, 2000 * seconds);
    };
    if (onServer.has(kind.game)) elsewhere();
    else search({ ...kind, position, lines, seconds }, { found, done, failed: elsewhere });
  });
}

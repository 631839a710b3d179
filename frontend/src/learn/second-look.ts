// What Hecht thinks of a position after a moment: in this browser, or on the server where it cannot think here.

import { onServer, search } from "page/browser-hecht.js";
import type { Kind } from "page/core.js";
import { source } from "page/source.js";

/** The best lines, the best first; none where the game is over or there is no engine. */
export function lookAgain(kind: Kind, position: string, { lines, seconds }: { lines: number; seconds: number }): Promise<LineJson[]> {
  return new Promise((resolve) => {
    let best: LineJson[] = [];
    const found = (told: AnalysisJson) => void (best = told.lines), done = () => resolve(best);
    const elsewhere = () => {
      const stop = source.analyse({ game: kind.game, rules: kind.rules, position }, { found, done, failed: done });
      // The server would go on for as long as the stream is open.
      setTimeout(() => {
        stop();
        done();
      }, 2000 * seconds);
    };
    if (onServer.has(kind.game)) elsewhere();
    else search({ ...kind, position, lines, seconds }, { found, done, failed: elsewhere });
  });
}

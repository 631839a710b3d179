// Positions and games from the server.

import { ask, facts, follow, order, shownTheme, upload } from "./ask.js";
import { serverStudies } from "./server-studies.js";

/** @import { Handlers } from "./ask.js" */
/** @import { Position, Session, Source } from "./source.js" */

/** @param {Position} where @param {Record<string, string>} more */
const asked = ({ rules, position }, more = {}) => new URLSearchParams({ position, rules, ...more });

// Who looks elsewhere meanwhile waits for it nevertheless, and it ends by itself.
const WORK = { hidden: () => true };

/** @type {Source} */
export const serverSource = {
  look: async (where, move) => /** @type {LookJson} */ (await ask(`/api/look/${where.game}?${asked(where, move ? { move } : {})}`)),
  explain: async (where, move) => /** @type {ExplanationJson} */ (await ask(`/api/explain/${where.game}?${asked(where, { move })}`)),
  groups: async (where, overlay) => /** @type {GroupJson[]} */ (await ask(`/api/groups/${where.game}/${overlay}?${asked(where)}`)),
  board: async () => /** @type {BoardJson} */ (facts("board-facts")),
  editor: async () => /** @type {EditorJson} */ (facts("board-facts")),
  studies: serverStudies,
  origin: () => /** @type {OriginJson} */ (facts("origin")),
  create: async (wanted) => ({ ...(/** @type {KeyJson} */ (await order("/api/games", wanted))), game: wanted.game }),
  bring: async (file) => ({ key: await upload(file), game: "" }),
  session: async () => serverSession(/** @type {GamePageJson} */ (facts("facts"))),
  analyse: (where, { found, done, failed }) => {
    const stop = follow(`/api/analysis/${where.game}?${asked(where)}`, /** @type {Handlers<AnalysisEvent>} */ ({
      lines: found,
      done: () => {
        stop();
        done();
      },
    }), (connected) => {
      if (connected) return;
      stop();
      failed();
    }, WORK);
    return stop;
  },
  openings: async (where, { who, player }) => /** @type {OpeningsJson} */ (await ask(`/api/openings/${where.game}?${asked(where, { who, player })}`)),
  offerPicture: (where, kind, link) => {
    const more = { side: where.turned ? "turned" : "usual", theme: shownTheme(), download: "", ...(where.last ? { last: where.last } : {}) };
    link.href = `/picture/${where.game}.${kind}?${asked(where, more)}`;
  },
};

/** @param {GamePageJson} game @returns {Session} */
function serverSession(game) {
  const address = `/api/games/${encodeURIComponent(game.key)}`;
  return {
    game,
    follow: (handlers, connected, how) => void follow(`${address}/events`, handlers, connected, how),
    move: (move) => order(`${address}/move`, move),
    act: (act) => order(`${address}/${act}`),
    rematch: async () => ({ ...(/** @type {KeyJson} */ (await order(`${address}/rematch`))), game: game.game }),
    hint: async () => /** @type {HintJson} */ (await ask(`${address}/hint`)),
    log: async (turn) => /** @type {LogJson} */ (await ask(`${address}/log/${turn}`)),
    embedAddress: ({ turn, turned }) => {
      const query = new URLSearchParams({ ...(turn ? { turn } : {}), ...(turned ? { side: "turned" } : {}) });
      return `${location.origin}/embed/${encodeURIComponent(game.key)}${query.size ? `?${query}` : ""}`;
    },
    offerFilm: (link, { turned }) => {
      link.href = `/games/${encodeURIComponent(game.key)}/download.gif?${new URLSearchParams({ side: turned ? "turned" : "usual", theme: shownTheme() })}`;
    },
    details: async () => /** @type {DetailsJson} */ (await ask(`${address}/details`)),
    review: ({ progress, done, failed }) => {
      const stop = follow(`${address}/review`, /** @type {Handlers<ReviewEvent>} */ ({
        progress,
        review: (told) => {
          stop();
          done(told);
        },
      }), (connected) => {
        if (connected) return;
        stop();
        failed();
      }, WORK);
      return stop;
    },
  };
}

// Positions and games from the server.

import { ask, facts, follow, shownTheme, upload } from "./ask.js";
import { serverStudies } from "./server-studies.js";

/** @import { Position, Session, Source } from "./source.js" */

/** @template T @param {Position} where @param {T} more */
const asked = ({ game, rules, position }, more) => ({ game, query: { position, rules, ...more } });

// Who looks elsewhere meanwhile waits for it nevertheless, and it ends by itself.
const WORK = { hidden: () => true };

/** @type {Source} */
export const serverSource = {
  look: async (where, move) => ask("GET /look/{game}", asked(where, move ? { move } : {})),
  explain: async (where, move) => ask("GET /explain/{game}", asked(where, { move })),
  groups: async (where, overlay) => ask("GET /groups/{game}/{overlay}", { overlay, ...asked(where, {}) }),
  board: async () => /** @type {BoardJson} */ (facts("board-facts")),
  editor: async () => /** @type {EditorJson} */ (facts("board-facts")),
  studies: serverStudies,
  origin: () => /** @type {OriginJson} */ (facts("origin")),
  create: async (wanted) => ({ ...(await ask("POST /games", { fields: wanted })), game: wanted.game }),
  bring: async (file) => ({ key: await upload(file), game: "" }),
  session: async () => serverSession(/** @type {GamePageJson} */ (facts("facts"))),
  analyse: (where, { found, done, failed }) => {
    const stop = follow("GET /analysis/{game}", asked(where, {}), {
      lines: found,
      done: () => {
        stop();
        done();
      },
    }, (connected) => {
      if (connected) return;
      stop();
      failed();
    }, WORK);
    return stop;
  },
  openings: async (where, { who, player }) => ask("GET /openings/{game}", asked(where, { who, player })),
  offerPicture: (where, kind, link) => {
    const more = { side: where.turned ? "turned" : "usual", theme: shownTheme(), download: "", ...(where.last ? { last: where.last } : {}) };
    link.href = `/picture/${where.game}.${kind}?${new URLSearchParams({ position: where.position, rules: where.rules, ...more })}`;
  },
};

/** @param {GamePageJson} game @returns {Session} */
function serverSession(game) {
  const { key } = game;
  return {
    game,
    follow: (handlers, connected, how) => void follow("GET /games/{key}/events", { key }, handlers, connected, how),
    move: (fields) => ask("POST /games/{key}/move", { key, fields }),
    act: (act) => ask("POST /games/{key}/{act}", { key, act }),
    rematch: async () => ({ ...(await ask("POST /games/{key}/rematch", { key })), game: game.game }),
    hint: () => ask("GET /games/{key}/hint", { key }),
    log: (turn) => ask("GET /games/{key}/log/{turn}", { key, turn }),
    embedAddress: ({ turn, turned }) => {
      const query = new URLSearchParams({ ...(turn ? { turn } : {}), ...(turned ? { side: "turned" } : {}) });
      return `${location.origin}/embed/${encodeURIComponent(game.key)}${query.size ? `?${query}` : ""}`;
    },
    offerFilm: (link, { turned }) => {
      link.href = `/games/${encodeURIComponent(game.key)}/download.gif?${new URLSearchParams({ side: turned ? "turned" : "usual", theme: shownTheme() })}`;
    },
    details: () => ask("GET /games/{key}/details", { key }),
    review: ({ progress, done, failed }) => {
      const stop = follow("GET /games/{key}/review", { key }, {
        progress,
        review: (told) => {
          stop();
          done(told);
        },
      }, (connected) => {
        if (connected) return;
        stop();
        failed();
      }, WORK);
      return stop;
    },
  };
}

// Hecht as the visitor's opponent: it thinks in this browser, and the server referees. Where it cannot think here, the
// server is told, and thinks itself.

import { chooseMove, onServer } from "./browser-hecht.js";
import { kit } from "./page-board.js";

/** @import { Session } from "./source.js" */

export class Opponent {
  /** The position that is thought about. */
  asked = "";
  /** @type {() => void} */
  stop = () => {};

  /** @param {Session} session @param {() => { game: GamePageJson, you: VisitorJson }} now */
  constructor(session, now) {
    this.session = session;
    this.now = now;
  }

  // Something happened: begin to think if it is Hecht's turn, and stop if it is not any more.
  refresh() {
    const { game, you } = this.now(), { text, side, turn } = game.positions[game.positions.length - 1];
    const thinker = game.running && game.asked ? you.thinks.find((each) => each.side === side) : undefined;
    const asked = thinker ? text : "";
    if (asked === this.asked) return;
    this.stop();
    this.asked = asked;
    if (thinker) this.#think(game.game, game.rules, text, turn, thinker);
  }

  /** @param {string} game @param {string} rules @param {string} position @param {number} turn @param {ThinkerJson} thinker */
  async #think(game, rules, position, turn, { level, seconds }) {
    let left = false;
    this.stop = () => (left = true);
    // The server plays for whoever does not answer, so that nothing has to be said about what goes wrong here.
    const decline = () => this.session.act("decline").catch(() => {});
    if (onServer.has(game)) {
      decline();
      return;
    }
    const { columns, rows: drawn } = await kit(game, false);
    if (left) return;
    const seed = crypto.getRandomValues(new BigUint64Array(1))[0];
    this.stop = chooseMove({ game, rules, columns, drawn, position, level, seconds, seed }, {
      found: ({ move }) => this.session.move({ move, turn }).catch(() => {}),
      failed: decline,
    });
  }
}

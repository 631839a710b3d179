// The bar that says that the server is away, and the move that waits for it: it is sent as soon as the server answers. Where
// the server is there but says nothing about a move, that is told, too.

import { Unreachable } from "./ask.js";
import { showConnection, tellAway } from "./away-bar.js";
import { say } from "./words.js";

/** @import { Session } from "./source.js" */

const AGAIN = 1000; // milliseconds
const LATE = 3000; // milliseconds after which a move should have been answered

export class ConnectionBar {
  away = false;
  /** @type {string | null} */
  unsent = null;

  /** @type {() => void} Tries again at once. */
  wake = () => {};

  /** @param {Session} session @param {(late: boolean) => void} late A move has been on its way for long, or is not any more. */
  constructor(session, late) {
    this.session = session;
    this.late = late;
  }

  /** @param {boolean} connected */
  connected(connected) {
    this.away = !connected;
    this.#tell();
    if (connected) this.wake();
  }

  // Send a move. While nobody answers it waits; any other answer is the caller's.
  /** @param {MoveFields} played */
  async send(played) {
    for (;;) {
      const timer = setTimeout(() => this.late(true), LATE);
      try {
        await this.session.move(played).finally(() => clearTimeout(timer));
        break;
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error;
        this.late(false);
        this.unsent = played.move;
        this.#tell();
        await new Promise((again) => {
          this.wake = () => again(undefined);
          setTimeout(again, AGAIN);
        });
      }
    }
  }

  // The move has been played, or given back.
  settled() {
    this.late(false);
    this.unsent = null;
    this.#tell();
  }

  #tell() {
    if (this.unsent === null) showConnection(!this.away);
    else tellAway(say("The connection is lost; your move {move} is sent as soon as it is back.", { move: this.unsent }));
  }
}

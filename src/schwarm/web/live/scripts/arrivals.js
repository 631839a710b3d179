// What the server tells, in order. The answer to one's own move waits until one's piece has landed, and a moment longer:
// who moves first to look and then to think sees both.

/** @import { Handlers } from "./ask.js" */

const MOMENT = 250; // milliseconds

export class Arrivals {
  /** When one's own piece has landed, as `performance.now` counts. */
  landed = -Infinity;
  /** @type {(() => void)[]} */
  waiting = [];

  /** @param {number} landed */
  moved(landed) {
    this.landed = landed;
  }

  // Do it now, or after everything that waits; an answer waits for the piece.
  /** @param {() => void} handle @param {boolean} answer */
  take(handle, answer = false) {
    const left = answer ? this.landed + MOMENT - performance.now() : 0;
    if (!this.waiting.length && left <= 0) {
      handle();
      return;
    }
    this.waiting.push(handle);
    if (this.waiting.length === 1) setTimeout(() => this.#goOn(), Math.max(0, left));
  }

  /** @param {Handlers<GameEvent>} handlers @param {(moves: PlayedMoveJson[]) => boolean} answer Whether the last of them is the other side's. @returns {Handlers<GameEvent>} */
  inOrder(handlers, answer) {
    const { you, sync, status, move, end } = handlers;
    return {
      ...handlers,
      you: (told) => this.take(() => you?.(told)),
      sync: (told) => this.take(() => sync?.(told), answer(told.moves)),
      status: (told) => this.take(() => status?.(told)),
      move: (told) => this.take(() => move?.(told), answer([told.move])),
      end: (told) => this.take(() => end?.(told)),
    };
  }

  #goOn() {
    const all = this.waiting;
    this.waiting = [];
    for (const handle of all) handle();
  }
}

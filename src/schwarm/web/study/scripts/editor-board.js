// A board on which anything can stand anywhere: pieces are dragged over it and off it, and a tap or Enter puts down what
// was chosen.

import { Board } from "./board.js";
import { Carrier, squareAt } from "./carrier.js";
import { kit } from "./drawing.js";

const FAR = 6;

export class EditorBoard extends Board {
  /** @type {StencilJson | undefined} The board as it is usually drawn, whichever way it is turned now. */
  kit;

  /** @param {HTMLElement} host @param {{ put: (square: string) => void, moved: (from: string, to: string | null) => void }} options Without an end, a piece leaves the board. */
  constructor(host, { put, moved }) {
    super(host);
    this.put = put;
    this.moved = moved;
    /** @type {{ square: string, x: number, y: number, carrier: Carrier | null, id: number } | null} */
    this.held = null;
    host.addEventListener("pointerdown", (event) => this.#down(event));
    addEventListener("pointermove", (event) => this.#move(event));
    addEventListener("pointerup", (event) => this.#up(event));
    addEventListener("pointercancel", () => this.#drop());
  }

  /** @param {string} game @param {boolean} turned */
  async use(game, turned) {
    this.kit = await kit(game, false);
    await super.use(game, turned);
  }

  // A click, a tap or Enter on a square.
  /** @param {string} square */
  choose(square) {
    if (this.held?.carrier) return;
    this.put(square);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const square = squareAt(event);
    if (event.button === 0 && square && this.letters[square]) this.held = { square, x: event.clientX, y: event.clientY, carrier: null, id: event.pointerId };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const { held } = this;
    if (!held || held.id !== event.pointerId) return;
    if (!held.carrier && Math.hypot(event.clientX - held.x, event.clientY - held.y) > FAR) {
      held.carrier = new Carrier(this.pieces.stamps[this.letters[held.square]] ?? "", this.#size());
      this.pieces.carry(held.square, true);
    }
    held.carrier?.follow(event);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const { held } = this;
    if (!held || held.id !== event.pointerId) return;
    const carried = held.carrier !== null;
    // The board's own hand hears of this, too, and must not take it for a tap.
    setTimeout(() => this.#drop());
    if (carried) this.moved(held.square, squareAt(event));
  }

  #drop() {
    this.held?.carrier?.end();
    if (this.held) this.pieces.carry(this.held.square, false);
    this.held = null;
  }

  // Of a square on the screen, in pixels.
  #size() {
    return this.host.querySelector(".square-cell")?.getBoundingClientRect().width ?? 40;
  }
}

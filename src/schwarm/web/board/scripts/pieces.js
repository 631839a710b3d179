// The pieces on a board, as they are drawn: the last move slides, what it took fades away, and both are heard.

import { play } from "./sound.js";

/** @import { Picture } from "./drawing.js" */
/** @typedef {ReturnType<Picture["piece"]> & { letter: string }} Piece */
/** @typedef {Record<string, string>} Letters What stands where. */

const SLIDE = 260; // milliseconds; longer ways take longer

export class Pieces {
  /** @type {Map<string, Piece>} */
  drawn = new Map();
  /** @type {Record<string, string>} A drawing for every letter. */
  stamps = {};
  /** When the last piece that moved is where it belongs, as `performance.now` counts. */
  landsAt = 0;

  // Another picture has none of them yet.
  clear() {
    this.drawn.clear();
  }

  /** @param {Picture} picture @param {Letters} letters @param {Step | null} move The one that is seen to be made, or taken back. */
  draw(picture, letters, move) {
    this.landsAt = performance.now();
    const before = new Map([...this.drawn].map(([square, piece]) => [square, piece.letter]));
    const on = move && before.has(move.from) && !letters[move.from] && letters[move.to] ? move : null;
    const back = move && !on && before.has(move.to) && !before.has(move.from) && letters[move.from] ? move : null;
    for (const [square, piece] of [...this.drawn]) {
      if (letters[square] === piece.letter && square !== on?.to) continue;
      piece.shape.remove();
      this.drawn.delete(square);
      if (square === on?.to) this.#vanish(picture, piece, square);
    }
    for (const [square, letter] of Object.entries(letters)) {
      if (this.drawn.has(square)) continue;
      const piece = { letter, ...picture.piece(square, this.stamps[letter] ?? "") };
      picture.layers.pieces.append(piece.shape);
      this.drawn.set(square, piece);
      if (square === on?.to) this.#slide(picture, piece, on.from, square);
      if (square === back?.from) this.#slide(picture, piece, back.to, square);
    }
  }

  // A drop for a move that is not drawn yet, two where something is taken.
  /** @param {Letters} letters @param {Step} move */
  sound(letters, { from, to }) {
    const moves = this.drawn.has(from) !== Boolean(letters[from]);
    if (moves) play(this.drawn.has(from) && this.drawn.has(to) ? "capture" : "move");
  }

  // Somebody carries a piece around, or has let go of it; gives its shape, if there is one.
  /** @param {string} square @param {boolean} carried */
  carry(square, carried) {
    const shape = this.drawn.get(square)?.shape;
    shape?.classList.toggle("carried", carried);
    return shape;
  }

  /** @param {Picture} picture @param {Piece} piece @param {string} from @param {string} to */
  #slide(picture, { shape, body }, from, to) {
    const [x1, y1] = picture.centre(from), [x2, y2] = picture.centre(to);
    picture.layers.pieces.append(shape);
    const duration = SLIDE + Math.hypot(x1 - x2, y1 - y2) / 6;
    this.landsAt = performance.now() + duration;
    body.animate(
      [{ transform: `translate(${x1 - x2}px, ${y1 - y2}px)` }, { transform: "translate(0, 0)" }],
      { duration, easing: "cubic-bezier(.3, .1, .2, 1)" },
    );
  }

  /** @param {Picture} picture @param {Piece} piece @param {string} square */
  #vanish(picture, piece, square) {
    const ghost = picture.piece(square, this.stamps[piece.letter] ?? "");
    picture.layers.pieces.prepend(ghost.shape);
    const fade = ghost.body.animate(
      [{ opacity: 1, transform: "scale(1)" }, { opacity: 1, transform: "scale(1)", offset: 0.6 }, { opacity: 0, transform: "scale(.4)" }],
      { duration: SLIDE * 1.5 },
    );
    fade.onfinish = () => ghost.shape.remove();
    fade.oncancel = () => ghost.shape.remove();
  }
}

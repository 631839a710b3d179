// The pieces of a position as they are drawn: the last move slides, what it took fades away.

import type { Picture } from "./picture.ts";

/** What stands where. */
export type Letters = Record<string, string>;
export type Step = { from: string; to: string };
type Piece = ReturnType<Picture["piece"]> & { letter: string };

/** Milliseconds; longer ways take longer. */
const SLIDE = 260;

export class Pieces {
  /** When the last moving piece reaches its square, on the clock of `performance.now`. */
  landsAt = 0;
  #drawn = new Map<string, Piece>();

  /** `stamps` has a drawing for every letter. */
  constructor(private readonly picture: Picture, private readonly stamps: Record<string, string>) {}

  /** Draw a position; `move` slides, forwards or back. */
  draw(letters: Letters, move: Step | null) {
    this.landsAt = performance.now();
    const before = new Map([...this.#drawn].map(([square, piece]) => [square, piece.letter]));
    const on = move && before.has(move.from) && !letters[move.from] && letters[move.to] ? move : null;
    const back = move && !on && before.has(move.to) && !before.has(move.from) && letters[move.from] ? move : null;
    for (const [square, piece] of [...this.#drawn]) {
      if (letters[square] === piece.letter && square !== on?.to) continue;
      piece.shape.remove();
      this.#drawn.delete(square);
      if (square === on?.to) this.#vanish(piece, square);
    }
    for (const [square, letter] of Object.entries(letters)) {
      if (this.#drawn.has(square)) continue;
      const piece = { letter, ...this.picture.piece(square, this.stamps[letter] ?? "") };
      this.picture.layers.pieces.append(piece.shape);
      this.#drawn.set(square, piece);
      if (square === on?.to) this.#slide(piece, on.from, square);
      if (square === back?.from) this.#slide(piece, back.to, square);
    }
  }

  /** What a move that is not drawn yet sounds like; null for one that changes nothing. */
  sound(letters: Letters, { from, to }: Step): "move" | "capture" | null {
    if (this.#drawn.has(from) === Boolean(letters[from])) return null;
    return this.#drawn.has(from) && this.#drawn.has(to) ? "capture" : "move";
  }

  /** Fade the piece that is carried around, or put it back. */
  fade(square: string, faded: boolean) {
    this.#drawn.get(square)?.shape.classList.toggle("carried", faded);
  }

  #slide({ shape, body }: Piece, from: string, to: string) {
    const [x1, y1] = this.picture.centre(from), [x2, y2] = this.picture.centre(to);
    this.picture.layers.pieces.append(shape);
    const duration = SLIDE + Math.hypot(x1 - x2, y1 - y2) / 6;
    this.landsAt = performance.now() + duration;
    body.animate(
      [{ transform: `translate(${x1 - x2}px, ${y1 - y2}px)` }, { transform: "translate(0, 0)" }],
      { duration, easing: "cubic-bezier(.3, .1, .2, 1)" },
    );
  }

  #vanish({ letter }: Piece, square: string) {
    const ghost = this.picture.piece(square, this.stamps[letter] ?? "");
    this.picture.layers.pieces.prepend(ghost.shape);
    const whole = { opacity: 1, transform: "scale(1)" };
    const fade = ghost.body.animate([whole, { ...whole, offset: 0.6 }, { opacity: 0, transform: "scale(.4)" }], { duration: SLIDE * 1.5 });
    fade.onfinish = fade.oncancel = () => ghost.shape.remove();
  }
}

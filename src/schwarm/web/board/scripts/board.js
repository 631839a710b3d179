// The board widget. It is handed a drawing, a position and the legal destinations, and hands back a move.
// It knows no rules and no game.
//
//   const board = new Board(host, { label, onMove, onPoint });
//   await board.use("piranhas-2026", false);           // which empty board, turned around or not
//   board.stamps(facts.stamps);                         // a drawing for every letter
//   board.show(position, { last, slide: true });        // what stands where; the last move slides
//   board.allow({ A4: ["C4"] });                        // what may be moved; null for nothing

import { announce } from "./ask.js";
import { Picture, kit } from "./drawing.js";
import { attach } from "./pointer.js";
import { say } from "./words.js";

const SLIDE = 260;
const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Board {
  constructor(host, { label = "", onMove = () => {}, onPoint = () => {}, onWhyNot = () => {}, small = false } = {}) {
    Object.assign(this, { host, label, onMove, onPoint, onWhyNot, small });
    this.letters = {};
    this.drawn = new Map();
    this.known = {};
    this.moves = null;
    this.selected = null;
    this.last = null;
    this.turned = false;
    this.ownArrows = [];
    this.engineArrows = [];
    host.classList.toggle("small", small);
  }

  async use(game, turned) {
    this.game = game;
    this.turned = turned;
    const parts = await kit(game, turned);
    if (this.game !== game || this.turned !== turned) return;
    this.picture = new Picture(parts);
    this.drawn.clear();
    this.host.replaceChildren(this.picture.svg);
    if (!this.small) attach(this);
    this.#draw(false);
    this.#marks();
    this.#arrows();
  }

  stamps(more) {
    Object.assign(this.known, more);
  }

  show(position, { last = null, slide = false } = {}) {
    // The same position told again, say after a lost connection, takes nothing out of anybody's hand.
    const same = position.text !== undefined && position.text === this.text;
    this.text = position.text;
    this.letters = position.letters;
    this.adornment = position.above;
    this.last = last;
    if (!same) this.selected = null;
    if (!this.picture) return;
    this.#draw(slide && !still.matches && !document.hidden);
    if (!same) this.overlay();
    this.#marks();
  }

  allow(moves, texts = {}) {
    this.moves = moves;
    this.texts = texts;
    // Pieces that come from nowhere need not be picked up: their targets are there at once.
    this.hand = Object.keys(moves ?? {}).find((start) => this.picture ? !this.picture.has(start) : start.length !== 2) ?? null;
    if (this.selected && !moves?.[this.selected]) this.selected = null;
    this.host.classList.toggle("may-move", Boolean(moves));
    this.#marks();
  }

  select(square) {
    this.selected = square;
    this.#marks();
    if (!square) this.overlay();
  }

  // What a click, a drop or Enter on a square means.
  choose(square) {
    if (this.selected && this.aims().includes(square)) return this.#play(this.selected, square);
    if (!this.selected && this.aims().includes(square)) return this.#play(this.hand, square);
    if (this.selected && square !== this.selected && !this.moves?.[square]) {
      this.onWhyNot(this.selected, square);
      return undefined;
    }
    if (this.moves?.[square] && square !== this.selected) {
      this.select(square);
      announce(say("{square} picked up; it may go to {targets}.", { square, targets: this.moves[square].join(", ") }));
    } else {
      if (this.moves && !this.moves[square] && this.letters[square]) this.onWhyNot(square, null);
      this.select(null);
    }
    return undefined;
  }

  // Where the piece in hand may go.
  aims() {
    return this.moves?.[this.selected ?? this.hand] ?? [];
  }

  #play(from, to) {
    const squares = `${from}-${to}`;
    this.select(null);
    this.onMove({ move: this.texts?.[squares] ?? squares, from, to });
  }

  // A picture of lines or swarms from the server, beneath and above the pieces.
  overlay({ beneath = "", above = "" } = {}, { keep = false } = {}) {
    if (keep) this.kept = { beneath, above };
    const under = this.kept ?? { beneath: "", above: "" };
    if (!this.picture) return;
    this.picture.layers.beneath.innerHTML = under.beneath + (keep ? "" : beneath);
    this.picture.layers.line.innerHTML = under.above + (keep ? "" : above);
  }

  engine(arrows) {
    this.engineArrows = arrows;
    this.#arrows();
  }

  own(arrows) {
    this.ownArrows = arrows;
    this.#arrows();
  }

  name(square) {
    const letter = this.letters[square];
    const parts = [letter ? say("{square}: {piece}", { square, piece: this.picture.kit.names[letter] ?? this.picture.kit.names[letter[0]] ?? letter }) : say("{square}: empty", { square })];
    if (square === this.selected) parts.push(say("picked up"));
    else if (this.aims().includes(square)) parts.push(say("may go here"));
    else if (this.moves?.[square]) parts.push(say("can move"));
    return parts.join(", ");
  }

  #draw(slide) {
    const { layers } = this.picture;
    layers.above.innerHTML = this.adornment?.[this.turned ? 1 : 0] ?? "";
    const move = slide && this.last ? this.last : null;
    const before = new Map([...this.drawn].map(([square, piece]) => [square, piece.letter]));
    const slides = move && before.has(move.from) && !this.letters[move.from] && this.letters[move.to];
    const back = move && !slides && before.has(move.to) && !before.has(move.from) && this.letters[move.from];
    for (const [square, piece] of [...this.drawn]) {
      if (this.letters[square] === piece.letter && !(slides && square === move.to)) continue;
      piece.shape.remove();
      this.drawn.delete(square);
      if (slides && square === move.to) this.#vanish(piece, square);
    }
    for (const [square, letter] of Object.entries(this.letters)) {
      if (this.drawn.has(square)) continue;
      const shape = this.picture.piece(square, this.known[letter] ?? "");
      layers.pieces.append(shape);
      this.drawn.set(square, { letter, shape });
      if (slides && square === move.to) this.#slide(shape, move.from, square);
      if (back && square === move.from) this.#slide(shape, move.to, square);
    }
  }

  #slide(shape, from, to) {
    const [x1, y1] = this.picture.centre(from), [x2, y2] = this.picture.centre(to);
    shape.parentNode.append(shape);
    shape.firstChild.animate(
      [{ transform: `translate(${x1 - x2}px, ${y1 - y2}px)` }, { transform: "translate(0, 0)" }],
      { duration: SLIDE + Math.hypot(x1 - x2, y1 - y2) / 6, easing: "cubic-bezier(.3, .1, .2, 1)" },
    );
  }

  #vanish(piece, square) {
    const ghost = this.picture.piece(square, this.known[piece.letter] ?? "");
    this.picture.layers.pieces.prepend(ghost);
    const fade = ghost.firstChild.animate(
      [{ opacity: 1, transform: "scale(1)" }, { opacity: 1, transform: "scale(1)", offset: 0.6 }, { opacity: 0, transform: "scale(.4)" }],
      { duration: SLIDE * 1.5 },
    );
    fade.onfinish = () => ghost.remove();
    fade.oncancel = () => ghost.remove();
  }

  #marks() {
    if (!this.picture) return;
    const { marks, targets } = this.picture.layers, picture = this.picture;
    marks.replaceChildren();
    targets.replaceChildren();
    if (picture.has(this.last?.from)) marks.append(picture.tint(this.last.from, "last-start"));
    if (picture.has(this.last?.to)) marks.append(picture.tint(this.last.to, "last-to"));
    if (this.selected) marks.append(picture.tint(this.selected, "selected"));
    for (const square of this.aims()) {
      targets.append(this.letters[square] ? picture.ring(square) : picture.dot(square));
    }
    this.relabel?.();
  }

  #arrows() {
    if (!this.picture) return;
    const { engine, own } = this.picture.layers, picture = this.picture;
    const gap = (square) => (this.letters[square] ? 30 : 8);
    engine.replaceChildren(
      ...this.engineArrows.map(({ from, to }, rank) =>
        picture.arrow(from, to, rank ? 13 : 18, picture.ink(rank ? "arrow-minor" : "arrow"), gap(to))).reverse(),
    );
    own.replaceChildren(...this.ownArrows.map(({ from, to }) => picture.arrow(from, to, 15, "own-arrow", gap(to))));
  }
}

// The board widget. It is handed a drawing, a position and the legal destinations, and hands back a move.
// It knows no rules and no game.
//
//   const board = new Board(host, { label, onMove, onPoint });
//   await board.use("piranhas-2026", false);           // which empty board, turned around or not
//   board.stamps(facts.stamps);                         // a drawing for every letter
//   board.show(position, { last, slide: true });        // what stands where; the last move slides
//   board.allow({ A4: ["C4"] });                        // what may be moved; null for nothing

import { Arrows } from "./arrows.js";
import { announce } from "./ask.js";
import { Picture, kit } from "./drawing.js";
import { drawGroups, drawLine } from "./overlay-drawing.js";
import { Pieces } from "./pieces.js";
import { attach } from "./pointer.js";
import { say } from "./words.js";

const SMALL_WIDTH = 480; // pixels; below it, margins would take the squares' room
/** @import { Layers, Line } from "./overlay-drawing.js" */

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @typedef {Pick<PositionJson, "letters" | "above"> & { text?: string }} Shown What a board needs of a position. */
/**
 * @typedef {object} Options
 * @property {string} [label]
 * @property {(move: MoveJson) => void} [onMove]
 * @property {(from: string | null, to: string | null) => void} [onPoint]
 * @property {(from: string, to: string | null) => void} [onWhyNot]
 * @property {() => void} [onUnplan] What was planned is not wanted any more.
 * @property {boolean} [small]
 */

export class Board {
  game = "";
  turned = false;
  /** @type {Picture | undefined} */
  picture;
  /** @type {string | undefined} */
  text;
  /** @type {Record<string, string>} */
  letters = {};
  /** @type {string[] | undefined} */
  adornment;
  pieces = new Pieces();
  arrows = new Arrows(this);
  /** @type {Record<string, string[]> | null} */
  moves = null;
  /** @type {Record<string, string>} */
  texts = {};
  /** @type {string | null} */
  selected = null;
  /** @type {string | null} Where pieces come from that need not be picked up; that may be a place without a name. */
  hand = null;
  /** @type {Step | null} */
  last = null;
  /** Whether a move is only planned: nobody knows yet where pieces may go. */
  planning = false;
  /** @type {Step | null} */
  planned = null;
  /** @type {GroupJson[]} */
  shownGroups = [];
  /** @type {Layers} */
  drawnGroups = { beneath: [], above: [] };
  /** @type {string | null} The square that the keyboard is on. */
  current = null;
  /** @type {() => void} Says anew what stands where; whoever attaches hands knows how. */
  relabel = () => {};
  /** Whether somebody walks over the squares with the keyboard. */
  walking = false;
  /** @type {(walking: boolean) => void} Goes to the square that the keyboard is on. */
  focus = () => {};
  /** @type {() => void} Lays the squares where the picture has them; whoever attaches hands knows how. */
  fit = () => {};

  /** @param {HTMLElement} host @param {Options} options */
  constructor(host, { label = "", onMove = () => {}, onPoint = () => {}, onWhyNot = () => {}, onUnplan = () => {}, small = false } = {}) {
    this.host = host;
    this.label = label;
    this.onMove = onMove;
    this.onPoint = onPoint;
    this.onWhyNot = onWhyNot;
    this.onUnplan = onUnplan;
    this.small = small;
    host.classList.toggle("small", small);
    new ResizeObserver(() => this.#trim()).observe(host);
  }

  /** @param {string} game @param {boolean} turned */
  async use(game, turned) {
    this.game = game;
    this.turned = turned;
    // Whoever leaves the page does not wait for its board; it is asked for again when it is needed again.
    const parts = await kit(game, turned).catch(() => null);
    if (!parts || this.game !== game || this.turned !== turned) return;
    this.picture = new Picture(parts);
    this.#trim();
    this.pieces.clear();
    // Whoever stands on a square stays on it when the board is turned around.
    const { walking } = this, here = this.host.contains(document.activeElement);
    this.host.replaceChildren(this.picture.svg);
    if (!this.small) attach(this, this.picture);
    if (here) this.focus(walking);
    this.#draw(this.picture, null);
    this.groups(this.shownGroups);
    this.#marks();
    this.arrows.draw();
  }

  #trim() {
    this.picture?.trim(this.host.clientWidth < SMALL_WIDTH);
    this.fit();
  }

  /** @param {Record<string, string>} more */
  stamps(more) {
    Object.assign(this.pieces.stamps, more);
  }

  /** @param {Shown} position @param {{ last?: Step | null, slide?: boolean, heard?: boolean }} how A piece that somebody dropped is heard, but slides no more. */
  show(position, { last = null, slide = false, heard = slide } = {}) {
    // The same position told again, say after a lost connection, takes nothing out of anybody's hand; nor does the other
    // side's move, unless it took the very piece.
    const same = position.text !== undefined && position.text === this.text;
    const held = this.selected && (same || this.planning) && position.letters[this.selected] === this.letters[this.selected];
    this.text = position.text;
    this.letters = position.letters;
    this.adornment = position.above;
    this.last = last;
    if (!held) this.selected = null;
    if (!this.picture) return;
    if (heard && last && !this.small) this.pieces.sound(this.letters, last);
    this.#draw(this.picture, slide && !still.matches && !document.hidden ? last : null);
    if (!same) this.line(null);
    this.#marks();
  }

  // What may be planned while somebody else moves, and what is.
  /** @param {Record<string, string[]>} moves @param {Step | null} planned */
  plan(moves, planned) {
    this.planning = true;
    this.planned = planned;
    this.#offer(moves, {});
  }

  /** @param {Record<string, string[]> | null | undefined} moves @param {Record<string, string>} texts */
  allow(moves, texts = {}) {
    this.planning = false;
    this.planned = null;
    this.#offer(moves ?? null, texts);
  }

  // Whoever holds a piece that still may be moved keeps it.
  /** @param {Record<string, string[]> | null} moves @param {Record<string, string>} texts */
  #offer(moves, texts) {
    this.moves = moves;
    this.texts = texts;
    // Pieces that come from nowhere need not be picked up: their targets are there at once.
    this.hand = Object.keys(moves ?? {}).find((start) => this.picture ? !this.picture.has(start) : start.length !== 2) ?? null;
    if (this.selected && !moves?.[this.selected]) this.selected = null;
    this.host.classList.toggle("may-plan", this.planning);
    this.host.classList.toggle("may-move", Boolean(moves) && !this.planning);
    this.#marks();
  }

  /** @param {string | null} square */
  select(square) {
    this.selected = square;
    this.#marks();
    if (!square) this.line(null);
  }

  // What a click, a drop or Enter on a square means.
  /** @param {string} square */
  choose(square) {
    const from = this.selected ?? this.hand;
    if (from !== null && this.aims().includes(square)) {
      this.#play(from, square);
    } else if (this.selected && square !== this.selected && !this.moves?.[square]) {
      this.onWhyNot(this.selected, square);
    } else if (this.moves?.[square] && square !== this.selected) {
      this.select(square);
      if (this.planning) announce(say("{square} picked up.", { square }));
      else announce(say("{square} picked up; it may go to {targets}.", { square, targets: this.moves[square].join(", ") }));
    } else {
      if (this.planning) this.onUnplan();
      else if (this.moves && !this.moves[square] && this.letters[square]) this.onWhyNot(square, null);
      this.select(null);
    }
  }

  // Where the piece in hand may go.
  aims() {
    const from = this.selected ?? this.hand;
    return (from !== null && this.moves?.[from]) || [];
  }

  /** @param {string} from @param {string} to */
  #play(from, to) {
    const squares = `${from}-${to}`;
    this.select(null);
    this.onMove({ move: this.texts[squares] ?? squares, from, to });
  }

  // Groups such as swarms; they stay until others are shown.
  /** @param {GroupJson[]} groups */
  groups(groups) {
    this.shownGroups = groups;
    if (this.picture) this.drawnGroups = drawGroups(this.picture, groups);
    this.line(null);
  }

  // The line that a rule looked along; it goes with the next one, or when the piece is put down.
  /** @param {Line | null} told */
  line(told) {
    if (!this.picture) return;
    const shown = [this.drawnGroups, ...(told ? [drawLine(this.picture, told, this.letters)] : [])];
    this.picture.layers.beneath.replaceChildren(...shown.flatMap(({ beneath }) => beneath));
    this.picture.layers.line.replaceChildren(...shown.flatMap(({ above }) => above));
  }

  /** @param {string} square */
  name(square) {
    const letter = this.letters[square], names = this.picture?.kit.names ?? {};
    const parts = [letter ? say("{square}: {piece}", { square, piece: names[letter] ?? names[letter[0]] ?? letter }) : say("{square}: empty", { square })];
    if (square === this.selected) parts.push(say("picked up"));
    else if (this.planning) return parts.join(", ");
    else if (this.aims().includes(square)) parts.push(say("may go here"));
    else if (this.moves?.[square]) parts.push(say("can move"));
    return parts.join(", ");
  }

  /** @param {Picture} picture @param {Step | null} move The one that slides. */
  #draw(picture, move) {
    picture.layers.above.innerHTML = this.adornment?.[this.turned ? 1 : 0] ?? "";
    this.pieces.draw(picture, this.letters, move);
  }

  #marks() {
    if (!this.picture) return;
    const { picture, last } = this, { marks, targets } = picture.layers;
    marks.replaceChildren();
    targets.replaceChildren();
    if (last && picture.has(last.from)) marks.append(picture.tint(last.from, "last-start"));
    if (last && picture.has(last.to)) marks.append(picture.tint(last.to, "last-to"));
    if (this.selected) marks.append(picture.tint(this.selected, "selected"));
    for (const square of this.planned ? [this.planned.from, this.planned.to] : []) {
      const mark = picture.tint(square, "last-to");
      mark.classList.add("planned");
      marks.append(mark);
    }
    if (!this.planning) for (const square of this.aims()) {
      targets.append(this.letters[square] ? picture.ring(square) : picture.dot(square));
    }
    this.relabel();
  }
}

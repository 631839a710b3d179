// Arrows and circles over a board: the engine's, and those that somebody draws.

/** @import { Board } from "./board.js" */
/** @import { Colour, Mark } from "./move-tree.js" */

export class Arrows {
  /** @type {Step[]} */
  engineMoves = [];
  /** @type {Mark[]} What somebody drew on this position. */
  marks = [];
  /** @type {Mark | null} What is being drawn. */
  sketched = null;
  /** @type {Colour | null} With a pen in hand, every pointer draws and none moves a piece. */
  pen = null;
  /** @type {(marks: Mark[]) => void} Hears that somebody drew or wiped something. */
  onDraw = () => {};

  /** @param {Board} board */
  constructor(board) {
    this.board = board;
  }

  /** @param {Step[]} moves The best one first. */
  engine(moves) {
    this.engineMoves = moves;
    this.draw();
  }

  /** @param {Mark[]} marks */
  own(marks) {
    this.marks = marks;
    this.draw();
  }

  // Draw a mark; the same one again wipes it away.
  /** @param {Mark} mark */
  mark(mark) {
    const same = this.marks.find(({ from, to }) => from === mark.from && to === mark.to);
    const rest = this.marks.filter((other) => other !== same);
    this.own(same?.colour === mark.colour ? rest : [...rest, mark]);
    this.onDraw(this.marks);
  }

  wipe() {
    if (!this.marks.length) return;
    this.own([]);
    this.onDraw([]);
  }

  /** @param {Mark | null} mark */
  sketch(mark) {
    this.sketched = mark;
    this.draw();
  }

  /** @param {Colour | null} colour */
  take(colour) {
    this.pen = colour;
    this.board.host.classList.toggle("drawing", colour !== null);
    if (colour) this.board.select(null);
  }

  draw() {
    const { picture, letters } = this.board;
    if (!picture) return;
    const { engine, own } = picture.layers, gap = (/** @type {string} */ square) => (letters[square] ? 30 : 8);
    engine.replaceChildren(
      ...this.engineMoves.map(({ from, to }, rank) =>
        picture.arrow(from, to, rank ? 13 : 18, picture.ink(rank ? "arrow-minor" : "arrow"), gap(to))).reverse(),
    );
    const drawn = [...this.marks, ...(this.sketched ? [this.sketched] : [])].filter(({ from, to }) => picture.has(from) && (!to || picture.has(to)));
    own.replaceChildren(...drawn.map(({ colour, from, to }) => (to ? picture.arrow(from, to, 15, `own-arrow ${colour}`, gap(to)) : picture.circle(from, `own-circle ${colour}`))));
  }
}

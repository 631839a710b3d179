// A move that is planned while the other side thinks: it is played at once if the rules still allow it then.

import { announce } from "./ask.js";
import { say } from "./words.js";

/** @import { Board } from "./bridge.js" */

export class Premove {
  /** @type {Step | null} */
  planned = null;

  /** @param {Board} board */
  constructor(board) {
    this.board = board;
  }

  // Nobody knows what will be possible: every own piece may be planned to go anywhere.
  /** @param {number} side */
  offer(side) {
    const { board } = this, { squares, stencil } = board;
    if (!stencil) return;
    const { owners } = stencil;
    const own = Object.keys(board.letters).filter((square) => owners[board.letters[square]] === side);
    const aims = squares.filter((square) => !own.includes(square));
    board.set({ moves: Object.fromEntries(own.map((square) => [square, aims])), planning: true, planned: this.planned });
  }

  /** @param {Step} step */
  plan({ from, to }) {
    this.planned = { from, to };
    announce(say("Planned: {move}", { move: `${from}-${to}` }));
  }

  // The plan, once it is one's turn; nothing where the rules do not allow it any more.
  /** @param {PositionJson} position @returns {MoveJson | null} */
  take({ moves, texts }) {
    const { planned } = this;
    this.planned = null;
    if (!planned) return null;
    const { from, to } = planned, squares = `${from}-${to}`;
    if (!moves?.[from]?.includes(to)) {
      announce(say("The planned move {move} is not possible any more.", { move: squares }));
      return null;
    }
    return { move: texts?.[squares] ?? squares, from, to };
  }
}

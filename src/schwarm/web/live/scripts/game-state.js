// What a page knows of its game: how it stands, who looks at it, which moves were made and tried, and where on them we are.

import { loadTree, readRecord } from "./bridge.js";
import { playerName } from "./words.js";

/** @import { Node } from "./bridge.js" */
/** @import { Session } from "./source.js" */

export class GameState {
  /** Whether the visitor's move has been on its way to the server for long. */
  late = false;
  /** Whether nobody has this game any more but the page. */
  gone = false;
  /** @type {{ turn: number, accepted: boolean } | null} The visitor's move until the server tells it; the board shows it already. */
  sent = null;
  /** When it was learned how long the side to move has been thinking. */
  elapsedAt = performance.now();

  // The position that is shown, as the board with the moves knows it.
  /** @type {() => Node} */
  where = () => this.tree.root;

  /** @param {Session} session @param {boolean} toFollow Whether somebody came to see the game from where they are on. */
  constructor({ game }, toFollow) {
    this.game = game;
    this.you = game.you;
    this.turned = game.you.mine.length === 1 && game.you.mine[0] === 1;
    this.tree = this.keptTree();
    // Whoever watches programs play is not told how it ends before they have seen it.
    this.endTold = !game.live && !toFollow;
  }

  /** @param {Partial<LiveGameJson>} told */
  learn(told) {
    this.game = { ...this.game, ...told };
    if (told.elapsed !== undefined) this.elapsedAt = performance.now();
    if (!this.ahead) this.sent = null;
  }

  // The moves with what this browser keeps beside them.
  keptTree() {
    const { key, moves, record } = this.game;
    return loadTree(key, moves, record ? readRecord(record).tree : undefined);
  }

  get first() {
    return this.game.positions[0].turn;
  }

  get latest() {
    return this.game.positions[this.game.positions.length - 1];
  }

  get names() {
    return this.game.names.map((name, side) => playerName(name) || this.game.sides[side]);
  }

  get ofPrograms() {
    return !this.you.mine.length && this.game.players.every(({ kind }) => kind !== "person");
  }

  // Whether the board shows a move that the server has not told yet.
  get ahead() {
    return this.game.live && this.sent?.turn === this.latest.turn;
  }

  get atEnd() {
    return this.where() === this.tree.end;
  }

  get goesOn() {
    return this.game.live && this.game.running && this.game.asked;
  }

  get myTurn() {
    return this.goesOn && this.you.mine.includes(this.latest.side);
  }

  // What the opponent asks of the visitor.
  get asksBack() {
    return this.#asks(this.game.wantsBack);
  }

  get asksDraw() {
    return this.#asks(this.game.wantsDraw);
  }

  /** @param {number | null} side */
  #asks(side) {
    return side !== null && this.you.mine.length > 0 && !this.you.mine.includes(side);
  }

  get mayMove() {
    return this.myTurn && this.atEnd;
  }

  get mayPlan() {
    return this.goesOn && !this.game.paused && this.atEnd && this.you.mine.length === 1 && !this.you.mine.includes(this.latest.side);
  }

  // Whoever plays this game does not try moves on its board.
  get mayTry() {
    return !this.game.live || !this.you.mine.length;
  }
}

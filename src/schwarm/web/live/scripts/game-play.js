// What is done on the board of a game: a move, a plan while the other side thinks, a try beside the game.

import { analysisPage } from "./addresses.js";
import { sentenceOf, toast } from "./ask.js";
import { source } from "./source.js";

/** @import { Arrivals } from "./arrivals.js" */
/** @import { ConnectionBar } from "./connection-bar.js" */
/** @import { GameState } from "./game-state.js" */
/** @import { GameView } from "./game-view.js" */

// Milliseconds after which a piece has not just been put down.
const DROPPED = 100;

export class GamePlay {
  lastDrop = 0;

  /** @param {GameState} state @param {GameView} view @param {ConnectionBar} connection @param {Arrivals} arrivals */
  constructor(state, view, connection, arrivals) {
    this.state = state;
    this.view = view;
    this.connection = connection;
    this.arrivals = arrivals;
    addEventListener("pointerup", () => (this.lastDrop = view.board.dragging ? performance.now() : 0), true);
  }

  // Somebody moved a piece.
  /** @param {MoveJson} move */
  move(move) {
    if (this.view.board.state.planning) this.#plan(move);
    else if (this.state.mayMove) this.play(move);
    else this.tryOut([move.move]);
  }

  /** @param {Step} step */
  #plan(step) {
    this.view.premove.plan(step);
    this.view.offerPlans();
  }

  unplan() {
    this.view.premove.planned = null;
    this.view.offerPlans();
  }

  /** @param {MoveJson} played */
  async play({ move, from, to }) {
    const { board, explainer } = this.view, { turn } = this.state.latest;
    board.set({ moves: null });
    explainer.point(null, null);
    // The piece goes at once; the server's word follows.
    if (board.letters[from]) {
      const letters = { ...board.letters, [to]: board.letters[from] };
      delete letters[from];
      const dropped = performance.now() - this.lastDrop < DROPPED;
      board.set({ position: { letters, above: board.state.position.above }, last: { from, to }, slide: !dropped, heard: true });
    }
    this.arrivals.moved(board.landsAt);
    /** @type {GameState["sent"] & {}} */
    const sent = { turn, accepted: false };
    this.state.sent = sent;
    try {
      await this.connection.send({ move, turn });
      sent.accepted = true;
    } catch (error) {
      if (this.state.sent === sent) this.state.sent = null;
      // A move whose answer was lost on its way is no news; others are given back.
      if (this.state.game.moves.find((known) => known.turn === turn)?.move !== move) toast(sentenceOf(error));
      this.view.show();
    } finally {
      this.connection.settled();
    }
  }

  // Play moves beside the game, such as those of the engine: they become a variation, unless the game went the same way.
  // Whoever plays has a board of their own for that.
  /** @param {string[]} moves */
  tryOut(moves) {
    const { shownTree } = this.view;
    if (this.state.mayTry) shownTree.play(...moves).catch((error) => toast(sentenceOf(error)));
    else location.assign(analysisPage(this.state.game.game, { position: shownTree.position.text, move: moves[0] }));
  }

  async saveAsStudy() {
    try {
      const { key } = await source.studies.create(this.view.export.record());
      location.assign(source.studies.page(key, this.state.game.game));
    } catch (error) {
      toast(sentenceOf(error));
    }
  }
}

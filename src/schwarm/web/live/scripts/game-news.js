// What is heard of a game that is on: moves, how it stands, how it ends, and everything anew after a lost connection.

import { Refused, announce, toast } from "./ask.js";
import { noteBeaten } from "./bridge.js";
import { at } from "./elements.js";
import { say, sayMany } from "./words.js";

/** @import { Arrivals } from "./arrivals.js" */
/** @import { Handlers } from "./ask.js" */
/** @import { ConnectionBar } from "./connection-bar.js" */
/** @import { GamePlay } from "./game-play.js" */
/** @import { GameState } from "./game-state.js" */
/** @import { GameView } from "./game-view.js" */
/** @import { Opponent } from "./opponent.js" */
/** @import { Session } from "./source.js" */

// After so many answers that a game is not known, it is gone.
const MISSED = 5;

export class GameNews {
  /** Whether somebody comes back who heard nothing for a while. */
  returns = false;
  /** How often in a row the server did not know the game. */
  missed = 0;

  /** @param {GameState} state @param {GameView} view @param {GamePlay} hands @param {Opponent} opponent */
  constructor(state, view, hands, opponent) {
    this.state = state;
    this.view = view;
    this.hands = hands;
    this.opponent = opponent;
  }

  /** @param {Session} session @param {Arrivals} arrivals @param {ConnectionBar} connection */
  follow(session, arrivals, connection) {
    const { host } = this.view.board;
    const { state } = this, answer = (/** @type {PlayedMoveJson[]} */ moves) => {
      const { mine } = state.you, last = moves.at(-1);
      return mine.length === 1 && last !== undefined && !mine.includes(last.turn % 2);
    };
    session.follow(arrivals.inOrder(this.#handlers(), answer), (connected) => {
      // The next connection begins with how it stands after the move.
      if (!connected && state.sent?.accepted) state.sent = null;
      host.classList.toggle("waiting", !connected);
      connection.connected(connected);
    }, {
      // Whoever plays is told that it is their turn wherever they look; whoever watches sees it when they look again.
      hidden: () => state.game.live && state.you.mine.length > 0,
      returned: () => (this.returns = true),
      gone: () => this.#gone(session),
    });
  }

  // Whether there is nothing more to hear of a game. The server may have put it away meanwhile: if it was on, what is kept of
  // it is the same page, opened again; if it was over, somebody may have begun it anew. Where the game is at hand, the server
  // has too much to do just now, and is asked again later.
  /** @param {Session} session */
  async #gone(session) {
    const { state, view } = this;
    try {
      const { logs, next, atHand } = await session.details();
      this.missed = 0;
      if (state.game.live) {
        if (logs) location.reload();
        return false;
      }
      state.learn({ next });
      view.tell();
      return !atHand;
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 404) return false;
      // A contest may play a game once more that came to nothing.
      this.missed += 1;
      if (this.missed < MISSED) return false;
      state.endTold = state.gone = true;
      state.learn({ live: false, running: false, again: false, trouble: say("This game is gone; the server was started again, or the game was cancelled.") });
      view.show();
      view.export.offerText();
      return true;
    }
  }

  /** @returns {Handlers<GameEvent>} */
  #handlers() {
    const { state, view, opponent } = this;
    return {
      you: (told) => {
        state.you = told;
        view.actions.refresh(state.atEnd);
        opponent.refresh();
      },
      sync: (told) => this.#sync(told),
      status: (told) => {
        this.#tellRefusal(told);
        state.learn(told);
        view.show();
        view.settle();
        opponent.refresh();
      },
      move: (told) => this.#moved(told),
      end: (told) => {
        state.learn(told);
        view.refreshList();
        view.settle();
        view.show();
        noteBeaten(state.game, state.you.mine);
        opponent.refresh();
      },
      watching: ({ watching }) => {
        at("watching").textContent = sayMany(watching, "{n} spectator", "{n} spectators");
        at("watching").hidden = watching === 0;
      },
    };
  }

  // Whoever asked for something and does not get it hears that, too; what was agreed on is seen.
  /** @param {StatusJson} told */
  #tellRefusal(told) {
    const { game, you, names } = this.state;
    if (told.running !== game.running) return;
    const name = names[1 - (you.mine[0] ?? 0)];
    if (game.wantsBack !== null && you.mine.includes(game.wantsBack) && told.wantsBack === null) toast(say("{name} declined; nothing is taken back.", { name }));
    if (game.wantsDraw !== null && you.mine.includes(game.wantsDraw) && told.wantsDraw === null) toast(say("{name} declined the draw.", { name }));
  }

  /** @param {LiveGameJson} told */
  #sync(told) {
    const { state, view } = this, { game, tree, ahead } = state, { shownTree, pace, premove } = view;
    // The exhibition goes on with another game at the same place.
    if (told.game !== game.game || told.positions[0].text !== game.positions[0].text) {
      location.replace(location.pathname);
      return;
    }
    const end = state.atEnd;
    const same = told.moves.findIndex(({ move }, place) => move !== game.moves[place]?.move);
    tree.shorten(same < 0 ? told.moves.length : same);
    // Whoever had seen everything when they left is shown how it stands now, not every move since.
    const back = !shownTree.isThere, follows = end || back, paced = pace.applies() && !back && !this.returns;
    this.returns = false;
    this.missed = 0;
    premove.planned = null;
    state.learn(told);
    state.game.moves.slice(tree.root.line.length - 1).forEach((move) => tree.extend(move));
    view.learn();
    view.refreshList();
    // After the visitor's own move, which the board shows already, the answer is one step.
    if (ahead && end && told.moves.length > game.moves.length + 1) shownTree.go(tree.root.line[game.moves.length + 1]);
    if (follows && !paced && !state.ahead) shownTree.go(tree.end);
    else view.show();
    pace.grew();
    view.settle();
    this.opponent.refresh();
  }

  /** @param {NewMoveJson} told */
  #moved({ move, position, stamps, ...rest }) {
    const { state, view } = this, { game, tree } = state, { shownTree, pace, premove } = view, follows = state.atEnd;
    delete state.latest.moves;
    state.learn({ ...rest, moves: [...game.moves, move], positions: [...game.positions, position], stamps: { ...game.stamps, ...stamps } });
    tree.extend(move);
    view.learn();
    view.refreshList();
    if (follows && !pace.applies()) shownTree.go(tree.end);
    else {
      view.steps();
      view.tell();
    }
    pace.grew();
    // Who looks at something else meanwhile has no plan any more.
    const planned = state.you.mine.includes(state.latest.side) ? premove.take(state.latest) : null;
    if (planned && state.mayMove) this.hands.play(planned);
    announce(say("{name} plays {move}.", { name: state.names[move.turn % 2], move: move.move }));
    this.opponent.refresh();
  }
}

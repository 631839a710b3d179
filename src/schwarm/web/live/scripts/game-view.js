// What is shown of a game: the position and how it stands, its moves with what was tried beside them, and what the engine and
// others say.

import { saveTree } from "./bridge.js";
import { offerBot } from "./ask-bot.js";
import { announce, toast } from "./ask.js";
import { Actions } from "./actions.js";
import { pageBoard } from "./page-board.js";
import { BotCurves } from "./bot-curves.js";
import { at, find } from "./elements.js";
import { EngineView } from "./engine.js";
import { Explainer } from "./explain.js";
import { GameDetails } from "./game-details.js";
import { GameExport } from "./game-export.js";
import { Guide } from "./guide.js";
import { MoveList } from "./movelist.js";
import { MoveNotes } from "./move-notes.js";
import { Openings } from "./openings.js";
import { Overlays } from "./overlays.js";
import { Pace } from "./pace.js";
import { Premove } from "./premove.js";
import { ResultBanner } from "./result-banner.js";
import { Review } from "./review.js";
import { play as playSound } from "./sound.js";
import { afterEnd, stateLine } from "./state-line.js";
import { Strips } from "./player-strips.js";
import { Timeline } from "./timeline.js";
import { TreeBoard } from "./tree-board.js";
import { TreeTools } from "./tree-tools.js";
import { TurnNotice } from "./turn-notice.js";
import { playerName, say, sayMany, secondsText } from "./words.js";

/** @import { GameState } from "./game-state.js" */
/** @import { Node } from "./bridge.js" */
/** @import { Session } from "./source.js" */
/** @typedef {{ move: (move: MoveJson) => void, unplan: () => void, tryOut: (moves: string[]) => void }} Hands What somebody does on the board. */

// Games that are others the next time somebody opens them.
const KEEPS_NOTHING = ["exhibition", "link"];

export class GameView {
  drawnAt = "";
  /** @type {Node | undefined} */
  seen;

  /** @param {Session} session @param {GameState} state @param {Hands} hands @param {{ guided: boolean }} how */
  constructor(session, state, hands, { guided }) {
    this.state = state;
    this.hands = hands;
    const { tree } = state, { game, rules, title, live } = state.game, { mine } = state.you;
    const here = () => ({ game, rules, position: this.shownTree.position.text }), altered = () => this.altered();
    const board = this.board = pageBoard(find(document, "[data-board]"), {
      label: title,
      onMove: (move) => hands.move(move),
      onPoint: (from, to) => !board.state.planning && this.explainer.point(from, to),
      onWhyNot: (from, to) => this.explainer.whyNot(from, to, Object.keys(board.letters)),
      onUnplan: () => hands.unplan(),
    });
    this.explainer = new Explainer(board, at("explanation"));
    this.strips = new Strips();
    this.overlays = new Overlays(board, here);
    this.engine = new EngineView(board, { played: (moves) => hands.tryOut(moves), remembers: !(live && mine.length) });
    this.timeline = new Timeline({ length: state.game.moves.length, changed: (place) => this.shownTree.goTo(place) });
    this.list = new MoveList(at("moves"), (node) => this.shownTree.go(node));
    this.shownTree = new TreeBoard(
      {
        game, rules, board, explainer: this.explainer, changed: () => this.#shown(), altered,
        mayTry: () => state.mayTry, offers: () => this.#offers(),
      }, tree, state.game.positions[0],
    );
    state.where = () => this.shownTree.here;
    this.tools = new TreeTools(this.shownTree, altered);
    this.played = this.#played();
    this.review = new Review(session, this.engine, this.played, () => this.refreshList());
    this.pace = new Pace(this.played, () => state.game.live && state.ofPrograms);
    this.export = new GameExport(session, state);
    offerBot(here, (move) => board.set({ arrows: [move] }));
    this.curves = new BotCurves((place) => this.played.go(place));
    this.openings = new Openings({ sides: () => state.game.sides, played: ({ move }) => hands.tryOut([move]) });
    this.notes = new MoveNotes(session, state);
    this.details = new GameDetails(session, at("game-details"), (logs) => {
      state.game.logs = logs;
      this.#about();
    });
    this.premove = new Premove(board);
    this.banner = new ResultBanner();
    this.notice = new TurnNotice();
    // Whoever plays for the first time has somebody at their side.
    this.guide = guided && mine.length === 1 ? new Guide(board, () => ({ game: state.game, side: state.you.mine[0], mayMove: state.mayMove })) : null;
    this.actions = new Actions(session, () => state, {
      hinted: (hint) => {
        if (hint.turn !== state.latest.turn || !state.atEnd) return;
        board.set({ arrows: [hint] });
        announce(say("Hint: {move}", { move: hint.move }));
      },
    });
  }

  // The game as it was played, whatever is tried beside it.
  #played() {
    const { state, shownTree } = this;
    return {
      get place() {
        return shownTree.here.path.filter((node) => node.played).length - 1;
      },
      get length() {
        return state.game.moves.length;
      },
      go: (/** @type {number} */ place) => void shownTree.go(state.tree.root.line[Math.max(0, Math.min(state.game.moves.length, place))]),
    };
  }

  // -- the position -------------------------------------------------------------------------------------

  show() {
    // What was told before the visitor's move arrived does not put the piece back.
    if (this.state.ahead) this.tell();
    else this.shownTree.draw();
  }

  // The positions of the game are known; those of variations are asked for when somebody goes there.
  learn() {
    const { game, tree } = this.state;
    tree.root.line.slice(0, game.positions.length).forEach((node, place) => this.shownTree.tell(node, { ...game.positions[place], move: game.moves[place - 1] ?? null }));
    this.shownTree.grow();
  }

  // How far one can step along the line that is followed.
  steps() {
    this.timeline.length = this.shownTree.line.length - 1;
    this.timeline.place = this.shownTree.place;
    this.timeline.refresh();
  }

  offerPlans() {
    this.premove.offer(this.state.you.mine[0]);
  }

  // Whoever plays moves at once or plans; told the same position again, they keep the piece that they have picked up.
  #offers() {
    const { state, board } = this, { position } = this.shownTree;
    if (state.mayPlan) this.offerPlans();
    else if (state.mayMove) board.set({ moves: position.moves ?? null, texts: position.texts ?? {} });
    return state.mayPlan || state.mayMove;
  }

  #shown() {
    const { state, board, engine } = this, { game } = state, { position, here } = this.shownTree, { place } = this.played;
    board.set({ stamps: game.stamps });
    this.steps();
    if (here !== this.seen) {
      this.seen = here;
      this.pace.moved(here.played);
      if (!game.live && !state.endTold) this.settle();
    }
    this.pace.refresh();
    if (!engine.on && position.text !== this.drawnAt) board.set({ arrows: [] });
    this.drawnAt = position.text;
    this.list.mark(here);
    this.review.here(here.played ? place : null);
    this.#better();
    engine.look(game.game, game.rules, position.text, state.names);
    this.overlays.draw();
    this.curves.here(place);
    this.openings.look({ game: game.game, rules: game.rules, position: position.text });
    this.#about();
    this.tell();
    this.export.at(this.shownTree.position, game.positions[place].turn);
    this.tools.refresh(state.mayTry);
    this.guide?.refresh();
  }

  // How it stands, in words.
  tell() {
    const { state } = this, { game, you, atEnd, names } = state, { position, here } = this.shownTree;
    const times = [0, 1].map((side) => {
      const last = game.moves.slice(0, this.played.place).findLast((move) => move.turn % 2 === side && move.seconds !== undefined);
      return last?.seconds === undefined ? "" : secondsText(last.seconds);
    });
    const outcome = atEnd ? game.outcome : here.played ? null : position.outcome;
    this.strips.show({
      names: game.players.map((player, side) => playerName(player.name || game.names[side])), sides: game.sides, mine: you.mine,
      moving: outcome ? null : position.side, running: game.running && atEnd, paused: !game.asked, elapsed: game.elapsed, elapsedAt: state.elapsedAt,
      times, clocks: game.clocks,
    }, state.turned);
    this.notice.tell(state.myTurn && you.mine.length === 1, names[1 - (you.mine[0] ?? 0)]);
    at("count").textContent = sayMany(game.moves.length, "{n} move", "{n} moves");
    at("state-line").textContent = stateLine(state, position, outcome);
    at("not-saved").textContent = game.notSaved ?? "";
    at("not-saved").hidden = !game.notSaved;
    at("after-end").textContent = afterEnd(game);
    at("after-end").hidden = game.overAt === undefined;
    this.explainer.rest = position.standing.join(" · ");
    if (!this.explainer.wanted) this.explainer.tell("");
    this.actions.refresh(atEnd);
    this.banner.show({ ...game, live: game.live || !state.endTold || state.gone }, you.mine);
    this.actions.keepFocus();
    at("game-details").hidden = !game.live && !state.endTold;
  }

  /** @param {boolean} late */
  noteLate(late) {
    if (late === this.state.late) return;
    this.state.late = late;
    this.tell();
  }

  // What belongs to a game that is over comes when it ends, and goes when it goes on again.
  settle() {
    const { state } = this, { game } = state;
    if (game.live) state.endTold = false;
    else if (!state.endTold) {
      if (state.ofPrograms && !state.atEnd) return;
      state.endTold = true;
      this.refreshList();
      playSound("end");
      announce(game.outcome?.sentence ?? "");
    }
    this.review.offer(game);
    this.details.of(game);
  }

  flip() {
    const { state } = this;
    state.turned = !state.turned;
    this.engine.turn(state.turned);
    this.board.set({ game: state.game.game, turned: state.turned }).then(() => this.show());
  }

  // -- the moves ----------------------------------------------------------------------------------------

  refreshList() {
    const { game, tree, names, first, endTold } = this.state;
    this.curves.show(game.moves, names);
    this.list.show(tree, { first, verdicts: this.review.verdicts, result: game.live || !endTold ? "" : game.outcome?.sentence });
    this.list.mark(this.shownTree.here);
    this.#better();
  }

  // Another tab with this game has kept what was tried or said there.
  renew() {
    this.state.tree = this.state.keptTree();
    this.shownTree.renew(this.state.tree);
    this.refreshList();
    this.export.offerText();
  }

  // Something was tried or said: it is kept here for the next time.
  altered() {
    const { game, tree } = this.state;
    this.refreshList();
    this.#about();
    if (KEEPS_NOTHING.includes(game.key)) return;
    if (!saveTree(game.key, tree)) toast(say("This browser cannot keep your variations; save them as a study."));
    this.export.offerText();
  }

  // What the analysis would have played instead of the move that is shown: in words, and as an arrow.
  #better() {
    const { shownTree, hands } = this, { here } = shownTree, found = here.played ? this.review.better(this.played.place) : null, line = at("better");
    line.hidden = !found;
    if (!found || !here.parent) return;
    const button = document.createElement("button"), before = here.parent;
    button.type = "button";
    button.className = "as-link";
    button.textContent = say("Try it");
    button.addEventListener("click", () => shownTree.go(before).then(() => hands.tryOut([found.best])));
    line.replaceChildren(found.words, " ", button);
    if (!this.engine.on) this.board.set({ arrows: [found] });
  }

  // What was noted and printed about the move that is shown.
  #about() {
    const { played } = this, { here } = this.shownTree, move = here.played ? this.state.game.moves[played.place - 1] : undefined;
    this.details.here(here.played && played.place < played.length ? move?.turn ?? -1 : null);
    this.notes.show(move);
  }
}

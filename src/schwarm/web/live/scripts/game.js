// One game: play it, watch it live, step through it, understand it. Here the parts come together: what is known
// (`game-state.js`), what is shown (`game-view.js`), what is done (`game-play.js`) and what is heard (`game-news.js`).

import { onTreeKept } from "./bridge.js";
import { onSite } from "./addresses.js";
import { Arrivals } from "./arrivals.js";
import { copy } from "./ask.js";
import { ConnectionBar } from "./connection-bar.js";
import { at, whileBusy } from "./elements.js";
import { GameNews } from "./game-news.js";
import { GamePlay } from "./game-play.js";
import { GameState } from "./game-state.js";
import { GameView } from "./game-view.js";
import { oneTabStop } from "./one-tab-stop.js";
import { Opponent } from "./opponent.js";
import { offerSound } from "./sound.js";
import { source } from "./source.js";
import { offerSummary } from "./summary.js";
import { offerTyping } from "./typed-move.js";

const session = await source.session();
const query = new URLSearchParams(location.search), toFollow = query.has("follow");
const state = new GameState(session, toFollow);
// A site has one page for all games of a kind.
if (onSite) document.title = `${state.names.join(" – ")}, ${document.title}`;

/** @type {GamePlay} */
let hands;
const view = new GameView(session, state, {
  move: (move) => hands.move(move), unplan: () => hands.unplan(), tryOut: (moves) => hands.tryOut(moves),
}, { guided: query.has("guided") });
const arrivals = new Arrivals(), connection = new ConnectionBar(session, (late) => view.noteLate(late)), opponent = new Opponent(session, () => state);
hands = new GamePlay(state, view, connection, arrivals);

const { board, shownTree, timeline, played, review } = view, flip = () => view.flip();
at("flip").addEventListener("click", flip);
offerSound(at("sound"));
oneTabStop(at("moves"), ".ply");
offerTyping(board, view.explainer);
const summary = offerSummary(board, () => [at("state-line").textContent ?? "", ...shownTree.position.standing]);
at("copy-position").addEventListener("click", () => copy(shownTree.position.text));
const showKeys = () => at("keys", HTMLDialogElement).showModal();
at("show-keys").addEventListener("click", showKeys);
const toStudy = at("to-study");
toStudy.addEventListener("click", () => whileBusy(toStudy, () => hands.saveAsStudy()));
Object.assign(timeline.keys, {
  f: flip, s: () => view.overlays.toggle(), e: () => view.engine.toggle(), "?": showKeys, b: summary,
  n: () => review.jump(1), p: () => review.jump(-1),
}, view.tools.keys);

onTreeKept(state.game.key, () => view.renew());
session.offer?.();
// A bot that broke down says why a moment after the game is over.
if (!state.game.settled) new GameNews(state, view, hands, opponent).follow(session, arrivals, connection);

const wanted = Number(query.get("turn") ?? NaN), { game } = state;
view.learn();
view.export.offerText();
view.engine.turn(state.turned);
view.refreshList();
if (!Number.isNaN(wanted)) played.go(wanted - state.first);
else if (toFollow || (!game.live && game.key.startsWith("example-"))) played.go(0);
else played.go(game.moves.length);
view.pace.begin(toFollow);
if (state.endTold) review.offer(state.game);
board.set({ game: state.game.game, turned: state.turned }).then(() => state.mayPlan && view.offerPlans());

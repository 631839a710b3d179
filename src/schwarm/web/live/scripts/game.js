// One game: play it, watch it live, step through it, understand it.

import { analysisPage, editorPage, onSite, playPage } from "./addresses.js";
import { offerBot } from "./ask-bot.js";
import { announce, copy, sentenceOf, toast } from "./ask.js";
import { Actions } from "./actions.js";
import { Arrivals } from "./arrivals.js";
import { noteBeaten } from "./beaten.js";
import { Board } from "./board.js";
import { BotCurves } from "./bot-curves.js";
import { ConnectionBar } from "./connection-bar.js";
import { at, find } from "./elements.js";
import { EngineView } from "./engine.js";
import { Explainer } from "./explain.js";
import { GameDetails } from "./game-details.js";
import { Guide } from "./guide.js";
import { MoveList } from "./movelist.js";
import { offerFile } from "./offered-file.js";
import { oneTabStop } from "./one-tab-stop.js";
import { Openings } from "./openings.js";
import { Opponent } from "./opponent.js";
import { Overlays } from "./overlays.js";
import { Pace } from "./pace.js";
import { Premove } from "./premove.js";
import { readRecord, writeRecord } from "./record-text.js";
import { ResultBanner } from "./result-banner.js";
import { Review } from "./review.js";
import { Share } from "./share.js";
import { offerSound, play as playSound } from "./sound.js";
import { source } from "./source.js";
import { Strips } from "./player-strips.js";
import { offerSummary } from "./summary.js";
import { Timeline } from "./timeline.js";
import { TreeBoard } from "./tree-board.js";
import { loadTree, saveTree } from "./tree-store.js";
import { TreeTools } from "./tree-tools.js";
import { TurnNotice } from "./turn-notice.js";
import { offerTyping } from "./typed-move.js";
import { playerName, say, sayMany, secondsText } from "./words.js";

/** @import { Handlers } from "./ask.js" */
/** @import { Node } from "./move-tree.js" */

// Games that are others the next time somebody opens them.
const KEEPS_NOTHING = ["exhibition", "link"];

const session = await source.session();
let { game } = session;
// A site has one page for all games of a kind.
if (onSite) document.title = `${game.names.map((name, side) => playerName(name) || game.sides[side]).join(" – ")}, ${document.title}`;
let you = game.you;
let turned = you.mine.length === 1 && you.mine[0] === 1;
let drawnAt = "";
const query = new URLSearchParams(location.search), toFollow = query.has("follow");
// Whoever watches programs play is not told how it ends before they have seen it.
let endTold = !game.live && !toFollow;
/** @type {Node | undefined} */
let seen;
const first = () => game.positions[0].turn;
const latest = () => game.positions[game.positions.length - 1];

// -- the parts ------------------------------------------------------------------------------------------
/** @type {Board} */
const board = new Board(find(document, "[data-board]"), {
  label: game.title,
  onMove: (move) => (board.planning ? plan(move) : mayMove() ? play(move) : tryOut([move.move])),
  onPoint: (from, to) => !board.planning && explainer.point(from, to),
  onWhyNot: (from, to) => explainer.whyNot(from, to, Object.keys(board.letters)),
  onUnplan: () => {
    premove.planned = null;
    premove.offer(you.mine[0]);
  },
});
const explainer = new Explainer(board, at("explanation"));
const strips = new Strips();
const overlays = new Overlays(board, () => ({ game: game.game, rules: game.rules, position: shownTree.position.text }));
const engine = new EngineView(board, { played: tryOut, remembers: !(game.live && you.mine.length) });
const timeline = new Timeline({ length: game.moves.length, changed: (place) => shownTree.goTo(place) });
const list = new MoveList(at("moves"), (node) => shownTree.go(node));
const tree = loadTree(game.key, game.moves, game.record ? readRecord(game.record).tree : undefined);
const shownTree = new TreeBoard({ game: game.game, rules: game.rules, board, explainer, changed: shown, altered, mayTry }, tree, game.positions[0]);
const tools = new TreeTools(shownTree, altered);
// The game as it was played, whatever is tried beside it.
const played = {
  get place() {
    return shownTree.here.path.filter((node) => node.played).length - 1;
  },
  get length() {
    return game.moves.length;
  },
  go: (/** @type {number} */ place) => void shownTree.go(tree.root.line[Math.max(0, Math.min(game.moves.length, place))]),
};
const review = new Review(session, engine, played, () => refreshList());
const ofPrograms = () => !you.mine.length && game.players.every(({ kind }) => kind !== "person");
const pace = new Pace(played, () => game.live && ofPrograms());
const share = new Share(session);
offerBot(() => ({ game: game.game, rules: game.rules, position: shownTree.position.text }), (move) => board.engine([move]));
const curves = new BotCurves((place) => played.go(place));
const openings = new Openings({ sides: () => game.sides, played: ({ move }) => tryOut([move]) });
const details = new GameDetails(session, at("game-details"), (logs) => {
  game.logs = logs;
  about();
});
const arrivals = new Arrivals();
const connection = new ConnectionBar(session);
const premove = new Premove(board);
const banner = new ResultBanner();
const notice = new TurnNotice();
const opponent = new Opponent(session, () => ({ game, you }));
// Whoever plays for the first time has somebody at their side.
const guide = query.has("guided") && you.mine.length === 1
  ? new Guide(board, () => ({ game, side: you.mine[0], mayMove: mayMove() })) : null;
const actions = new Actions(session, () => ({ game, you }), {
  hinted: (hint) => {
    if (hint.turn !== latest().turn || !atEnd()) return;
    board.engine([hint]);
    announce(say("Hint: {move}", { move: hint.move }));
  },
});

// -- showing --------------------------------------------------------------------------------------------
const show = () => shownTree.draw();

// The positions of the game are known; those of variations are asked for when somebody goes there.
function learn() {
  tree.root.line.slice(0, game.positions.length).forEach((node, place) => shownTree.tell(node, { ...game.positions[place], move: game.moves[place - 1] ?? null }));
  shownTree.grow();
}

// How far one can step along the line that is followed.
function steps() {
  timeline.length = shownTree.line.length - 1;
  timeline.place = shownTree.place;
  timeline.refresh();
}

function shown() {
  const { position, here } = shownTree, { place } = played;
  board.stamps(game.stamps);
  steps();
  if (here !== seen) {
    seen = here;
    pace.moved(here.played);
    if (!game.live && !endTold) settle();
  }
  if (mayPlan()) premove.offer(you.mine[0]);
  else if (mayMove()) board.allow(position.moves ?? null, position.texts);
  if (!engine.on && position.text !== drawnAt) board.engine([]);
  drawnAt = position.text;
  list.mark(here);
  review.here(here.played ? place : null);
  better();
  engine.look(game.game, game.rules, position.text, names());
  overlays.draw();
  curves.here(place);
  openings.look({ game: game.game, rules: game.rules, position: position.text });
  about();
  tell();
  links();
  tools.refresh(mayTry());
  guide?.refresh();
}

const atEnd = () => shownTree.here === tree.end;
const myTurn = () => game.live && game.running && !game.paused && you.mine.includes(latest().side);
const mayMove = () => myTurn() && atEnd();
const mayPlan = () => game.live && game.running && !game.paused && atEnd() && you.mine.length === 1 && !you.mine.includes(latest().side);

// Whoever plays this game does not try moves on its board.
function mayTry() {
  return !game.live || !you.mine.length;
}
const names = () => game.names.map((name, side) => playerName(name) || game.sides[side]);

function tell() {
  const { position, here } = shownTree, state = at("state-line");
  const times = [0, 1].map((side) => {
    const last = game.moves.slice(0, played.place).findLast((move) => move.turn % 2 === side && move.seconds !== undefined);
    return last?.seconds === undefined ? "" : secondsText(last.seconds);
  });
  const outcome = atEnd() ? game.outcome : here.played ? null : position.outcome;
  strips.show({
    names: game.players.map((player, side) => playerName(player.name || game.names[side])), sides: game.sides, mine: you.mine,
    moving: outcome ? null : position.side, running: game.running && atEnd(), paused: game.paused, elapsed: game.elapsed, limit: game.limit, times, left: game.left,
  }, turned);
  notice.tell(myTurn() && you.mine.length === 1, names()[1 - (you.mine[0] ?? 0)]);
  at("count").textContent = sayMany(game.moves.length, "{n} move", "{n} moves");
  let line = say("Round {round}: {side} to move", { round: position.round, side: names()[position.side] });
  if (game.trouble) line = game.trouble;
  else if (outcome) line = outcome.sentence;
  else if (atEnd() && game.live && !game.running) line = say("Waiting for an opponent …");
  else if (atEnd() && game.paused) line = say("Paused.");
  else if (atEnd() && mayMove()) line = you.mine.length === 2 ? say("{side}, it is your turn.", { side: names()[position.side] }) : say("It is your turn.");
  state.textContent = line;
  at("not-saved").textContent = game.notSaved ?? "";
  at("not-saved").hidden = !game.notSaved;
  explainer.rest = position.standing.join(" · ");
  if (!explainer.wanted) explainer.tell("");
  actions.refresh(atEnd());
  banner.show({ ...game, live: game.live || !endTold }, you.mine);
  at("game-details").hidden = !game.live && !endTold;
}

function refreshList() {
  curves.show(game.moves, names());
  list.show(tree, { first: first(), verdicts: review.verdicts, result: game.live || !endTold ? "" : game.outcome?.sentence });
  list.mark(shownTree.here);
  better();
}

// Something was tried or said: it is kept here for the next time.
function altered() {
  refreshList();
  about();
  if (KEEPS_NOTHING.includes(game.key)) return;
  if (!saveTree(game.key, tree)) toast(say("This browser cannot keep your variations; save them as a study."));
  offerText();
}

// The game with all that was added to it.
const record = () => writeRecord({ game: game.game, rules: game.rules, start: game.positions[0].text, names: game.names, outcome: game.outcome, tree });
function offerText() {
  if (!tree.isPlain) offerFile("record-text", () => new Blob([record()], { type: "text/plain" }), `${game.game}-${game.key}.txt`);
}

// What the analysis would have played instead of the move that is shown: in words, and as an arrow.
function better() {
  const { place } = played, { here } = shownTree, found = here.played ? review.better(place) : null, line = at("better");
  line.hidden = !found;
  if (!found || !here.parent) return;
  const button = document.createElement("button"), before = here.parent;
  button.type = "button";
  button.className = "as-link";
  button.textContent = say("Try it");
  button.addEventListener("click", () => shownTree.go(before).then(() => tryOut([found.best])));
  line.replaceChildren(found.words, " ", button);
  if (!engine.on) board.engine([found]);
}

// What was noted and printed about the move that is shown.
/** @type {number | undefined} */
let asked;
async function about() {
  const { here } = shownTree, move = here.played ? game.moves[played.place - 1] : undefined, said = at("said"), log = at("log");
  details.here(here.played && played.place < played.length ? move?.turn ?? -1 : null);
  // What is said about a variation stands in the list.
  at("note").textContent = here.played ? here.note || (here.parent ? "" : game.preface) : "";
  at("note").hidden = !at("note").textContent;
  const printed = game.logs ? game.logs.includes(move?.turn ?? -1) : game.players.some(({ kind }) => kind === "player");
  // News about the same move take nothing away while the server is asked again.
  if (!printed || move?.turn !== asked) log.hidden = true;
  said.hidden = at("note").hidden && log.hidden;
  asked = move?.turn;
  if (!move || !printed) return;
  try {
    const { turn, text } = await session.log(move.turn);
    if (turn !== asked) return;
    log.textContent = text;
    log.hidden = !text;
    said.hidden = at("note").hidden && log.hidden;
  } catch {
    // A log is worth less than the game.
  }
}

function links() {
  const { position, here } = shownTree, turn = String(game.positions[played.place].turn);
  const page = new URL(location.href);
  page.searchParams.delete("follow");
  if (game.live && atEnd()) page.searchParams.delete("turn");
  else page.searchParams.set("turn", turn);
  history.replaceState(null, "", page);
  share.at(names(), { turn: page.searchParams.get("turn"), turned });
  // Only a server can look up where another game stood.
  at("from-here", HTMLAnchorElement).href = playPage(onSite || !here.played ? { position: position.text, game: game.game } : { from: game.key, turn, game: game.game });
  at("edit", HTMLAnchorElement).href = editorPage(game.game, { position: position.text });
  const pictured = { game: game.game, rules: game.rules, position: position.text, turned, last: here.move || null };
  for (const kind of /** @type {const} */ (["svg", "png"])) source.offerPicture(pictured, kind, at(`picture-${kind}`, HTMLAnchorElement));
}

// -- doing ----------------------------------------------------------------------------------------------
/** @param {Step} step */
function plan(step) {
  premove.plan(step);
  premove.offer(you.mine[0]);
}

/** @param {MoveJson} played */
async function play({ move, from, to }) {
  const { turn } = latest();
  board.allow(null);
  explainer.point(null, null);
  // The piece goes at once; the server's word follows.
  if (board.letters[from]) {
    const letters = { ...board.letters, [to]: board.letters[from] };
    delete letters[from];
    board.show({ letters, above: board.adornment }, { last: { from, to }, slide: !dropped(), heard: true });
  }
  arrivals.moved(board.landsAt);
  try {
    await connection.send({ move, turn });
  } catch (error) {
    // A move whose answer was lost on its way is no news; others are given back.
    if (game.moves.find((known) => known.turn === turn)?.move !== move) toast(sentenceOf(error));
    show();
  } finally {
    connection.settled();
  }
}
let lastDrop = 0;
board.host.addEventListener("pointerup", () => (lastDrop = board.host.classList.contains("dragging") ? performance.now() : 0), true);
const dropped = () => performance.now() - lastDrop < 100;

// Play moves beside the game, such as those of the engine: they become a variation, unless the game went the same way.
// Whoever plays has a board of their own for that.
/** @param {string[]} moves */
function tryOut(moves) {
  if (mayTry()) shownTree.play(...moves).catch((error) => toast(sentenceOf(error)));
  else location.assign(analysisPage(game.game, { position: shownTree.position.text, move: moves[0] }));
}

async function saveAsStudy() {
  try {
    const { key } = await source.studies.create(record());
    location.assign(source.studies.page(key, game.game));
  } catch (error) {
    toast(sentenceOf(error));
  }
}

function flip() {
  turned = !turned;
  engine.turn(turned);
  board.use(game.game, turned).then(() => show());
}

at("flip").addEventListener("click", flip);
offerSound(at("sound"));
oneTabStop(at("moves"), ".ply");
offerTyping(board);
const summary = offerSummary(board, () => [at("state-line").textContent ?? "", ...shownTree.position.standing]);
at("copy-position").addEventListener("click", () => copy(shownTree.position.text));
const showKeys = () => at("keys", HTMLDialogElement).showModal();
at("show-keys").addEventListener("click", showKeys);
at("to-study").addEventListener("click", saveAsStudy);
Object.assign(timeline.keys, {
  f: flip, s: () => overlays.toggle(), e: () => engine.toggle(), "?": showKeys, b: summary,
  n: () => review.jump(1), p: () => review.jump(-1),
}, tools.keys);

// -- hearing --------------------------------------------------------------------------------------------
/** @param {LiveGameJson} told */
function sync(told) {
  // The exhibition goes on with another game at the same place.
  if (told.game !== game.game || told.positions[0].text !== game.positions[0].text) {
    location.replace(location.pathname);
    return;
  }
  const end = atEnd();
  const same = told.moves.findIndex(({ move }, place) => move !== game.moves[place]?.move);
  tree.shorten(same < 0 ? told.moves.length : same);
  const back = !shownTree.isThere, follows = end || back, paced = pace.applies() && !back;
  premove.planned = null;
  game = { ...game, ...told };
  game.moves.slice(tree.root.line.length - 1).forEach((move) => tree.extend(move));
  learn();
  refreshList();
  if (follows && !paced) shownTree.go(tree.end);
  else show();
  pace.grew();
  settle();
  opponent.refresh();
}

// What belongs to a game that is over comes when it ends, and goes when it goes on again.
function settle() {
  if (game.live) endTold = false;
  else if (!endTold) {
    if (ofPrograms() && !atEnd()) return;
    endTold = true;
    refreshList();
    playSound("end");
    announce(game.outcome?.sentence ?? "");
  }
  review.offer(game);
  details.of(game);
}

session.offer?.();
if (game.live) {
  session.follow(arrivals.inOrder(/** @type {Handlers<GameEvent>} */ ({
    you: (told) => {
      you = told;
      actions.refresh(atEnd());
      opponent.refresh();
    },
    sync,
    status: (told) => {
      game = { ...game, ...told };
      show();
      settle();
      opponent.refresh();
    },
    move: (told) => {
      const follows = atEnd();
      delete latest().moves;
      const { move, position, stamps, ...rest } = told;
      game = { ...game, ...rest, moves: [...game.moves, move], positions: [...game.positions, position], stamps: { ...game.stamps, ...stamps } };
      tree.extend(move);
      learn();
      refreshList();
      if (follows && !pace.applies()) shownTree.go(tree.end);
      else {
        steps();
        tell();
      }
      pace.grew();
      // Who looks at something else meanwhile has no plan any more.
      const planned = you.mine.includes(latest().side) ? premove.take(latest()) : null;
      if (planned && mayMove()) play(planned);
      announce(say("{name} plays {move}.", { name: names()[move.turn % 2], move: move.move }));
      opponent.refresh();
    },
    end: (told) => {
      game = { ...game, ...told };
      refreshList();
      settle();
      show();
      noteBeaten(game, you.mine);
      opponent.refresh();
    },
    watching: ({ watching }) => {
      at("watching").textContent = sayMany(watching, "{n} spectator", "{n} spectators");
      at("watching").hidden = watching === 0;
    },
  }), ({ move }) => you.mine.length === 1 && !you.mine.includes(move.turn % 2)), (connected) => {
    board.host.classList.toggle("waiting", !connected);
    connection.connected(connected);
  });
}

const wanted = Number(query.get("turn") ?? NaN);
learn();
offerText();
engine.turn(turned);
refreshList();
if (!Number.isNaN(wanted)) played.go(wanted - first());
else if (toFollow || (!game.live && game.key.startsWith("example-"))) played.go(0);
else played.go(game.moves.length);
pace.begin(toFollow);
if (endTold) review.offer(game);
board.use(game.game, turned).then(() => mayPlan() && premove.offer(you.mine[0]));

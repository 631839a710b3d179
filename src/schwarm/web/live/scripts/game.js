// One game: play it, watch it live, step through it, understand it.

import { analysisPage, onSite, playPage } from "./addresses.js";
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
import { oneTabStop } from "./one-tab-stop.js";
import { Openings } from "./openings.js";
import { Opponent } from "./opponent.js";
import { Overlays } from "./overlays.js";
import { Pace } from "./pace.js";
import { Premove } from "./premove.js";
import { ResultBanner } from "./result-banner.js";
import { Review } from "./review.js";
import { Share } from "./share.js";
import { offerSound, play as playSound } from "./sound.js";
import { source } from "./source.js";
import { Strips } from "./player-strips.js";
import { offerSummary } from "./summary.js";
import { Timeline } from "./timeline.js";
import { TurnNotice } from "./turn-notice.js";
import { offerTyping } from "./typed-move.js";
import { say, sayMany, secondsText } from "./words.js";

/** @import { Handlers } from "./ask.js" */

const session = await source.session();
let { game } = session;
// A site has one page for all games of a kind.
if (onSite) document.title = `${game.names.map((name, side) => name || game.sides[side]).join(" – ")}, ${document.title}`;
let you = game.you;
let turned = you.mine.length === 1 && you.mine[0] === 1;
let drawnAt = "";
const first = () => game.positions[0].turn;
const latest = () => game.positions[game.positions.length - 1];

// -- the parts ------------------------------------------------------------------------------------------
/** @type {Board} */
const board = new Board(find(document, "[data-board]"), {
  label: game.title,
  onMove: (move) => (board.planning ? plan(move) : play(move)),
  onPoint: (from, to) => !board.planning && explainer.point(from, to),
  onWhyNot: (from, to) => explainer.whyNot(from, to, Object.keys(board.letters)),
  onUnplan: () => {
    premove.planned = null;
    premove.offer(you.mine[0]);
  },
});
const explainer = new Explainer(board, at("explanation"));
const strips = new Strips();
const overlays = new Overlays(board, () => ({ game: game.game, rules: game.rules, position: game.positions[timeline.place].text }));
const engine = new EngineView(board, { played: tryOut, remembers: !(game.live && you.mine.length) });
const timeline = new Timeline({ length: game.moves.length, changed: (place, before) => {
  pace.moved();
  show(Math.abs(place - before) === 1, before);
} });
const pace = new Pace(timeline, () => game.live && !you.mine.length && game.players.every(({ kind }) => kind !== "person"));
const share = new Share();
offerBot(() => ({ game: game.game, rules: game.rules, position: game.positions[timeline.place].text }), (move) => board.engine([move]));
const curves = new BotCurves((place) => timeline.go(place));
const openings = new Openings({ sides: () => game.sides, played: tryOut });
const list = new MoveList(at("moves"), (place) => timeline.go(place));
const review = new Review(session, engine, timeline, () => refreshList());
const details = new GameDetails(session, at("game-details"), (logs) => {
  game.logs = logs;
  about(timeline.place);
});
const arrivals = new Arrivals();
const connection = new ConnectionBar(session);
const premove = new Premove(board);
const banner = new ResultBanner();
const notice = new TurnNotice();
const opponent = new Opponent(session, () => ({ game, you }));
// Whoever plays for the first time has somebody at their side.
const guide = new URLSearchParams(location.search).has("guided") && you.mine.length === 1
  ? new Guide(board, () => ({ game, side: you.mine[0], mayMove: mayMove() })) : null;
const actions = new Actions(session, () => ({ game, you }), {
  hinted: (hint) => {
    board.engine([hint]);
    announce(say("Hint: {move}", { move: hint.move }));
  },
});

// -- showing --------------------------------------------------------------------------------------------
/** @param {boolean} slide @param {number} before Which place was shown until now. */
function show(slide, before = timeline.place) {
  const place = timeline.place, position = game.positions[place];
  const last = place > 0 ? game.moves[place - 1] : null;
  board.stamps(game.stamps);
  if (slide && before > place) board.show(position, { last: game.moves[before - 1], slide });
  board.show(position, { last, slide: slide && before <= place });
  if (mayPlan()) premove.offer(you.mine[0]);
  else board.allow(mayMove() ? position.moves ?? null : null, position.texts);
  // Arrows belong to a position; news about the same one take nothing away.
  if (position.text !== drawnAt) board.own([]);
  if (!engine.on && position.text !== drawnAt) board.engine([]);
  drawnAt = position.text;
  list.mark(place);
  review.here(place);
  better(place);
  explainer.at(game.game, game.rules, position.text);
  engine.look(game.game, game.rules, position.text, names());
  overlays.draw();
  curves.here(place);
  openings.look({ game: game.game, rules: game.rules, position: position.text });
  about(place);
  tell();
  links();
  guide?.refresh();
}

const atEnd = () => timeline.place === timeline.length;
const mayMove = () => game.live && game.running && !game.paused && atEnd() && you.mine.includes(latest().side);
const mayPlan = () => game.live && game.running && !game.paused && atEnd() && you.mine.length === 1 && !you.mine.includes(latest().side);
const names = () => game.names.map((name, side) => name || game.sides[side]);

function tell() {
  const position = game.positions[timeline.place], state = at("state-line");
  const times = [0, 1].map((side) => {
    const last = game.moves.slice(0, timeline.place).findLast((move) => move.turn % 2 === side && move.seconds !== undefined);
    return last?.seconds === undefined ? "" : secondsText(last.seconds);
  });
  const outcome = atEnd() ? game.outcome : null;
  strips.show({
    names: game.players.map((player, side) => player.name || game.names[side]), sides: game.sides, mine: you.mine,
    moving: outcome ? null : position.side, running: game.running && atEnd(), paused: game.paused, elapsed: game.elapsed, limit: game.limit, times, left: game.left,
  }, turned);
  notice.tell(mayMove() && you.mine.length === 1, names()[1 - (you.mine[0] ?? 0)]);
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
  banner.show(game, you.mine);
}

function refreshList() {
  curves.show(game.moves, names());
  list.show(game.moves, review.verdicts, game.live ? "" : game.outcome?.sentence);
  list.mark(timeline.place);
  better(timeline.place);
}

// What the analysis would have played instead of the move that is shown: in words, and as an arrow.
/** @param {number} place */
function better(place) {
  const found = review.better(place), line = at("better");
  line.hidden = !found;
  if (!found) return;
  const { text } = game.positions[place - 1];
  const link = document.createElement("a");
  link.href = analysisPage(game.game, { position: text, move: found.best });
  link.textContent = say("Try it");
  line.replaceChildren(found.words, " ", link);
  if (!engine.on) board.engine([found]);
}

// What was noted and printed about the move that is shown.
/** @type {number | undefined} */
let asked;
/** @param {number} place */
async function about(place) {
  details.here(place === timeline.length ? null : game.moves[place - 1]?.turn ?? -1);
  const move = game.moves[place - 1], said = at("said"), log = at("log");
  at("note").textContent = move?.note ?? (place === 0 ? game.preface : "");
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
  const position = game.positions[timeline.place], turn = String(position.turn);
  const page = new URL(location.href);
  page.searchParams.delete("follow");
  if (game.live && atEnd()) page.searchParams.delete("turn");
  else page.searchParams.set("turn", turn);
  history.replaceState(null, "", page);
  share.at({ key: game.key, names: names(), turn: page.searchParams.get("turn"), turned });
  // Only a server can look up where another game stood.
  at("from-here", HTMLAnchorElement).href = playPage(onSite ? { position: position.text, game: game.game } : { from: game.key, turn, game: game.game });
  const pictured = { game: game.game, rules: game.rules, position: position.text, turned, last: timeline.place ? game.moves[timeline.place - 1].move : null };
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
    show(false);
  } finally {
    connection.settled();
  }
}
let lastDrop = 0;
board.host.addEventListener("pointerup", () => (lastDrop = board.host.classList.contains("dragging") ? performance.now() : 0), true);
const dropped = () => performance.now() - lastDrop < 100;

// What the engine would play: where the game went the same way, one move on; else to a board of one's own.
/** @param {MoveJson} wanted */
function tryOut({ move }) {
  if (game.moves[timeline.place]?.move === move) {
    timeline.go(timeline.place + 1);
    return;
  }
  const { text } = game.positions[timeline.place];
  location.assign(analysisPage(game.game, { position: text, move }));
}

function flip() {
  turned = !turned;
  engine.turn(turned);
  board.use(game.game, turned).then(() => show(false));
}

at("flip").addEventListener("click", flip);
offerSound(at("sound"));
oneTabStop(at("moves"), ".ply");
offerTyping(board);
const summary = offerSummary(board, () => [at("state-line").textContent ?? "", ...game.positions[timeline.place].standing]);
at("copy-position").addEventListener("click", () => copy(game.positions[timeline.place].text));
const showKeys = () => at("keys", HTMLDialogElement).showModal();
at("show-keys").addEventListener("click", showKeys);
Object.assign(timeline.keys, {
  f: flip, s: () => overlays.toggle(), e: () => engine.toggle(), x: () => board.own([]), "?": showKeys, b: summary,
  n: () => review.jump(1), p: () => review.jump(-1),
});

// -- hearing --------------------------------------------------------------------------------------------
/** @param {LiveGameJson} told */
function sync(told) {
  const back = told.moves.length < timeline.place, follows = atEnd() || back;
  const slide = told.moves.length === game.moves.length + 1, paced = pace.applies() && !back;
  premove.planned = null;
  game = { ...game, ...told };
  timeline.grow(game.moves.length, follows && !paced);
  pace.grew();
  refreshList();
  show(slide && follows && !paced);
  settle();
  opponent.refresh();
}

// What belongs to a game that is over comes when it ends, and goes when it goes on again.
function settle() {
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
      show(false);
      settle();
      opponent.refresh();
    },
    move: (told) => {
      const follows = atEnd();
      delete latest().moves;
      const { move, position, stamps, ...rest } = told;
      game = { ...game, ...rest, moves: [...game.moves, move], positions: [...game.positions, position], stamps: { ...game.stamps, ...stamps } };
      const paced = pace.applies();
      timeline.grow(game.moves.length, follows && !paced);
      pace.grew();
      refreshList();
      if (follows && !paced) show(true);
      const planned = mayMove() ? premove.take(latest()) : null;
      if (planned) play(planned);
      announce(say("{name} plays {move}.", { name: names()[move.turn % 2], move: move.move }));
      opponent.refresh();
    },
    end: (told) => {
      game = { ...game, ...told };
      refreshList();
      show(false);
      settle();
      // Who is not there yet is not told how it ends.
      if (atEnd()) {
        playSound("end");
        announce(game.outcome?.sentence ?? "");
      }
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

const query = new URLSearchParams(location.search), wanted = Number(query.get("turn") ?? NaN), follows = query.has("follow");
if (!Number.isNaN(wanted)) timeline.place = Math.max(0, Math.min(game.moves.length, wanted - first()));
else if (follows || (!game.live && game.key.startsWith("example-"))) timeline.place = 0;
timeline.refresh();
pace.begin(follows);
engine.turn(turned);
refreshList();
show(false);
review.offer(game);
board.use(game.game, turned).then(() => mayPlan() && premove.offer(you.mine[0]));

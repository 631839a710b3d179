// A position of one's own: set it up, move both sides, ask the engine.

import { analysisPage, playPage } from "./addresses.js";
import { offerBot } from "./ask-bot.js";
import { copy, sentenceOf, toast } from "./ask.js";
import { Board } from "./board.js";
import { at, find, onSubmit } from "./elements.js";
import { EngineView } from "./engine.js";
import { Explainer } from "./explain.js";
import { MoveList } from "./movelist.js";
import { Openings } from "./openings.js";
import { oneTabStop } from "./one-tab-stop.js";
import { Overlays } from "./overlays.js";
import { Strips } from "./player-strips.js";
import { offerSound } from "./sound.js";
import { source } from "./source.js";
import { offerSummary } from "./summary.js";
import { Timeline } from "./timeline.js";
import { Trial } from "./trial-board.js";
import { offerTyping } from "./typed-move.js";
import { say } from "./words.js";

const shown = await source.board();
const { sides } = shown;
let turned = false;

/** @param {string} move */
const play = (move) => trial.play(move).catch((error) => toast(sentenceOf(error)));
const board = new Board(find(document, "[data-board]"), {
  onMove: ({ move }) => play(move),
  onPoint: (from, to) => explainer.point(from, to),
  onWhyNot: (from, to) => explainer.whyNot(from, to, Object.keys(board.letters)),
});
const text = at("text", HTMLInputElement);
const explainer = new Explainer(board, at("explanation"));
const strips = new Strips();
const overlays = new Overlays(board, () => ({ game: trial.game, rules: "documents", position: trial.here.text }));
const engine = new EngineView(board, { played: ({ move }) => play(move) });
offerBot(() => ({ game: trial.game, rules: "documents", position: trial.here.text }), (move) => board.engine([move]));
const openings = new Openings({ sides: () => sides, played: ({ move }) => play(move) });
const timeline = new Timeline({ length: 0, changed: (place) => trial.go(place) });
const list = new MoveList(at("moves"), (place) => timeline.go(place));
const trial = new Trial(shown.game, shown, board, explainer, changed);

/** @param {Trial} now */
function changed(now) {
  const { here } = now;
  const moves = now.line.flatMap(({ move, turn }) => (move ? [{ ...move, turn: turn - 1 }] : []));
  if (timeline.length !== moves.length || timeline.place !== now.place) {
    timeline.length = moves.length;
    timeline.place = now.place;
    timeline.refresh();
  }
  const end = now.line[now.line.length - 1].outcome?.sentence;
  list.show(moves, new Map(), end);
  list.mark(now.place);
  strips.show({ names: ["", ""], sides, moving: here.outcome ? null : here.side, running: false }, turned);
  at("state-line").textContent = here.outcome?.sentence ?? say("Round {round}: {side} to move", { round: here.round, side: sides[here.side] });
  if (now.line.length > 1) explainer.rest = here.standing.join(" · ");
  explainer.tell("");
  engine.look(now.game, "documents", here.text, sides);
  openings.look({ game: now.game, rules: "documents", position: here.text });
  text.value = here.text;
  const page = new URL(location.href);
  page.search = new URL(analysisPage(now.game, { position: here.text }), page).search;
  history.replaceState(null, "", page);
  at("from-here", HTMLAnchorElement).href = playPage({ position: here.text, game: now.game });
  const pictured = { game: now.game, rules: "documents", position: here.text, turned, last: here.move?.move ?? null };
  for (const kind of /** @type {const} */ (["svg", "png"])) source.offerPicture(pictured, kind, at(`picture-${kind}`, HTMLAnchorElement));
  overlays.draw();
}

function flip() {
  turned = !turned;
  engine.turn(turned);
  board.use(trial.game, turned).then(() => changed(trial));
}

at("flip").addEventListener("click", flip);
offerSound(at("sound"));
oneTabStop(at("moves"), ".ply");
offerTyping(board);
const summary = offerSummary(board, () => [at("state-line").textContent ?? "", ...trial.here.standing]);
at("copy-position").addEventListener("click", () => copy(trial.here.text));
const showKeys = () => at("keys", HTMLDialogElement).showModal();
at("show-keys").addEventListener("click", showKeys);
const which = at("which", HTMLSelectElement);
which.addEventListener("change", () => location.assign(analysisPage(which.value)));
at("random").addEventListener("click", () => location.assign(analysisPage(trial.game, { seed: String(Math.floor(Math.random() * 1e9)) })));
onSubmit(at("set-up"), async () => {
  at("error").hidden = true;
  try {
    await trial.beginAt(text.value.trim());
  } catch (error) {
    at("error").textContent = sentenceOf(error);
    at("error").hidden = false;
  }
});
Object.assign(timeline.keys, { f: flip, s: () => overlays.toggle(), e: () => engine.toggle(), x: () => board.own([]), "?": showKeys, b: summary });
const first = new URLSearchParams(location.search).get("move");
trial.begin(shown);
board.use(shown.game, false);
if (first) play(first);

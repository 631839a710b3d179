// A position of one's own: set it up, move both sides, ask the engine.

import { ask, copy, facts, shownTheme, toast } from "./ask.js";
import { Board } from "./board.js";
import { EngineView } from "./engine.js";
import { Explainer } from "./explain.js";
import { MoveList } from "./movelist.js";
import { Overlays } from "./overlays.js";
import { Strips } from "./player-strips.js";
import { Timeline } from "./timeline.js";
import { Trial } from "./trial-board.js";
import { say } from "./words.js";

const at = (id) => document.getElementById(id);
const shown = { ...facts("board-facts"), move: null };
let turned = false;

const board = new Board(document.querySelector("[data-board]"), {
  onMove: ({ move }) => trial.play(move).catch((error) => toast(error.message)),
  onPoint: (from, to) => explainer.point(from, to),
  onWhyNot: (from, to) => explainer.whyNot(from, to, Object.keys(board.letters)),
});
const explainer = new Explainer(board, at("explanation"));
const strips = new Strips();
const overlays = new Overlays(board, () => ({ game: trial.game, rules: "documents", text: trial.here.text, turned }));
const engine = new EngineView(board, { played: ({ move }) => trial.play(move).catch((error) => toast(error.message)) });
const timeline = new Timeline({ length: 0, changed: (place) => trial.go(place) });
const list = new MoveList(at("moves"), (place) => timeline.go(place));
const trial = new Trial(board, explainer, changed);
const sides = () => shown.sides;

function changed(now) {
  const { here } = now;
  const moves = now.line.slice(1).map((position) => ({ ...position.move, turn: position.turn - 1 }));
  if (timeline.length !== moves.length || timeline.place !== now.place) {
    timeline.length = moves.length;
    timeline.place = now.place;
    timeline.refresh();
  }
  list.show(moves);
  list.mark(now.place);
  strips.show({ names: ["", ""], sides: sides(), moving: here.outcome ? null : here.side, running: false }, turned);
  at("state-line").textContent = here.outcome?.sentence ?? say("Round {round}: {side} to move", { round: here.round, side: sides()[here.side] });
  if (now.line.length > 1) explainer.rest = here.standing.join(" · ");
  explainer.tell("");
  engine.look(now.game, "documents", here.text, sides());
  at("text").value = here.text;
  const page = new URL(location.href);
  page.search = new URLSearchParams({ game: now.game, position: here.text });
  history.replaceState(null, "", page);
  at("from-here").href = `/play?${new URLSearchParams({ position: here.text, game: now.game })}`;
  const picture = new URLSearchParams({ position: here.text, side: turned ? "turned" : "usual", theme: shownTheme(), download: "" });
  if (here.move) picture.set("last", here.move.move);
  for (const kind of ["svg", "png"]) at(`picture-${kind}`).href = `/picture/${now.game}.${kind}?${picture}`;
  overlays.draw();
}

function flip() {
  turned = !turned;
  board.use(trial.game, turned).then(() => changed(trial));
}

at("flip").addEventListener("click", flip);
at("copy-position").addEventListener("click", () => copy(trial.here.text));
at("show-keys").addEventListener("click", () => at("keys").showModal());
at("which").addEventListener("change", () => location.assign(`/analysis?game=${at("which").value}`));
at("random").addEventListener("click", () => location.assign(`/analysis?${new URLSearchParams({ game: trial.game, seed: Math.floor(Math.random() * 1e9) })}`));
at("set-up").addEventListener("submit", async (event) => {
  event.preventDefault();
  at("error").hidden = true;
  try {
    const query = new URLSearchParams({ position: at("text").value.trim() });
    trial.begin({ game: trial.game, ...(await ask(`/api/look/${trial.game}?${query}`)) });
  } catch (error) {
    at("error").textContent = error.message;
    at("error").hidden = false;
  }
});
Object.assign(timeline.keys, { f: flip, s: () => overlays.toggle(), e: () => engine.toggle(), x: () => board.own([]), "?": () => at("keys").showModal() });
const first = new URLSearchParams(location.search).get("move");
trial.begin(shown);
board.use(shown.game, false);
if (first) trial.play(first).catch((error) => toast(error.message));

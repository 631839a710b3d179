// A position of one's own or a study: set it up, move both sides, say what there is to say, ask the engine.

import { analysisPage, editorPage, onSite, playPage } from "./addresses.js";
import { offerBot } from "./ask-bot.js";
import { copy, sentenceOf, toast } from "./ask.js";
import { MoveTree, readMoves, readRecord, writeMoves } from "./bridge.js";
import { pageBoard } from "./page-board.js";
import { recallJson, remember } from "./browser-memory.js";
import { at, find, onSubmit } from "./elements.js";
import { EmbedCode } from "./embed-code.js";
import { EngineView } from "./engine.js";
import { Explainer } from "./explain.js";
import { offerGames } from "./game-choice.js";
import { embedLink } from "./game-link.js";
import { MoveList } from "./movelist.js";
import { Openings } from "./openings.js";
import { oneTabStop } from "./one-tab-stop.js";
import { Overlays } from "./overlays.js";
import { Strips } from "./player-strips.js";
import { offerSound } from "./sound.js";
import { source } from "./source.js";
import { StudyPanel, draftOf } from "./study-panel.js";
import { offerSummary } from "./summary.js";
import { Timeline } from "./timeline.js";
import { TreeBoard } from "./tree-board.js";
import { TreeTools } from "./tree-tools.js";
import { offerTyping } from "./typed-move.js";
import { say } from "./words.js";

const shown = await source.board(), { game, sides } = shown;
const study = await source.studies.shown().catch((error) => void toast(sentenceOf(error))) ?? null;
const draft = study && draftOf(study), told = study && readRecord((draft ?? study).text, { fixed: false });
const rules = told?.rules ?? "documents", names = told?.names ?? ["", ""];
let turned = false;

/** @param {string[]} moves */
const play = (...moves) => shownTree.play(...moves).catch((error) => toast(sentenceOf(error)));
const board = pageBoard(find(document, "[data-board]"), {
  onMove: ({ move }) => play(move),
  onPoint: (from, to) => explainer.point(from, to),
  onWhyNot: (from, to) => explainer.whyNot(from, to, Object.keys(board.letters)),
});
const text = at("text", HTMLInputElement);
const explainer = new Explainer(board, at("explanation"));
const strips = new Strips();
const overlays = new Overlays(board, () => ({ game, rules, position: shownTree.position.text }));
const engine = new EngineView(board, { played: (moves) => play(...moves) });
const openings = new Openings({ sides: () => sides, played: ({ move }) => play(move) });
const timeline = new Timeline({ length: 0, changed: (place) => shownTree.goTo(place) });
const list = new MoveList(at("moves"), (node) => shownTree.go(node));
const start = told && told.start !== shown.text ? { ...(await source.look({ game, rules, position: told.start })), game, sides } : shown;
const shownTree = new TreeBoard({ game, rules, board, explainer, changed, altered }, told?.tree ?? new MoveTree(), { ...start, move: null });
const panel = new StudyPanel(study, () => ({
  game, rules, names, outcome: told?.outcome ?? null, tags: told?.tags ?? {}, tree: shownTree.tree, start: rootText(),
}), draft);
const tools = new TreeTools(shownTree, altered);
const embed = onSite ? new EmbedCode() : null;
offerBot(() => ({ game, rules, position: shownTree.position.text }), (move) => board.set({ arrows: [move] }));

function rootText() {
  return shownTree.known.get(shownTree.tree.root)?.text ?? start.text;
}

// -- what was tried here is still there after a reload --------------------------------------------------------
const KEPT = `analysis:${game}`;
function keep() {
  const { tree, here, position } = shownTree;
  const kept = { start: rootText(), moves: writeMoves(tree), path: here.path.slice(1).map(({ move }) => move), here: position.text };
  if (!panel.key) remember(KEPT, JSON.stringify(kept), { tab: true });
}

async function restore() {
  const kept = recallJson(KEPT, /** @type {{ start: string, moves: string[], path: string[], here: string } | null} */ (null), { tab: true });
  if (!kept || study || kept.here !== shown.text || first) return;
  const root = await source.look({ game, rules, position: kept.start }), tree = readMoves(kept.moves, 1, false);
  shownTree.begin(tree, { ...root, move: null });
  await shownTree.go(tree.find(kept.path));
}

// -- showing --------------------------------------------------------------------------------------------------
function altered() {
  panel.changed();
  refreshList();
  keep();
}

function refreshList() {
  const { tree, here } = shownTree, end = shownTree.known.get(tree.end)?.outcome?.sentence ?? "";
  list.show(tree, { first: shownTree.known.get(tree.root)?.turn ?? 0, result: end });
  list.mark(here);
}

function changed() {
  const { position, line, here } = shownTree;
  timeline.length = line.length - 1;
  timeline.place = shownTree.place;
  timeline.refresh();
  refreshList();
  tools.refresh(panel.mayChange);
  strips.show({ names, sides, moving: position.outcome ? null : position.side, running: false }, turned);
  at("state-line").textContent = position.outcome?.sentence ?? say("Round {round}: {side} to move", { round: position.round, side: names[position.side] || sides[position.side] });
  if (line.length > 1) explainer.rest = position.standing.join(" · ");
  explainer.tell("");
  engine.look(game, rules, position.text, sides);
  openings.look({ game, rules, position: position.text });
  text.value = position.text;
  const query = { position: position.text };
  if (!panel.key && !study) {
    const page = new URL(location.href);
    page.search = new URL(analysisPage(game, query), page).search;
    history.replaceState(null, "", page);
    keep();
  }
  at("from-here", HTMLAnchorElement).href = playPage({ ...query, game });
  at("edit", HTMLAnchorElement).href = editorPage(game, query);
  const pictured = { game, rules, position: position.text, turned, last: here.move || null };
  for (const kind of /** @type {const} */ (["svg", "png"])) source.offerPicture(pictured, kind, at(`picture-${kind}`, HTMLAnchorElement));
  // A server embeds the games that it keeps; an address of a site carries any line.
  const carried = { game, rules, start: rootText(), names, moves: line.slice(1).map(({ move }) => ({ move })), outcome: null };
  const framed = embedLink(carried, { turn: String(position.turn), turned });
  embed?.show(new URL(framed, location.href).href, names.map((name, side) => name || sides[side]));
  overlays.draw();
}

function flip() {
  turned = !turned;
  engine.turn(turned);
  board.set({ game, turned }).then(changed);
}

at("flip").addEventListener("click", flip);
offerSound(at("sound"));
oneTabStop(at("moves"), ".ply");
offerTyping(board, explainer);
const summary = offerSummary(board, () => [at("state-line").textContent ?? "", ...shownTree.position.standing]);
at("copy-position").addEventListener("click", () => copy(shownTree.position.text));
const showKeys = () => at("keys", HTMLDialogElement).showModal();
at("show-keys").addEventListener("click", showKeys);
offerGames(game, analysisPage);
at("random").addEventListener("click", () => location.assign(analysisPage(game, { seed: String(Math.floor(Math.random() * 1e9)) })));
onSubmit(at("set-up"), async () => {
  at("error").hidden = true;
  try {
    const position = text.value.trim();
    if (!panel.key) {
      await shownTree.beginAt(position);
      return;
    }
    // A study stays what it is; another position is a board of its own.
    await source.look({ game, rules, position });
    location.assign(analysisPage(game, { position }));
  } catch (error) {
    at("error").textContent = sentenceOf(error);
    at("error").hidden = false;
  }
});
Object.assign(timeline.keys, { f: flip, s: () => overlays.toggle(), e: () => engine.toggle(), "?": showKeys, b: summary }, tools.keys);
const first = new URLSearchParams(location.search).get("move");
board.set({ stamps: shown.stamps });
await restore().catch((error) => toast(sentenceOf(error)));
shownTree.draw();
board.set({ game, turned: false });
if (first) play(first);

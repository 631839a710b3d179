// Puzzles, one after the other: asks for the move, says whether it is right and why, and goes on.

import { analysisPage } from "./addresses.js";
import { announce, sentenceOf, toast } from "./ask.js";
import { kit, pageBoard } from "./page-board.js";
import { at, find, whileBusy } from "./elements.js";
import { Explainer } from "./explain.js";
import { LineShown } from "./line-shown.js";
import { MistakeSeries, handedOver } from "./mistakes.js";
import { PuzzleSeries } from "./puzzle-series.js";
import { source } from "./source.js";
import { say } from "./words.js";

/** @import { Answer, Series, Task } from "./puzzle-series.js" */

const HARDEST = 5;
const { game, sides } = await source.board();
const { columns, rows: drawn } = await kit(game, false);
// Whoever comes from the review of a game learns from its mistakes.
const lesson = new URLSearchParams(location.search).has("mistakes") ? handedOver(game) : null;
const kind = { game, rules: lesson?.rules ?? "documents", columns, drawn };
/** @type {Series} */
const series = lesson ? new MistakeSeries(kind, lesson) : new PuzzleSeries(kind);

/** @type {Task | null} */
let task = null;
/** @type {Task | null} What comes next and could not be shown yet. */
let waiting = null;
/** @type {LookJson | null} */
let here = null;
let open = false;
const board = pageBoard(find(document, "[data-board]"), {
  label: document.title,
  onMove: (move) => answer(move).catch((error) => toast(sentenceOf(error))),
  onPoint: (from, to) => explainer.point(from, to),
  onWhyNot: (from, to) => explainer.whyNot(from, to, Object.keys(board.letters)),
});
const explainer = new Explainer(board, at("explanation"));
const help = explainer.rest;
const line = new LineShown(at("line"), (look) => board.set({ position: look, last: look.move, slide: true }));
const button = (/** @type {string} */ id) => at(id, HTMLButtonElement);

/** @param {Task} asked */
async function begin(asked) {
  const look = await source.look({ game, rules: asked.rules, position: asked.position });
  // Somebody may have chosen something else meanwhile.
  if (waiting !== asked) return;
  waiting = null;
  task = asked;
  here = look;
  const turned = look.side === 1;
  board.set({ stamps: look.stamps });
  if (board.state.game !== game || board.state.turned !== turned) await board.set({ game, turned });
  at("side").className = `side ${look.side ? "blue" : "red"}`;
  // How near the end is and how it stands: without that nobody can tell what a move is good for.
  at("side").textContent = say("Round {round} of {rounds}, {side} to move", { round: look.round, rounds: at("trainer").dataset.rounds ?? "", side: sides[look.side] });
  at("standing").textContent = look.standing.join(" · ");
  at("stars").textContent = asked.difficulty ? "★".repeat(asked.difficulty) + "☆".repeat(HARDEST - asked.difficulty) : "";
  at("stars").setAttribute("aria-label", asked.difficulty ? say("Difficulty {n} of 5", { n: asked.difficulty }) : "");
  at("goal").textContent = asked.title;
  explainer.rest = asked.help || help;
  at("analyse", HTMLAnchorElement).href = analysisPage(game, { position: asked.position });
  ask();
}

// The position as it is asked, for the first time or again.
function ask() {
  if (!task || !here) return;
  open = true;
  board.set({ position: here, last: null, arrows: [], moves: here.moves ?? null, texts: here.texts ?? {} });
  explainer.at(game, task.rules, here.text);
  explainer.tell("");
  at("answer").hidden = true;
  offer({ hint: true, show: true });
}

/** @param {Partial<Record<"next" | "again" | "hint" | "show" | "analyse", boolean>>} offered @param {(() => void) | undefined} keep */
function offer(offered, keep = undefined) {
  for (const id of /** @type {const} */ (["next", "again", "hint", "show", "analyse"])) at(id).hidden = !offered[id];
  at("keep").hidden = !keep;
  button("keep").onclick = () => {
    keep?.();
    at("keep").hidden = true;
    toast(say("Kept among your own puzzles."));
  };
  const { streak, best, solved } = series.record();
  at("streak").textContent = String(streak);
  at("best").textContent = String(best);
  at("solved").textContent = solved;
}

/** @param {MoveJson} played */
async function answer({ move, from, to }) {
  if (!task || !here || !open) return;
  const asked = task, before = here;
  open = false;
  board.set({ moves: null });
  explainer.point(null, null);
  let told;
  try {
    const after = await source.look({ game, rules: asked.rules, position: before.text }, move);
    board.set({ stamps: after.stamps, position: after, last: after.move, slide: true });
    told = await asked.check(move, after);
  } catch (error) {
    // Nobody knows whether it was right; it can be tried again.
    if (task === asked) ask();
    throw error;
  }
  if (task !== asked) return;
  if (told.right) await solved(told, { move, from, to });
  else missed(told);
}

// What the rules say about the move, drawn and in words. An answer stands without it, too.
/** @param {MoveJson} move */
async function explain({ move, from, to }) {
  if (!task || !here) return "";
  const asked = task;
  try {
    const explained = await source.explain({ game, rules: asked.rules, position: here.text }, move);
    if (task === asked) board.set({ line: { ...explained, from, to } });
    return explained.sentence;
  } catch (error) {
    toast(sentenceOf(error));
    return "";
  }
}

// Why it is right, and how Hecht would go on.
/** @param {Answer} told @param {MoveJson} move */
async function solved(told, { move, from, to }) {
  if (!task || !here) return;
  const asked = task, sentence = await explain({ move, from, to });
  if (task !== asked) return;
  tell("right", told.title, sentence);
  follow(told.line).catch((error) => toast(sentenceOf(error)));
  offer({ next: true, analyse: true }, told.keep);
  button("next").focus({ preventScroll: true });
}

/** @param {Answer} told */
function missed(told) {
  tell("wrong", told.title, told.why);
  at("line-block").hidden = at("line-end").hidden = true;
  offer({ again: true, show: true });
  button("again").focus({ preventScroll: true });
}

async function show() {
  if (!task || !here) return;
  const asked = task, told = await asked.solution();
  if (task !== asked) return;
  const [move] = told.line, after = await source.look({ game, rules: asked.rules, position: here.text }, move);
  if (task !== asked) return;
  open = false;
  board.set({ moves: null, stamps: after.stamps, position: after, last: after.move, slide: true });
  if (!after.move) return;
  const sentence = await explain(after.move);
  if (task !== asked) return;
  tell("shown", told.title, sentence);
  follow(told.line).catch((error) => toast(sentenceOf(error)));
  offer({ next: true, analyse: true }, told.keep);
}

/** @param {string[]} moves */
async function follow(moves) {
  at("line-block").hidden = moves.length < 2;
  at("line-end").hidden = false;
  at("line-end").textContent = "";
  if (!task || !here) return;
  const asked = task;
  line.show({ game, rules: task.rules, position: here.text }, moves);
  // What it was good for.
  const end = await line.end();
  if (task === asked) at("line-end").textContent = end;
}

/** @param {"right" | "wrong" | "shown"} kind @param {string} title @param {string} text */
function tell(kind, title, text) {
  at("answer").className = `answer ${kind}`;
  at("answer-title").textContent = title;
  at("answer-text").textContent = text;
  at("answer").hidden = false;
  announce(`${title} ${text}`);
}

async function next() {
  waiting ??= await series.next();
  if (waiting) {
    await begin(waiting);
    return;
  }
  task = null;
  open = false;
  board.set({ moves: null });
  at("goal").textContent = series.done();
  explainer.tell(" ");
  at("answer").hidden = true;
  offer({});
}

if (lesson) {
  at("back", HTMLAnchorElement).href = lesson.back;
  at("back").hidden = false;
}
at("levels").hidden = Boolean(lesson);
const difficulty = at("difficulty", HTMLSelectElement);
difficulty.value = series.chosen();
difficulty.addEventListener("change", () => {
  series.choose(difficulty.value);
  waiting = null;
  next().catch((error) => toast(sentenceOf(error)));
});
for (const [id, work] of /** @type {const} */ ([["next", next], ["show", show]])) {
  button(id).addEventListener("click", () => whileBusy(button(id), () => work().catch((error) => toast(sentenceOf(error)))));
}
button("again").addEventListener("click", ask);
button("hint").addEventListener("click", async () => {
  const asked = task, move = (await task?.solution())?.line[0];
  if (!move || asked !== task || !open) return;
  const from = Object.keys(here?.moves ?? {}).find((square) => move.startsWith(square));
  if (from) board.set({ selected: from });
});
next().catch((error) => toast(sentenceOf(error)));

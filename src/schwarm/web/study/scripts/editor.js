// Set up a position piece by piece: from the palette, over the board and off it, with mouse, touch or keyboard. What a
// position is the rules say; here its text is put together.

import { analysisPage, editorPage, learnPage, playPage } from "./addresses.js";
import { copy, sentenceOf, toast } from "./ask.js";
import { at, find, onSubmit, whileBusy } from "./elements.js";
import { offerGames } from "./game-choice.js";
import { kit, pageBoard } from "./page-board.js";
import { joinPosition, splitPosition } from "./position-text.js";
import { source } from "./source.js";
import { Palette, makePuzzle } from "./bridge.js";
import { say } from "./words.js";

/** @import { PositionParts } from "./position-text.js" */

const MOST_UNDONE = 200;
const shown = await source.editor();
const { game, sides, pieces, most, lastTurn } = shown, { columns, rows: drawn, owners } = await kit(game, false), rounds = Math.ceil(lastTurn / 2);
/** @type {PositionParts} */
let parts = { ...splitPosition(shown.text), letters: shown.letters };
/** @type {PositionParts[]} */
const before = [];
let turned = false, asked = 0;

const board = pageBoard(find(document, "[data-board]"), {
  editing: true,
  // What is there already goes by another tap.
  onPut: (square) => put(square, parts.letters[square] === palette.chosen ? null : palette.chosen),
  onCarried: (from, to) => {
    const { [from]: piece, ...rest } = parts.letters;
    if (from !== to) change({ ...parts, letters: to ? { ...rest, [to]: piece } : rest });
  },
});

// Without a letter, what is there goes.
/** @param {string} square @param {string | null} letter */
function put(square, letter) {
  const { [square]: there, ...rest } = parts.letters;
  if (letter !== (there ?? null)) change({ ...parts, letters: letter ? { ...rest, [square]: letter } : rest });
}

/** @param {PositionParts} next */
function change(next) {
  before.push(parts);
  if (before.length > MOST_UNDONE) before.shift();
  parts = next;
  draw();
}

// -- what belongs to a position beside its pieces -----------------------------------------------------------
const side = at("side", HTMLSelectElement), round = at("round", HTMLInputElement), text = at("text", HTMLInputElement);
const credit = at("credit", HTMLSelectElement), ambers = [0, 1].map((team) => at(`amber-${team}`, HTMLInputElement));
side.replaceChildren(...sides.map((name, team) => new Option(name, String(team))));
credit.replaceChildren(...[[say("nobody"), "-"], [sides[0], "r"], [sides[1], "b"]].map(([name, value]) => new Option(name, value)));
ambers.forEach((field, team) => field.setAttribute("aria-label", sides[team]));
round.max = String(rounds);
const setTurn = () => {
  const turn = 2 * (Number(round.value) - 1) + Number(side.value);
  if (!round.value) return;
  if (Number.isInteger(turn) && turn >= 0 && turn <= lastTurn) change({ ...parts, turn: String(turn) });
  else draw(say("There is no round {round}; a game has the rounds 1 to {rounds}.", { round: round.value, rounds }));
};
side.addEventListener("change", setTurn);
round.addEventListener("input", setTurn);
credit.addEventListener("change", () => change({ ...parts, rest: [credit.value] }));
for (const field of ambers) field.addEventListener("input", () => change({ ...parts, rest: [ambers.map(({ value }) => value || "0").join(":")] }));

function showFields() {
  const turn = Number(parts.turn), [rest = ""] = parts.rest;
  side.value = String(turn % 2);
  // Whoever is typing is not disturbed.
  if (document.activeElement !== round) round.value = String(Math.floor(turn / 2) + 1);
  const isCredit = /^[rb-]$/.test(rest), counts = /^([0-9]+):([0-9]+)$/.exec(rest);
  at("credit-field").hidden = !isCredit;
  at("amber-fields").hidden = !counts;
  if (isCredit) credit.value = rest;
  if (counts) ambers.forEach((field, team) => (document.activeElement === field ? null : (field.value = counts[team + 1])));
}

// -- showing ------------------------------------------------------------------------------------------------
/** @param {string} wrong What was asked for and is no part of any position. */
async function draw(wrong = "") {
  const position = joinPosition(parts, { columns, rows: drawn }), mine = (asked += 1);
  board.set({ position: { letters: parts.letters, text: position } });
  text.value = position;
  at("error").hidden = true;
  at("undo", HTMLButtonElement).disabled = !before.length;
  showFields();
  const query = { position }, page = new URL(location.href);
  page.search = new URL(editorPage(game, query), page).search;
  history.replaceState(null, "", page);
  at("analyse", HTMLAnchorElement).href = analysisPage(game, query);
  at("from-here", HTMLAnchorElement).href = playPage({ ...query, game });
  /** @type {{ said: string, kind: string }[]} */
  const said = odd().map((each) => ({ said: each, kind: "odd" }));
  let possible = true, playable = true;
  try {
    if (wrong) throw new Error(wrong);
    const look = await source.look({ game, rules: "documents", position });
    if (mine !== asked) return;
    board.set({ position: { letters: look.letters, text: position, above: look.above }, stamps: look.stamps });
    playable = !look.outcome && Object.keys(look.moves ?? {}).length > 0;
    if (look.outcome) said.push({ said: say("The game is over here: {end}", { end: look.outcome.sentence }), kind: "odd" });
    else if (!playable) said.push({ said: say("{side} cannot move.", { side: sides[look.side] }), kind: "odd" });
    if (!said.length) said.push({ said: `${say("This position can be played.")} ${look.standing.join(" · ")}`, kind: "" });
  } catch (error) {
    if (mine !== asked) return;
    possible = playable = false;
    said.unshift({ said: sentenceOf(error), kind: "impossible" });
  }
  disable(at("analyse"), !possible);
  disable(at("from-here"), !playable);
  at("puzzle", HTMLButtonElement).disabled = !playable;
  at("remarks").replaceChildren(...said.map((each) => {
    const line = document.createElement("li");
    line.className = each.kind;
    line.textContent = each.said;
    return line;
  }));
}

// What no game has, however far it goes.
function odd() {
  /** @type {string[]} */
  const found = [], letters = Object.values(parts.letters);
  for (const [together, limit] of Object.entries(most)) {
    const n = letters.filter((letter) => together.includes(letter[0])).length;
    if (n <= limit) continue;
    const piece = pieces.find(({ letter }) => letter === together)?.name, owner = sides[owners[together[0]] ?? 0];
    found.push(piece ? say("{piece}: here are {n}, but a game has at most {most}.", { piece, n, most: limit }) : say("{side} has {n} pieces here, but at most {most} in a game.", { side: owner, n, most: limit }));
  }
  return found;
}

/** @param {HTMLElement} link @param {boolean} off */
function disable(link, off) {
  link.setAttribute("aria-disabled", String(off));
  link.tabIndex = off ? -1 : 0;
}

// -- doing --------------------------------------------------------------------------------------------------
/** @param {string} position */
async function setUp(position) {
  const look = await source.look({ game, rules: "documents", position });
  change({ ...splitPosition(look.text), letters: look.letters });
}

const puzzle = at("puzzle", HTMLButtonElement);
puzzle.addEventListener("click", () => whileBusy(puzzle, async () => {
  try {
    await makePuzzle({ game, rules: "documents", columns, drawn }, text.value);
    location.assign(learnPage(game));
  } catch (error) {
    toast(sentenceOf(error));
  }
}));
at("to-start").addEventListener("click", () => setUp(shown.start));
at("empty").addEventListener("click", () => change({ ...parts, letters: {} }));
at("undo").addEventListener("click", undo);
at("flip").addEventListener("click", () => board.set({ turned: (turned = !turned) }));
at("copy-position").addEventListener("click", () => copy(text.value));
at("copy-link").addEventListener("click", () => copy(location.href));
offerGames(game, editorPage);
onSubmit(at("set-up"), async () => {
  at("error").hidden = true;
  try {
    await setUp(text.value.trim());
  } catch (error) {
    at("error").textContent = sentenceOf(error);
    at("error").hidden = false;
  }
});

function undo() {
  const last = before.pop();
  if (!last) return;
  parts = last;
  draw();
}
document.addEventListener("keydown", (event) => {
  if (event.key !== "z" || !(event.ctrlKey || event.metaKey) || (event.target instanceof Element && event.target.closest("input"))) return;
  event.preventDefault();
  undo();
});

await board.set({ game, turned: false, stamps: shown.stamps });
const palette = new Palette(at("palette"), { pieces, stamps: shown.stamps, rubber: say("Take a piece away"), onDropped: (letter, square) => put(square, letter) });
draw();

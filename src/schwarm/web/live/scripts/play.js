// A new game: what is chosen decides what else is asked.

import { gamePage } from "./addresses.js";
import { Refused, sentenceOf } from "./ask.js";
import { beatenLevels } from "./bridge.js";
import { recall, remember } from "./browser-memory.js";
import { at, find, findAll, onSubmit, typed, whileBusy } from "./elements.js";
import { source } from "./source.js";

const form = at("new-game", HTMLFormElement), error = at("error");
const origin = source.origin();
const chosen = (/** @type {string} */ name) => typed(form, name);

function refresh() {
  const opponent = chosen("opponent"), side = chosen("side"), start = chosen("start");
  for (const part of findAll(form, "[data-for]")) part.hidden = part.dataset.for !== opponent;
  for (const part of findAll(form, "[data-start]")) part.hidden = part.dataset.start !== start;
  for (const game of findAll(form, "[name=game]:checked")) callSides(game);
  const person = forPeople();
  find(form, ".watching").hidden = person;
  if (person && side === "none") find(form, "[name=side][value=red]", HTMLInputElement).checked = true;
  find(form, "[data-watch]").hidden = chosen("side") !== "none";
  find(form, "[data-other-name]").hidden = opponent !== "person";
  showLevel();
}

// What the chosen level is called and stands for, and whether it was beaten in the chosen game.
function showLevel() {
  const number = Number(chosen("level")), level = findAll(at("level-names"), "li")[number - 1];
  at("level-shown").textContent = `${number}: ${level.dataset.name}`;
  at("level-about").textContent = level.textContent;
  at("level-beaten").hidden = !beatenLevels(chosen("game")).includes(number);
}

// The sides by the names and in the colours that the chosen game has for them.
/** @param {HTMLElement} game */
function callSides(game) {
  const { sides = "", colours = "" } = game.dataset;
  const [one, two] = colours.split("|"), shown = findAll(form, "#sides .side");
  at("sides").className = `segments one-${one} two-${two}`;
  sides.split("|").forEach((name, side) => (shown[side].textContent = name));
}

const forPeople = () => ["person", "link", "open"].includes(chosen("opponent"));

/** @returns {SideFields} */
function opponent() {
  switch (chosen("opponent")) {
    case "hecht":
      return { kind: "player", player: `hecht:level=${chosen("level")}`, browser: true };
    case "greedy":
      return { kind: "player", player: "greedy" };
    case "bot":
      return { kind: "player", player: chosen("player") };
    case "person":
      return { kind: "person", name: chosen("otherName") };
    case "link":
      return { kind: "link" };
    case "open":
      return { kind: "open" };
    default:
      return { kind: "client" };
  }
}

// Where the game begins. A replay is brought along first, and then stands among the games.
/** @returns {Promise<StartFields>} */
async function beginning() {
  if (origin.key) return { key: origin.key, turn: Number(origin.turn) };
  if (origin.position) return { position: origin.position };
  const start = chosen("start");
  if (start === "replay") return { key: (await source.bring(at("replay", HTMLInputElement).files?.[0])).key, after: Number(chosen("after")) };
  return start === "random" ? {} : { [start]: chosen(start) };
}

/** @param {StartFields} start @returns {NewGameFields} */
function wish(start) {
  let side = chosen("side");
  if (side === "chance") side = Math.random() < 0.5 ? "red" : "blue";
  /** @type {SideFields} */
  const me = side === "none" ? { kind: "player", player: chosen("rival") } : { kind: "person", name: chosen("name") };
  const [red, blue] = side === "blue" ? [opponent(), me] : [me, opponent()];
  return { game: chosen("game"), red, blue, time: chosen("time") || "none", start };
}

// What the address asks for.
const continues = Boolean(origin.key || origin.position);
at("continues").hidden = !continues;
at("which").hidden = at("starts").hidden = continues;
const game = new URLSearchParams(location.search).get("game");
for (const choice of findAll(form, "[name=game]", HTMLInputElement)) choice.checked ||= choice.value === game;

form.addEventListener("input", () => {
  forgive();
  refresh();
});
onSubmit(form, () => whileBusy(find(form, "[type=submit]"), async () => {
  error.hidden = true;
  forgive();
  /** @type {StartFields | null} */
  let start = null;
  try {
    remember("name", chosen("name"));
    remember("level", chosen("level"));
    start = await beginning();
    const page = gamePage(await source.create(wish(start)));
    // Programs may be done before the page is there; who wants to watch them sees them from the start.
    location.assign(chosen("side") === "none" ? `${page}${page.includes("?") ? "&" : "?"}follow=` : page);
  } catch (refused) {
    error.textContent = sentenceOf(refused);
    error.hidden = false;
    if (refused instanceof Refused && refused.status === 400) goToMistake(start !== null);
    error.scrollIntoView({ block: "nearest" });
  }
}));

// To the field that is wrong, if it can only be that one. Before a start is known, a replay was being read.
/** @param {boolean} started */
function goToMistake(started) {
  const start = chosen("start"), fields = chosen("opponent") === "bot" ? ["player"] : [];
  if (!continues && start !== "random") fields.push(started && start === "replay" ? "after" : start);
  if (started && fields.length !== 1) return;
  const field = at(fields[fields.length - 1]), options = field.closest("details");
  if (options) options.open = true;
  field.setAttribute("aria-invalid", "true");
  field.focus({ preventScroll: true });
}

function forgive() {
  for (const field of findAll(form, "[aria-invalid]")) field.removeAttribute("aria-invalid");
}

at("name", HTMLInputElement).value = recall("name") ?? "";
at("level", HTMLInputElement).value = new URLSearchParams(location.search).get("level") ?? recall("level") ?? "3";
refresh();

// A new contest on a league's teams: what was ticked and typed becomes a wish; the server says what is wrong with it.

import { Unreachable, ask, sentenceOf } from "./ask.js";
import { chosenOptions, number } from "./contest-options.js";
import { at, find, findAll, onSubmit, typed } from "./elements.js";
import { attempt } from "./league-parts.js";

const form = at("new-league-contest", HTMLFormElement), { league: key = "" } = form.dataset;
const field = (/** @type {string} */ name) => typed(form, name).trim();
const ticked = (/** @type {string} */ name) => findAll(form, `[name=${name}]:checked`, HTMLInputElement).map((box) => box.value);

/** @returns {LeagueContestFields} */
function wish() {
  const { kind = "" } = form.dataset;
  const found = {
    kind, title: document.getElementById("title") ? field("title") : "", options: chosenOptions(form), teams: ticked("team").map(Number), partners: ticked("partner"),
    games: number(field("games")), time: field("time"),
  };
  if (!document.getElementById("per_group")) return found;
  return {
    ...found, per_group: number(field("per_group")), finalists: number(field("finalists")), final_games: number(field("final_games")),
    most_games: number(field("most_games")), third_place: ticked("third_place").length > 0,
  };
}

const forecast = at("forecast"), PAUSE = 300;
let timer = 0, asked = 0;

// What the contest would need as the form is now, or what is still wrong with it.
async function predict() {
  const own = ++asked;
  let told = "", difference = "", wrong = false;
  try {
    ({ sentence: told, difference } = await ask("POST /leagues/{key}/contests/forecast", { key, fields: wish() }));
  } catch (refused) {
    wrong = true;
    if (!(refused instanceof Unreachable)) told = sentenceOf(refused);
  }
  // Answers may overtake each other.
  if (own !== asked) return;
  forecast.textContent = told;
  forecast.classList.toggle("wrong", wrong);
  // What is still wrong with the form says nothing about this.
  const notice = wrong ? null : document.getElementById("difference");
  if (notice) {
    notice.textContent = difference;
    notice.hidden = !difference;
  }
}

form.addEventListener("input", () => {
  // Only who lost a semi-final can play for the third place.
  const third = document.getElementById("third");
  if (third) third.hidden = Number(field("finalists")) < 4;
  clearTimeout(timer);
  timer = setTimeout(predict, PAUSE);
});
predict();

onSubmit(form, () => attempt(find(form, "[type=submit]", HTMLButtonElement), async () => {
  const made = await ask("POST /leagues/{key}/contests", { key, fields: wish() });
  location.assign(made.address);
}));

// A new contest: what was typed becomes a wish; whatever is wrong with it the server says in one sentence.

import { ask, sentenceOf } from "./ask.js";
import { chosenOptions, number } from "./contest-options.js";
import { at, find, onSubmit, typed, whileBusy } from "./elements.js";

const form = at("new-contest", HTMLFormElement), error = at("error");
const field = (/** @type {string} */ name) => typed(form, name).trim();

/** @returns {ContestFields} */
function wish() {
  const { kind = "" } = form.dataset;
  const found = { kind, game: field("game"), games: number(field("games")), time: field("time"), seed: field("seed"), options: chosenOptions(form) };
  if (!document.getElementById("one")) return { ...found, title: field("title"), players: field("players").split("\n") };
  const test = [field("elo0"), field("elo1")];
  return { ...found, players: [field("one"), field("two")], sprt: test.some(Boolean) ? test.map(number) : null, elo: field("elo") === "normalized" ? "normalized" : "logistic" };
}

onSubmit(form, () => whileBusy(find(form, "[type=submit]"), async () => {
  error.hidden = true;
  try {
    const folder = "folder" in form.dataset;
    const made = await (folder ? ask("POST /seasons", { fields: { path: field("path") } }) : ask("POST /contests", { fields: wish() }));
    location.assign(made.address);
  } catch (refused) {
    error.textContent = sentenceOf(refused);
    error.hidden = false;
    error.scrollIntoView({ block: "nearest" });
  }
}));

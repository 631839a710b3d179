// A new contest: what was typed becomes a wish; whatever is wrong with it the server says in one sentence.

import { order, sentenceOf } from "./ask.js";
import { at, find, onSubmit, typed, whileBusy } from "./elements.js";

const form = at("new-contest", HTMLFormElement), error = at("error");
const field = (/** @type {string} */ name) => typed(form, name).trim();
// What is no number goes as it is, so that the server can say what is wrong.
const number = (/** @type {string} */ text) => (text !== "" && !Number.isNaN(Number(text.replace(",", "."))) ? Number(text.replace(",", ".")) : text);

/** @returns {ContestFields | SeasonFields} */
function wish() {
  const { kind } = form.dataset;
  if (kind === "season") return { kind, path: field("path") };
  const found = { game: field("game"), games: number(field("games")), time: field("time"), seed: number(field("seed")) };
  if (kind === "tournament") return { ...found, kind, title: field("title"), players: field("players").split("\n"), gauntlet: field("mode") === "gauntlet" };
  const test = [field("elo0"), field("elo1")];
  return { ...found, kind: "match", players: [field("one"), field("two")], sprt: test.some(Boolean) ? test.map(number) : null, elo: field("elo") === "normalized" ? "normalized" : "logistic" };
}

onSubmit(form, () => whileBusy(find(form, "[type=submit]"), async () => {
  error.hidden = true;
  try {
    const made = /** @type {NewContestJson} */ (await order("/api/contests", wish()));
    location.assign(made.address);
  } catch (refused) {
    error.textContent = sentenceOf(refused);
    error.hidden = false;
    error.scrollIntoView({ block: "nearest" });
  }
}));

// A new contest: what was typed becomes a wish; whatever is wrong with it the server says in one sentence.

import { order } from "./ask.js";

const form = document.getElementById("new-contest"), error = document.getElementById("error");
const typed = (name) => form.elements[name]?.value.trim() ?? "";
// What is no number goes as it is, so that the server can say what is wrong.
const number = (text) => (text !== "" && !Number.isNaN(Number(text.replace(",", "."))) ? Number(text.replace(",", ".")) : text);

function wish() {
  const { kind } = form.dataset;
  if (kind === "season") return { kind, path: typed("path") };
  const found = { kind, game: typed("game"), games: number(typed("games")), limit: number(typed("limit")), seed: number(typed("seed")) };
  if (kind === "tournament") return { ...found, players: typed("players").split("\n"), gauntlet: typed("mode") === "gauntlet" };
  const test = [typed("elo0"), typed("elo1")];
  return { ...found, players: [typed("one"), typed("two")], sprt: test.some(Boolean) ? test.map(number) : null };
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  error.hidden = true;
  const button = form.querySelector("[type=submit]");
  button.disabled = true;
  try {
    const { address } = await order("/api/contests", wish());
    location.assign(address);
  } catch (refused) {
    error.textContent = refused.message;
    error.hidden = false;
    error.scrollIntoView({ block: "nearest" });
  } finally {
    button.disabled = false;
  }
});

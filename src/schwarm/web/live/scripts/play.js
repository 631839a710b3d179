// A new game: what is chosen decides what else is asked.

import { facts, order, upload } from "./ask.js";

const form = document.getElementById("new-game"), error = document.getElementById("error");
const origin = facts("origin");
const chosen = (name) => form.elements[name]?.value ?? "";

function refresh() {
  const opponent = chosen("opponent"), side = chosen("side"), start = chosen("start");
  for (const part of form.querySelectorAll("[data-for]")) part.hidden = part.dataset.for !== opponent;
  for (const part of form.querySelectorAll("[data-start]")) part.hidden = part.dataset.start !== start;
  callSides(form.querySelector("[name=game]:checked"));
  const person = opponent === "person" || opponent === "link";
  form.querySelector(".watching").hidden = person;
  if (person && side === "none") form.elements.side.value = "red";
  form.querySelector("[data-watch]").hidden = chosen("side") !== "none";
  form.querySelector("[data-other-name]").hidden = opponent !== "person";
  document.getElementById("level-shown").textContent = chosen("level");
}

// The sides by the names and in the colours that the chosen game has for them.
function callSides(game) {
  if (!game?.dataset.sides) return;
  const [one, two] = game.dataset.colours.split("|"), shown = form.querySelectorAll("#sides .side");
  document.getElementById("sides").className = `segments one-${one} two-${two}`;
  game.dataset.sides.split("|").forEach((name, side) => (shown[side].textContent = name));
}

function opponent() {
  switch (chosen("opponent")) {
    case "hecht":
      return { kind: "player", player: `hecht:level=${chosen("level")}` };
    case "greedy":
      return { kind: "player", player: "greedy" };
    case "bot":
      return { kind: "player", player: chosen("player") };
    case "person":
      return { kind: "person", name: chosen("otherName") };
    default:
      return { kind: chosen("opponent") };
  }
}

// Where the game begins. A replay is brought along first, and then stands among the games.
async function beginning() {
  if (origin.key) return { key: origin.key, turn: Number(origin.turn) };
  if (origin.position) return { position: origin.position };
  const start = chosen("start");
  if (start === "replay") return { key: await upload(form.elements.replay.files[0]), after: Number(chosen("after")) };
  return start === "random" ? {} : { [start]: chosen(start) };
}

function wish(start) {
  let side = chosen("side");
  if (side === "chance") side = Math.random() < 0.5 ? "red" : "blue";
  const me = side === "none" ? { kind: "player", player: chosen("rival") } : { kind: "person", name: chosen("name") };
  const [red, blue] = side === "blue" ? [opponent(), me] : [me, opponent()];
  return { game: chosen("game"), red, blue, limit: Number(chosen("limit")) || null, start };
}

form.addEventListener("input", refresh);
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  error.hidden = true;
  const button = form.querySelector("[type=submit]");
  button.disabled = true;
  try {
    localStorage.setItem("name", chosen("name"));
    localStorage.setItem("level", chosen("level"));
    const { key } = await order("/api/games", wish(await beginning()));
    location.assign(`/game/${key}`);
  } catch (refused) {
    error.textContent = refused.message;
    error.hidden = false;
    error.scrollIntoView({ block: "nearest" });
  } finally {
    button.disabled = false;
  }
});

form.elements.name.value = localStorage.getItem("name") ?? "";
form.elements.level.value = localStorage.getItem("level") ?? "3";
refresh();

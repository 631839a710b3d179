// One contest, live. The server draws every part; only what changed is put in its place, and nobody loses theirs.

import { announce, ask, follow, sentenceOf } from "./ask.js";
import { showConnection } from "./away-bar.js";
import { at, find, findAll, whileBusy } from "./elements.js";
import { beginParts, renewParts } from "./renew-parts.js";
import { SmallBoards } from "./small-boards.js";
import { say } from "./words.js";

const place = at("contest"), error = at("error"), { event = "" } = place.dataset;
const buttons = findAll(document, "[data-act]", HTMLButtonElement);
let state = at("state").textContent;

// Filters and further pages of games stay as they are; everything else is renewed.
/** @param {HTMLElement} part */
const keep = (part) => part.dataset.part === "games" && !("live" in place.dataset);

// Boards of the games that are on; who looks at a contest that is over needs no news of them.
let boards = false;
/** @param {number} count */
function showCount(count) {
  at("now").hidden = count === 0 || !["table", "live"].includes(place.dataset.shown ?? "");
  const nothing = document.getElementById("nothing");
  if (nothing) nothing.hidden = count > 0;
}
/** @param {boolean} running */
function showBoards(running) {
  if (!running || boards) return;
  boards = true;
  new SmallBoards(at("running"), { within: `${event}/`, most: place.dataset.shown === "live" ? 32 : 4, changed: showCount });
}

beginParts(place);
follow("GET /contests/{event}/events", { event }, {
  scoreboard: (told) => {
    renewParts(place, told.html, keep);
    showBoards(told.running);
    if (told.state !== state) announce((state = told.state));
    if (!buttons.length) return;
    find(document, "[data-act=stop]").hidden = !told.running;
    find(document, "[data-act=go-on]").hidden = told.running || told.finished || told.elsewhere;
    at("stop-word").textContent = told.stopping ? say("Stop at once") : say("Stop");
  },
}, showConnection);

for (const button of buttons) {
  button.addEventListener("click", () => whileBusy(button, async () => {
    error.hidden = true;
    try {
      await ask("POST /contests/{event}/{act}", { event, act: button.dataset.act === "stop" ? "stop" : "go-on" });
    } catch (refused) {
      error.textContent = sentenceOf(refused);
      error.hidden = false;
    }
  }));
}

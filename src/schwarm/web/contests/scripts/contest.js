// One contest, live. The server draws every part; only what changed is put in its place, and nobody loses theirs.

import { announce, follow, order, sentenceOf } from "./ask.js";
import { at, find, findAll } from "./elements.js";
import { SmallBoards } from "./small-boards.js";
import { say } from "./words.js";

/** @import { Handlers } from "./ask.js" */

const place = at("contest"), error = at("error");
const buttons = findAll(document, "[data-act]", HTMLButtonElement);
let state = at("state").textContent;

// Filters and further pages of games stay as they are; everything else is renewed.
/** @param {HTMLElement} part */
const keep = (part) => part.dataset.part === "games" && !("live" in place.dataset);

/** @param {string} html */
function renew(html) {
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  const now = findAll(place, "[data-part]"), then = findAll(fresh.content, "[data-part]");
  const same = now.length === then.length && now.every((part, index) => part.dataset.part === then[index].dataset.part);
  if (!same) {
    for (const part of now.filter(keep)) then.find((other) => other.dataset.part === "games")?.replaceWith(part);
    steady(place, () => place.replaceChildren(fresh.content));
    return;
  }
  now.forEach((part, index) => {
    if (!keep(part) && part.outerHTML !== then[index].outerHTML) steady(part, () => part.replaceWith(then[index]));
  });
}

// What is open stays open, what has the focus keeps it.
/** @param {HTMLElement} part @param {() => void} change */
function steady(part, change) {
  const open = new Set(findAll(part, "details[open]").map(({ id }) => id));
  const active = part.contains(document.activeElement) ? document.activeElement : null;
  const mark = active?.getAttribute("href") ?? active?.getAttribute("aria-label");
  change();
  for (const details of findAll(place, "details", HTMLDetailsElement)) if (open.has(details.id)) details.open = true;
  if (mark) findAll(place, "a, [tabindex]").find((found) => (found.getAttribute("href") ?? found.getAttribute("aria-label")) === mark)?.focus({ preventScroll: true });
}

// Boards of the games that are on; who looks at a contest that is over needs no news of them.
let boards = false;
/** @param {boolean} running */
function showBoards(running) {
  if (!running || boards) return;
  boards = true;
  new SmallBoards(at("running"), { within: `${place.dataset.event}/`, most: 4, changed: (count) => (at("now").hidden = count === 0) });
}

follow(`${place.dataset.address}/events`, /** @type {Handlers<ContestEvent>} */ ({
  scoreboard: (told) => {
    renew(told.html);
    showBoards(told.running);
    if (told.state !== state) announce((state = told.state));
    if (!buttons.length) return;
    find(document, "[data-act=stop]").hidden = !told.running;
    find(document, "[data-act=go-on]").hidden = told.running || told.finished || told.elsewhere;
    at("stop-word").textContent = told.stopping ? say("Stop at once") : say("Stop");
  },
}));

for (const button of buttons) {
  button.addEventListener("click", async () => {
    error.hidden = true;
    button.disabled = true;
    try {
      await order(`${place.dataset.address}/${button.dataset.act}`);
    } catch (refused) {
      error.textContent = sentenceOf(refused);
      error.hidden = false;
    } finally {
      button.disabled = false;
    }
  });
}

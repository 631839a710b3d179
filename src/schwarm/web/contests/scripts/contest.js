// One contest, live. The server draws every part; only what changed is put in its place, and nobody loses his.

import { announce, follow, order } from "./ask.js";
import { say } from "./words.js";

const place = document.getElementById("contest"), error = document.getElementById("error");
const buttons = [...document.querySelectorAll("[data-act]")];
const named = (act) => buttons.find((button) => button.dataset.act === act);
let state = document.getElementById("state").textContent;

// Filters and further pages of games stay as they are; everything else is renewed.
const keep = (part) => part.dataset.part === "games" && !("live" in place.dataset);

function renew(html) {
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  const parts = (root) => [...root.querySelectorAll("[data-part]")];
  const now = parts(place), then = parts(fresh.content);
  const same = now.length === then.length && now.every((part, index) => part.dataset.part === then[index].dataset.part);
  if (!same) {
    for (const part of now.filter(keep)) then.find((other) => other.dataset.part === "games")?.replaceWith(part);
    return steady(place, () => place.replaceChildren(fresh.content));
  }
  now.forEach((part, index) => {
    if (!keep(part) && part.outerHTML !== then[index].outerHTML) steady(part, () => part.replaceWith(then[index]));
  });
}

// What is open stays open, what has the focus keeps it.
function steady(part, change) {
  const open = new Set([...part.querySelectorAll("details[open]")].map(({ id }) => id));
  const active = part.contains(document.activeElement) ? document.activeElement : null;
  const mark = active?.getAttribute("href") ?? active?.getAttribute("aria-label");
  change();
  for (const details of place.querySelectorAll("details")) if (open.has(details.id)) details.open = true;
  if (mark) [...place.querySelectorAll("a, [tabindex]")].find((found) => (found.getAttribute("href") ?? found.getAttribute("aria-label")) === mark)?.focus({ preventScroll: true });
}

follow(`${place.dataset.address}/events`, {
  standing: (told) => {
    renew(told.html);
    if (told.state !== state) announce((state = told.state));
    if (!buttons.length) return;
    named("stop").hidden = !told.running;
    named("go-on").hidden = told.running || told.finished || told.elsewhere;
    document.getElementById("stop-word").textContent = told.stopping ? say("Stop at once") : say("Stop");
  },
});

for (const button of buttons) {
  button.addEventListener("click", async () => {
    error.hidden = true;
    button.disabled = true;
    try {
      await order(`${place.dataset.address}/${button.dataset.act}`);
    } catch (refused) {
      error.textContent = refused.message;
      error.hidden = false;
    } finally {
      button.disabled = false;
    }
  });
}

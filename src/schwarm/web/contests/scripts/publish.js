// Publishing a contest: a button, how far it is, and the zip at the end.

import { ask, sentenceOf } from "./ask.js";
import { at, whileBusy } from "./elements.js";

const EVERY = 700;
const { event = "" } = at("contest").dataset;
const button = at("publish", HTMLButtonElement), place = at("published"), bar = at("published-share", HTMLProgressElement);

/** @param {PublishedJson} told */
function show(told) {
  place.hidden = !told.sentence;
  at("published-state").textContent = told.sentence;
  bar.hidden = !told.running;
  bar.value = told.share;
  at("published-zip").hidden = !told.ready;
}

// Looks until it is through.
async function look() {
  for (let running = true; running;) {
    let pause = EVERY;
    try {
      const told = await ask("GET /contests/{event}/published", { event });
      show(told);
      running = told.running;
    } catch {
      // The server may be back the next time.
      pause = 4 * EVERY;
    }
    if (running) await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

button.addEventListener("click", () => whileBusy(button, async () => {
  at("error").hidden = true;
  try {
    await ask("POST /contests/{event}/{act}", { event, act: "publish" });
  } catch (refused) {
    at("error").textContent = sentenceOf(refused);
    at("error").hidden = false;
    return;
  }
  await look();
}));
button.disabled = false;
if (place.dataset.running === "true") whileBusy(button, look);

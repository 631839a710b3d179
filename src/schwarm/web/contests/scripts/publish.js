// Publishing a contest: a button, how far it is, and the zip at the end.

import { ask, order, sentenceOf } from "./ask.js";
import { at } from "./elements.js";

const EVERY = 700;
const { address = "" } = at("contest").dataset;
const button = at("publish", HTMLButtonElement), place = at("published"), bar = at("published-share", HTMLProgressElement);

/** @param {PublishedJson} told */
function show(told) {
  place.hidden = !told.sentence;
  at("published-state").textContent = told.sentence;
  bar.hidden = !told.running;
  bar.value = told.share;
  at("published-zip").hidden = !told.ready;
  button.disabled = told.running;
  if (told.running) setTimeout(look, EVERY);
}

async function look() {
  try {
    show(/** @type {PublishedJson} */ (await ask(`${address}/published`)));
  } catch {
    // The server may be back the next time.
    setTimeout(look, 4 * EVERY);
  }
}

button.addEventListener("click", async () => {
  button.disabled = true;
  at("error").hidden = true;
  try {
    await order(`${address}/publish`);
    await look();
  } catch (refused) {
    at("error").textContent = sentenceOf(refused);
    at("error").hidden = false;
    button.disabled = false;
  }
});
button.disabled = place.dataset.running === "true";
if (button.disabled) look();

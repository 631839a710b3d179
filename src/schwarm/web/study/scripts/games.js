// Bringing a game along: choose a file or drop it anywhere on the page.

import { gamePage } from "./addresses.js";
import { markAnalysed } from "./analysed.js";
import { sentenceOf } from "./ask.js";
import { at } from "./elements.js";
import { source } from "./source.js";

const drop = at("drop"), error = at("error"), file = at("file", HTMLInputElement);

/** @param {File | undefined} chosen */
async function open(chosen) {
  error.hidden = true;
  if (!chosen) return;
  try {
    location.assign(gamePage(await source.bring(chosen)));
  } catch (refused) {
    error.textContent = sentenceOf(refused);
    error.hidden = false;
  } finally {
    file.value = "";
  }
}

file.addEventListener("change", () => open(file.files?.[0]));
document.addEventListener("dragover", (event) => {
  event.preventDefault();
  drop.classList.add("over");
});
document.addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) drop.classList.remove("over");
});
document.addEventListener("drop", (event) => {
  event.preventDefault();
  drop.classList.remove("over");
  open(event.dataTransfer?.files[0]);
});
markAnalysed(document);

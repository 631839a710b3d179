// Bringing games along: choose files or drop them anywhere on the page.

import { gamePage } from "./addresses.js";
import { markAnalysed } from "./analysed.js";
import { sentenceOf } from "./ask.js";
import { at } from "./elements.js";
import { source } from "./source.js";

const drop = at("drop"), error = at("error"), file = at("file", HTMLInputElement);

// One game is shown at once; many are shown in the list.
/** @param {Iterable<File>} chosen */
async function open(chosen) {
  error.hidden = true;
  const files = [...chosen];
  let now = files[0];
  try {
    for (now of files) {
      const brought = await source.bring(now);
      if (files.length === 1) location.assign(gamePage(brought));
    }
    if (files.length > 1) location.reload();
  } catch (refused) {
    error.textContent = files.length > 1 ? `${now.name}: ${sentenceOf(refused)}` : sentenceOf(refused);
    error.hidden = false;
  } finally {
    file.value = "";
  }
}

file.addEventListener("change", () => open(file.files ?? []));
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
  open(event.dataTransfer?.files ?? []);
});
markAnalysed(document);

// Bringing games along: choose files or drop them anywhere on the page.

import { gamePage } from "./addresses.js";
import { markAnalysed } from "./analysed.js";
import { sentenceOf } from "./ask.js";
import { SORRY, recall, remember } from "./browser-memory.js";
import { at } from "./elements.js";
import { source } from "./source.js";

/** @import { GameName } from "./addresses.js" */

const drop = at("drop"), error = at("error"), file = at("file", HTMLInputElement);

/** @param {string} words */
function complain(words) {
  error.textContent = words;
  error.hidden = !words;
}

// One game is shown at once; many are shown in the list. One that cannot be read keeps no other out.
/** @param {Iterable<File>} chosen */
async function open(chosen) {
  complain("");
  const files = [...chosen];
  /** @type {Map<string, string[]>} The files that were refused, by the reason. */
  const refused = new Map();
  /** @type {GameName[]} */
  const brought = [];
  for (const each of files) {
    try {
      brought.push(await source.bring(each));
    } catch (reason) {
      const words = sentenceOf(reason);
      refused.set(words, [...(refused.get(words) ?? []), each.name]);
    }
  }
  file.value = "";
  const words = [...refused].map(([reason, names]) => (files.length > 1 ? `${names.join(", ")}: ${reason}` : reason)).join(" ");
  if (!brought.length) {
    complain(words);
  } else if (files.length === 1) {
    location.assign(gamePage(brought[0]));
  } else {
    remember(SORRY, words, { tab: true });
    location.reload();
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
complain(recall(SORRY, { tab: true }) ?? "");
remember(SORRY, "", { tab: true });

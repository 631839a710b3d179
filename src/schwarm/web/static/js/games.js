// Bringing a game along: choose a file or drop it anywhere on the page.

import { ask } from "./ask.js";
import { say } from "./words.js";

const drop = document.getElementById("drop"), error = document.getElementById("error"), file = document.getElementById("file");
const LARGEST = 2_000_000;

async function open(chosen) {
  error.hidden = true;
  if (!chosen) return;
  try {
    if (chosen.size > LARGEST) throw new Error(say("The file is larger than 2 megabytes, which no replay is."));
    const { key } = await ask("/api/replays", { method: "POST", raw: await chosen.arrayBuffer() });
    location.assign(`/game/${key}`);
  } catch (refused) {
    error.textContent = refused.message;
    error.hidden = false;
  } finally {
    file.value = "";
  }
}

file.addEventListener("change", () => open(file.files[0]));
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
  open(event.dataTransfer.files[0]);
});

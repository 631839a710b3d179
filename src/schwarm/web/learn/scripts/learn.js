// The overview: how far one has come in each game.

import { find, findAll } from "./elements.js";
import { Progress } from "./progress.js";
import { sayMany } from "./words.js";

for (const card of findAll(document, "[data-game]")) {
  if (card === document.body) continue;
  const { solved } = new Progress(card.dataset.game ?? "").kept;
  if (solved.length) find(card, "[data-solved]").textContent = sayMany(solved.length, "{n} puzzle solved.", "{n} puzzles solved.");
}

// The overview: how far one has come in each game, and which levels were beaten.

import { beatenLevels } from "./beaten.js";
import { find, findAll } from "./elements.js";
import { Progress } from "./progress.js";
import { say, sayMany } from "./words.js";

const cards = findAll(document, ".card[data-game]");
for (const card of cards) {
  const { solved } = new Progress(card.dataset.game ?? "").kept;
  if (solved.length) find(card, "[data-solved]").textContent = sayMany(solved.length, "{n} puzzle solved.", "{n} puzzles solved.");
}
for (const item of findAll(document, "[data-level]")) {
  const beaten = cards.filter(({ dataset }) => beatenLevels(dataset.game ?? "").includes(Number(item.dataset.level)));
  const games = beaten.map((card) => find(card, "h2").textContent).join(", ");
  find(item, "[data-beaten]").textContent = games && say("✓ beaten in {games}", { games });
}

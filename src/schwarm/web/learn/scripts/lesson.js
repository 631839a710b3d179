// After a review: whoever wants to learn from the mistakes of the game is led to them.

import { learnPage } from "./addresses.js";
import { at } from "./elements.js";
import { handOver } from "./mistakes.js";

// Shows the link if there is anything to learn: from one's own mistakes, or from both sides' where one played neither
// or both.
/** @param {LiveGameJson} game @param {number[]} mine @param {VerdictJson[]} told */
export function offerLesson(game, mine, told) {
  const link = at("learn-from-it", HTMLAnchorElement), first = game.positions[0].turn;
  const mistakes = told
    .filter(({ verdict }) => verdict === "mistake" || verdict === "blunder")
    .filter(({ turn }) => mine.length !== 1 || turn % 2 === mine[0])
    .map(({ turn }) => ({ position: game.positions[turn - first].text, played: game.moves[turn - first].move }));
  link.hidden = !mistakes.length;
  link.href = learnPage(game.game, { mistakes: "" });
  link.onclick = () => handOver({ game: game.game, rules: game.rules, back: location.href, mistakes });
}

// After a review: whoever wants to learn from the mistakes of the game is led to them, now or later, as puzzles.

import { learnPage } from "./addresses.js";
import { sentenceOf, toast } from "./ask.js";
import { handOver, makePuzzles } from "./bridge.js";
import { at, whileBusy } from "./elements.js";
import { kit } from "./page-board.js";
import { say, sayMany } from "./words.js";

/** @import { Mistake } from "./bridge.js" */

// Shows the link if there is anything to learn: from one's own mistakes, or from both sides' where one played neither
// or both.
/** @param {LiveGameJson} game @param {number[]} mine @param {VerdictJson[]} told */
export function offerLesson(game, mine, told) {
  const link = at("learn-from-it", HTMLAnchorElement), button = at("make-puzzles", HTMLButtonElement), first = game.positions[0].turn;
  const mistakes = told
    .filter(({ verdict }) => verdict === "mistake" || verdict === "blunder")
    .filter(({ turn }) => mine.length !== 1 || turn % 2 === mine[0])
    .map(({ turn }) => ({ position: game.positions[turn - first].text, played: game.moves[turn - first].move }));
  link.hidden = !mistakes.length;
  link.href = learnPage(game.game, { mistakes: "" });
  link.onclick = () => handOver({ game: game.game, rules: game.rules, back: location.href, mistakes });
  button.hidden = !mistakes.length || game.rules !== "documents";
  button.onclick = () => whileBusy(button, () => keep(game, mistakes, button));
}

/** @param {LiveGameJson} game @param {Mistake[]} mistakes @param {HTMLButtonElement} button */
async function keep({ game, rules }, mistakes, button) {
  try {
    const { columns, rows: drawn } = await kit(game, false);
    const made = await makePuzzles({ game, rules, columns, drawn }, mistakes.map(({ position }) => position));
    // Whoever was on the button gets to what can be done with the mistakes otherwise.
    if (document.activeElement === button) at("learn-from-it").focus({ preventScroll: true });
    button.hidden = true;
    toast(made
      ? sayMany(made, "{n} more puzzle waits for you under Learn, “from your own games”.", "{n} more puzzles wait for you under Learn, “from your own games”.")
      : say("No puzzle came of it: more than one move was good each time."));
  } catch (error) {
    toast(sentenceOf(error));
  }
}

// At one's side in a first game: before each move one rule of the game, and a good move with the reason why it is allowed;
// one that shows the rule where there is one.

import { learnPage } from "./addresses.js";
import { lookAgain } from "./bridge.js";
import { at, findAll } from "./elements.js";
import { kit } from "./page-board.js";
import { source } from "./source.js";
import { say } from "./words.js";

/** @import { Board } from "./bridge.js" */

const SECONDS = 0.4;
const LINES = 40;
// Nobody is asked to give away more than this of the chance to win, only to show a rule.
const HARMLESS = 0.15;

export class Guide {
  asked = "";
  rules = findAll(at("guide-rules"), "li").map((item) => ({ text: item.textContent ?? "", shownBy: item.dataset.shownBy ?? "" }));

  /** @param {Board} board @param {() => { game: LiveGameJson, side: number, mayMove: boolean }} now */
  constructor(board, now) {
    this.board = board;
    this.now = now;
    at("guide").hidden = false;
  }

  // Something happened: the next step, if it is one's turn.
  async refresh() {
    const { game, side, mayMove } = this.now(), { text, letters } = game.positions[game.positions.length - 1];
    const step = game.moves.filter(({ turn }) => turn % 2 === side).length;
    if (game.outcome) this.#end(game);
    if (game.outcome || !mayMove || text === this.asked) return;
    this.asked = text;
    at("guide-step").textContent = step < this.rules.length ? say("Step {n} of {all}", { n: step + 1, all: this.rules.length }) : say("On your own");
    at("guide-rule").textContent = this.rules[step]?.text ?? say("You know all the rules now. Go on and win; the button “Hint” helps you.");
    at("guide-move").textContent = "";
    if (step >= this.rules.length) return;
    const { columns, rows: drawn } = await kit(game.game, false), where = { game: game.game, rules: game.rules, position: text };
    const { shownBy } = this.rules[step];
    const lines = await lookAgain({ ...where, columns, drawn }, text, { lines: shownBy ? LINES : 1, seconds: SECONDS });
    const [best] = lines, shows = new RegExp(shownBy, "i");
    if (!best || this.asked !== text) return;
    const found = lines.find(({ from, to, chance }) => Math.abs(best.chance - chance) < HARMLESS && shows.test(`${letters[from]}-${letters[to] ?? ""}`));
    const line = found ?? best, { sentence } = await source.explain(where, line.move);
    if (this.asked !== text) return;
    const facts = { move: line.move, why: sentence };
    at("guide-move").textContent = found
      ? say("Try {move}, or any move you like. {why}", facts)
      : say("There is no good chance for that yet; a good move is {move}. {why}", facts);
    this.board.set({ arrows: [line] });
  }

  /** @param {LiveGameJson} game */
  #end({ game }) {
    const link = document.createElement("a");
    link.href = learnPage(game);
    link.textContent = say("Go on with puzzles");
    at("guide-step").textContent = say("Your first game is over.");
    at("guide-rule").replaceChildren(link);
    at("guide-move").textContent = "";
  }
}

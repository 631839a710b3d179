// Home of a site: a game that is played back, and the games of this browser.

import { facts } from "./ask.js";
import { offerAtOnce } from "./at-once.js";
import { pageBoard } from "./page-board.js";
import { at, find } from "./elements.js";
import { showOwnGames } from "./own-games.js";

const SHOWN = 6;
const MILLISECONDS_PER_MOVE = 1600, MILLISECONDS_AT_THE_END = 6000;

/** @typedef {{ game: string, title: string, moves: Step[], positions: PositionJson[], stamps: Record<string, string> }} Stage */

const shown = /** @type {Stage} */ (facts("stage-facts"));
const board = pageBoard(find(at("stage"), "[data-board]"), { small: true });
at("stage-title").textContent = shown.title;
board.set({ game: shown.game, turned: false, stamps: shown.stamps });
// Whoever wants no movement sees how it ended.
const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
let place = still ? shown.moves.length : 0;
function step() {
  board.set({ position: shown.positions[place], last: shown.moves[place - 1] ?? null, slide: place > 0 });
  if (still) return;
  const end = place === shown.moves.length;
  place = end ? 0 : place + 1;
  setTimeout(step, end ? MILLISECONDS_AT_THE_END : MILLISECONDS_PER_MOVE);
}
step();

offerAtOnce();
showOwnGames(SHOWN).then((games) => (at("recent").hidden = !games.length), () => {});

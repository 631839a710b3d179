// A game inside a page of others: step through it, and nothing else.

import { facts } from "./ask.js";
import { Board } from "./board.js";
import { at, find } from "./elements.js";
import { Timeline } from "./timeline.js";
import { playerName, say } from "./words.js";

const game = /** @type {EmbeddedJson} */ (facts("facts")), { moves, positions } = game;
const board = new Board(find(document, "[data-board]"), { small: true });

/** @param {boolean} slide @param {number} before */
function show(slide, before) {
  const { place } = timeline, last = moves[place - 1] ?? null;
  if (slide && before > place) board.show(positions[place], { last: moves[before - 1], slide });
  board.show(positions[place], { last, slide: slide && before <= place });
  const { round, side } = positions[place];
  at("line").textContent = place === timeline.length && game.result ? game.result : say("Round {round}: {side} to move", { round, side: playerName(game.names[side]) });
}

const timeline = new Timeline({ length: moves.length, changed: (place, before) => show(Math.abs(place - before) === 1, before) });
if (game.turn !== null) timeline.place = Math.max(0, Math.min(moves.length, game.turn - positions[0].turn));
timeline.refresh();
board.stamps(game.stamps);
board.use(game.game, game.turned);
show(false, timeline.place);

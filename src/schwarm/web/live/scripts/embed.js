// A game inside a page of others: step through it, and nothing else.

import { onSite } from "./addresses.js";
import { facts, sentenceOf } from "./ask.js";
import { pageBoard } from "./page-board.js";
import { at, find } from "./elements.js";
import { Timeline } from "./timeline.js";
import { playerName, say } from "./words.js";

const game = onSite ? await gameOfSite() : /** @type {EmbeddedJson} */ (facts("facts")), { moves, positions } = game;
const board = pageBoard(find(document, "[data-board]"), { small: true });

// The page of a site is the same for all games; the address of the frame has the one that is meant.
/** @returns {Promise<EmbeddedJson>} */
async function gameOfSite() {
  try {
    const found = await (await import("./site-embed.js")).embeddedGame();
    for (const [side, name] of ["red", "blue"].entries()) find(document, `h1 .${name}`).textContent = found.names[side];
    document.title = `${found.names.join(" – ")}, ${document.title}`;
    at("whole", HTMLAnchorElement).href = found.page;
    return found;
  } catch (error) {
    at("line").textContent = sentenceOf(error);
    return new Promise(() => {});
  }
}

/** @param {boolean} slide @param {number} before */
function show(slide, before) {
  const { place } = timeline, last = moves[place - 1] ?? null;
  if (slide && before > place) board.set({ position: positions[place], last: moves[before - 1], slide });
  board.set({ position: positions[place], last, slide: slide && before <= place });
  const { round, side } = positions[place];
  at("line").textContent = place === timeline.length && game.result ? game.result : say("Round {round}: {side} to move", { round, side: playerName(game.names[side]) });
}

const timeline = new Timeline({ length: moves.length, changed: (place, before) => show(Math.abs(place - before) === 1, before) });
if (game.turn !== null) timeline.place = Math.max(0, Math.min(moves.length, game.turn - positions[0].turn));
timeline.refresh();
board.set({ game: game.game, turned: game.turned, stamps: game.stamps });
show(false, timeline.place);

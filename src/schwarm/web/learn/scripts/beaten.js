// Which levels of Hecht somebody has beaten, game by game. This browser keeps it.

import { recallJson, remember } from "./browser-memory.js";

const NAME = "beaten";

const all = () => recallJson(NAME, /** @type {Record<string, number[]>} */ ({}));

/** @param {string} game */
export const beatenLevels = (game) => all()[game] ?? [];

// A game is over: if its visitor won against a level, that is remembered.
/** @param {LiveGameJson} game @param {number[]} mine */
export function noteBeaten({ game, names, players, outcome }, mine) {
  if (mine.length !== 1 || outcome?.winner !== mine[0]) return;
  const other = 1 - mine[0], level = Number(/^Hecht (\d+)$/.exec(players[other].name || names[other])?.[1] ?? 0);
  if (players[other].kind !== "player" || !level) return;
  const known = all();
  known[game] = [...new Set([...(known[game] ?? []), level])].sort((one, two) => one - two);
  remember(NAME, JSON.stringify(known));
}

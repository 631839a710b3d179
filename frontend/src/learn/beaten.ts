// Which levels of Hecht were beaten, game by game. This browser keeps it.

import { recallJson, remember } from "page/browser-memory.js";

const NAME = "beaten";

const all = () => recallJson(NAME, {} as Record<string, number[]>);

export const beatenLevels = (game: string) => all()[game] ?? [];

/** Remember the level that a finished game was won against. */
export function noteBeaten({ game, names, players, outcome }: Pick<LiveGameJson, "game" | "names" | "players" | "outcome">, mine: number[]) {
  if (mine.length !== 1 || outcome?.winner !== mine[0]) return;
  const other = 1 - mine[0], level = Number(/^Hecht (\d+)$/.exec(players[other].name || names[other])?.[1] ?? 0);
  if (players[other].kind !== "player" || !level) return;
  const known = all();
  known[game] = [...new Set([...(known[game] ?? []), level])].sort((one, two) => one - two);
  remember(NAME, JSON.stringify(known));
}

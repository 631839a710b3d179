// The puzzles of a game: those that Schwarm brings along, fetched when somebody wants to solve them, and one's own.

import { recallJson, remember } from "./browser-memory.js";

const OWN = "own-puzzles";
const MAX_OWN = 300;

/** @typedef {"win" | "hold" | "gain"} Goal It wins by force; all else loses by force; it is far better than all else. */
/**
 * @typedef {object} Puzzle
 * @property {string} position
 * @property {string[]} line The solution, and how it would go on.
 * @property {number} difficulty From 1 to 5.
 * @property {Goal} goal
 * @property {number} turns In how many turns it is decided; 0 where that is not proven.
 */
/** @typedef {Puzzle & { game: string }} OwnPuzzle */

/** @param {string} game @returns {Promise<Puzzle[]>} */
export async function loadPuzzles(game) {
  const answer = await fetch(new URL(`../puzzles/${game}.jsonl`, import.meta.url));
  if (!answer.ok) return [];
  return (await answer.text()).trim().split("\n").map((text) => {
    const [position, line, difficulty, goal, turns] = JSON.parse(text);
    return { position, line: line.split(" "), difficulty, goal, turns };
  });
}

const allOwn = () => recallJson(OWN, /** @type {OwnPuzzle[]} */ ([]));

/** @param {string} game */
export const ownPuzzles = (game) => allOwn().filter((puzzle) => puzzle.game === game);

// The oldest make room for new ones.
/** @param {OwnPuzzle} puzzle */
export function keepOwn(puzzle) {
  const others = allOwn().filter(({ game, position }) => game !== puzzle.game || position !== puzzle.position);
  remember(OWN, JSON.stringify([...others, puzzle].slice(-MAX_OWN)));
}

// Opening statistics without a server: what the games say that this browser keeps, played here or brought along.

import { positionsOf } from "./core-positions.js";
import { listGames } from "./game-store.js";

/** @import { Positions } from "./core-positions.js" */
/** @import { KeptGame } from "./game-store.js" */
/** @import { OpeningFilters, Position } from "./source.js" */

// As on a server: so many moves of a game are counted, and so many are shown.
const MAX_OPENING_MOVES = 16, MAX_SHOWN = 8;
// Then whoever asked gets what is known so far, and asks again.
const MAX_MILLISECONDS = 100;

/** @type {Map<string, Map<string, string>>} What was played in the first positions of a game, by the game as it was kept last. */
const known = new Map();

/** @param {Position} where @param {OpeningFilters} filters @returns {Promise<OpeningsJson>} */
export async function countOpenings({ game, rules, position }, { who, player }) {
  const positions = await positionsOf(game, rules), { reasons } = positions.facts, name = player.trim();
  const wanted = (await listGames()).filter((kept) => {
    const { outcome } = kept, people = kept.players.some(({ kind }) => kind === "person");
    // Games that were broken off say nothing about a position.
    return kept.game === game && kept.rules === rules && outcome && (reasons[outcome.reason]?.regular || outcome.reason === "resigned")
      && (!who || people === (who === "people")) && (!name || kept.names.includes(name));
  });
  /** @type {Map<string, OpeningJson>} */
  const found = new Map();
  const sum = { red: 0, draws: 0, blue: 0 }, until = performance.now() + MAX_MILLISECONDS;
  let complete = true;
  for (const kept of wanted) {
    const openings = known.get(nameOf(kept)) ?? (performance.now() < until ? lookThrough(kept, positions) : null);
    complete &&= openings !== null;
    const move = openings?.get(position);
    if (!move) continue;
    const [from, to] = move.split("-"), counted = found.get(move) ?? { move, from, to, red: 0, draws: 0, blue: 0 };
    const winner = /** @type {const} */ (["red", "blue"])[kept.outcome?.winner ?? -1] ?? "draws";
    counted[winner] += 1;
    sum[winner] += 1;
    found.set(move, counted);
  }
  const moves = [...found.values()].sort((one, two) => games(two) - games(one) || (one.move < two.move ? -1 : 1));
  return { ...sum, moves: moves.slice(0, MAX_SHOWN), complete };
}

/** @param {OpeningJson} counted */
const games = ({ red, draws, blue }) => red + draws + blue;

/** @param {KeptGame} kept */
const nameOf = ({ key, at }) => `${key} ${at}`;

/** @param {KeptGame} kept @param {Positions} positions */
function lookThrough(kept, positions) {
  const found = new Map();
  let text = kept.start;
  for (const { move } of kept.moves.slice(0, MAX_OPENING_MOVES)) {
    found.set(text, move);
    text = positions.play(text, move);
  }
  known.set(nameOf(kept), found);
  return found;
}

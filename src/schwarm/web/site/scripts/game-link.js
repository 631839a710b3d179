// Addresses that carry a whole game, for a page or for a frame in a page of others.

/** @import { KeptGame } from "./game-store.js" */
/** @import { Shared } from "./source.js" */
/** @typedef {Omit<KeptGame, "key" | "players" | "at">} Carried What an address carries of a game. */

// The address that carries a whole game: whoever opens it needs nothing else.
/** @param {Carried} kept */
export function gameLink({ game, rules, start, names, moves, outcome }) {
  const squares = moves.map(({ move }) => move.replace("-", "")).join("");
  const query = new URLSearchParams({ start, moves: squares, red: names[0], blue: names[1] });
  if (rules !== "documents") query.set("rules", rules);
  if (outcome) query.set("result", [outcome.winner ?? "", outcome.reason, ...outcome.points].join(","));
  return `game-${game}.html?${query}`;
}

// The same for a frame in a page of others.
/** @param {Carried} kept @param {Shared} shown */
export function embedLink(kept, { turn, turned }) {
  const page = gameLink(kept).replace("game-", "embed-");
  return `${page}${turn ? `&turn=${turn}` : ""}${turned ? "&side=turned" : ""}`;
}

// The game that an address carries, if it does.
/** @param {string} game @param {URLSearchParams} query @returns {KeptGame | null} */
export function gameInLink(game, query) {
  const start = query.get("start"), moves = query.get("moves") ?? "";
  if (start === null) return null;
  const [winner, reason, one, two] = (query.get("result") ?? "").split(",");
  return {
    key: "link", game, rules: query.get("rules") ?? "documents", start, players: [], at: 0,
    names: [query.get("red") ?? "", query.get("blue") ?? ""],
    moves: (moves.match(/..../g) ?? []).map((squares) => ({ move: `${squares.slice(0, 2)}-${squares.slice(2)}` })),
    outcome: reason ? { winner: winner === "" ? null : Number(winner), reason, points: [Number(one), Number(two)] } : null,
  };
}

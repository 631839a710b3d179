// A game inside a page of others, out of the address of the frame.

import { Refused } from "./ask.js";
import { positionsOf } from "./core-positions.js";
import { gameInLink, gameLink } from "./game-link.js";
import { playerName, say } from "./words.js";

/** @returns {Promise<EmbeddedJson & { page: string }>} The game, and where all of it can be seen. */
export async function embeddedGame() {
  const query = new URLSearchParams(location.search), kept = gameInLink(document.body.dataset.game ?? "", query);
  if (!kept) throw new Refused(say("The link is damaged; copy it again, all of it."));
  const { game, rules, start, moves, outcome } = kept;
  const positions = await positionsOf(game, rules), { sides, stamps } = positions.facts, shown = [positions.position(start)];
  for (const { move } of moves) shown.push(positions.position(positions.play(shown[shown.length - 1].text, move)));
  const turn = query.get("turn") ?? "";
  return {
    key: kept.key, game, stamps, positions: shown,
    names: kept.names.map((name, side) => playerName(name) || sides[side]),
    moves: moves.map((played, place) => {
      const [from, to] = played.move.split("-");
      return { ...played, from, to, turn: shown[place].turn };
    }),
    result: outcome ? positions.outcome(outcome, kept.names).sentence : "",
    turn: /^[0-9]{1,5}$/.test(turn) ? Number(turn) : null, turned: query.get("side") === "turned",
    page: gameLink(kept),
  };
}

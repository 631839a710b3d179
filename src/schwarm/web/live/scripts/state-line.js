// The line that says how a game stands: what is wrong, what the opponent asks, how it ended, who waits for whom.

import { say, sayMany } from "./words.js";

/** @import { GameState } from "./game-state.js" */

/** @param {GameState} state @param {PositionJson} position The one that is shown. @param {OutcomeJson | null | undefined} outcome */
export function stateLine(state, position, outcome) {
  const { game, you, atEnd, names } = state;
  if (game.trouble) return game.trouble;
  const asked = request(state);
  if (asked) return asked;
  if (outcome) return outcome.sentence;
  // A game whose move was taken back is not running for a moment either, but nobody is missing then.
  const missing = game.players.find(isMissing);
  if (atEnd && game.live && !game.running && missing) return waiting(missing);
  const paused = atEnd && game.paused;
  if (paused && !game.asked) return say("Paused.");
  if (state.late) return say("Your move has not reached the server yet; close other tabs of this page if it stays like that.");
  if (state.mayMove) {
    const turn = you.mine.length === 2 ? say("{side}, it is your turn.", { side: names[position.side] }) : say("It is your turn.");
    return paused ? `${turn} ${say("After this move the game is paused.")}` : turn;
  }
  if (paused) return say("Paused as soon as {side} has moved.", { side: names[position.side] });
  return say("Round {round}: {side} to move", { round: position.round, side: names[position.side] });
}

/** @param {PlayerJson} player */
export const isMissing = ({ kind, here }) => !here || kind === "client";

/** @param {PlayerJson} missing */
const waiting = ({ kind, name }) => (kind === "person" && name ? say("Waiting for {name} …", { name }) : say("Waiting for an opponent …"));

/** @param {GameState} state */
function request({ game, asksBack, asksDraw, names }) {
  const name = names[game.wantsBack ?? 0];
  // What is over goes on if it is taken back.
  const back = game.live ? say("{name} would like to take back a move.", { name }) : say("{name} would like to go on with this game.", { name });
  return [asksBack && back, asksDraw && say("{name} offers a draw.", { name: names[game.wantsDraw ?? 0] })].filter(Boolean).join(" ");
}

// What is said about a record whose moves go on after the end.
/** @param {LiveGameJson} game */
export function afterEnd({ overAt, positions, moves }) {
  if (overAt === undefined) return "";
  const { turn } = positions[overAt];
  return sayMany(moves.length - overAt, "By the rules the game is over at turn {turn}; the move after that is not judged.", "By the rules the game is over at turn {turn}; the {n} moves after that are not judged.", { turn });
}

// Asks a bot of the organiser what it would play in the position that is shown.

import { ask, sentenceOf } from "./ask.js";
import { recall, remember } from "./browser-memory.js";
import { at, find, onSubmit, whileBusy } from "./elements.js";
import { say, secondsText } from "./words.js";

/** @import { Position } from "./source.js" */

/** @param {() => Position} shown @param {(move: MoveJson) => void} point Shows the move on the board. */
export function offerBot(shown, point) {
  const form = document.getElementById("ask-bot-form");
  if (!(form instanceof HTMLFormElement)) return;
  const player = at("asked-bot", HTMLInputElement), said = at("bot-said"), printed = at("bot-printed");
  player.value = recall("bot") ?? "";
  onSubmit(form, () => whileBusy(find(form, "[type=submit]"), async () => {
    const where = shown();
    remember("bot", player.value);
    printed.hidden = true;
    said.textContent = say("Thinking …");
    try {
      const told = await ask("POST /ask-bot", { fields: { game: where.game, rules: where.rules, position: where.position, player: player.value } });
      const { move, note, seconds } = told;
      said.textContent = move ? [say("It would play {move}.", { move: move.move }), seconds === null ? "" : secondsText(seconds), note].filter(Boolean).join(" · ") : told.why;
      printed.textContent = told.printed;
      printed.hidden = !told.printed;
      if (move && where.position === shown().position) point(move);
    } catch (error) {
      said.textContent = sentenceOf(error);
    }
  }));
}

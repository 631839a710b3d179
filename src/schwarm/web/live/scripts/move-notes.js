// What was noted and printed about the move that is shown.

import { at } from "./elements.js";

/** @import { GameState } from "./game-state.js" */
/** @import { Session } from "./source.js" */

export class MoveNotes {
  /** @type {number | undefined} The turn of the move that was asked about last. */
  asked;

  /** @param {Session} session @param {GameState} state */
  constructor(session, state) {
    this.session = session;
    this.state = state;
    this.box = at("said");
    this.note = at("note");
    this.log = at("log");
  }

  /** @param {MoveJson & { turn: number } | undefined} move The one that led here; none at the start and in variations. */
  async show(move) {
    const { note, log, box } = this, { game } = this.state, here = this.state.where();
    // What is said about a variation stands in the list.
    note.textContent = here.played ? here.note || (here.parent ? "" : game.preface) : "";
    note.hidden = !note.textContent;
    const printed = game.logs ? game.logs.includes(move?.turn ?? -1) : game.players.some(({ kind }) => kind === "player");
    // News about the same move take nothing away while the server is asked again.
    if (!printed || move?.turn !== this.asked) log.hidden = true;
    box.hidden = note.hidden && log.hidden;
    this.asked = move?.turn;
    if (!move || !printed) return;
    try {
      const { turn, text } = await this.session.log(move.turn);
      if (turn !== this.asked) return;
      log.textContent = text;
      log.hidden = !text;
      box.hidden = note.hidden && log.hidden;
    } catch {
      // A log is worth less than the game.
    }
  }
}

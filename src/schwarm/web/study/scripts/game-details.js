// What is known of a game once it is over: how it came about and what bots printed. It comes by itself.

import { findAll } from "./elements.js";

/** @import { Session } from "./source.js" */

export class GameDetails {
  ended = false;
  html = "";
  /** @type {number | null} */
  turn = null;
  /** @type {object | undefined} What was asked last; other answers come too late. */
  question;

  /** @param {Session} session @param {HTMLElement} place @param {(logs: number[] | null) => void} learned */
  constructor(session, place, learned) {
    this.session = session;
    this.place = place;
    this.learned = learned;
    // Who opens a box looks at the move that is shown.
    place.addEventListener("toggle", () => this.here(this.turn), true);
  }

  // The game ended, or there is news of its end; who takes their last move back has no end any more.
  /** @param {StatusJson} game */
  async of(game) {
    if (game.live && !this.ended) return;
    this.ended = !game.live;
    const question = (this.question = {});
    if (game.live) {
      this.#draw("");
      this.learned(null);
      return;
    }
    try {
      const { html, logs } = await this.session.details();
      if (question !== this.question) return;
      this.#draw(html);
      this.learned(logs);
    } catch {
      // The game itself is on the page; the rest is there when it is opened again.
    }
  }

  // What bots printed follows the move that is shown; at the end of the game it shows how that came about.
  /** @param {number | null} turn The turn of the move that is shown; null at the end. */
  here(turn) {
    this.turn = turn;
    for (const box of findAll(this.place, ".output pre")) {
      const parts = findAll(box, "[data-turn]"), before = turn === null ? parts : parts.filter((part) => Number(part.dataset.turn) <= turn);
      for (const part of parts) {
        const here = part === before[before.length - 1];
        part.classList.toggle("here", here);
        part.ariaCurrent = here ? "true" : null;
      }
      const shown = before[before.length - 1] ?? parts[0];
      // Of the last one its end says why the game was lost.
      if (shown) box.scrollTop = turn === null ? box.scrollHeight : shown.offsetTop;
    }
  }

  /** @param {string} html */
  #draw(html) {
    if (html === this.html) return;
    this.html = html;
    this.place.innerHTML = html;
    this.here(this.turn);
  }
}

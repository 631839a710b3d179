// What is known of a game once it is over: how it came about and what bots printed. It comes by itself.

/** @import { Session } from "./source.js" */

export class GameDetails {
  ended = false;
  html = "";
  /** @type {object | undefined} What was asked last; other answers come too late. */
  question;

  /** @param {Session} session @param {HTMLElement} place @param {(logs: number[] | null) => void} learned */
  constructor(session, place, learned) {
    this.session = session;
    this.place = place;
    this.learned = learned;
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

  /** @param {string} html */
  #draw(html) {
    if (html === this.html) return;
    this.html = html;
    this.place.innerHTML = html;
  }
}

// What the server knows of a game once it is over: how it came about and what bots printed. It comes by itself.

import { ask } from "./ask.js";

export class GameDetails {
  constructor(address, place, learned) {
    Object.assign(this, { address, place, learned, ended: false, html: "" });
  }

  // The game ended, or there is news of its end; who takes his last move back has no end any more.
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
      const { html, logs } = await ask(`${this.address}/details`);
      if (question !== this.question) return;
      this.#draw(html);
      this.learned(logs);
    } catch {
      // The game itself is on the page; the rest is there when it is opened again.
    }
  }

  #draw(html) {
    if (html === this.html) return;
    this.html = html;
    this.place.innerHTML = html;
  }
}

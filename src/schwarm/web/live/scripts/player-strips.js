// The two players above and below the board: names, who moves, the clock.

import { find } from "./elements.js";
import { say } from "./words.js";

/**
 * @typedef {object} Facts
 * @property {string[]} names
 * @property {string[]} sides
 * @property {number | null} moving Which side moves, if the game goes on.
 * @property {boolean} running
 * @property {number[]} [mine] The sides that the visitor plays.
 * @property {boolean} [paused]
 * @property {number} [elapsed] Seconds since the side to move was asked.
 * @property {number} [elapsedAt] When it was so many seconds: the same facts are shown again and again.
 * @property {ClockJson[]} [clocks] How long each side may think.
 * @property {string[]} [times] How long each side thought about its last move.
 */

/** @param {number} seconds */
const shownTime = (seconds) => {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};

export class Strips {
  /** @type {Facts | undefined} */
  facts;

  constructor() {
    this.top = find(document, "[data-strip=top]");
    this.bottom = find(document, "[data-strip=bottom]");
    setInterval(() => this.#tick(), 250);
  }

  /** @param {Facts} facts @param {boolean} turned */
  show(facts, turned) {
    this.facts = facts;
    [this.bottom, this.top].forEach((strip, index) => {
      const side = turned ? 1 - index : index;
      strip.dataset.side = String(side);
      strip.ariaLabel = facts.sides[side];
      strip.classList.toggle("blue", side === 1);
      strip.classList.toggle("turn", facts.moving === side);
      const name = facts.names[side] || facts.sides[side];
      find(strip, ".who").textContent = name;
      find(strip, ".you").textContent = facts.mine?.includes(side) ? say("(you)") : "";
    });
    this.#tick();
  }

  #tick() {
    if (!this.facts) return;
    const { clocks, elapsed = 0, elapsedAt = 0, moving, paused, running, times } = this.facts;
    for (const strip of [this.top, this.bottom]) {
      const side = Number(strip.dataset.side), clock = find(strip, ".clock");
      const left = clocks?.[side].left ?? null, limit = clocks?.[side].limit ?? null;
      if (!running || moving !== side) {
        clock.textContent = left === null ? times?.[side] ?? "" : shownTime(left);
        strip.classList.remove("hurry");
        continue;
      }
      const used = paused ? elapsed : elapsed + (performance.now() - elapsedAt) / 1000;
      // Whoever has time for the game and for the move sees what ends first.
      const most = Math.min(left ?? Infinity, limit ?? Infinity);
      clock.textContent = shownTime(most === Infinity ? used : most - used);
      strip.classList.toggle("hurry", most - used < Math.min(10, (limit ?? 40) / 4));
    }
  }
}

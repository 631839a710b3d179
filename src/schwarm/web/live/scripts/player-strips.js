// The two players above and below the board: names, who moves, the clock.

import { say } from "./words.js";

const shownTime = (seconds) => {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};

export class Strips {
  constructor() {
    this.top = document.querySelector("[data-strip=top]");
    this.bottom = document.querySelector("[data-strip=bottom]");
    setInterval(() => this.#tick(), 250);
  }

  // `facts`: names, sides, which side moves (or null), points, and for running games elapsed and limit.
  show(facts, turned) {
    this.facts = { ...facts, since: performance.now() };
    [this.bottom, this.top].forEach((strip, index) => {
      const side = turned ? 1 - index : index;
      strip.dataset.side = side;
      strip.classList.toggle("blue", side === 1);
      strip.classList.toggle("turn", facts.moving === side);
      const name = facts.names[side] || facts.sides[side];
      strip.querySelector(".who").textContent = facts.mine?.includes(side) ? say("{name} (you)", { name }) : name;
      strip.querySelector(".points").textContent = facts.points?.[side] ?? "";
    });
    this.#tick();
  }

  #tick() {
    const { facts } = this;
    if (!facts) return;
    for (const strip of [this.top, this.bottom]) {
      const side = Number(strip.dataset.side), clock = strip.querySelector(".clock");
      if (!facts.running || facts.moving !== side) {
        clock.textContent = facts.times?.[side] ?? "";
        strip.classList.remove("hurry");
        continue;
      }
      const used = facts.paused ? facts.elapsed : facts.elapsed + (performance.now() - facts.since) / 1000;
      clock.textContent = shownTime(facts.limit ? facts.limit - used : used);
      strip.classList.toggle("hurry", Boolean(facts.limit) && facts.limit - used < Math.min(10, facts.limit / 4));
    }
  }
}

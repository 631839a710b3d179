// The pace at which somebody watches programs play: however fast their moves come, each is shown for a while. “Live” jumps
// to the last one.

import { at } from "./elements.js";
import { say, sayMany, secondsText } from "./words.js";

/** @import { Timeline } from "./timeline.js" */

const USUAL = 0.8;

export class Pace {
  // Whether what comes is shown, one move after the other. Who steps back looks at the game on their own.
  following = true;
  stepping = false;
  steppedAt = -Infinity;
  /** @type {number | undefined} */
  timer;

  /** @param {Timeline} timeline @param {() => boolean} applies Whether this is a game of programs that somebody watches. */
  constructor(timeline, applies) {
    this.timeline = timeline;
    this.applies = applies;
    this.row = at("pace");
    this.live = at("pace-live");
    this.slider = at("pace-seconds", HTMLInputElement);
    this.slider.value = localStorage.getItem("pace") ?? String(USUAL);
    this.slider.addEventListener("input", () => {
      localStorage.setItem("pace", this.slider.value);
      this.#wait();
      this.refresh();
    });
    this.live.addEventListener("click", () => this.jump());
  }

  get seconds() {
    return Number(this.slider.value) || USUAL;
  }

  // Whoever comes at a place of their own stays there; whoever comes to follow is shown everything from there on.
  /** @param {boolean} follows */
  begin(follows) {
    this.following = follows || this.timeline.place === this.timeline.length;
    this.steppedAt = performance.now();
    this.grew();
  }

  jump() {
    this.following = true;
    this.timeline.go(this.timeline.length);
    this.refresh();
  }

  // Somebody went to a place of the game, or we did.
  moved() {
    if (!this.stepping) {
      this.following = this.timeline.place === this.timeline.length;
      if (!this.following) clearTimeout(this.timer);
    }
    this.refresh();
  }

  // There are moves that were not shown yet.
  grew() {
    this.#wait();
    this.refresh();
  }

  #wait() {
    clearTimeout(this.timer);
    if (!this.following || this.timeline.place >= this.timeline.length) return;
    this.timer = setTimeout(() => this.#step(), Math.max(0, this.steppedAt + 1000 * this.seconds - performance.now()));
  }

  #step() {
    this.stepping = true;
    this.timeline.go(this.timeline.place + 1);
    this.stepping = false;
    this.steppedAt = performance.now();
    this.#wait();
  }

  refresh() {
    const behind = this.timeline.length - this.timeline.place;
    this.row.hidden = !this.applies() && !(this.following && behind > 0);
    this.live.setAttribute("aria-pressed", String(behind === 0));
    at("pace-behind").textContent = behind ? sayMany(behind, "{n} move behind", "{n} moves behind") : say("Live");
    at("pace-shown").textContent = secondsText(this.seconds);
  }
}

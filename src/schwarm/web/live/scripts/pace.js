// The pace at which somebody watches programs play: however fast their moves come, each is shown for a while. “Live” jumps
// to the last one.

import { recall, remember } from "./browser-memory.js";
import { at } from "./elements.js";
import { say, sayMany, secondsText } from "./words.js";

/** @typedef {{ readonly place: number, readonly length: number, go: (place: number) => void }} Steps The moves that were played. */

const USUAL = 0.8;
const KEPT = "watching-pace";

export class Pace {
  // Whether what comes is shown, one move after the other. Who steps back looks at the game on their own.
  following = true;
  stepping = false;
  steppedAt = -Infinity;
  /** @type {number | undefined} */
  timer;

  /** @param {Steps} played @param {() => boolean} applies Whether this is a game of programs that somebody watches. */
  constructor(played, applies) {
    this.played = played;
    this.applies = applies;
    this.row = at("pace");
    this.live = at("pace-live");
    this.slider = at("pace-seconds", HTMLInputElement);
    this.slider.value = recall(KEPT) ?? String(USUAL);
    this.slider.addEventListener("input", () => {
      remember(KEPT, this.slider.value);
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
    this.following = follows || this.played.place === this.played.length;
    this.steppedAt = performance.now();
    this.grew();
  }

  jump() {
    this.following = true;
    this.played.go(this.played.length);
    this.refresh();
  }

  // Somebody went to a place of the game or tries something beside it, or we stepped on.
  /** @param {boolean} onGame */
  moved(onGame) {
    if (!this.stepping) {
      this.following = onGame && this.played.place === this.played.length;
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
    if (!this.following || this.played.place >= this.played.length) return;
    this.timer = setTimeout(() => this.#step(), Math.max(0, this.steppedAt + 1000 * this.seconds - performance.now()));
  }

  #step() {
    this.stepping = true;
    this.played.go(this.played.place + 1);
    this.stepping = false;
    this.steppedAt = performance.now();
    this.#wait();
  }

  refresh() {
    const behind = this.played.length - this.played.place;
    this.row.hidden = !this.applies() && !(this.following && behind > 0);
    this.live.setAttribute("aria-pressed", String(behind === 0));
    at("pace-behind").textContent = behind ? sayMany(behind, "{n} move behind", "{n} moves behind") : say("Live");
    at("pace-shown").textContent = secondsText(this.seconds);
  }
}

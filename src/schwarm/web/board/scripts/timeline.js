// Stepping through a game: buttons, slider, keys, and playing it back.

import { recall, remember } from "./browser-memory.js";
import { at, find } from "./elements.js";
import { say } from "./words.js";

const SPEEDS = [3000, 2000, 1400, 1000, 700, 500, 350, 220, 120];
const PACE = "pace";
const TYPING = "input:not([type=range]):not([type=checkbox]), textarea, select, dialog[open]";

export class Timeline {
  /** @type {number | undefined} */
  timer;

  /** @param {{ length: number, changed: (place: number, before: number) => Promise<boolean> | void }} options Where `changed` says false, that place cannot be shown. */
  constructor({ length, changed }) {
    this.length = length;
    this.place = length;
    this.changed = changed;
    this.pace = at("speed", HTMLSelectElement);
    this.pace.value = recall(PACE) ?? "4";
    this.pace.addEventListener("change", () => this.#setPace());
    this.slider = at("slider", HTMLInputElement);
    const button = (/** @type {string} */ name) => find(document, `[data-go=${name}]`, HTMLButtonElement);
    this.buttons = { first: button("first"), back: button("back"), next: button("next"), last: button("last"), play: button("play") };
    const goes = { first: () => this.go(0), back: () => this.go(this.place - 1), next: () => this.go(this.place + 1), last: () => this.go(this.length), play: () => this.toggle() };
    this.buttons.first.addEventListener("click", goes.first);
    this.buttons.back.addEventListener("click", goes.back);
    this.buttons.next.addEventListener("click", goes.next);
    this.buttons.last.addEventListener("click", goes.last);
    this.buttons.play.addEventListener("click", goes.play);
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    /** @type {Record<string, () => unknown>} A key that has nothing to do, and says so with false, is the browser's. */
    this.keys = {
      ArrowLeft: goes.back, ArrowRight: goes.next, Home: goes.first, End: goes.last, " ": goes.play,
    };
    document.addEventListener("keydown", (event) => this.#pressed(event));
    this.refresh();
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (event.altKey || event.ctrlKey || event.metaKey || target?.closest(TYPING)) return;
    // Space presses a button that has the focus; the slider moves by itself.
    if (event.key === " " && target?.closest("button, summary, a, label")) return;
    if (target === this.slider && event.key.startsWith("Arrow")) return;
    if (/^[1-9]$/.test(event.key)) {
      this.pace.value = event.key;
      this.#setPace();
    } else if (!this.keys[event.key] || this.keys[event.key]() === false) {
      return;
    }
    event.preventDefault();
  }

  #setPace() {
    remember(PACE, this.pace.value);
    // Arrow keys step through the game again.
    this.pace.blur();
    if (this.timer) this.#run();
  }

  /** @param {number} place */
  go(place) {
    const next = Math.max(0, Math.min(this.length, place)), before = this.place;
    if (next === before) return;
    this.place = next;
    this.refresh();
    this.changed(next, before)?.then((shown) => shown || this.stop());
    if (next === this.length) this.stop();
  }

  toggle() {
    if (this.timer) {
      this.stop();
      return;
    }
    if (this.place === this.length) this.go(0);
    this.#run();
  }

  #run() {
    clearInterval(this.timer);
    this.timer = setInterval(() => this.go(this.place + 1), SPEEDS[Number(this.pace.value) - 1] ?? 1000);
    this.refresh();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.refresh();
  }

  refresh() {
    const { first, back, next, last, play } = this.buttons;
    this.slider.max = String(this.length);
    this.slider.value = String(this.place);
    this.slider.setAttribute("aria-valuetext", say("Move {n} of {all}", { n: this.place, all: this.length }));
    // Not `disabled`: whoever pressed them up to here would lose the keyboard's place.
    for (const button of [first, back]) button.setAttribute("aria-disabled", String(this.place === 0));
    for (const button of [next, last]) button.setAttribute("aria-disabled", String(this.place === this.length));
    play.disabled = this.length === 0;
    play.setAttribute("aria-pressed", String(Boolean(this.timer)));
    play.setAttribute("aria-label", this.timer ? say("Stop") : say("Play it back"));
  }
}

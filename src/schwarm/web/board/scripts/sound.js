// Soft sounds of our own, made in the browser: a drop of water for a move, two for a capture, three tones for the end.
// Off by a switch, and at first where the system asks for quiet.

import { recall, remember } from "./browser-memory.js";

/** @typedef {"move" | "capture" | "end"} Sound */

const SWITCH = "sound";
const VOLUME = 0.16;
// When each tone begins (seconds), where its pitch begins and ends (Hertz), and how long it lasts.
/** @type {Record<Sound, [number, number, number, number][]>} */
const TONES = {
  move: [[0, 340, 620, 0.09]],
  capture: [[0, 300, 520, 0.09], [0.07, 420, 240, 0.14]],
  end: [[0, 392, 392, 0.5], [0.14, 494, 494, 0.5], [0.28, 587, 587, 0.8]],
};

/** @type {AudioContext | undefined} */
let context;

const soundIsOn = () => (recall(SWITCH) ?? (matchMedia("(prefers-reduced-motion: reduce)").matches ? "off" : "on")) === "on";

// The button that switches them on and off; it is heard when it does.
/** @param {HTMLElement} button */
export function offerSound(button) {
  const refresh = () => button.setAttribute("aria-pressed", String(soundIsOn()));
  button.addEventListener("click", () => {
    remember(SWITCH, soundIsOn() ? "off" : "on");
    refresh();
    play("move");
  });
  refresh();
}

/** @param {Sound} sound */
export function play(sound) {
  // Browsers let nobody be loud before somebody has touched the page; nobody is loud behind another page.
  if (!soundIsOn() || document.hidden || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  const { currentTime: now, destination } = context;
  for (const [begins, from, to, lasts] of TONES[sound]) {
    const tone = context.createOscillator(), loudness = context.createGain(), start = now + begins;
    tone.frequency.setValueAtTime(from, start);
    tone.frequency.exponentialRampToValueAtTime(to, start + lasts);
    loudness.gain.setValueAtTime(0, start);
    loudness.gain.linearRampToValueAtTime(VOLUME, start + 0.012);
    loudness.gain.exponentialRampToValueAtTime(0.001, start + lasts);
    tone.connect(loudness).connect(destination);
    tone.start(start);
    tone.stop(start + lasts);
  }
}

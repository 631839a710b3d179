// The pieces that can be put on a board: to drag, or to choose and put down again and again.

import { Carrier, pieceDrawing, squareAt } from "./carrier.js";
import { element } from "./drawing.js";
import { say } from "./words.js";

const FAR = 6;
const RUBBER = '<path d="M4 16l9-9 6 6-7 7H8zM10 10l6 6" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linejoin="round"/>';

export class Palette {
  /** @type {string | null} The letter that a tap puts down; none takes away. */
  chosen = null;

  /**
   * @param {HTMLElement} place @param {PieceJson[]} pieces @param {Record<string, string>} stamps
   * @param {(letter: string, square: string) => void} dropped
   */
  constructor(place, pieces, stamps, dropped) {
    this.place = place;
    this.pieces = pieces;
    this.stamps = stamps;
    this.dropped = dropped;
    /** @type {HTMLButtonElement[]} */
    this.buttons = [];
    place.addEventListener("keydown", (event) => this.#pressed(event));
  }

  // Drawings use parts that come with the board, so it must be there before.
  draw() {
    this.buttons = this.pieces.map(({ letter, name }) => this.#button(letter, name, pieceDrawing(this.stamps[letter] ?? "")));
    const rubber = this.#button(null, say("Take a piece away"), element("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, RUBBER));
    rubber.classList.add("tool");
    this.buttons.push(rubber);
    this.place.replaceChildren(...this.buttons);
    this.choose(this.buttons[0]);
  }

  /** @param {string | null} letter @param {string} name @param {Element} picture */
  #button(letter, name, picture) {
    const button = document.createElement("button");
    button.type = "button";
    button.setAttribute("role", "radio");
    button.setAttribute("aria-label", name);
    button.title = name;
    button.dataset.letter = letter ?? "";
    button.append(picture);
    button.addEventListener("click", () => this.choose(button));
    if (letter) button.addEventListener("pointerdown", (event) => this.#drag(button, letter, event));
    return button;
  }

  /** @param {HTMLButtonElement} button */
  choose(button) {
    this.chosen = button.dataset.letter || null;
    for (const other of this.buttons) {
      other.setAttribute("aria-checked", String(other === button));
      other.tabIndex = other === button ? 0 : -1;
    }
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }, step = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (!step) return;
    event.preventDefault();
    const here = this.buttons.findIndex((button) => button === document.activeElement);
    const next = this.buttons[(here + step + this.buttons.length) % this.buttons.length];
    this.choose(next);
    next.focus();
  }

  /** @param {HTMLButtonElement} button @param {string} letter @param {PointerEvent} begun */
  #drag(button, letter, begun) {
    if (begun.button !== 0) return;
    /** @type {Carrier | null} */
    let carrier = null;
    const size = document.querySelector(".square-cell")?.getBoundingClientRect().width ?? 40;
    const move = (/** @type {PointerEvent} */ event) => {
      if (event.pointerId !== begun.pointerId) return;
      if (!carrier && Math.hypot(event.clientX - begun.clientX, event.clientY - begun.clientY) > FAR) carrier = new Carrier(this.stamps[letter] ?? "", size);
      carrier?.follow(event);
    };
    const end = (/** @type {PointerEvent} */ event) => {
      if (event.pointerId !== begun.pointerId) return;
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      carrier?.end();
      const square = event.type === "pointerup" && carrier ? squareAt(event) : null;
      if (square) {
        this.choose(button);
        this.dropped(letter, square);
      }
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }
}

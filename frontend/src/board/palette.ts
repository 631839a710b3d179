// The pieces that can be put on a board: to drag there, or to choose and put down again and again.

import { Carried, follow, squareAt } from "./drag.ts";
import { element, pieceDrawing } from "./picture.ts";

const RUBBER = '<path d="M4 16l9-9 6 6-7 7H8zM10 10l6 6" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linejoin="round"/>';
const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export interface PaletteOptions {
  pieces: { letter: string; name: string }[];
  stamps: Record<string, string>;
  /** What the rubber is called. */
  rubber: string;
  onDropped(letter: string, square: string): void;
}

export class Palette {
  /** The letter that a tap puts down; null takes away. */
  chosen: string | null = null;
  #buttons: HTMLButtonElement[];

  /** Drawings use parts of a board, so a board must be on the page already. */
  constructor(place: HTMLElement, private readonly options: PaletteOptions) {
    this.#buttons = options.pieces.map(({ letter, name }) => this.#button(letter, name, pieceDrawing(options.stamps[letter] ?? "")));
    const rubber = this.#button(null, options.rubber, element("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, RUBBER));
    rubber.classList.add("tool");
    this.#buttons.push(rubber);
    place.replaceChildren(...this.#buttons);
    place.addEventListener("keydown", (event) => this.#onKey(event));
    this.#choose(this.#buttons[0]);
  }

  #button(letter: string | null, name: string, picture: Element) {
    const button = document.createElement("button");
    button.type = "button";
    button.setAttribute("role", "radio");
    button.setAttribute("aria-label", name);
    button.title = name;
    button.dataset.letter = letter ?? "";
    button.append(picture);
    button.addEventListener("click", () => this.#choose(button));
    if (letter) button.addEventListener("pointerdown", (event) => event.button === 0 && this.#drag(button, letter, event));
    return button;
  }

  #choose(button: HTMLButtonElement) {
    this.chosen = button.dataset.letter || null;
    for (const other of this.#buttons) {
      other.setAttribute("aria-checked", String(other === button));
      other.tabIndex = other === button ? 0 : -1;
    }
  }

  #onKey(event: KeyboardEvent) {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const here = this.#buttons.findIndex((button) => button === document.activeElement);
    const next = this.#buttons[(here + step + this.#buttons.length) % this.#buttons.length];
    this.#choose(next);
    next.focus();
  }

  #drag(button: HTMLButtonElement, letter: string, down: PointerEvent) {
    const size = document.querySelector(".square-cell")?.getBoundingClientRect().width ?? 40;
    let carried: Carried | null = null;
    follow(down, {
      begin: () => (carried = new Carried(this.options.stamps[letter] ?? "", size)),
      move: (event) => carried?.follow(event),
      drop: (event) => {
        const square = squareAt(event);
        if (!square) return;
        this.#choose(button);
        this.options.onDropped(letter, square);
      },
      end: () => carried?.remove(),
    });
  }
}

// The grid of squares over a board: what pointers, the keyboard and screen readers find there.

import type { Picture } from "./picture.ts";

/** Milliseconds within which browsers send the focus and the click that belong to a pointer that was lifted. */
const SOON = 500;
const ARROWS: Record<string, [number, number]> = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

let pressing = false, liftedAt = -Infinity;
addEventListener("pointerdown", () => (pressing = true), true);
for (const end of ["pointerup", "pointercancel"]) {
  addEventListener(end, ({ timeStamp }) => {
    pressing = false;
    liftedAt = timeStamp;
  }, true);
}
addEventListener("keydown", () => {
  pressing = false;
  liftedAt = -Infinity;
}, true);
/** Whether an event comes with a pointer; others come from the keyboard or from a screen reader. */
const byPointer = ({ timeStamp }: Event) => pressing || timeStamp - liftedAt < SOON;

export interface Label {
  text: string;
  selected: boolean;
  movable: boolean;
  target: boolean;
}

export interface Hands {
  /** Enter, the space bar, or a click of a screen reader. */
  choose(square: string): void;
  /** The escape key; false if there is nothing to put down. */
  escape(): boolean;
  /** The keyboard has gone to another square. */
  stepped(square: string): void;
}

export class Squares {
  readonly grid = document.createElement("div");
  /** The square that the tab key leads to. */
  current: string;
  /** Whether arrow keys walk over the squares; otherwise they belong to the page. */
  walking = false;
  #cells = new Map<string, HTMLElement>();

  constructor(private readonly picture: Picture, private readonly hands: Hands, label: string, current: string | undefined) {
    const { grid } = this, { columns, rows } = picture.stencil;
    grid.className = "squares";
    grid.setAttribute("role", "grid");
    grid.setAttribute("aria-label", label);
    for (const row of rows) {
      const line = document.createElement("div");
      line.setAttribute("role", "row");
      line.append(...[...columns].map((column) => this.#cell(column + row)));
      grid.append(line);
    }
    this.current = current && this.#cells.has(current) ? current : columns[0] + rows.at(-1);
    this.goTo(this.current);
    this.fit();
    grid.addEventListener("contextmenu", (event) => event.preventDefault());
    grid.addEventListener("pointerdown", () => this.#walk(false), true);
    // Screen readers move the focus and click by themselves.
    grid.addEventListener("focusin", (event) => {
      const square = this.#squareOf(event);
      if (square) this.goTo(square);
      if (!byPointer(event)) this.#walk(true);
    });
    grid.addEventListener("click", (event) => {
      const square = this.#squareOf(event);
      if (!square || byPointer(event)) return;
      this.goTo(square);
      hands.choose(square);
    });
    grid.addEventListener("keydown", (event) => this.#onKey(event));
  }

  #cell(square: string) {
    const cell = document.createElement("div");
    cell.className = "square-cell";
    cell.setAttribute("role", "gridcell");
    cell.dataset.square = square;
    this.#cells.set(square, cell);
    return cell;
  }

  /** Lay the squares where the picture has them. */
  fit() {
    const { stencil: { left, top, unit, columns, rows }, frame } = this.picture;
    const part = (length: number, whole: number) => `${(100 * length) / whole}%`;
    Object.assign(this.grid.style, {
      left: part(left - frame.left, frame.width), top: part(top - frame.top, frame.height),
      width: part(unit * columns.length, frame.width), height: part(unit * rows.length, frame.height),
      gridTemplateColumns: `repeat(${columns.length}, 1fr)`, gridTemplateRows: `repeat(${rows.length}, 1fr)`,
    });
  }

  /** Say what stands where. */
  label(of: (square: string) => Label) {
    for (const [square, cell] of this.#cells) {
      const { text, selected, movable, target } = of(square);
      cell.setAttribute("aria-label", text);
      cell.setAttribute("aria-selected", String(selected));
      cell.classList.toggle("movable", movable);
      cell.classList.toggle("target", target);
    }
  }

  /** Make a square the one that the tab key leads to. */
  goTo(square: string) {
    this.current = square;
    for (const [name, cell] of this.#cells) cell.tabIndex = name === square ? 0 : -1;
  }

  focus(walking: boolean) {
    this.#cells.get(this.current)?.focus({ preventScroll: true });
    this.#walk(walking);
  }

  #walk(now: boolean) {
    this.walking = now;
    this.grid.classList.toggle("walking", now);
  }

  #squareOf({ target }: Event) {
    return (target instanceof Element && target.closest<HTMLElement>(".square-cell")?.dataset.square) || null;
  }

  #onKey(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const step = ARROWS[event.key], { columns, rows } = this.picture.stencil;
    if (!this.walking) {
      // The tab key begins to walk at the last click.
      if (event.key === "Tab" && !event.shiftKey) this.#walk(true);
      else if (event.key !== "Escape" || !this.hands.escape()) return;
    } else if (step) {
      const column = columns.indexOf(this.current[0]) + step[0], row = rows.indexOf(this.current[1]) + step[1];
      if (columns[column] && rows[row]) {
        this.goTo(columns[column] + rows[row]);
        this.#cells.get(this.current)?.focus();
        this.hands.stepped(this.current);
      }
    } else if (event.key === "Enter" || event.key === " ") {
      this.hands.choose(this.current);
    } else if (event.key !== "Escape" || !this.hands.escape()) {
      return;
    }
    // Walking on the board, keys do not reach the page (back, on, play).
    event.preventDefault();
    event.stopPropagation();
  }
}

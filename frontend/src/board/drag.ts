// One drag for all: pieces on a board, pieces of a palette, arrows. Mouse, pen and finger alike.

import { pieceDrawing } from "./picture.ts";

/** Pixels that a pointer may tremble before it drags. */
const SLOP = 6;

export interface Drag {
  /** The pointer has left the place where it went down. */
  begin?(event: PointerEvent): void;
  move?(event: PointerEvent): void;
  /** It was let go after a drag. */
  drop?(event: PointerEvent): void;
  /** It was let go where it went down. */
  tap?(event: PointerEvent): void;
  /** Comes last, also when the browser takes the pointer away. */
  end?(): void;
}

/** Follow one pointer from where it went down until it is let go. */
export function follow(down: PointerEvent, { begin, move, drop, tap, end }: Drag) {
  const ended = new AbortController(), { signal } = ended;
  let dragging = false;
  const listen = (kind: "pointermove" | "pointerup" | "pointercancel", heard: (event: PointerEvent) => void) =>
    addEventListener(kind, (event) => event.pointerId === down.pointerId && heard(event), { signal });
  listen("pointermove", (event) => {
    if (!dragging && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > SLOP) {
      dragging = true;
      begin?.(event);
    }
    if (dragging) move?.(event);
  });
  listen("pointerup", (event) => {
    ended.abort();
    (dragging ? drop : tap)?.(event);
    end?.();
  });
  listen("pointercancel", () => {
    ended.abort();
    end?.();
  });
}

/** The square under a pointer, of any board or of one. */
export function squareAt({ clientX, clientY }: PointerEvent, within?: Element): string | null {
  const found = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>(".square-cell");
  return (found && (!within || within.contains(found)) && found.dataset.square) || null;
}

/** A piece under the pointer, anywhere on the page. */
export class Carried {
  #shape;

  constructor(stamp: string, private readonly size: number) {
    this.#shape = pieceDrawing(stamp);
    this.#shape.setAttribute("class", "in-hand");
    this.#shape.setAttribute("width", String(size));
    this.#shape.setAttribute("height", String(size));
    document.body.append(this.#shape);
  }

  follow({ clientX, clientY }: PointerEvent) {
    this.#shape.style.transform = `translate(${clientX - this.size / 2}px, ${clientY - this.size / 2}px)`;
  }

  remove() {
    this.#shape.remove();
  }
}

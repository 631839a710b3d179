// A piece in hand, wherever on the page it is carried, and the square that it would be put down on.

import { element } from "./drawing.js";

/** @param {string} stamp */
export const pieceDrawing = (stamp) => element("svg", { viewBox: "-50 -50 100 100", class: "piece-picture", "aria-hidden": "true" }, stamp);

/** @param {PointerEvent} event @returns {string | null} */
export function squareAt(event) {
  const found = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-board] .square-cell");
  return found instanceof HTMLElement ? found.dataset.square ?? null : null;
}

// A piece under the pointer.
export class Carrier {
  /** @param {string} stamp @param {number} size */
  constructor(stamp, size) {
    this.size = size;
    this.shape = pieceDrawing(stamp);
    this.shape.setAttribute("width", String(size));
    this.shape.setAttribute("height", String(size));
    this.shape.setAttribute("class", "in-hand");
    document.body.append(this.shape);
  }

  /** @param {PointerEvent} event */
  follow({ clientX, clientY }) {
    this.shape.style.transform = `translate(${clientX - this.size / 2}px, ${clientY - this.size / 2}px)`;
  }

  end() {
    this.shape.remove();
  }
}

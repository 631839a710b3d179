// The board that is shown as a picture of its own, with its colours inside.

import { boardFile } from "./addresses.js";
import { shownTheme } from "./ask.js";

const PNG_WIDTH = 1200;
// What belongs to a hand on the board, not to the position.
const PASSING = ["carried", "ghost"];

export async function shownAsSvg() {
  const shown = document.querySelector("[data-board] svg");
  if (!(shown instanceof SVGSVGElement)) throw new Error("no board");
  const copied = /** @type {SVGSVGElement} */ (shown.cloneNode(true)), { width, height } = shown.viewBox.baseVal;
  for (const name of PASSING) copied.querySelectorAll(`.${name}`).forEach((found) => found.remove());
  copied.removeAttribute("aria-hidden");
  copied.setAttribute("width", String(width));
  copied.setAttribute("height", String(height));
  const style = document.createElementNS(copied.namespaceURI, "style");
  style.textContent = await (await fetch(boardFile(`../${shownTheme()}.css`))).text();
  copied.prepend(style);
  return new Blob([new XMLSerializer().serializeToString(copied)], { type: "image/svg+xml" });
}

/** @returns {Promise<Blob>} */
export async function shownAsPng() {
  const address = URL.createObjectURL(await shownAsSvg()), image = new Image();
  try {
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = PNG_WIDTH;
    canvas.height = Math.round((PNG_WIDTH * image.naturalHeight) / image.naturalWidth);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => canvas.toBlob((made) => (made ? resolve(made) : reject(new Error("no picture"))), "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}

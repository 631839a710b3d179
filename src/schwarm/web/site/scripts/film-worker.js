// Makes a GIF beside the page: first come some frames to choose colours from, then all, one by one.

import { GifWriter, choosePalette } from "./gif.js";

/** @type {GifWriter | undefined} */
let writer;

/** @typedef {{ width: number, height: number, some: ArrayBuffer[] } | { frame: ArrayBuffer, milliseconds: number } | { end: true }} Told */

addEventListener("message", ({ data }) => {
  const told = /** @type {Told} */ (data);
  if ("some" in told) writer = new GifWriter(told.width, told.height, choosePalette(told.some.map((buffer) => new Uint8ClampedArray(buffer))));
  else if ("frame" in told) writer?.add(new Uint8ClampedArray(told.frame), told.milliseconds);
  else postMessage(writer?.end());
});

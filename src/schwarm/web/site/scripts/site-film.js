// A whole game as a moving picture. The board and every kind of piece are drawn once and put together for each position;
// a worker makes a GIF of what it is sent.

import { boardFile } from "./addresses.js";
import { Refused, shownTheme } from "./ask.js";
import { kit } from "./page-board.js";
import { Picture, element } from "./bridge.js";
import { say } from "./words.js";

/** @typedef {{ game: string, stamps: Record<string, string>, turned: boolean, positions: PositionJson[], moves: string[] }} Film */

// As on a server.
const WIDTH = 600, MAX_FRAMES = 400, MILLISECONDS_PER_MOVE = 800, MILLISECONDS_AT_END = 3000;
/** The colour of a page around the board's round corners. */
const AROUND = { light: "#ffffff", dark: "#0d1518" };

/** @param {Film} film @returns {Promise<Blob>} */
export async function drawFilm({ game, stamps, turned, positions, moves }) {
  const last = positions.length - 1;
  if (positions.length > MAX_FRAMES) throw new Refused(say("A GIF picture shows at most {most} moves, and this game has {moves}.", { most: MAX_FRAMES - 1, moves: last }));
  const theme = shownTheme(), [parts, style] = await Promise.all([kit(game, turned), fetch(boardFile(`../${theme}.css`)).then((answer) => answer.text())]);
  const frames = new Frames(parts, style, stamps, turned, AROUND[theme]);
  const worker = new Worker(new URL("./film-worker.js", import.meta.url), { type: "module" });
  try {
    const made = new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = () => reject(new Refused(say("The picture could not be drawn; try again.")));
    });
    // The palette is chosen from the first that come: a beginning, a middle and an end.
    const some = await Promise.all([...new Set([0, last >> 1, last])].map((place) => frames.draw(positions[place], moves[place - 1])));
    send(worker, { width: frames.width, height: frames.height, some: some.map(({ data }) => data.buffer) });
    for (const [place, position] of positions.entries()) {
      const { data } = await frames.draw(position, moves[place - 1]);
      send(worker, { frame: data.buffer, milliseconds: place < last ? MILLISECONDS_PER_MOVE : MILLISECONDS_AT_END });
    }
    worker.postMessage({ end: true });
    return await made;
  } finally {
    worker.terminate();
  }
}

// What is sent is not copied: a game has a hundred megabytes of pixels.
/** @param {Worker} worker @param {{ some: ArrayBufferLike[], width: number, height: number } | { frame: ArrayBufferLike, milliseconds: number }} told */
const send = (worker, told) => worker.postMessage(told, /** @type {ArrayBuffer[]} */ ("some" in told ? told.some : [told.frame]));

class Frames {
  /** @type {Map<string, Promise<HTMLImageElement>>} */
  drawn = new Map();

  /** @param {StencilJson} parts @param {string} style @param {Record<string, string>} stamps @param {boolean} turned @param {string} around */
  constructor(parts, style, stamps, turned, around) {
    this.parts = parts;
    this.style = style;
    this.stamps = stamps;
    this.turned = turned;
    this.around = around;
    this.picture = new Picture(parts);
    this.scale = WIDTH / parts.width;
    this.width = WIDTH;
    this.height = Math.round(parts.height * this.scale);
    const canvas = document.createElement("canvas");
    canvas.width = this.width;
    canvas.height = this.height;
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    if (!pen) throw new Refused(say("The picture could not be drawn; try again."));
    this.pen = pen;
  }

  // A position with the move that led to it.
  /** @param {PositionJson} position @param {string | undefined} move */
  async draw({ letters, above }, move) {
    const { pen, parts, picture } = this, beside = above?.[this.turned ? 1 : 0] ?? "";
    const board = await this.#image(`board ${beside}`, () => parts.ground + parts.tiles + parts.labels + beside, [0, 0, parts.width, parts.height]);
    const [from, to] = (move?.split("-") ?? []).filter((square) => picture.has(square));
    const marks = [[from, "last-start"], [to, "last-to"]].filter(([square]) => square);
    const tints = await Promise.all(marks.map(([square, ink]) => this.#part(square, ink, () => `<rect x="-46" y="-46" width="92" height="92" rx="14" class="${picture.ink(ink)}"/>`)));
    const pieces = await Promise.all(Object.entries(letters).map(([square, letter]) => this.#part(square, `piece ${letter}`, () => this.stamps[letter] ?? "")));
    pen.fillStyle = this.around;
    pen.fillRect(0, 0, this.width, this.height);
    pen.drawImage(board, 0, 0, this.width, this.height);
    for (const { image, x, y } of [...tints, ...pieces]) pen.drawImage(image, x, y);
    return pen.getImageData(0, 0, this.width, this.height);
  }

  // A part around the middle of its square; it may be two squares wide.
  /** @param {string} square @param {string} name @param {() => string} inside */
  async #part(square, name, inside) {
    const { unit } = this.parts, [x, y] = this.picture.centre(square);
    const image = await this.#image(name, inside, [-unit, -unit, 2 * unit, 2 * unit]);
    return { image, x: Math.round((x - unit) * this.scale), y: Math.round((y - unit) * this.scale) };
  }

  /** @param {string} name @param {() => string} inside @param {number[]} box */
  #image(name, inside, box) {
    const found = this.drawn.get(name) ?? this.#pixels(inside(), box);
    this.drawn.set(name, found);
    return found;
  }

  /** @param {string} inside @param {number[]} box */
  async #pixels(inside, box) {
    const [, , width, height] = box.map((length) => Math.round(length * this.scale));
    const svg = element("svg", { viewBox: box.join(" "), width, height });
    svg.append(element("defs", {}, this.parts.defs), element("g", {}, inside));
    const style = document.createElementNS(svg.namespaceURI, "style");
    style.textContent = this.style;
    svg.prepend(style);
    const address = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(svg)], { type: "image/svg+xml" })), image = new Image();
    try {
      image.src = address;
      await image.decode();
    } finally {
      URL.revokeObjectURL(address);
    }
    return image;
  }
}

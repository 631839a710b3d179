// Boards of the page: their pictures come from the server, their words and sounds are the page's.

import { boardFile } from "./addresses.js";
import { announce } from "./ask.js";
import { play } from "./sound.js";
import { Board } from "./bridge.js";
import { say } from "./words.js";

/** @import { Options } from "./bridge.js" */

/** @type {Map<string, Promise<StencilJson>>} */
const kits = new Map();

// An empty board; asked for once.
/** @param {string} game @param {boolean} turned */
export function kit(game, turned) {
  const address = boardFile(`${game}/${turned ? "turned" : "usual"}.json`);
  const known = kits.get(address) ?? fetch(address).then((answer) => answer.json());
  kits.set(address, known);
  known.catch(() => kits.delete(address));
  return known;
}

/** @param {HTMLElement} host @param {Omit<Options, "stencil">} options */
export const pageBoard = (host, options = {}) => new Board(host, { stencil: kit, say, announce, sound: play, ...options });

// What stands on the board, in words, for whoever asks: kind by kind, with the squares.

import { at } from "./elements.js";
import { say } from "./words.js";

/** @import { Board } from "./bridge.js" */

/** @param {Board} board @param {() => string[]} lines What is to be said before the pieces. */
export function offerSummary(board, lines) {
  const dialog = at("summary", HTMLDialogElement);
  const show = () => {
    const kinds = [...new Set(Object.values(board.letters))], names = board.stencil?.names ?? {};
    const on = (/** @type {string} */ letter) => Object.keys(board.letters).filter((square) => board.letters[square] === letter).sort();
    const pieces = kinds.map((letter) => ({ letter, squares: on(letter) })).map(({ letter, squares }) => say("{piece}: {squares}", { piece: names[letter] ?? names[letter[0]] ?? letter, squares: squares.join(", ") }));
    at("summary-lines").replaceChildren(...[...lines(), ...pieces.sort()].filter(Boolean).map((words) => {
      const line = document.createElement("li");
      line.textContent = words;
      return line;
    }));
    dialog.showModal();
  };
  at("show-summary").addEventListener("click", show);
  return show;
}

// Moves by the keyboard, as they are written: A4-C4. What cannot be played is explained like a click on the board.

import { at, onSubmit } from "./elements.js";
import { say } from "./words.js";

/** @import { Board } from "./board.js" */
/** @import { Explainer } from "./explain.js" */

const bare = (/** @type {string} */ text) => text.toLowerCase().replace(/[^a-z0-9]/g, "");

/** @param {Board} board @param {Explainer} explainer */
export function offerTyping(board, explainer) {
  const field = at("typed-move", HTMLInputElement);
  onSubmit(at("type-a-move"), async () => {
    const wanted = bare(field.value), { picture } = board;
    if (!wanted || !picture) return;
    const all = Object.entries(board.moves ?? {}).flatMap(([from, aims]) => aims.map((to) => ({ from, to, squares: `${from}-${to}` })));
    const found = all.find(({ squares }) => bare(squares) === wanted || bare(board.texts[squares] ?? "") === wanted);
    if (found) {
      field.value = "";
      board.onMove({ move: board.texts[found.squares] ?? found.squares, from: found.from, to: found.to });
      return;
    }
    const squares = [...picture.kit.columns].flatMap((column) => [...picture.kit.rows].map((row) => column + row));
    const [from, to] = [wanted.slice(0, 2), wanted.slice(2)].map((name) => squares.find((square) => bare(square) === name));
    if (!board.moves) explainer.answer(say("It is not your turn."));
    else if (from && to) board.onWhyNot(from, to);
    else explainer.answer(say("“{text}” is not a move; write the two squares, like {example}.", { text: field.value, example: all[0]?.squares ?? "A4-C4" }));
    field.select();
  });
}

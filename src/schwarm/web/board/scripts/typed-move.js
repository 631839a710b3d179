// Moves by the keyboard, as they are written: A4-C4. What cannot be played is explained like a click on the board.

import { at, onSubmit } from "./elements.js";
import { say } from "./words.js";

/** @import { Board } from "./bridge.js" */
/** @import { Explainer } from "./explain.js" */

const bare = (/** @type {string} */ text) => text.toLowerCase().replace(/[^a-z0-9]/g, "");

/** @param {Board} board @param {Explainer} explainer */
export function offerTyping(board, explainer) {
  const field = at("typed-move", HTMLInputElement);
  onSubmit(at("type-a-move"), async () => {
    const wanted = bare(field.value), { squares } = board, { moves, texts } = board.state;
    if (!wanted || !squares.length) return;
    const all = Object.entries(moves ?? {}).flatMap(([from, aims]) => aims.map((to) => ({ from, to, both: `${from}-${to}` })));
    const found = all.find(({ both }) => bare(both) === wanted || bare(texts[both] ?? "") === wanted);
    if (found) {
      field.value = "";
      board.play(found.from, found.to);
      return;
    }
    const [from, to] = [wanted.slice(0, 2), wanted.slice(2)].map((name) => squares.find((square) => bare(square) === name));
    if (!moves) explainer.answer(say("It is not your turn."));
    else if (from && to) board.options.onWhyNot?.(from, to);
    else explainer.answer(say("“{text}” is not a move; write the two squares, like {example}.", { text: field.value, example: all[0]?.both ?? "A4-C4" }));
    field.select();
  });
}

// The board of a rules page, to try the rules on.

import { sentenceOf, toast } from "./ask.js";
import { pageBoard } from "./page-board.js";
import { at, find, findAll } from "./elements.js";
import { Explainer } from "./explain.js";
import { source } from "./source.js";
import { TreeBoard } from "./tree-board.js";
import { MoveTree, pieceDrawing } from "./bridge.js";

const shown = await source.board();
const board = pageBoard(find(document, "[data-board]"), {
  onMove: ({ move }) => trial.play(move).catch((error) => toast(sentenceOf(error))),
  onPoint: (from, to) => explainer.point(from, to),
  onWhyNot: (from, to) => explainer.whyNot(from, to, Object.keys(board.letters)),
});
const explainer = new Explainer(board, at("why"));
const trial = new TreeBoard({
  game: shown.game, rules: "documents", board, explainer,
  changed: () => {
    const { outcome } = trial.position;
    if (outcome) explainer.tell(outcome.sentence);
  },
}, new MoveTree(), shown);
board.set({ stamps: shown.stamps });
trial.draw();
board.set({ game: shown.game, turned: false }).then(() => {
  // Drawings of pieces use parts that came with the board.
  for (const place of findAll(document, "[data-letter]")) {
    const drawn = shown.stamps[place.dataset.letter ?? ""];
    if (drawn) place.prepend(pieceDrawing(drawn));
  }
});

at("again").addEventListener("click", () => trial.go(trial.tree.root));
at("back").addEventListener("click", () => trial.goTo(trial.place - 1));
const lessons = findAll(document, ".lesson");
for (const lesson of lessons) {
  lesson.addEventListener("click", async () => {
    try {
      await trial.beginAt(lesson.dataset.position ?? "");
    } catch (error) {
      toast(sentenceOf(error));
      return;
    }
    for (const other of lessons) other.setAttribute("aria-pressed", String(other === lesson));
    // On a phone the board is far from what the lesson says.
    explainer.rest = find(lesson, "span").textContent ?? "";
    explainer.tell("");
    board.host.scrollIntoView({ block: "nearest" });
  });
}

// The board of a rules page, to try the rules on.

import { ask, facts, toast } from "./ask.js";
import { Board } from "./board.js";
import { element } from "./drawing.js";
import { Explainer } from "./explain.js";
import { Trial } from "./trial-board.js";

const shown = facts("board-facts"), why = document.getElementById("why");
const board = new Board(document.querySelector("[data-board]"), {
  onMove: ({ move }) => trial.play(move).catch((error) => toast(error.message)),
  onPoint: (from, to) => explainer.point(from, to),
  onWhyNot: (from, to) => explainer.whyNot(from, to, Object.keys(board.letters)),
});
const explainer = new Explainer(board, why);
const trial = new Trial(board, explainer, ({ here }) => {
  if (here.outcome) explainer.tell(here.outcome.sentence);
});
trial.begin({ ...shown, outcome: null });
board.use(shown.game, false).then(() => {
  // Drawings of pieces use parts that came with the board.
  for (const place of document.querySelectorAll("[data-letter]")) {
    const drawn = shown.stamps[place.dataset.letter];
    if (drawn) place.prepend(element("svg", { viewBox: "-50 -50 100 100", class: "piece-picture", "aria-hidden": "true" }, drawn));
  }
});

document.getElementById("again").addEventListener("click", () => trial.begin(trial.line[0]));
document.getElementById("back").addEventListener("click", () => trial.go(trial.place - 1));
for (const lesson of document.querySelectorAll(".lesson")) {
  lesson.addEventListener("click", async () => {
    const query = new URLSearchParams({ position: lesson.dataset.position });
    try {
      trial.begin({ game: shown.game, ...(await ask(`/api/look/${shown.game}?${query}`)), move: null });
    } catch (error) {
      toast(error.message);
      return;
    }
    for (const other of document.querySelectorAll(".lesson")) other.setAttribute("aria-pressed", other === lesson);
    board.host.scrollIntoView({ block: "nearest" });
  });
}

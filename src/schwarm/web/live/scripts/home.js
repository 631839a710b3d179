// Home: the exhibition game, live, and small boards of what else is on.

import { markAnalysed } from "./analysed.js";
import { facts, follow } from "./ask.js";
import { offerAtOnce } from "./at-once.js";
import { pageBoard } from "./page-board.js";
import { at, find } from "./elements.js";
import { SmallBoards } from "./small-boards.js";
import { playerName, say } from "./words.js";


const stage = document.getElementById("stage");
if (stage) {
  const board = pageBoard(find(stage, "[data-board]"), { small: true });
  const title = at("stage-title");
  let shown = /** @type {LiveGameJson} */ (facts("stage-facts")), game = shown.game;
  const names = () => shown.names.map((name, index) => playerName(name) || shown.sides[index]).join(" – ");
  const tell = () => (title.textContent = shown.outcome?.sentence ?? say("{game}: {names}, live", { game: shown.title, names: names() }));
  /** @param {boolean} slide */
  const draw = (slide) => {
    board.set({ stamps: shown.stamps, position: shown.positions[shown.positions.length - 1], last: shown.moves.at(-1) ?? null, slide });
    tell();
  };
  board.set({ game, turned: false });
  draw(false);
  follow("GET /games/{key}/events", { key: "exhibition" }, {
    sync: (told) => {
      shown = told;
      if (shown.game !== game) board.set({ game: (game = shown.game), turned: false });
      draw(false);
    },
    move: (told) => {
      shown = { ...shown, ...told, moves: [...shown.moves, told.move], positions: [...shown.positions, told.position] };
      draw(true);
    },
    end: (told) => {
      shown = { ...shown, ...told };
      tell();
    },
  });
}

offerAtOnce();
const now = at("now");
new SmallBoards(at("running"), { most: 4, skip: ["exhibition"], changed: (count) => (now.hidden = count === 0) });
markAnalysed(document);

// Home: the exhibition game, live, and small boards of what else is on.

import { facts, follow } from "./ask.js";
import { Board } from "./board.js";
import { SmallBoards } from "./small-boards.js";
import { say } from "./words.js";

const stage = document.getElementById("stage");
if (stage) {
  const board = new Board(stage.querySelector("[data-board]"), { small: true });
  const title = document.getElementById("stage-title");
  let shown = facts("stage-facts"), game = shown.game;
  const names = () => shown.names.map((name, index) => name || shown.sides[index]).join(" – ");
  const tell = () => (title.textContent = shown.outcome?.sentence ?? say("{game}: {names}, live", { game: shown.title, names: names() }));
  const draw = (slide) => {
    board.stamps(shown.stamps);
    board.show(shown.positions.at(-1), { last: shown.moves.at(-1) ?? null, slide });
    tell();
  };
  board.use(game, false);
  draw(false);
  follow("/api/games/exhibition/events", {
    sync: (told) => {
      shown = told;
      if (shown.game !== game) board.use((game = shown.game), false);
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

const now = document.getElementById("now");
new SmallBoards(document.getElementById("running"), { most: 4, skip: ["exhibition"], changed: (count) => (now.hidden = count === 0) });

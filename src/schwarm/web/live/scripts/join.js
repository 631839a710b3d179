// The page behind a link: look at the board, say your name, sit down.

import { ask, facts, sentenceOf } from "./ask.js";
import { pageBoard } from "./page-board.js";
import { recall, remember } from "./browser-memory.js";
import { at, find, onSubmit } from "./elements.js";

const shown = /** @type {BoardJson} */ (facts("board-facts"));
const board = pageBoard(find(document, "[data-board]"), { small: true });
board.set({ game: shown.game, turned: true, stamps: shown.stamps, position: shown });

const form = at("join"), error = at("error"), name = at("name", HTMLInputElement);
const { key = "", code = "" } = form.dataset;
name.value = recall("name") ?? "";
onSubmit(form, async () => {
  remember("name", name.value);
  try {
    await ask("POST /games/{key}/sit", { key, fields: { code, name: name.value } });
    location.assign(`/game/${key}`);
  } catch (refused) {
    error.textContent = sentenceOf(refused);
    error.hidden = false;
  }
});

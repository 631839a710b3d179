// The page behind a link: look at the board, say your name, sit down.

import { facts, order } from "./ask.js";
import { Board } from "./board.js";

const shown = facts("board-facts");
const board = new Board(document.querySelector("[data-board]"), { small: true });
board.stamps(shown.stamps);
board.show(shown);
board.use(shown.game, true);

const form = document.getElementById("join"), error = document.getElementById("error");
const name = document.getElementById("name");
name.value = localStorage.getItem("name") ?? "";
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  localStorage.setItem("name", name.value);
  try {
    await order(`/api/games/${form.dataset.key}/sit`, { code: form.dataset.code, name: name.value });
    location.assign(`/game/${form.dataset.key}`);
  } catch (refused) {
    error.textContent = refused.message;
    error.hidden = false;
  }
});

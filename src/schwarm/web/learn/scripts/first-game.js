// Buttons that begin a first game with a guide.

import { beginFirstGame } from "./bridge.js";
import { findAll, whileBusy } from "./elements.js";

for (const button of findAll(document, "[data-first-game]", HTMLButtonElement)) {
  button.addEventListener("click", () => whileBusy(button, () => beginFirstGame(button.dataset.firstGame ?? "")));
  button.disabled = false;
}

// Tokens for the visitor's own programs.

import { ask, sentenceOf } from "./ask.js";
import { at, findAll, whileBusy } from "./elements.js";

/** @param {HTMLButtonElement} button @param {() => Promise<void>} deed */
function offer(button, deed) {
  button.disabled = false;
  button.addEventListener("click", () => whileBusy(button, async () => {
    at("error").hidden = true;
    try {
      await deed();
    } catch (refused) {
      at("error").textContent = sentenceOf(refused);
      at("error").hidden = false;
    }
  }));
}

offer(at("make", HTMLButtonElement), async () => {
  at("secret").textContent = (await ask("POST /tokens", {})).token;
  at("made").hidden = false;
});

for (const button of findAll(document, "[data-revoke]", HTMLButtonElement)) offer(button, async () => {
  await ask("POST /tokens/{id}/revoke", { id: button.dataset.revoke ?? "" });
  location.reload();
});

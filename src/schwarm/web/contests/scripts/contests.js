// Lists of contests: one that was interrupted goes on, and is looked at.

import { order, sentenceOf } from "./ask.js";
import { at, findAll, whileBusy } from "./elements.js";

for (const button of findAll(document, "[data-resume]", HTMLButtonElement)) {
  const address = `/contests/${button.dataset.resume}`;
  button.disabled = false;
  button.addEventListener("click", () => whileBusy(button, async () => {
    at("error").hidden = true;
    try {
      await order(`/api${address}/go-on`);
      location.assign(address);
    } catch (refused) {
      at("error").textContent = sentenceOf(refused);
      at("error").hidden = false;
    }
  }));
}

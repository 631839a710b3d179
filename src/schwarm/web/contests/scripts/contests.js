// Lists of contests: one that was interrupted goes on, and is looked at.

import { ask, sentenceOf } from "./ask.js";
import { at, findAll, whileBusy } from "./elements.js";

for (const button of findAll(document, "[data-resume]", HTMLButtonElement)) {
  const { resume: event = "", address = "" } = button.dataset;
  button.disabled = false;
  button.addEventListener("click", () => whileBusy(button, async () => {
    at("error").hidden = true;
    try {
      await ask("POST /contests/{event}/{act}", { event, act: "go-on" });
      location.assign(address);
    } catch (refused) {
      at("error").textContent = sentenceOf(refused);
      at("error").hidden = false;
    }
  }));
}

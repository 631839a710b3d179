// Begins a first game against the lowest level, with somebody at one's side who says what to do.

import { gamePage } from "./addresses.js";
import { sentenceOf, toast } from "./ask.js";
import { recall } from "./browser-memory.js";
import { findAll, whileBusy } from "./elements.js";
import { source } from "./source.js";

for (const button of findAll(document, "[data-first-game]", HTMLButtonElement)) {
  button.addEventListener("click", () => whileBusy(button, async () => {
    try {
      const made = await source.create({
        game: button.dataset.firstGame ?? "", red: { kind: "person", name: recall("name") ?? "" },
        blue: { kind: "player", player: "hecht:level=1", browser: true }, start: {},
      });
      const page = new URL(gamePage(made), location.href);
      page.searchParams.set("guided", "");
      location.assign(page);
    } catch (error) {
      toast(sentenceOf(error));
    }
  }));
  button.disabled = false;
}

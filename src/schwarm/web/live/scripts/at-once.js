// A game against Hecht with one click: red, at the level that was chosen last.

import { gamePage } from "./addresses.js";
import { sentenceOf, toast } from "./ask.js";
import { recall } from "./browser-memory.js";
import { findAll, whileBusy } from "./elements.js";
import { source } from "./source.js";

export function offerAtOnce() {
  for (const button of findAll(document, "[data-at-once]", HTMLButtonElement)) {
    button.addEventListener("click", () => whileBusy(button, async () => {
      const level = recall("level") ?? "1";
      try {
        location.assign(gamePage(await source.create({
          game: button.dataset.atOnce ?? "", red: { kind: "person", name: recall("name") ?? "" },
          blue: { kind: "player", player: `hecht:level=${level}`, browser: true }, start: {},
        })));
      } catch (error) {
        toast(sentenceOf(error));
      }
    }));
    button.disabled = false;
  }
}

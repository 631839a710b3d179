// Code that shows a game inside a page of others.

import { copy } from "./ask.js";
import { at } from "./elements.js";
import { say } from "./words.js";

export class EmbedCode {
  constructor() {
    this.field = at("embed-code", HTMLTextAreaElement);
    at("copy-embed").addEventListener("click", () => copy(this.field.value));
  }

  /** @param {string} address @param {string[]} names */
  show(address, names) {
    const frame = document.createElement("iframe");
    frame.src = address;
    frame.title = say("{names} on Schwarm", { names: names.join(" – ") });
    frame.width = "480";
    frame.height = "600";
    frame.setAttribute("loading", "lazy");
    frame.style.border = "0";
    this.field.value = frame.outerHTML;
  }
}

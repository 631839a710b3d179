// Taking a game to others: a link to the position that is shown, the whole game as a picture that moves, and code for
// other sites.

import { copy, shownTheme } from "./ask.js";
import { at } from "./elements.js";
import { say } from "./words.js";

/** @typedef {{ key: string, names: string[], turn: string | null, turned: boolean }} Shared What is shown now. */

export class Share {
  /** @type {Shared | undefined} */
  shown;

  constructor() {
    document.getElementById("copy-address")?.addEventListener("click", () => copy(location.href));
    document.getElementById("copy-embed")?.addEventListener("click", () => copy(at("embed-code", HTMLTextAreaElement).value));
  }

  /** @param {Shared} shown */
  at(shown) {
    this.shown = shown;
    const film = document.getElementById("film");
    if (!(film instanceof HTMLAnchorElement)) return;
    film.href = `/games/${encodeURIComponent(shown.key)}/download.gif?${new URLSearchParams({ side: shown.turned ? "turned" : "usual", theme: shownTheme() })}`;
    this.#write();
  }

  #write() {
    const code = document.getElementById("embed-code");
    if (!this.shown || !(code instanceof HTMLTextAreaElement)) return;
    const { key, names, turn, turned } = this.shown;
    const frame = document.createElement("iframe"), query = new URLSearchParams({ ...(turn ? { turn } : {}), ...(turned ? { side: "turned" } : {}) });
    frame.src = `${location.origin}/embed/${encodeURIComponent(key)}${query.size ? `?${query}` : ""}`;
    frame.title = say("{names} on Schwarm", { names: names.join(" – ") });
    frame.width = "480";
    frame.height = "600";
    frame.setAttribute("loading", "lazy");
    frame.style.border = "0";
    code.value = frame.outerHTML;
  }
}

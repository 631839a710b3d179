// What the pages of leagues share: parts that are renewed while somebody looks, and errors.

import { ask, order, sentenceOf, Unreachable } from "./ask.js";
import { showConnection } from "./away-bar.js";
import { at, findAll, whileBusy } from "./elements.js";
import { beginParts, renewParts } from "./renew-parts.js";

const EVERY = 4000;

// Renew a part again and again while the page is seen.
/** @param {HTMLElement} place */
export function keepFresh(place) {
  beginParts(place);
  const look = async () => {
    if (!document.hidden) {
      try {
        renewParts(place, /** @type {LeaguePartJson} */ (await ask(place.dataset.live ?? "")).html);
        showConnection(true);
      } catch (error) {
        // The server may be back the next time.
        if (error instanceof Unreachable) showConnection(false);
      }
    }
    timer = setTimeout(look, EVERY);
  };
  let timer = setTimeout(look, EVERY);
  return () => {
    clearTimeout(timer);
    return look();
  };
}

/** @param {unknown} refused */
export function showError(refused) {
  const error = at("error");
  error.textContent = sentenceOf(refused);
  error.hidden = false;
  error.scrollIntoView({ block: "nearest" });
}

// Do something that the server may refuse; the button waits meanwhile.
/** @param {HTMLElement} button @param {() => Promise<void>} deed */
export const attempt = (button, deed) => whileBusy(button, async () => {
  at("error").hidden = true;
  try {
    await deed();
  } catch (refused) {
    showError(refused);
  }
});

// What is no number goes as it is, so that the server can say what is wrong.
/** @param {string} text */
export const number = (text) => (text.trim() !== "" && !Number.isNaN(Number(text.replace(",", "."))) ? Number(text.replace(",", ".")) : text);

/** Buttons that take an organiser's code back. */
export function takeBackCodes() {
  for (const button of findAll(document, "[data-remove]", HTMLButtonElement)) {
    button.addEventListener("click", () => attempt(button, async () => {
      await order(button.dataset.remove ?? "");
      location.reload();
    }));
  }
}

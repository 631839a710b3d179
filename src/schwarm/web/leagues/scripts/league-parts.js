// What the pages of leagues share: parts that are renewed while somebody looks, and errors.

import { ask, Refused, sentenceOf, Unreachable } from "./ask.js";
import { showConnection } from "./away-bar.js";
import { at, findAll, whileBusy } from "./elements.js";
import { followEdition } from "./league-news.js";
import { beginParts, renewParts } from "./renew-parts.js";

const EVERY = 4000;

// Renew a part again and again while the page is seen.
/** @param {HTMLElement} place */
export function keepFresh(place) {
  const { league: key = "", team } = place.dataset;
  beginParts(place);
  const look = async () => {
    clearTimeout(timer);
    if (!document.hidden) {
      try {
        const told = await (team ? ask("GET /leagues/{key}/teams/{number}/state", { key, number: Number(team) }) : ask("GET /leagues/{key}/table", { key }));
        renewParts(place, told.html);
        for (const title of findAll(document, "[data-title]")) document.title = title.textContent = told.title;
        for (const deadline of findAll(document, "[data-deadline]")) {
          // It has passed: what the page offers is refused from now on.
          if (!told.deadline) return location.reload();
          deadline.textContent = told.deadline;
        }
        showConnection(true);
      } catch (error) {
        // The server may be back the next time.
        if (error instanceof Unreachable) showConnection(false);
        // What somebody looks at is gone: a team was hidden or removed.
        else if (error instanceof Refused && error.status === 404) return location.reload();
      }
    }
    clearTimeout(timer);
    timer = setTimeout(look, EVERY);
  };
  let timer = setTimeout(look, EVERY);
  followEdition(key, look, place.dataset.edition);
  return look;
}

// Ask before something that cannot be undone; the words stand at the button.
/** @param {HTMLElement} button @returns {Promise<boolean>} */
export function isSure(button) {
  const { asks } = button.dataset, dialog = at("sure", HTMLDialogElement);
  if (!asks) return Promise.resolve(true);
  at("sure-text").textContent = asks;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true }));
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

/** Buttons that take an organiser's code back. */
export function takeBackCodes() {
  for (const button of findAll(document, "[data-remove]", HTMLButtonElement)) {
    button.addEventListener("click", () => attempt(button, async () => {
      if (button.dataset.asks && !(await isSure(button))) return;
      const { league: key } = button.dataset, code = Number(button.dataset.remove);
      await (key ? ask("POST /leagues/{key}/codes/{code}/remove", { key, code }) : ask("POST /leagues/codes/{code}/remove", { code }));
      location.reload();
    }));
  }
}

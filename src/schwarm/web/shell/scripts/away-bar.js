// The bar that lies over a page while the server is away.

import { at } from "./elements.js";
import { say } from "./words.js";

// Say something in it; nothing hides it.
/** @param {string} words */
export function tellAway(words) {
  const bar = at("away");
  bar.hidden = words === "";
  // The same words again would be read out again.
  if (words !== "" && bar.textContent !== words) bar.textContent = words;
}

// What a page shows is kept up to date, or nobody answers.
/** @param {boolean} connected */
export const showConnection = (connected) => tellAway(connected ? "" : say("The connection is lost, so this page is not up to date; trying again …"));

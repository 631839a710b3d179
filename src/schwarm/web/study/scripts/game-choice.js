// The list of games beside a board: whoever chooses another game goes to its page.

import { at } from "./elements.js";

/** @param {string} game The one that this page is about. @param {(game: string) => string} pageOf */
export function offerGames(game, pageOf) {
  const which = at("which", HTMLSelectElement);
  which.addEventListener("change", () => location.assign(pageOf(which.value)));
  // Whoever comes back gets the page as it was left, with the other game chosen.
  addEventListener("pageshow", () => (which.value = game));
}

// Hear at once that a team of a league is called something else, or is shown no longer.

import { follow } from "./ask.js";

/** @import { Handlers } from "./ask.js" */

/**
 * @param {string | undefined} address
 * @param {(edition: string) => void} changed
 * @param {string} [known] The edition that is shown already.
 */
export function followEdition(address, changed, known) {
  /** @type {Handlers<LeagueEvent>} */
  const handlers = {
    edition: ({ edition }) => {
      if (String(edition) === known) return;
      known = String(edition);
      changed(known);
    },
  };
  if (address) follow(address, handlers);
}

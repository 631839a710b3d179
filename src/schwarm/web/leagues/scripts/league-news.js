// Hear at once that a team of a league is called something else, or is shown no longer.

import { follow } from "./ask.js";

/**
 * @param {string} key The league's; empty where there is none.
 * @param {(edition: string) => void} changed
 * @param {string} [known] The edition that is shown already.
 */
export function followEdition(key, changed, known) {
  if (key) follow("GET /leagues/{key}/events", { key }, {
    edition: ({ edition }) => {
      if (String(edition) === known) return;
      known = String(edition);
      changed(known);
    },
  });
}

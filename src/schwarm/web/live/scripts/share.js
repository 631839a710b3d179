// Taking a game to others: a link to the position that is shown, the whole game as a picture that moves, and code for
// other sites.

import { copy } from "./ask.js";
import { at } from "./elements.js";
import { EmbedCode } from "./embed-code.js";

/** @import { Session, Shared } from "./source.js" */

export class Share {
  code = new EmbedCode();

  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    document.getElementById("copy-address")?.addEventListener("click", () => copy(location.href));
  }

  /** @param {string[]} names @param {Shared} shown */
  at(names, shown) {
    this.session.offerFilm(at("film", HTMLAnchorElement), shown);
    this.code.show(this.session.embedAddress(shown), names);
  }
}

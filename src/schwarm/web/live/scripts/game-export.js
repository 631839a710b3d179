// What can be taken along of a game: its text, its pictures, and the addresses that lead to it and on from it.

import { editorPage, onSite, playPage } from "./addresses.js";
import { writeRecord } from "./bridge.js";
import { at, findAll } from "./elements.js";
import { offerFile } from "./offered-file.js";
import { Share } from "./share.js";
import { source } from "./source.js";

/** @import { GameState } from "./game-state.js" */
/** @import { Session } from "./source.js" */

export class GameExport {
  /** @param {Session} session @param {GameState} state */
  constructor(session, state) {
    this.state = state;
    this.share = new Share(session);
  }

  // The game with all that was added to it.
  record() {
    const { game, tree } = this.state;
    return writeRecord({ game: game.game, rules: game.rules, start: game.positions[0].text, names: game.names, outcome: game.outcome, tree });
  }

  offerText() {
    const { game, tree, gone } = this.state;
    if (!tree.isPlain || gone) offerFile("record-text", () => new Blob([this.record()], { type: "text/plain" }), `${game.game}-${game.key}.txt`);
  }

  // Another position is shown.
  /** @param {PositionJson} position @param {number} played The turn of the game at which it is, or beside which. */
  at(position, played) {
    const { game, turned, names, atEnd, gone } = this.state, here = this.state.where(), turn = String(played);
    const page = new URL(location.href);
    page.searchParams.delete("follow");
    if (game.live && atEnd) page.searchParams.delete("turn");
    else page.searchParams.set("turn", turn);
    history.replaceState(null, "", page);
    this.share.at(names, { turn: page.searchParams.get("turn"), turned });
    // Only a server can look up where another game stood.
    at("from-here", HTMLAnchorElement).href = playPage(onSite || gone || !here.played ? { position: position.text, game: game.game } : { from: game.key, turn, game: game.game });
    at("edit", HTMLAnchorElement).href = editorPage(game.game, { position: position.text });
    const pictured = { game: game.game, rules: game.rules, position: position.text, turned, last: here.move || null };
    for (const kind of /** @type {const} */ (["svg", "png"])) source.offerPicture(pictured, kind, at(`picture-${kind}`, HTMLAnchorElement));
    // What only a server that has the game can give.
    for (const part of findAll(document, "[data-stored]")) part.hidden = gone;
  }
}

// The games of this browser, and all of them as one file.

import { loadTree, writeRecord } from "./bridge.js";
import { at } from "./elements.js";
import { offerFile } from "./offered-file.js";
import { showOwnGames } from "./own-games.js";

const SHOWN = 200;

showOwnGames(SHOWN).then((games) => {
  at("nothing").hidden = games.length > 0;
  at("own-games-tools").hidden = !games.length;
  offerFile("save-all", () => new Blob([JSON.stringify(games.map((game) => writeRecord({ ...game, tree: loadTree(game.key, game.moves) })), null, 1)], { type: "application/json" }), "schwarm.json");
}, (refused) => {
  at("error").textContent = refused.message;
  at("error").hidden = false;
});

// The games that this browser keeps, as a list.

import { gamePage } from "./addresses.js";
import { markAnalysed } from "./analysed.js";
import { pageBoard } from "./page-board.js";
import { at } from "./elements.js";
import { factsOf, positionsOf } from "./core-positions.js";
import { listGames } from "./game-store.js";
import { SiteGame } from "./site-game.js";
import { playerName, say } from "./words.js";

/** @import { KeptGame } from "./game-store.js" */

// Fill the list of the page with the newest games; gives all.
/** @param {number} most */
export async function showOwnGames(most) {
  const here = new Set(document.body.dataset.games?.split(" "));
  const games = (await listGames()).filter(({ game }) => here.has(game)), list = at("own-games");
  list.replaceChildren(...(await Promise.all(games.slice(0, most).map(item))));
  list.hidden = !games.length;
  markAnalysed(document);
  return games;
}

/** @param {KeptGame} game */
async function item(game) {
  const { title, sides, colours } = await factsOf(game.game), made = document.createElement("li");
  made.className = `one-${colours[0]} two-${colours[1]}`;
  const link = document.createElement("a");
  link.href = gamePage(game);
  const names = part("listed-names"), versus = part("versus", "–");
  const [red, blue] = ["red", "blue"].map((side, place) => part(`side ${side}${game.outcome?.winner === place ? " won" : ""}`, playerName(game.names[place]) || sides[place]));
  names.append(red, " ", versus, " ", blue);
  const end = game.outcome ? (await positionsOf(game.game, game.rules)).outcome(game.outcome, game.names).sentence : say("not over yet");
  const when = document.createElement("time"), at = new Date(game.at);
  when.dateTime = at.toISOString();
  when.textContent = at.toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  const meta = part("meta", `${title} · `);
  meta.append(when);
  const picture = document.createElement("div");
  picture.className = "listed-picture board";
  const { texts, positions } = await SiteGame.open(game), board = pageBoard(picture, { small: true });
  board.set({ game: game.game, turned: false, stamps: positions.facts.stamps, position: positions.position(texts[texts.length - 1]) });
  link.append(picture, names, part("listed-end", end), meta);
  made.append(link);
  return made;
}

/** @param {string} kind @param {string} text */
function part(kind, text = "") {
  const made = document.createElement("span");
  made.className = kind;
  made.textContent = text;
  return made;
}

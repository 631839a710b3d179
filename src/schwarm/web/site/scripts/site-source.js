// Positions and games without a server: from the core in this browser, and from what this browser keeps.

import { Refused, facts } from "./ask.js";
import { factsOf, positionsOf } from "./core-positions.js";
import { gameInLink } from "./game-link.js";
import { keepGame, loadGame, newKey } from "./game-store.js";
import { offerFile } from "./offered-file.js";
import { shownAsPng, shownAsSvg } from "./site-picture.js";
import { countOpenings } from "./site-openings.js";
import { siteStudies } from "./site-studies.js";
import { SiteGame, sayOnGamesPage } from "./site-game.js";
import { say } from "./words.js";

/** @import { KeptGame, KeptPlayer } from "./game-store.js" */
/** @import { Source } from "./source.js" */

const LARGEST_SEED = 2n ** 63n - 1n;
const EXAMPLE = "example-";

const query = () => new URLSearchParams(location.search);
const shownGame = () => document.body.dataset.game ?? "";

/** @type {Source} */
export const siteSource = {
  look: async ({ game, rules, position }, move) => (await positionsOf(game, rules)).look(position, move),
  explain: async ({ game, rules, position }, move) => (await positionsOf(game, rules)).explain(position, move),
  groups: async ({ game, rules, position }) => (await positionsOf(game, rules)).groups(position),
  board: async () => wanted(/** @type {BoardJson} */ (facts("board-facts"))),
  editor: async () => wanted(/** @type {EditorJson} */ (facts("board-facts"))),
  studies: siteStudies,
  origin: () => ({ key: "", turn: "", position: query().get("position") ?? "" }),
  create: async ({ game, red, blue, start = {} }) => {
    const positions = await positionsOf(game), sides = [red, blue];
    const text = await firstPosition(game, start);
    if (!positions.canGoOn(text)) throw new Refused(say("The game is already over in this position; choose an earlier one."));
    /** @type {KeptPlayer[]} */
    const players = sides.map(({ kind, player = "" }) => (kind === "player" ? { kind, level: Number(player.replace("hecht:level=", "")) } : { kind: "person" }));
    const names = sides.map(({ name = "" }, side) => {
      const player = players[side];
      return player.kind === "player" ? `Hecht ${player.level}` : name.trim();
    });
    const key = newKey();
    await keepGame({ key, game, rules: "documents", start: text, names, players, moves: [], outcome: null, at: 0 });
    return { key, game };
  },
  bring: async (file) => (await import("./game-file.js")).bringFile(file),
  session: async () => {
    const linked = gameInLink(shownGame(), query());
    try {
      if (linked) return await SiteGame.open(linked, { saved: false });
      const key = query().get("key") ?? "";
      if (key.startsWith(EXAMPLE)) return await openExample();
      const kept = await loadGame(key);
      if (!kept) throw new Refused(say("This browser does not have that game, or not any more."));
      return await SiteGame.open(kept);
    } catch (error) {
      sayOnGamesPage(error);
      return new Promise(() => {});
    }
  },
  analyse: (_, { failed }) => {
    failed();
    return () => {};
  },
  openings: countOpenings,
  offerPicture: (where, kind, link) => offerFile(link, kind === "svg" ? shownAsSvg : shownAsPng, `${where.game}.${kind}`),
};

// A page's board with the position that its address names.
/** @template {BoardJson} T @param {T} shown @returns {Promise<T>} */
async function wanted(shown) {
  const position = query().get("position"), seed = query().get("seed");
  if (position === null && seed === null) return shown;
  const positions = await positionsOf(shown.game);
  try {
    return { ...shown, ...positions.look(position ?? positions.start(readSeed(seed ?? ""))) };
  } catch {
    // Whoever mistypes an address sees a board to set up another position on.
    return shown;
  }
}

/** @param {string} text */
function readSeed(text) {
  const seed = /^[0-9]{1,19}$/.test(text) ? BigInt(text) : -1n;
  if (seed < 0n || seed > LARGEST_SEED) throw new Refused(say("The number of a start is a whole number, 0 or more; the same number gives the same start."));
  return seed;
}

/** @param {string} game @param {StartFields} start */
async function firstPosition(game, { position, seed, key, after }) {
  const positions = await positionsOf(game);
  if (position !== undefined) return positions.position(position.trim()).text;
  if (seed !== undefined) return positions.start(readSeed(String(seed)));
  if (key === undefined) return positions.start(BigInt(Math.floor(Math.random() * Number.MAX_SAFE_INTEGER)));
  const other = await loadGame(key);
  if (!other || other.game !== game) throw new Refused(say("That replay is of another game; choose the same game above."));
  const { texts } = await SiteGame.open(other), place = after ?? 0;
  if (!(texts[place])) throw new Refused(say("That game has {moves} moves; choose a number from 0 to {moves}.", { moves: texts.length - 1 }));
  return texts[place];
}

// The game with remarks that the game brings along.
async function openExample() {
  const { example, game } = await factsOf(shownGame());
  if (!example) throw new Refused(say("This browser does not have that game, or not any more."));
  /** @type {KeptGame} */
  const kept = { key: `${EXAMPLE}${game}`, game, rules: "documents", start: example.start, names: example.names, players: [], moves: example.moves, outcome: example.outcome, at: 0 };
  return SiteGame.open(kept, { saved: false, preface: example.preface });
}

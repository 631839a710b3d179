// A game without a server: people at this screen, Hecht in a worker, the core as the referee, this browser as the store.

import { loadTree, writeRecord } from "./bridge.js";
import { chooseMove } from "./browser-hecht.js";
import { Refused, copy, sentenceOf, toast } from "./ask.js";
import { SORRY, remember } from "./browser-memory.js";
import { notArrived, positionsOf } from "./core-positions.js";
import { embedLink, gameLink } from "./game-link.js";
import { Overtaken, keepGame, loadGame, newKey, onOtherTab } from "./game-store.js";
import { offerFile } from "./offered-file.js";
import { say } from "./words.js";

/** @import { GameName } from "./addresses.js" */
/** @import { Handlers } from "./ask.js" */
/** @import { Positions } from "./core-positions.js" */
/** @import { KeptGame } from "./game-store.js" */
/** @import { Session, Shared } from "./source.js" */

// As long as Hecht has on a server where nobody chose a time: two seconds, and a margin.
const SECONDS = 1.9;
// How games end without a move.
const SAID = ["resigned", "agreed"];

/** @implements {Session} */
export class SiteGame {
  /** @type {Handlers<GameEvent>} */
  handlers = {};
  /** @type {() => void} */
  stopThinking = () => {};
  askedAt = performance.now();
  followed = false;
  /** @type {string | null} */
  notSaved = null;
  /** @type {string | null} */
  trouble = null;
  /** @type {string[]} The text of every position. */
  texts = [];
  /** @type {Promise<void>} Until what happened last is kept. */
  keeping = Promise.resolve();

  /** @param {KeptGame} kept @param {{ saved?: boolean, preface?: string }} how */
  static async open(kept, { saved = true, preface = "" } = {}) {
    return new SiteGame(kept, await positionsOf(kept.game, kept.rules), saved, preface);
  }

  /** @param {KeptGame} kept @param {Positions} positions @param {boolean} saved @param {string} preface */
  constructor(kept, positions, saved, preface) {
    this.kept = kept;
    this.positions = positions;
    this.saved = saved;
    this.#replay();
    const overAt = this.texts.slice(0, -1).findIndex((text) => positions.result(text));
    this.game = {
      ...this.#everything(), ...(overAt < 0 ? {} : { overAt }), preface, logs: /** @type {number[]} */ ([]),
      you: { mine: kept.players.flatMap(({ kind }, side) => (kind === "person" ? [side] : [])), thinks: [], admin: false, invite: null, near: false, port: null, client: false },
    };
  }

  #replay() {
    this.texts = [this.kept.start];
    for (const { move } of this.kept.moves) this.texts.push(this.positions.play(this.#last, move));
  }

  get #last() {
    return this.texts[this.texts.length - 1];
  }

  get #turn() {
    return this.positions.position(this.#last).turn;
  }

  get #live() {
    return this.kept.players.length > 0 && !this.kept.outcome;
  }

  // -- how it stands ------------------------------------------------------------------------------------

  /** @returns {StatusJson} */
  #status() {
    const { kept, positions } = this;
    return {
      key: kept.key, live: this.#live, settled: !this.#live, running: this.#live, paused: false, asked: this.#live,
      players: kept.names.map((name, side) => ({ kind: kept.players[side]?.kind ?? "", name, here: true })),
      elapsed: this.#live ? (performance.now() - this.askedAt) / 1000 : 0,
      outcome: kept.outcome && positions.outcome(kept.outcome, kept.names),
      undo: this.followed || this.#live, wantsBack: null, wantsDraw: null, clocks: [0, 1].map(() => ({ left: null, limit: null })), again: kept.players.length > 0, next: null,
      trouble: this.trouble, notSaved: this.notSaved,
    };
  }

  /** @returns {LiveGameJson} */
  #everything() {
    const { game, title, rounds, sides, colours, stamps } = this.positions.facts;
    return {
      game, title, rounds, sides, colours, stamps, rules: this.kept.rules, names: this.kept.names,
      moves: this.kept.moves.map((_, place) => this.#move(place)),
      positions: this.texts.map((text, place) => this.positions.position(text, { moves: this.#live && place === this.texts.length - 1 })),
      ...this.#status(),
    };
  }

  /** @param {number} place @returns {PlayedMoveJson} */
  #move(place) {
    const played = this.kept.moves[place], [from, to] = played.move.split("-");
    return { ...played, from, to, turn: this.positions.position(this.texts[place]).turn };
  }

  // -- what happens -------------------------------------------------------------------------------------

  /** @param {Handlers<GameEvent>} handlers */
  follow(handlers) {
    this.handlers = handlers;
    this.followed = true;
    this.askedAt = performance.now();
    if (this.saved) onOtherTab(this.kept.key, () => this.#catchUp());
    this.#goOn();
  }

  /** @param {MoveFields} wanted */
  async move({ move, turn }) {
    if (!this.#live || turn !== this.#turn) throw new Refused(say("This move came too late; the game has gone on."));
    this.#play(move);
  }

  /** @param {string} move */
  #play(move) {
    const seconds = (performance.now() - this.askedAt) / 1000;
    this.texts.push(this.positions.play(this.#last, move));
    this.kept.moves.push({ move, seconds });
    this.kept.outcome = this.positions.result(this.#last);
    this.askedAt = performance.now();
    this.#keep();
    const position = this.positions.position(this.#last, { moves: this.#live });
    this.handlers.move?.({ ...this.#status(), move: this.#move(this.kept.moves.length - 1), position, stamps: {} });
    if (this.kept.outcome) this.handlers.end?.(this.#status());
    else this.#goOn();
  }

  // If it is Hecht's turn, it thinks in a thread of its own.
  #goOn() {
    const player = this.kept.players[this.#turn % 2];
    if (!this.#live || player?.kind !== "player") return;
    this.trouble = null;
    const seed = crypto.getRandomValues(new BigUint64Array(1))[0];
    this.stopThinking = chooseMove({ ...this.positions.kind, position: this.#last, level: player.level, seconds: SECONDS, seed }, {
      found: ({ move }) => this.#play(move),
      failed: () => {
        // The rules run here, so only what Hecht needs beside them can be missing.
        this.trouble = sentenceOf(notArrived());
        this.handlers.status?.(this.#status());
      },
    });
  }

  // Somebody takes back or gives up, or both agree on a draw.
  /** @param {Act} act */
  async act(act) {
    this.stopThinking();
    if (act === "resign") {
      const loser = this.game.you.mine.length === 2 ? this.#turn % 2 : this.game.you.mine[0];
      this.kept.outcome = { winner: 1 - loser, reason: "resigned", points: this.positions.points(this.#last) };
      this.#keep();
      this.handlers.end?.(this.#status());
      return;
    }
    if (act === "draw") {
      this.kept.outcome = { winner: null, reason: "agreed", points: this.positions.points(this.#last) };
      this.#keep();
      this.handlers.end?.(this.#status());
      return;
    }
    // Back to where one of the people here had to move; whoever takes back their resignation or a draw takes no move back.
    if (!SAID.includes(this.kept.outcome?.reason ?? "")) {
      do {
        this.kept.moves.pop();
        this.texts.pop();
      } while (this.kept.moves.length && this.kept.players[this.#turn % 2]?.kind !== "person");
    }
    this.kept.outcome = null;
    this.askedAt = performance.now();
    this.#keep();
    this.handlers.sync?.(this.#everything());
    this.#goOn();
  }

  /** @returns {Promise<GameName>} */
  async rematch() {
    const { kept } = this, key = newKey();
    await keepGame({ ...kept, key, names: [...kept.names].reverse(), players: [...kept.players].reverse(), moves: [], outcome: null });
    return { key, game: kept.game };
  }

  // One after the other. What cannot be kept is said once; the game goes on.
  #keep() {
    if (!this.saved) return;
    this.keeping = this.keeping.then(async () => {
      const { kept } = this;
      try {
        kept.at = await keepGame(structuredClone(kept), kept.at);
        this.notSaved = null;
      } catch (error) {
        if (error instanceof Overtaken) {
          await this.#catchUp();
          return;
        }
        this.notSaved = sentenceOf(error);
        this.handlers.status?.(this.#status());
      }
    });
  }

  // The game went on in another tab: as it is kept, it is.
  async #catchUp() {
    const kept = await loadGame(this.kept.key).catch(() => undefined);
    if (!kept || kept.at <= this.kept.at) return;
    this.stopThinking();
    this.kept = kept;
    this.#replay();
    this.askedAt = performance.now();
    this.handlers.sync?.(this.#everything());
    this.#goOn();
  }

  // -- to take along ------------------------------------------------------------------------------------

  offer() {
    const { key, game } = this.kept, text = () => writeRecord({ ...this.kept, tree: loadTree(key, this.kept.moves) });
    offerFile("record-text", () => new Blob([text()], { type: "text/plain" }), `${game}-${key}.txt`);
    document.getElementById("copy-game")?.addEventListener("click", () => copy(new URL(gameLink(this.kept), location.href).href));
  }

  /** @param {Shared} shown */
  embedAddress(shown) {
    return new URL(embedLink(this.kept, shown), location.href).href;
  }

  /** @param {HTMLAnchorElement} link @param {Shared} shown */
  offerFilm(link, { turned }) {
    const { kept, positions, texts } = this, { game, stamps } = positions.facts;
    offerFile(link, async () => (await import("./site-film.js")).drawFilm({
      game, stamps, turned, positions: texts.map((text) => positions.position(text)), moves: kept.moves.map(({ move }) => move),
    }), `${game}-${kept.key}.gif`);
  }

  // -- what only a server has ---------------------------------------------------------------------------

  /** @returns {Promise<HintJson>} */
  async hint() {
    throw new Refused(say("The engine cannot think about this now; try again in a moment."));
  }

  /** @param {number} turn */
  async log(turn) {
    return { turn, text: "" };
  }

  async details() {
    return { html: "", logs: [], next: null, atHand: true };
  }

  /** @param {{ failed: () => void }} listener */
  review({ failed }) {
    failed();
    return () => {};
  }
}

// What does not work any more is said on the page of all games.
/** @param {unknown} error */
export function sayOnGamesPage(error) {
  toast(sentenceOf(error));
  remember(SORRY, sentenceOf(error), { tab: true });
  location.replace("games.html");
}

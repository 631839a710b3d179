// One board of the wall: plays a game back, or follows one that is on, at a pace that people can follow. How it ended is
// told when its last move has been shown and not before.

import { Refused, Unreachable, ask } from "./ask.js";
import { pageBoard } from "./page-board.js";
import { say } from "./words.js";

const MAX_SILENCE = 90; // seconds without a move after which nobody waits for a game any longer
const LOOK = 1500; // milliseconds between two looks at a game that is on
const AHEAD = 6; // moves to come; with fewer, the next ones are asked for

/** @typedef {{ step: Step | null, position: WallPositionJson }} Ply */

/** @param {string} kind @param {string} name @param {string} [text] */
export function element(kind, name, text) {
  const made = document.createElement(kind);
  made.className = name;
  if (text !== undefined) made.textContent = text;
  return made;
}

// A name as large as its place allows, and smaller where it is long: nobody is hidden behind dots.
/** @param {string} name */
export function writeName(name) {
  const made = element("span", "wall-sized", name);
  made.style.setProperty("--letters", String(Math.max(1, name.length)));
  return made;
}

// The picture of a team; nothing where it has none.
/** @param {string} name */
export function drawFish(name) {
  const kept = document.querySelector(`template[data-fish="${CSS.escape(name)}"]`);
  return name && kept instanceof HTMLTemplateElement ? [kept.content.cloneNode(true)] : [];
}

export class WallBoard {
  /** @type {Ply[]} What has not been shown yet. */
  plies = [];
  /** @type {WallGameJson | null} */
  game = null;
  known = 0; // moves that we have been told
  live = false;
  /** @type {OutcomeJson | null} */
  outcome = null;
  asking = false;
  heard = 0; // when the last move came
  turn = 0; // changes with every game, so that what comes late for another one is not heard
  /** @type {number | undefined} */
  timer;

  /** @param {{ pace: () => number, ended: (board: WallBoard, key: string) => void, free: (board: WallBoard) => void }} options */
  constructor({ pace, ended, free }) {
    this.pace = pace;
    this.ended = ended;
    this.free = free;
    this.host = element("article", "wall-board");
    const head = element("div", "wall-players");
    this.players = ["red", "blue"].map((side) => {
      const player = element("div", `wall-player ${side}`), fish = element("span", "wall-fish"), name = element("b", "wall-name"), rating = element("span", "wall-rating"), points = element("span", "wall-points");
      player.append(fish, name, rating, points);
      head.append(player);
      return { fish, name, rating, points };
    });
    const frame = element("div", "wall-frame"), square = element("div", "board");
    this.result = element("div", "wall-result");
    this.result.setAttribute("role", "status");
    this.result.hidden = true;
    frame.append(square, this.result);
    this.foot = element("p", "wall-foot");
    this.tag = element("span", "wall-tag");
    this.place = element("span", "wall-place");
    this.round = element("span", "wall-round");
    this.foot.append(this.tag, this.place, this.round);
    this.host.append(head, frame, this.foot);
    this.board = pageBoard(square, { small: true });
  }

  // Show a game from its beginning; `label` says where it belongs.
  /** @param {WallGameJson} game @param {{ again?: boolean, label?: string }} how */
  show(game, { again = false, label = game.place } = {}) {
    this.stop();
    this.game = game;
    this.plies = [];
    this.known = 0;
    this.outcome = null;
    this.live = game.live;
    this.heard = performance.now();
    this.result.hidden = true;
    this.host.classList.remove("over");
    this.host.classList.add("coming");
    this.tag.textContent = again ? say("again") : game.live ? say("live") : "";
    this.tag.classList.toggle("live", game.live && !again);
    this.place.textContent = label;
    this.round.textContent = "";
    game.players.forEach(({ name, fish, rating }, side) => {
      const shown = this.players[side];
      shown.fish.replaceChildren(...drawFish(fish));
      shown.name.replaceChildren(writeName(name));
      shown.rating.textContent = rating;
      shown.points.textContent = "";
    });
    this.#step(this.turn);
  }

  // Say something instead of a game: this encounter is over, others are not.
  /** @param {string} title @param {string} text */
  tell(title, text) {
    this.stop();
    this.host.classList.remove("coming");
    this.game = null;
    this.#banner(title, text, null);
  }

  // Whether it shows a game as one that is on.
  get follows() {
    return Boolean(this.game) && this.tag.classList.contains("live") && this.result.hidden;
  }

  stop() {
    this.turn += 1;
    clearTimeout(this.timer);
    this.asking = false;
  }

  /** @param {number} turn @param {number} seconds */
  #wait(turn, seconds) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#step(turn), 1000 * seconds);
  }

  /** @param {number} turn */
  #step(turn) {
    if (turn !== this.turn || !this.game) return;
    if (this.plies.length < AHEAD && (this.live || !this.known)) this.#look(turn);
    const ply = this.plies.shift();
    if (ply) {
      this.#draw(ply);
      // A start is looked at a moment longer.
      this.#wait(turn, this.pace() * (ply.step ? 1 : 2));
    } else if (this.outcome) this.#end(turn, this.outcome);
    else if (performance.now() - this.heard > 1000 * MAX_SILENCE) this.free(this);
    else this.#wait(turn, 0.25);
  }

  // Ask for the moves that we do not know yet.
  /** @param {number} turn */
  async #look(turn) {
    if (this.asking || !this.game) return;
    this.asking = true;
    try {
      const told = await ask("GET /wall/games/{key}", { key: this.game.key, query: { from: this.known } });
      if (turn === this.turn) this.#take(told);
    } catch (error) {
      // The game came to nothing; but a server that does not answer may be back soon.
      if (turn === this.turn && error instanceof Refused && !(error instanceof Unreachable)) return this.free(this);
    }
    // Whoever asks again at once would only hear the same.
    setTimeout(() => {
      if (turn === this.turn) this.asking = false;
    }, LOOK);
  }

  /** @param {WallRecordJson} told */
  #take(told) {
    if (this.board.state.game !== told.game) this.board.set({ game: told.game, turned: false });
    this.board.set({ stamps: told.stamps });
    const start = told.first === 0 && this.known === 0;
    if (start) this.plies.push({ step: null, position: told.positions[0] });
    if (told.first !== this.known) return;
    told.moves.forEach((step, place) => this.plies.push({ step, position: told.positions[place + (told.first === 0 ? 1 : 0)] }));
    if (start || told.moves.length) this.heard = performance.now();
    this.known += told.moves.length;
    this.live = told.live;
    this.outcome = told.outcome;
  }

  /** @param {Ply} ply */
  #draw({ step, position }) {
    this.host.classList.remove("coming");
    this.board.set({ position, last: step, slide: Boolean(step) });
    this.round.textContent = say("Round {round}", { round: position.round });
    position.points.forEach((points, side) => (this.players[side].points.textContent = String(points)));
  }

  /** @param {number} turn @param {OutcomeJson} outcome */
  #end(turn, outcome) {
    const { game } = this;
    if (!game) return;
    outcome.points.forEach((points, side) => (this.players[side].points.textContent = String(points)));
    const { winner, sentence } = outcome;
    const title = winner === null ? say("Nobody wins") : say("{name} wins", { name: game.players[winner].name });
    // The sentence begins with the same words; what is left of it is why.
    const why = sentence.startsWith(title) ? sentence.slice(title.length).replace(/^: |\.$/g, "") : sentence;
    this.#banner(title, why, winner);
    this.ended(this, game.key);
    this.timer = setTimeout(() => turn === this.turn && this.free(this), 1000 * Math.min(7, 8 * this.pace()));
  }

  /** @param {string} title @param {string} text @param {number | null} winner */
  #banner(title, text, winner) {
    this.result.replaceChildren(element("b", "", title), element("span", "", text));
    this.result.dataset.winner = winner === null ? "" : ["red", "blue"][winner];
    this.result.hidden = false;
    this.host.classList.add("over");
  }
}

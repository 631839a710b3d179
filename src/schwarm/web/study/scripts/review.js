// The engine's verdict on a whole game: the curve, the marks, and jumping from mistake to mistake.

import { announce } from "./ask.js";
import { onServer, review } from "./browser-hecht.js";
import { kit } from "./page-board.js";
import { at, findAll, whileBusy } from "./elements.js";
import { Graph } from "./graph.js";
import { offerLesson } from "./lesson.js";
import { keepReview, recallReview } from "./review-store.js";
import { figures, say, sayMany } from "./words.js";

/** @import { EngineView } from "./engine.js" */
/** @import { Session } from "./source.js" */
/** @typedef {{ readonly place: number, readonly length: number, go: (place: number) => void }} PlayedLine The moves of the game itself. */

/** @type {VerdictName[]} */
const WRONG = ["inaccuracy", "mistake", "blunder"];

export class Review {
  first = 0;
  /** @type {LiveGameJson | undefined} */
  game;
  /** @type {string | null | undefined} The position that the game ended with, if it did; nothing before anybody asked. */
  end;
  /** @type {Map<number, VerdictName>} */
  verdicts = new Map();
  /** @type {VerdictJson[]} */
  told = [];
  /** @type {number[]} */
  chances = [];
  /** @type {() => void} */
  stop = () => {};
  /** @type {() => void} The button has to wait no more. */
  over = () => {};

  /** @param {Session} session @param {EngineView} engine @param {PlayedLine} timeline @param {() => void} changed */
  constructor(session, engine, timeline, changed) {
    this.session = session;
    this.engine = engine;
    this.timeline = timeline;
    this.changed = changed;
    this.block = at("graph-block");
    this.button = at("review", HTMLButtonElement);
    this.graph = new Graph(at("graph"), (where) => timeline.go(where));
    this.summary = at("verdicts");
    this.mistakes = at("mistakes");
    for (const step of findAll(this.mistakes, "button")) step.addEventListener("click", () => this.jump(Number(step.dataset.mistake)));
    this.button.addEventListener("click", () => whileBusy(this.button, () => this.#start()));
  }

  // A game that is over can be judged if there is a move to judge; the exhibition goes on before anybody has read it.
  /** @param {LiveGameJson} game */
  offer(game) {
    this.game = game;
    this.first = game.positions[0].turn;
    this.graph.side = game.sides[0];
    const over = !game.live && (game.outcome || !game.trouble) && game.moves.length > 0 && game.key !== "exhibition";
    const end = over ? game.positions[game.positions.length - 1].text : null;
    if (end === this.end) return;
    this.end = end;
    this.block.hidden = !over;
    this.#forget();
    const known = end === null ? null : recallReview(game.key, end);
    if (known) this.#judged(known);
  }

  // Where the game went on, what was said about it holds no more.
  #forget() {
    this.stop();
    this.over();
    this.button.hidden = false;
    this.summary.hidden = this.mistakes.hidden = at("learn-from-it").hidden = at("make-puzzles").hidden = true;
    this.graph.hint(say("The engine looks at every move and marks what went wrong."));
    if (!this.chances.length) return;
    Object.assign(this, { verdicts: new Map(), told: [], chances: [] });
    if (!this.engine.on) this.engine.chance(null);
    this.changed();
  }

  // Until it is there, or in vain, or nobody asks any more.
  async #start() {
    const over = new Promise((resolve) => (this.over = () => resolve(undefined)));
    if (!this.game || onServer.has(this.game.game)) this.#askServer();
    else await this.#think(this.game);
    await over;
  }

  /** @param {LiveGameJson} asked */
  async #think(asked) {
    const { game, rules, positions, moves } = asked, { columns, rows: drawn } = await kit(game, false);
    this.stop = review({ game, rules, columns, drawn }, {
      positions: positions.map(({ text }) => text), moves: moves.map(({ move }) => move), turns: moves.map(({ turn }) => turn),
    }, {
      progress: (done, all) => this.#progress({ done, all }),
      done: (told) => this.#done(told),
      failed: () => this.#askServer(),
    });
  }

  /** @param {ProgressJson} progress */
  #progress({ done, all }) {
    this.graph.hint(say("Position {n} of {all} …", { n: done, all }));
  }

  /** @param {Pick<ReviewJson, "chances" | "moves">} told */
  #judged(told) {
    this.button.hidden = true;
    if (this.game && this.end) keepReview(this.game.key, this.end, told);
    this.take(told);
  }

  /** @param {Pick<ReviewJson, "chances" | "moves">} told */
  #done(told) {
    const waited = document.activeElement === this.button;
    this.#judged(told);
    this.over();
    if (waited) {
      // The button went; the curve is what it was pressed for, with all that stands below it now.
      this.graph.place.focus({ preventScroll: true });
      this.block.scrollIntoView({ block: "nearest" });
    }
    // Somebody waited for it, and may not see that it is there.
    announce(say("The analysis is done. {verdicts}", { verdicts: [...this.summary.children].map((line) => line.textContent).join("; ") }));
  }

  #askServer() {
    this.stop = this.session.review({
      progress: (told) => this.#progress(told),
      done: (told) => this.#done(told),
      failed: () => {
        this.over();
        if (!this.chances.length) this.graph.hint(say("The engine cannot think about this now; try again in a moment."));
      },
    });
  }

  /** @param {Pick<ReviewJson, "chances" | "moves">} told */
  take({ chances, moves }) {
    this.chances = chances;
    this.told = moves;
    this.verdicts = new Map(moves.map(({ turn, verdict }) => [turn, verdict]));
    const marks = moves
      .filter(({ verdict }) => verdict === "mistake" || verdict === "blunder")
      .map(({ turn, verdict }) => ({ place: turn - this.first + 1, kind: verdict }));
    this.graph.show(chances, this.timeline.length + 1, marks);
    this.mistakes.hidden = !marks.length;
    this.here(this.timeline.place);
    this.summarise();
    if (this.game) offerLesson(this.game, this.session.game.you.mine, moves);
    this.changed();
  }

  summarise() {
    /** @param {number} side @param {VerdictName} kind */
    const count = (side, kind) => this.told.filter(({ turn, verdict }) => turn % 2 === side && verdict === kind).length;
    this.summary.hidden = false;
    this.summary.replaceChildren(...[0, 1].map((side) => {
      const line = document.createElement("span");
      line.className = `side ${side ? "blue" : "red"}`;
      const [small, larger, large] = WRONG.map((kind) => count(side, kind));
      const kept = accuracy(this.chances, this.told.map(({ turn }) => turn - this.first).filter((place) => (place + this.first) % 2 === side), side);
      const told = [
        ...(kept === null ? [] : [say("accuracy {percent} %", { percent: figures(100 * kept, 0) })]),
        sayMany(small, "{n} inaccuracy", "{n} inaccuracies"),
        sayMany(larger, "{n} mistake", "{n} mistakes"),
        sayMany(large, "{n} blunder", "{n} blunders"),
      ];
      line.textContent = `${this.game?.sides[side]}: ${told.join(", ")}`;
      return line;
    }));
  }

  /** @param {number | null} place None beside the game. */
  here(place) {
    if (!this.chances.length) return;
    if (place !== null) this.graph.here(place);
    if (!this.engine.on) this.engine.chance(place === null ? null : this.chances[place] ?? null, place !== null);
  }

  // What would have been better than the move that led here.
  /** @param {number} place */
  better(place) {
    const found = this.told.find(({ turn }) => turn - this.first + 1 === place);
    if (!found) return null;
    /** @type {Partial<Record<VerdictName, string>>} */
    const sentences = {
      inaccuracy: say("Inaccuracy: {move} was better.", { move: found.best }),
      mistake: say("Mistake: {move} was better.", { move: found.best }),
      blunder: say("Blunder: {move} was better.", { move: found.best }),
    };
    const words = sentences[found.verdict];
    return words ? { ...found, words } : null;
  }

  // To the next mistake, or the previous one; after the last comes the first.
  /** @param {number} step */
  jump(step) {
    const places = this.told.filter(({ verdict }) => WRONG.slice(1).includes(verdict)).map(({ turn }) => turn - this.first + 1);
    const next = step > 0 ? places.find((place) => place > this.timeline.place) : places.findLast((place) => place < this.timeline.place);
    const around = step > 0 ? places[0] : places[places.length - 1];
    if (places.length) this.timeline.go(next ?? around);
  }
}

// The share of its winning chances that a side kept with its moves on average; see docs/hecht.md.
/** @param {number[]} chances @param {number[]} places Where the side moved. @param {number} side */
function accuracy(chances, places, side) {
  const own = (/** @type {number} */ place) => (side ? 1 - chances[place] : chances[place]);
  const kept = places.filter((place) => chances[place + 1] !== undefined).map((place) => 1 - Math.max(0, own(place) - own(place + 1)));
  return kept.length ? kept.reduce((sum, each) => sum + each, 0) / kept.length : null;
}

// The engine's verdict on a whole game: the curve, the marks, and jumping from mistake to mistake.

import { follow } from "./ask.js";
import { Graph } from "./graph.js";
import { say, sayMany } from "./words.js";

const WRONG = ["inaccuracy", "mistake", "blunder"];

export class Review {
  constructor(address, engine, timeline, changed) {
    Object.assign(this, { address, engine, timeline, changed });
    this.verdicts = new Map();
    this.told = [];
    this.chances = [];
    this.stop = () => {};
    this.block = document.getElementById("graph-block");
    this.button = document.getElementById("review");
    const place = document.getElementById("graph");
    if (!place) return;
    this.graph = new Graph(place, (where) => timeline.go(where));
    this.summary = document.getElementById("verdicts");
    this.button.addEventListener("click", () => this.start());
  }

  // A game that is over can be judged if there is a move to judge; the exhibition goes on before anybody has read it.
  offer(game) {
    this.first = game.positions[0].turn;
    if (!this.graph) return;
    this.graph.side = game.sides[0];
    const over = !game.live && (game.outcome || !game.trouble) && game.moves.length > 0 && game.key !== "exhibition";
    const end = over ? game.positions.at(-1).text : null;
    if (end === this.end) return;
    this.end = end;
    this.block.hidden = !over;
    this.#forget();
  }

  // Where the game went on, what was said about it holds no more.
  #forget() {
    this.stop();
    this.button.hidden = this.button.disabled = false;
    this.summary.hidden = true;
    this.graph.hint(say("The engine looks at every move and marks what went wrong."));
    if (!this.chances.length) return;
    Object.assign(this, { verdicts: new Map(), told: [], chances: [] });
    if (!this.engine.on) this.engine.chance(null);
    this.changed();
  }

  start() {
    this.button.disabled = true;
    const stop = this.stop = follow(`${this.address}/review`, {
      progress: ({ done, all }) => this.graph.hint(say("Position {n} of {all} …", { n: done, all })),
      review: (told) => {
        stop();
        this.button.hidden = true;
        this.take(told);
      },
    }, (connected) => {
      if (connected) return;
      stop();
      this.button.disabled = false;
      if (!this.chances.length) this.graph.hint(say("The engine cannot think about this now; try again in a moment."));
    });
  }

  take({ chances, moves }) {
    this.chances = chances;
    this.told = moves;
    this.verdicts = new Map(moves.map(({ turn, verdict }) => [turn, verdict]));
    const marks = moves
      .filter(({ verdict }) => verdict === "mistake" || verdict === "blunder")
      .map(({ turn, verdict }) => ({ place: turn - this.first + 1, kind: verdict }));
    this.graph.show(chances, this.timeline.length + 1, marks);
    this.here(this.timeline.place);
    this.summarise();
    this.changed();
  }

  summarise() {
    const count = (side, kind) => this.told.filter(({ turn, verdict }) => turn % 2 === side && verdict === kind).length;
    this.summary.hidden = false;
    this.summary.replaceChildren(...[0, 1].map((side) => {
      const line = document.createElement("span");
      line.className = `side ${side ? "blue" : "red"}`;
      const [small, larger, large] = WRONG.map((kind) => count(side, kind));
      line.textContent = [
        sayMany(small, "{n} inaccuracy", "{n} inaccuracies"),
        sayMany(larger, "{n} mistake", "{n} mistakes"),
        sayMany(large, "{n} blunder", "{n} blunders"),
      ].join(", ");
      return line;
    }));
  }

  here(place) {
    if (!this.chances.length) return;
    this.graph.here(place);
    if (!this.engine.on) this.engine.chance(this.chances[place] ?? null, true);
  }

  // What would have been better than the move that led here.
  better(place) {
    const found = this.told.find(({ turn, verdict }) => turn - this.first + 1 === place && WRONG.includes(verdict));
    if (!found) return null;
    const words = {
      inaccuracy: say("Inaccuracy: {move} was better.", { move: found.best }),
      mistake: say("Mistake: {move} was better.", { move: found.best }),
      blunder: say("Blunder: {move} was better.", { move: found.best }),
    }[found.verdict];
    return { ...found, words };
  }

  // To the next mistake, or the previous one; after the last comes the first.
  jump(step) {
    const places = this.told.filter(({ verdict }) => WRONG.slice(1).includes(verdict)).map(({ turn }) => turn - this.first + 1);
    const next = step > 0 ? places.find((place) => place > this.timeline.place) : places.findLast((place) => place < this.timeline.place);
    const around = step > 0 ? places[0] : places.at(-1);
    if (places.length) this.timeline.go(next ?? around);
  }
}

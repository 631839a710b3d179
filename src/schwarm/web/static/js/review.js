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
    this.button = document.getElementById("review");
    const place = document.getElementById("graph");
    if (!place) return;
    this.graph = new Graph(place, (where) => timeline.go(where));
    this.summary = document.getElementById("verdicts");
    this.button.addEventListener("click", () => this.start());
  }

  begin(game) {
    this.game = game;
    this.first = game.positions[0].turn;
    if (!this.graph) return;
    document.getElementById("graph-block").hidden = game.live;
    this.graph.hint(say("The engine looks at every move and marks what went wrong."));
  }

  start() {
    this.button.disabled = true;
    this.told = [];
    const stop = follow(`${this.address}/review`, {
      verdict: (verdict) => this.add(verdict),
      done: () => {
        stop();
        this.button.hidden = true;
        this.summarise();
      },
    }, (connected) => {
      if (connected || !this.told.length) return;
      stop();
      this.button.disabled = false;
    });
  }

  add(verdict) {
    this.told.push(verdict);
    this.verdicts.set(verdict.turn, verdict.verdict);
    this.draw();
    this.changed();
  }

  draw() {
    const chances = [this.told[0].before, ...this.told.map(({ after }) => after)];
    const marks = this.told
      .filter(({ verdict }) => verdict === "mistake" || verdict === "blunder")
      .map(({ turn, verdict }) => ({ place: turn - this.first + 1, kind: verdict }));
    this.graph.show(chances, this.timeline.length + 1, marks);
    this.here(this.timeline.place);
  }

  summarise() {
    const count = (side, kind) => this.told.filter(({ turn, verdict }) => turn % 2 === side && verdict === kind).length;
    this.summary.hidden = false;
    this.summary.replaceChildren(...[0, 1].map((side) => {
      const line = document.createElement("span");
      line.className = `side ${side ? "blue" : "red"}`;
      line.textContent = [
        sayMany(count(side, "inaccuracy"), "{n} inaccuracy", "{n} inaccuracies"),
        sayMany(count(side, "mistake"), "{n} mistake", "{n} mistakes"),
        sayMany(count(side, "blunder"), "{n} blunder", "{n} blunders"),
      ].join(", ");
      return line;
    }));
  }

  here(place) {
    if (!this.graph || !this.told.length) return;
    this.graph.here(place);
    if (!this.engine.on) {
      const known = place === 0 ? this.told[0].before : this.told[place - 1]?.after;
      this.engine.chance(known ?? null, true);
    }
  }

  jump(step) {
    const places = this.told.filter(({ verdict }) => WRONG.slice(1).includes(verdict)).map(({ turn }) => turn - this.first + 1);
    const next = step > 0 ? places.find((place) => place > this.timeline.place) : places.findLast((place) => place < this.timeline.place);
    if (next !== undefined) this.timeline.go(next);
  }
}

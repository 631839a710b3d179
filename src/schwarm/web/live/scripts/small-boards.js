// Small live boards of the games that are on.

import { follow } from "./ask.js";
import { Board } from "./board.js";
import { say } from "./words.js";

/** @import { Handlers } from "./ask.js" */
/** @typedef {ReturnType<SmallBoards["make"]> & { leaving?: number }} Card */

export class SmallBoards {
  /** @type {Map<string, Card>} */
  cards = new Map();

  /** @param {HTMLElement} list @param {{ most?: number, skip?: string[], changed?: (count: number) => void }} options */
  constructor(list, { most = 60, skip = [], changed = () => {} } = {}) {
    this.list = list;
    this.most = most;
    this.skip = skip;
    this.changed = changed;
    follow("/api/live/events", /** @type {Handlers<ListEvent>} */ ({
      tables: ({ tables }) => this.all(tables),
      changed: ({ tables }) => tables.forEach((table) => this.one(table)),
      gone: ({ key }) => this.remove(key),
    }));
  }

  /** @param {SummaryJson[]} tables */
  all(tables) {
    const there = new Set(tables.map(({ key }) => key));
    for (const key of [...this.cards.keys()]) if (!there.has(key)) this.remove(key);
    tables.forEach((table) => this.one(table));
    this.changed(this.cards.size);
  }

  /** @param {SummaryJson} table */
  one(table) {
    if (this.skip.includes(table.key)) return;
    let card = this.cards.get(table.key);
    // A new game may begin where another one ended.
    if (card && card.game !== table.game) {
      this.remove(table.key);
      card = undefined;
    }
    if (!card) {
      if (table.over || this.cards.size >= this.most) return;
      this.cards.set(table.key, (card = this.make(table)));
      this.list.append(card.item);
    }
    const { board, names, meta } = card;
    board.stamps(table.stamps);
    // Not every move is two squares.
    const [from = "", to = ""] = table.last?.split("-") ?? [];
    board.show(table, { last: table.last ? { from, to } : null, slide: true });
    table.sides.forEach((side, index) => (names[index].textContent = table.names[index] || side));
    meta.textContent = table.over ? say("over") : table.running ? say("{game}, round {round}", { game: table.title, round: table.round }) : say("{game}, waiting for an opponent", { game: table.title });
    clearTimeout(card.leaving);
    if (table.over) card.leaving = setTimeout(() => this.remove(table.key), 8000);
    this.changed(this.cards.size);
  }

  /** @param {SummaryJson} table */
  make(table) {
    const item = document.createElement("li");
    item.className = `card mini one-${table.colours[0]} two-${table.colours[1]}`;
    const host = document.createElement("div");
    host.className = "board";
    const title = document.createElement("p"), link = document.createElement("a"), meta = document.createElement("p");
    link.href = `/game/${encodeURIComponent(table.key)}`;
    const names = ["red", "blue"].map((side) => {
      const name = document.createElement("span");
      name.className = `side ${side}`;
      link.append(name);
      return name;
    });
    title.className = "mini-title";
    title.append(link);
    meta.className = "meta";
    item.append(host, title, meta);
    const board = new Board(host, { small: true });
    board.use(table.game, false);
    return { item, board, names, meta, game: table.game };
  }

  /** @param {string} key */
  remove(key) {
    this.cards.get(key)?.item.remove();
    this.cards.delete(key);
    this.changed(this.cards.size);
  }
}

// Small live boards of the games that are on.

import { follow } from "./ask.js";
import { pageBoard } from "./page-board.js";
import { playerName, say, sayMany } from "./words.js";

/** @typedef {ReturnType<SmallBoards["make"]> & { leaving?: number }} Card */

export class SmallBoards {
  /** @type {Map<string, Card>} */
  cards = new Map();

  /** @param {HTMLElement} list @param {{ most?: number, skip?: string[], within?: string, changed?: (count: number) => void }} options */
  constructor(list, { most = 60, skip = [], within = "", changed = () => {} } = {}) {
    this.list = list;
    this.most = most;
    this.skip = skip;
    // How the keys of all shown games begin.
    this.within = within;
    this.changed = changed;
    follow("GET /live/events", {}, {
      tables: ({ tables }) => this.all(tables),
      changed: ({ tables }) => tables.forEach((table) => this.one(table)),
      gone: ({ key }) => this.remove(key),
    });
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
    if (this.skip.includes(table.key) || !table.key.startsWith(this.within)) return;
    let card = this.cards.get(table.key);
    // A new game may begin where another one ended.
    if (card && card.game !== table.game) {
      this.remove(table.key);
      card = undefined;
    }
    if (!card) {
      if (table.over) return;
      const over = [...this.cards].filter(([, { leaving }]) => leaving !== undefined);
      const full = this.cards.size >= this.most;
      if (full && !over.length) return;
      this.cards.set(table.key, (card = this.make(table)));
      // Games that are on come first; one that is over waits for its end only where nobody needs its place.
      this.list.insertBefore(card.item, over[0]?.[1].item ?? null);
      if (full) this.remove(over[0][0]);
    }
    const { board, names, meta, watching, join } = card;
    // Not every move is two squares.
    const [from = "", to = ""] = table.last?.split("-") ?? [];
    board.set({ stamps: table.stamps, position: table, last: table.last ? { from, to } : null, slide: true });
    table.sides.forEach((side, index) => (names[index].textContent = playerName(table.names[index]) || side));
    meta.textContent = table.over ? say("over") : table.running ? say("{game}, round {round}", { game: table.title, round: table.round }) : say("{game}, waiting for an opponent", { game: table.title });
    watching.textContent = table.watching && !table.over ? sayMany(table.watching, "{n} spectator", "{n} spectators") : "";
    join.hidden = !table.join;
    if (table.join) join.href = `/join/${encodeURIComponent(table.join)}`;
    clearTimeout(card.leaving);
    card.leaving = table.over ? setTimeout(() => this.remove(table.key), 8000) : undefined;
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
    const about = document.createElement("span"), watching = document.createElement("span");
    meta.className = "meta mini-meta";
    meta.append(about, watching);
    const join = document.createElement("a");
    join.className = "button small";
    join.textContent = say("Join the game");
    join.hidden = true;
    item.append(host, title, meta, join);
    const board = pageBoard(host, { small: true });
    board.set({ game: table.game, turned: false });
    return { item, board, names, meta: about, watching, join, game: table.game };
  }

  /** @param {string} key */
  remove(key) {
    const card = this.cards.get(key);
    card?.board.destroy();
    card?.item.remove();
    this.cards.delete(key);
    this.changed(this.cards.size);
  }
}

// What stands beside the boards: tables, upsets, who meets next, the bracket. Where there is more than fits, the scenes take
// turns; they are drawn anew from what was told last, and nothing is kept of those before.

import { drawFish, element, writeName } from "./wall-board.js";
import { say } from "./words.js";

/** @import { Column } from "./wall-drama.js" */
/** @typedef {{ id: string, pages: () => number, draw: (page: number) => HTMLElement, slow?: boolean }} Scene */

const SCENE = 12000, SLOW = 30000; // milliseconds for which a scene stays
const ROOM = 0.99; // of the height that a table may use

export class Scenes {
  /** @type {Scene[]} */
  scenes = [];
  current = "";
  page = 0;
  changed = performance.now(); // when the scene last changed
  shown = "";

  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    setInterval(() => this.#turn(), 1000);
    addEventListener("resize", () => this.draw());
  }

  /** @param {Scene[]} scenes */
  set(scenes) {
    this.scenes = scenes;
    this.draw();
  }

  get scene() {
    return this.scenes.find(({ id }) => id === this.current) ?? this.scenes[0];
  }

  #turn() {
    const now = this.scene;
    if (!now || performance.now() - this.changed < (now.slow ? SLOW : SCENE)) return;
    const place = this.scenes.indexOf(now);
    if (this.page + 1 < now.pages()) this.page += 1;
    else {
      this.page = 0;
      this.current = this.scenes[(place + 1) % this.scenes.length].id;
    }
    this.changed = performance.now();
    this.draw();
  }

  draw() {
    const now = this.scene;
    if (!now) return this.host.replaceChildren();
    const page = Math.min(this.page, now.pages() - 1), shown = now.draw(page), sign = `${now.id} ${page}`;
    // What is only renewed does not come in anew, and the same again would flicker.
    shown.classList.toggle("fresh", this.shown !== sign);
    if (this.shown === sign) this.host.firstElementChild?.classList.remove("fresh");
    if (this.host.firstElementChild?.outerHTML !== shown.outerHTML) this.host.replaceChildren(shown);
    this.shown = sign;
  }
}

/** @param {string} title @param {HTMLElement} inside @param {string} note @param {string} [kind] */
function scene(title, inside, note, kind = "") {
  const made = element("div", `wall-scene ${kind}`);
  made.append(element("h2", "", title), inside);
  if (note) made.append(element("p", "wall-note", note));
  return made;
}

/** @param {string} name @param {string} fish */
function team(name, fish) {
  const made = element("span", "wall-team");
  made.append(...drawFish(fish), writeName(name));
  return made;
}

// How many lines fit: all are as high as the first one that was ever drawn here.
/** @param {HTMLElement} host @param {string} line */
function fitting(host, line) {
  const drawn = host.querySelector(line);
  const height = drawn ? drawn.getBoundingClientRect().height : 0;
  const above = host.querySelector("h2, thead") ? 2.2 * height : 0;
  const below = host.querySelector(".wall-note")?.getBoundingClientRect().height ?? 0;
  return height ? Math.max(3, Math.floor((ROOM * host.clientHeight - above - below) / height)) : 14;
}

/** @param {HTMLElement} host @param {WallTableJson} told @param {number} place @returns {Scene} */
export function tableScene(host, told, place) {
  const size = () => fitting(host, ".wall-table tbody tr");
  return {
    id: `table ${place}`,
    pages: () => Math.max(1, Math.ceil(told.rows.length / size())),
    draw: (page) => {
      const table = document.createElement("table"), head = table.createTHead().insertRow(), body = table.createTBody();
      table.className = "wall-table";
      for (const title of ["", "", ...told.columns]) head.append(element("th", "", title));
      for (const { place, name, fish, cells } of told.rows.slice(page * size(), (page + 1) * size())) {
        const row = body.insertRow();
        row.className = place ? "" : "partner";
        row.append(element("td", "wall-number", place));
        const named = element("th", "");
        named.setAttribute("scope", "row");
        named.append(team(name, fish));
        row.append(named, ...cells.map((cell) => element("td", "", cell)));
      }
      return scene(told.title, table, told.note);
    },
  };
}

/** @param {WallUpsetJson[]} upsets @param {WallPlayerJson[][]} next @returns {Scene} */
export function newsScene(upsets, next) {
  return {
    id: "news",
    pages: () => 1,
    draw: () => {
      const both = element("div", "wall-news");
      if (next.length) {
        const list = element("ol", "wall-list");
        for (const [one, two] of next) {
          const line = element("li", "");
          line.append(team(one.name, one.fish), element("span", "wall-versus", "–"), team(two.name, two.fish));
          list.append(line);
        }
        both.append(element("h2", "", say("Next")), list);
      }
      if (upsets.length) {
        const list = element("ol", "wall-list");
        for (const { winner, loser, gap } of upsets) {
          const line = element("li", "wall-upset");
          line.append(team(winner.name, winner.fish), element("span", "wall-versus", say("beat")), team(loser.name, loser.fish), element("span", "wall-gap", say("{gap} Elo stronger", { gap })));
          list.append(line);
        }
        both.append(element("h2", "", say("Upsets")), list);
      }
      const made = element("div", "wall-scene");
      made.append(both);
      return made;
    },
  };
}

/** @param {string} title @param {() => Column[]} columns @param {string} note @returns {Scene} */
export function bracketScene(title, columns, note) {
  return {
    id: "bracket",
    slow: true,
    pages: () => 1,
    draw: () => {
      const bracket = element("div", "wall-bracket");
      const all = columns(), third = all.find(({ id }) => id === "third-place");
      for (const shown of all.filter((column) => column !== third)) {
        const column = element("section", `wall-column ${shown.id}`);
        column.append(...drawRound(shown));
        // The game for the third place stands below the final.
        if (shown.id === "final" && third) column.append(...drawRound(third));
        bracket.append(column);
      }
      return scene(title, bracket, note, "wide");
    },
  };
}

/** @param {Column} column */
function drawRound({ id, title, pairs }) {
  const round = element("div", `wall-duels ${id}`);
  for (const { slots, now } of pairs) {
    const duel = element("div", now ? "wall-duel now" : "wall-duel");
    for (const { name, fish, wins, won, known } of slots) {
      const line = element("p", won ? "won" : known ? "" : "unknown");
      line.append(team(known ? name : "?", fish), element("b", "", known ? String(wins) : ""));
      duel.append(line);
    }
    round.append(duel);
  }
  return [element("h3", "", title), round];
}

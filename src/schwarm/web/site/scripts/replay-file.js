// Replays of the official servers: a state per move. Read are only boards, turns and names; the moves between the states
// are found again with the rules.

import { Refused } from "./ask.js";
import { MoveTree } from "./bridge.js";
import { positionsOf } from "./core-positions.js";
import { say } from "./words.js";

/** @import { End } from "./core-positions.js" */
/** @import { GameRecord } from "./bridge.js" */
/** @typedef {(columns: string, rows: string, state: Element) => string | null} ReadState The text of a position, or null. */

const FIELDS_2026 = { EMPTY: "", SQUID: "x", ONE_S: "S", ONE_M: "M", ONE_L: "L", TWO_S: "s", TWO_M: "m", TWO_L: "l" };
const FIELDS_2019 = { EMPTY: "", OBSTRUCTED: "x", RED: "F", BLUE: "f" };
const PIECES_2022 = { Herzmuschel: "H", Moewe: "M", Seestern: "S", Robbe: "R" };

/** @type {Record<string, string>} Why somebody lost who did not lose by the rules. */
const CAUSES = { LEFT: "left", SOFT_TIMEOUT: "timeout", HARD_TIMEOUT: "no-answer", RULE_VIOLATION: "illegal-move" };

/** @type {Record<string, ReadState>} Each season's board, by its game. */
const SEASONS = {
  "piranhas-2026": (columns, rows, state) => {
    const fields = [...state.querySelectorAll("board > row")].map((row) => [...row.querySelectorAll("field")].map(({ textContent }) => letter(FIELDS_2026, textContent?.trim())));
    if (fields.length !== rows.length || !state.hasAttribute("startTeam")) return null;
    const credit = { ONE: "r", TWO: "b" }[state.getAttribute("firstUnion") ?? ""] ?? "-";
    return `${written(columns, rows, (x, y) => fields[y][x] ?? "")} ${turn(state)} ${credit}`;
  },
  "piranhas-2019": (columns, rows, state) => {
    const fields = [...state.querySelectorAll("board > fields > field")];
    if (fields.length !== columns.length * rows.length) return null;
    const found = new Map(fields.map((field) => [`${field.getAttribute("x")} ${field.getAttribute("y")}`, letter(FIELDS_2019, field.getAttribute("state"))]));
    return `${written(columns, rows, (x, y) => found.get(`${x} ${y}`) ?? "")} ${turn(state)}`;
  },
  "ostseeschach-2022": (columns, rows, state) => {
    const entries = [...state.querySelectorAll("board > pieces > entry")];
    if (!state.querySelector("ambers")) return null;
    // On the wire x is the rank and y the file.
    const found = new Map(entries.map((entry) => {
      const [at, piece] = [entry.querySelector("coordinates"), entry.querySelector("piece")];
      const name = letter(PIECES_2022, piece?.getAttribute("type")), count = Number(piece?.getAttribute("count"));
      return [`${at?.getAttribute("y")} ${at?.getAttribute("x")}`, (piece?.getAttribute("team") === "ONE" ? name : name.toLowerCase()) + (count > 1 ? "+" : "")];
    }));
    const ambers = { ONE: "0", TWO: "0" };
    for (const entry of state.querySelectorAll("ambers > entry")) {
      const team = entry.querySelector("team")?.textContent?.trim();
      if (team === "ONE" || team === "TWO") ambers[team] = entry.querySelector("int")?.textContent?.trim() ?? "0";
    }
    return `${written(columns, rows, (x, y) => found.get(`${x} ${y}`) ?? "")} ${turn(state)} ${ambers.ONE}:${ambers.TWO}`;
  },
};

/** @param {string} text @returns {Promise<GameRecord>} */
export async function readReplay(text) {
  const told = new DOMParser().parseFromString(text, "application/xml");
  if (told.querySelector("parsererror") || told.documentElement.tagName !== "protocol") {
    throw new Refused(say("This is not a replay; a replay of the Software-Challenge is XML that begins with <protocol> and shows one game."));
  }
  const states = [...told.querySelectorAll("state")];
  for (const [game, read] of Object.entries(SEASONS)) {
    const { facts } = await positionsOf(game);
    const shown = states.map((state) => read(facts.columns, facts.rows, state)).filter((position) => position !== null);
    if (!shown.length || shown.length !== states.length) continue;
    return rebuilt(game, shown, told);
  }
  throw new Refused(say("The replay shows no state of a known game."));
}

// The game between these positions, by the documents' rules unless only the official rulings explain it.
/** @param {string} game @param {string[]} shown @param {Document} told @returns {Promise<GameRecord>} */
async function rebuilt(game, shown, told) {
  // A pause shows a state again.
  const texts = shown.filter((text, place) => text !== shown[place + 1]);
  let stuck = 0;
  for (const rules of ["documents", "official"]) {
    const positions = await positionsOf(game, rules);
    const moves = texts.slice(1).map((after, place) => positions.following(texts[place]).find((next) => next.after === after));
    stuck ||= moves.indexOf(undefined) + 1;
    if (moves.includes(undefined)) continue;
    return {
      game, rules, start: texts[0], names: names(told), outcome: ending(told, positions.points(texts[texts.length - 1]), positions.result(texts[texts.length - 1])),
      tree: MoveTree.ofGame(moves.flatMap((found) => (found ? [{ move: found.move }] : []))),
    };
  }
  throw new Refused(say("The replay contradicts itself: no legal move leads from turn {turn} to the state shown next.", { turn: stuck - 1 }));
}

// How it ended: as Schwarm has noted it, by the rules, or as the server says who won.
/** @param {Document} told @param {number[]} points @param {End | null} byRules @returns {End | null} */
function ending(told, points, byRules) {
  const noted = told.documentElement, reason = noted.getAttribute("reason"), counted = noted.getAttribute("points")?.split(":").map(Number);
  if (reason && counted?.length === 2) return { winner: side(noted.getAttribute("winner")), reason, points: counted };
  const result = told.querySelector("winner");
  if (byRules || !result) return byRules;
  const cause = [...told.querySelectorAll("[cause]")].map((score) => CAUSES[score.getAttribute("cause") ?? ""]).find(Boolean);
  return { winner: side(result.getAttribute("team") ?? result.getAttribute("color")), reason: cause ?? "goal", points };
}

/** @param {string | null} name */
const side = (name) => ({ ONE: 0, RED: 0, TWO: 1, BLUE: 1 })[name ?? ""] ?? null;

/** @param {Document} told */
function names(told) {
  const root = told.documentElement;
  return ["red", "blue"].map((side, place) => {
    const team = ["ONE", "TWO"][place];
    const result = [...told.querySelectorAll("data > scores > entry > player, definition + * player")].find((player) => player.getAttribute("team") === team);
    return root.getAttribute(side) ?? result?.getAttribute("name") ?? told.querySelector(`state > ${side}`)?.getAttribute("displayName") ?? "";
  });
}

/** @param {Element} state */
const turn = (state) => state.getAttribute("turn") ?? "";

/** @param {Record<string, string>} letters @param {string | null | undefined} name */
const letter = (letters, name) => letters[name ?? ""] ?? "?";

// The rows of a board, top to bottom, with maximal runs of empty squares.
/** @param {string} columns @param {string} rows @param {(x: number, y: number) => string} at */
const written = (columns, rows, at) =>
  [...rows].map((_, y) => [...columns].map((_, x) => at(x, y) || "1").join("").replace(/1+/g, (run) => String(run.length))).reverse().join("/");

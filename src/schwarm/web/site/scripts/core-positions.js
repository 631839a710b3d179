// Positions by the core in this browser, told as a server would tell them. Whatever depends on a position the core says;
// what depends on the game alone (drawings, names, sentences) was written into a file when the site was made.

import { boardFile } from "./addresses.js";
import { Refused, Unreachable } from "./ask.js";
import { Core, NotFetched, compileCore } from "./core.js";
import { fill, say } from "./words.js";

/** @import { MoveTree } from "./bridge.js" */
/** @typedef {Pick<OutcomeJson, "winner" | "reason" | "points">} End */

/** @type {Map<string, Promise<GameFactsJson>>} */
const known = new Map();
/** @type {Map<string, Promise<Positions>>} */
const made = new Map();

// What was written about a game; asked for once.
/** @param {string} game */
export function factsOf(game) {
  return once(known, game, async () => {
    const answer = await fetch(boardFile(`${game}/facts.json`)).catch(() => null);
    if (!answer?.ok) throw notArrived();
    return answer.json();
  });
}

// The positions of a game by its rules.
/** @param {string} game @param {string} rules */
export function positionsOf(game, rules = "documents") {
  return once(made, `${game} ${rules}`, async () => {
    const [module, facts] = await Promise.all([compileCore().catch(refuse), factsOf(game)]);
    return new Positions(module, facts, rules);
  });
}

// Ask for something once; what failed is asked for again.
/** @template T @param {Map<string, Promise<T>>} answers @param {string} name @param {() => Promise<T>} ask */
function once(answers, name, ask) {
  const found = answers.get(name) ?? ask().catch((error) => {
    answers.delete(name);
    throw error;
  });
  answers.set(name, found);
  return found;
}

export const notArrived = () => new Unreachable(say("Not everything that this page needs has arrived; check the connection and try again."));

/** @param {unknown} error @returns {never} */
function refuse(error) {
  throw error instanceof NotFetched ? notArrived() : new Refused(say("Nothing can be played here: this browser does not run WebAssembly."));
}

// Play every move of a tree; gives the last position of its main line. Refused where a move is against the rules.
/** @param {Positions} positions @param {string} start @param {MoveTree} tree */
export function checkMoves(positions, start, tree) {
  const texts = new Map([[tree.root, start]]), { end } = tree;
  for (const node of tree.root.all()) {
    if (node.parent) texts.set(node, positions.play(texts.get(node.parent) ?? "", node.move));
  }
  return texts.get(end) ?? start;
}

export class Positions {
  /** @param {WebAssembly.Module} module @param {GameFactsJson} facts @param {string} rules */
  constructor(module, facts, rules) {
    this.facts = facts;
    this.rules = rules;
    this.kind = { game: facts.game, rules, columns: facts.columns, drawn: [...facts.rows].reverse().join("") };
    this.core = new Core(module, this.kind);
  }

  /** @param {bigint} seed */
  start(seed) {
    const { core } = this;
    return core.text(core.call.start(core.write(core.game), seed));
  }

  // The text of the position after a move; refused where the move is against the rules. Records may go on after the end.
  /** @param {string} text @param {string} move */
  play(text, move) {
    return this.#after(text, move).text;
  }

  /** @param {string} text @param {{ moves?: boolean }} how @returns {PositionJson} */
  position(text, { moves = false } = {}) {
    return this.#at(text, (board) => this.#position(board, moves));
  }

  /** @param {string} text @param {string} [move] @returns {LookJson} */
  look(text, move) {
    const after = move ? this.#after(text, move) : { text, last: null };
    return this.#at(after.text, (board) => {
      const end = this.core.result(board);
      return { ...this.#position(board, true), stamps: this.facts.stamps, outcome: end && this.outcome(end, ["", ""]), move: after.last };
    });
  }

  // How the game is over by its rules in a position, or null.
  /** @param {string} text @returns {End | null} */
  result(text) {
    return this.#at(text, (board) => this.core.result(board));
  }

  /** @param {string} text */
  canGoOn(text) {
    return this.#at(text, (board) => this.core.call.board_legal_moves(board) > 0);
  }

  /** @param {string} text */
  points(text) {
    return this.#at(text, (board) => [0, 1].map((side) => this.core.call.board_points(board, side)));
  }

  // All moves that lead on, each with the text of the position after it.
  /** @param {string} text */
  following(text) {
    return this.#at(text, (board) => {
      const codes = this.core.numbers(this.core.call.board_legal_moves(board));
      return codes.map((code) => {
        this.core.call.board_push(board, code);
        const after = this.core.text(this.core.call.board_text(board));
        this.core.call.board_pop(board);
        return { move: this.core.move(code).move, after };
      });
    });
  }

  /** @param {string} text @param {string} move @returns {ExplanationJson} */
  explain(text, move) {
    return this.#at(text, (board) => {
      const { core, facts } = this, [start, to] = move.split("-"), end = core.result(board);
      if (end) {
        const sentence = say("The game is over; {why}", { why: this.outcome(end, ["", ""]).sentence });
        return { legal: false, sentence, line: [], count: 0, at: null, landing: null };
      }
      const [rule, legal, n, at, landing, ...line] = core.numbers(core.call.board_explain(board, core.code(start, to)));
      const square = (/** @type {number} */ place) => (place < 0 ? null : core.square(place));
      const said = facts.rules[rule], letter = this.#letters(core.text(core.call.board_text(board)))[start] ?? "";
      const gaps = { start, to, n, at: square(at) ?? "", landing: square(landing) ?? "", ...facts.kinds[letter] };
      return {
        legal: Boolean(legal), sentence: fill((n === 1 ? said[0] : said[1]) ?? said[0], gaps),
        line: line.map((place) => core.square(place)), count: n, at: square(at), landing: square(landing),
      };
    });
  }

  // The groups of the one overlay that games with a native position have: swarms.
  /** @param {string} text @returns {GroupJson[]} */
  groups(text) {
    return this.#at(text, (board) => [0, 1].flatMap((side) => {
      const numbers = this.core.numbers(this.core.call.board_swarms(board, side)), found = [];
      while (numbers.length) {
        const [weight, size] = numbers.splice(0, 2);
        found.push({ side, weight, squares: numbers.splice(0, size).map((place) => this.core.square(place)) });
      }
      return found;
    }));
  }

  // How a game ended, in words.
  /** @param {End} end @param {string[]} names @returns {OutcomeJson} */
  outcome(end, names) {
    const { sides, reasons } = this.facts, called = names.map((name, side) => name || sides[side]);
    const { won, drawn } = reasons[end.reason] ?? reasons.draw;
    const sentence = end.winner === null ? drawn : fill(won, { winner: called[end.winner], loser: called[1 - end.winner] });
    return { ...end, sentence };
  }

  /** @template T @param {string} text @param {(board: number) => T} look @param {boolean} [beyond] */
  #at(text, look, beyond = false) {
    const board = text.length > 400 ? 0 : this.core.find(text, beyond);
    if (!board) throw new Refused(say("“{text}” is not a position of {game}; one looks like this: {example}", { text: text.slice(0, 80), game: this.facts.title, example: this.facts.start }));
    try {
      return look(board);
    } finally {
      this.core.free(board);
    }
  }

  /** @param {string} text @param {string} move */
  #after(text, move) {
    return this.#at(text, (board) => {
      const last = this.#push(board, move);
      return { text: this.core.text(this.core.call.board_text(board)), last };
    }, true);
  }

  /** @param {number} board @param {string} move */
  #push(board, move) {
    const [from = "", to = ""] = move.split("-"), squares = this.#isSquare(from) && this.#isSquare(to);
    const code = squares ? this.core.code(from, to) : -1;
    if (!this.core.call.board_push(board, code)) throw new Refused(say("{move} is not a legal move in this position.", { move }));
    return this.core.move(code);
  }

  /** @param {string} text */
  #isSquare(text) {
    return text.length === 2 && this.kind.columns.includes(text[0]) && this.kind.drawn.includes(text[1]);
  }

  /** @param {number} board @param {boolean} moves @returns {PositionJson} */
  #position(board, moves) {
    const { core, facts } = this, { call } = core;
    const text = core.text(call.board_text(board)), turn = call.board_turn(board);
    const numbers = core.numbers(call.board_standing(board));
    const points = [0, 1].map((side) => call.board_points(board, side));
    /** @type {PositionJson} */
    const told = {
      text, turn, round: Math.min(Math.floor(turn / 2) + 1, facts.rounds), side: turn % 2, letters: this.#letters(text),
      standing: facts.standing.map(({ said, gaps }) => fill(said, Object.fromEntries(gaps.map(({ name, names }) => {
        const number = numbers.shift() ?? 0;
        return [name, names.length ? names[number + 1] : number];
      })))),
    };
    if (facts.beside.length) told.above = [0, 1].map((turned) => points.map((count, side) => facts.beside[side][count]?.[turned] ?? "").join(""));
    if (!moves) return told;
    /** @type {Record<string, string[]>} */
    const found = (told.moves = {});
    for (const code of core.numbers(call.board_legal_moves(board))) {
      const { from, to } = core.move(code);
      (found[from] ??= []).push(to);
    }
    return told;
  }

  // What stands where, as the text of a position says it.
  /** @param {string} text */
  #letters(text) {
    const { columns, drawn } = this.kind;
    /** @type {Record<string, string>} */
    const found = {};
    text.split(" ")[0].split("/").forEach((row, place) => {
      let column = 0;
      for (const [token] of row.matchAll(/[0-9]+|.\+?/g)) {
        if (/^[0-9]/.test(token)) column += Number(token);
        else found[columns[column++] + drawn[place]] = token;
      }
    });
    return found;
  }
}

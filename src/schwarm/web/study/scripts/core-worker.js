// The core in a thread of its own: thinks about one position, deeper and deeper, or about the positions of a game.
// It is asked once in its life. Whoever wants something else ends it and starts another: that is how a search stops at
// once, wherever it is.

/** @import { Position, Question, Stretch, Judged } from "./browser-hecht.js" */

const MEGABYTES = 16;
const MILLISECONDS_BETWEEN_NEWS = 50;
const MOVES_TOLD = 12;
const DEEPEST = 99, FOREVER = 1e9, ENDLESS = 2n ** 62n;
const NOT_THERE = 8;
/** @type {VerdictName[]} */
const VERDICTS = ["best", "good", "inaccuracy", "mistake", "blunder"];

// What the core asks of a system: the time. It has no files, and what it would write nobody reads.
/** @param {() => DataView} memory */
const system = (memory) => ({
  /** @param {number} _clock @param {bigint} _precision @param {number} place */
  clock_time_get(_clock, _precision, place) {
    memory().setBigUint64(place, BigInt(Math.round(performance.now() * 1e6)), true);
    return 0;
  },
  fd_close: () => NOT_THERE,
  fd_seek: () => NOT_THERE,
  fd_write: () => NOT_THERE,
});

/** @typedef {{ score: number, codes: number[] }} Found */

// The engine for one game.
class Hecht {
  /** @param {WebAssembly.Module} module @param {Position} kind */
  constructor(module, { game, rules, columns, drawn }) {
    /** @type {any} */
    let functions;
    const memory = () => new DataView(functions.memory.buffer);
    functions = new WebAssembly.Instance(module, { wasi_snapshot_preview1: system(memory) }).exports;
    functions._initialize();
    this.call = functions;
    this.buffer = functions.buffer();
    this.game = game;
    this.official = rules === "official";
    this.columns = columns;
    this.drawn = drawn;
    this.width = 0;
    this.hecht = this.call.hecht_new(this.#write(game), MEGABYTES);
    if (!this.hecht) throw new Error("the core does not know this game");
  }

  /** @param {string} text */
  #write(text) {
    const bytes = new TextEncoder().encode(text);
    if (bytes.length > this.call.buffer_size()) throw new Error("too long");
    new Uint8Array(this.call.memory.buffer, this.buffer, bytes.length).set(bytes);
    return bytes.length;
  }

  /** @param {string} position */
  board(position) {
    const id = this.#write(this.game);
    const board = this.call.board_new(id, this.#write(this.game + position) - id, this.official ? 1 : 0);
    if (!board) throw new Error("the core does not know this position");
    this.width = this.call.board_width(board);
    return board;
  }

  /** @param {number} board */
  over(board) {
    return Boolean(this.call.board_result(board)) || !this.call.board_count(board);
  }

  /** @param {number} board */
  side(board) {
    return this.call.board_turn(board) % 2;
  }

  /** @param {number} board @param {{ nodes?: bigint, seconds?: number, lines: number }} limit */
  begin(board, { nodes = ENDLESS, seconds = FOREVER, lines }) {
    this.call.hecht_begin(this.hecht, board, DEEPEST, nodes, seconds, lines);
  }

  deepen() {
    return Boolean(this.call.hecht_deepen(this.hecht));
  }

  // The lines found so far, the best first.
  /** @returns {Found[]} */
  lines() {
    const count = this.call.hecht_lines(this.hecht), found = [];
    const numbers = [...new Int32Array(this.call.memory.buffer, this.buffer, count)];
    while (numbers.length) {
      const [score, length] = numbers.splice(0, 2);
      found.push({ score, codes: numbers.splice(0, length) });
    }
    return found.sort((one, other) => other.score - one.score);
  }

  // The chance of the side to move where the game is over: by who won.
  /** @param {number} board */
  result(board) {
    const length = this.call.board_result(board);
    if (!length) return 0.5;
    const winner = parseInt(new TextDecoder().decode(new Uint8Array(this.call.memory.buffer, this.buffer, length)));
    return winner < 0 ? 0.5 : winner === this.side(board) ? 1 : 0;
  }

  /** @param {number} place */
  #square(place) {
    return this.columns[place % this.width] + (this.drawn.at(-1 - Math.floor(place / this.width)) ?? "");
  }

  /** @param {Found} found @param {number} side @returns {LineJson} */
  line({ score, codes }, side) {
    const [from, to] = [this.#square(codes[0] >> 7), this.#square(codes[0] & 127)], chance = this.call.chance(score);
    const pv = codes.slice(0, MOVES_TOLD).map((code) => `${this.#square(code >> 7)}-${this.#square(code & 127)}`);
    return { move: pv[0], from, to, pv, chance: side ? 1 - chance : chance };
  }
}

/** @param {Hecht} hecht @param {Question} question @param {(told: AnalysisJson) => void} tell */
function analyse(hecht, { position, lines, seconds }, tell) {
  const board = hecht.board(position), side = hecht.side(board), started = performance.now();
  if (hecht.over(board)) return;
  let told = 0;
  const news = () => {
    told = performance.now();
    tell({
      position, depth: hecht.call.hecht_depth(hecht.hecht), nodes: Number(hecht.call.hecht_nodes(hecht.hecht)),
      seconds: (told - started) / 1000, lines: hecht.lines().map((found) => hecht.line(found, side)),
    });
  };
  hecht.begin(board, { seconds, lines });
  while (hecht.deepen()) if (performance.now() - told > MILLISECONDS_BETWEEN_NEWS) news();
  news();
}

// From the end: what is known of later positions helps with earlier ones.
/** @param {Hecht} hecht @param {Stretch} stretch @param {(judged: Judged) => void} tell */
function judge(hecht, { positions, moves, turns, nodes }, tell) {
  let after = 0;
  for (let place = positions.length - 1; place >= 0; --place) {
    const board = hecht.board(positions[place]), side = hecht.side(board), over = hecht.over(board);
    /** @type {LineJson | null} */
    let best = null;
    if (!over) {
      hecht.begin(board, { nodes: BigInt(nodes), lines: 1 });
      while (hecht.deepen());
      best = hecht.line(hecht.lines()[0], side);
    }
    const chance = best ? best.chance : side ? 1 - hecht.result(board) : hecht.result(board);
    /** @param {number} red */
    const own = (red) => (side ? 1 - red : red);
    const verdict = best && place < moves.length
      ? VERDICTS[hecht.call.verdict(own(chance), own(after), best.move === moves[place] ? 1 : 0)] : null;
    tell({ place, chance, verdict: best && verdict ? { turn: turns[place], best: best.move, from: best.from, to: best.to, verdict } : null });
    after = chance;
    hecht.call.board_free(board);
  }
}

/** @param {MessageEvent<{ module: WebAssembly.Module, question?: Question, stretch?: Stretch }>} event */
onmessage = ({ data: { module, question, stretch } }) => {
  if (question) analyse(new Hecht(module, question), question, (told) => postMessage(told));
  if (stretch) judge(new Hecht(module, stretch), stretch, (judged) => postMessage(judged));
  postMessage(null);
};

// The core in a thread of its own: searches one position, deeper and deeper, and tells what it found after each step.
// It is asked once in its life. Whoever wants something else ends it and starts another: that is how a search stops at
// once, wherever it is.

/** @import { Question } from "./browser-hecht.js" */

const MEGABYTES = 16;
const MILLISECONDS_BETWEEN_NEWS = 50;
const MOVES_TOLD = 12;
const NOT_THERE = 8;

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

class Core {
  /** @param {WebAssembly.Module} module */
  constructor(module) {
    /** @type {any} */
    let functions;
    const memory = () => new DataView(functions.memory.buffer);
    functions = new WebAssembly.Instance(module, { wasi_snapshot_preview1: system(memory) }).exports;
    functions._initialize();
    this.call = functions;
    this.buffer = functions.buffer();
  }

  /** @param {string} text */
  write(text) {
    const bytes = new TextEncoder().encode(text);
    if (bytes.length > this.call.buffer_size()) throw new Error("too long");
    new Uint8Array(this.call.memory.buffer, this.buffer, bytes.length).set(bytes);
    return bytes.length;
  }

  /** @param {number} count */
  numbers(count) {
    return [...new Int32Array(this.call.memory.buffer, this.buffer, count)];
  }
}

/** @param {WebAssembly.Module} module @param {Question} question @param {(told: AnalysisJson) => void} tell */
function search(module, { game, rules, position, columns, drawn, lines, seconds }, tell) {
  const core = new Core(module), { call } = core;
  const id = core.write(game);
  const board = call.board_new(id, core.write(game + position) - id, rules === "official" ? 1 : 0);
  if (!board) throw new Error("the core does not know this position");
  if (call.board_result(board) || !call.board_count(board)) return;
  core.write(game);
  const hecht = call.hecht_new(id, MEGABYTES), width = call.board_width(board), blue = call.board_turn(board) % 2 === 1;
  /** @param {number} place */
  const square = (place) => columns[place % width] + (drawn.at(-1 - Math.floor(place / width)) ?? "");
  /** @param {number[]} codes @param {number} score @returns {LineJson} */
  const line = (codes, score) => {
    const [from, to] = [square(codes[0] >> 7), square(codes[0] & 127)], chance = call.chance(score);
    const pv = codes.slice(0, MOVES_TOLD).map((code) => `${square(code >> 7)}-${square(code & 127)}`);
    return { move: pv[0], from, to, pv, chance: blue ? 1 - chance : chance };
  };
  const started = performance.now();
  let told = 0;
  const news = () => {
    told = performance.now();
    const numbers = core.numbers(call.hecht_lines(hecht)), found = [];
    while (numbers.length) {
      const [score, length] = numbers.splice(0, 2);
      found.push({ score, codes: numbers.splice(0, length) });
    }
    found.sort((one, other) => other.score - one.score);
    tell({
      position, depth: call.hecht_depth(hecht), nodes: Number(call.hecht_nodes(hecht)), seconds: (told - started) / 1000,
      lines: found.map(({ score, codes }) => line(codes, score)),
    });
  };
  call.hecht_begin(hecht, board, 99, 2n ** 62n, seconds, lines);
  while (call.hecht_deepen(hecht)) if (performance.now() - told > MILLISECONDS_BETWEEN_NEWS) news();
  news();
}

onmessage = ({ data: { module, question } }) => {
  search(module, question, (told) => postMessage(told));
  postMessage(null);
};

// The core (core.wasm) for one game: positions by number, moves by their squares. What it can do is in portable.cpp.

/**
 * @typedef {object} Kind A game as the core has to know it, and what its squares are called.
 * @property {string} game
 * @property {string} rules
 * @property {string} columns
 * @property {string} drawn The rows as they are drawn, from the highest down.
 */

const NOT_THERE = 8;

/** @type {Promise<WebAssembly.Module> | undefined} */
let compiling;

// The core did not arrive; it may the next time.
export class NotFetched extends Error {}

// Compiled once for everything that a page asks; what failed is tried again.
export function compileCore() {
  compiling ??= compile().catch((error) => {
    compiling = undefined;
    throw error;
  });
  return compiling;
}

async function compile() {
  const answer = await fetch(new URL("../wasm/core.wasm", import.meta.url)).catch(() => null);
  if (!answer?.ok) throw new NotFetched();
  return WebAssembly.compileStreaming(answer);
}

/** @type {Map<string, Promise<ArrayBuffer | null>>} */
const networks = new Map();

// What Hecht has learned about a game. Null where it has learned nothing, or where that does not arrive: then it counts.
/** @param {string} game */
export function loadNetwork(game) {
  const loading = networks.get(game) ?? fetch(new URL(`../wasm/${game}.net`, import.meta.url))
    .then((answer) => (answer.status === 200 ? answer.arrayBuffer() : null))
    .catch(() => {
      networks.delete(game);
      return null;
    });
  networks.set(game, loading);
  return loading;
}

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

export class Core {
  /** @param {WebAssembly.Module} module @param {Kind} kind */
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
    // How far apart rows are in the core's places; it says so with every position.
    this.width = columns.length;
  }

  // -- the buffer ---------------------------------------------------------------------------------------

  /** @param {string} text */
  write(text) {
    const bytes = new TextEncoder().encode(text);
    if (bytes.length > this.call.buffer_size()) throw new Error("too long");
    new Uint8Array(this.call.memory.buffer, this.buffer, bytes.length).set(bytes);
    return bytes.length;
  }

  /** @param {number} length */
  text(length) {
    return new TextDecoder().decode(new Uint8Array(this.call.memory.buffer, this.buffer, length));
  }

  /** @param {number} count */
  numbers(count) {
    return [...new Int32Array(this.call.memory.buffer, this.buffer, Math.max(0, count))];
  }

  // -- positions ----------------------------------------------------------------------------------------

  // A position by its number, which is to be given back with `free`; 0 if it is none of this game. One that goes `beyond`
  // the end of the game has moves there, too.
  /** @param {string} position @param {boolean} [beyond] @returns {number} */
  find(position, beyond = false) {
    const id = this.write(this.game);
    const board = this.call.board_new(id, this.write(this.game + position) - id, this.official ? 1 : 0, beyond ? 1 : 0);
    if (board) this.width = this.call.board_width(board);
    return board;
  }

  /** @param {string} position */
  board(position) {
    const board = this.find(position);
    if (!board) throw new Error("the core does not know this position");
    return board;
  }

  /** @param {number} board */
  free(board) {
    this.call.board_free(board);
  }

  /** @param {number} board */
  over(board) {
    return Boolean(this.call.board_result(board)) || !this.call.board_count(board);
  }

  /** @param {number} board @returns {number} */
  side(board) {
    return this.call.board_turn(board) % 2;
  }

  // How a game ended by its rules, or null.
  /** @param {number} board */
  result(board) {
    const length = this.call.board_result(board);
    if (!length) return null;
    const [winner, reason, ...points] = this.text(length).split("\n");
    return { winner: winner === "-1" ? null : Number(winner), reason, points: points.map(Number) };
  }

  // -- squares and moves --------------------------------------------------------------------------------

  /** @param {number} place */
  square(place) {
    return this.columns[place % this.width] + (this.drawn.at(-1 - Math.floor(place / this.width)) ?? "");
  }

  /** @param {string} square */
  place(square) {
    return this.columns.indexOf(square[0]) + this.width * (this.drawn.length - 1 - this.drawn.indexOf(square[1]));
  }

  /** @param {number} code @returns {MoveJson} */
  move(code) {
    const from = this.square(code >> 7), to = this.square(code & 127);
    return { move: `${from}-${to}`, from, to };
  }

  /** @param {string} from @param {string} to */
  code(from, to) {
    return (this.place(from) << 7) | this.place(to);
  }
}

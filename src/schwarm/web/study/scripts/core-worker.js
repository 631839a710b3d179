// The core in a thread of its own: thinks about one position, deeper and deeper, judges the positions of a game, or
// chooses a move. It is asked once in its life. Whoever wants something else ends it and starts another: that is how a
// search stops at once, wherever it is.

import { Core } from "./core.js";

/** @import { Kind } from "./core.js" */
/** @import { Question, Stretch, Judged, Task } from "./browser-hecht.js" */

const MEGABYTES = 16;
const MILLISECONDS_BETWEEN_NEWS = 50;
const MOVES_TOLD = 12;
const DEEPEST = 99, FOREVER = 1e9, ENDLESS = 2n ** 62n;
/** @type {VerdictName[]} */
const VERDICTS = ["best", "good", "inaccuracy", "mistake", "blunder"];

/** @typedef {{ score: number, codes: number[] }} Found */

// The engine for one game.
class Hecht extends Core {
  /** @param {WebAssembly.Module} module @param {ArrayBuffer | null} network @param {Kind} kind */
  constructor(module, network, kind) {
    super(module, kind);
    this.hecht = this.call.hecht_new(this.write(kind.game), MEGABYTES);
    if (!this.hecht) throw new Error("the core does not know this game");
    if (network) this.learn(network);
  }

  /** @param {ArrayBuffer} network */
  learn(network) {
    const room = this.call.network_room(network.byteLength);
    if (room) new Uint8Array(this.call.memory.buffer, room, network.byteLength).set(new Uint8Array(network));
    if (!room || !this.call.hecht_set_network(this.hecht)) throw new Error("not a network for this game");
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
    const numbers = this.numbers(this.call.hecht_lines(this.hecht)), found = [];
    while (numbers.length) {
      const [score, length] = numbers.splice(0, 2);
      found.push({ score, codes: numbers.splice(0, length) });
    }
    return found.sort((one, other) => other.score - one.score);
  }

  // The chance of the side to move where the game is over: by who won.
  /** @param {number} board */
  chance(board) {
    const { winner } = this.result(board) ?? { winner: null };
    return winner === null ? 0.5 : winner === this.side(board) ? 1 : 0;
  }

  /** @param {Found} found @param {number} side @returns {LineJson} */
  line({ score, codes }, side) {
    const chance = this.call.chance(score), pv = codes.slice(0, MOVES_TOLD).map((code) => this.move(code).move);
    return { ...this.move(codes[0]), pv, chance: side ? 1 - chance : chance };
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
    const chance = best ? best.chance : side ? 1 - hecht.chance(board) : hecht.chance(board);
    /** @param {number} red */
    const own = (red) => (side ? 1 - red : red);
    const verdict = best && place < moves.length
      ? VERDICTS[hecht.call.verdict(own(chance), own(after), best.move === moves[place] ? 1 : 0)] : null;
    tell({ place, chance, verdict: best && verdict ? { turn: turns[place], best: best.move, from: best.from, to: best.to, verdict } : null });
    after = chance;
    hecht.free(board);
  }
}

// What a level plays; the core decides.
/** @param {Hecht} hecht @param {Task} task @param {(found: LineJson) => void} tell */
function choose(hecht, { position, level, seconds, seed }, tell) {
  const board = hecht.board(position);
  const [score, , ...codes] = hecht.numbers(hecht.call.hecht_choose(hecht.hecht, board, level, ENDLESS, seconds, seed));
  if (codes.length) tell(hecht.line({ score, codes }, hecht.side(board)));
}

/**
 * @typedef {{ module: WebAssembly.Module, network: ArrayBuffer | null, question?: Question, stretch?: Stretch, task?: Task }} Asked
 */
/** @param {MessageEvent<Asked>} event */
onmessage = ({ data: { module, network, question, stretch, task } }) => {
  if (question) analyse(new Hecht(module, network, question), question, (told) => postMessage(told));
  if (stretch) judge(new Hecht(module, network, stretch), stretch, (judged) => postMessage(judged));
  if (task) choose(new Hecht(module, network, task), task, (found) => postMessage(found));
  postMessage(null);
};

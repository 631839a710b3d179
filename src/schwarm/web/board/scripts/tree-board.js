// A board with a tree of moves: whoever moves a piece goes on in the line that is shown, or opens a variation beside it.
// Games that are over, analysis, studies and lessons all have it.

import { announce, Refused, sentenceOf, toast } from "./ask.js";
import { MoveTree } from "./bridge.js";
import { source } from "./source.js";
import { say } from "./words.js";

/** @import { Board } from "./bridge.js" */
/** @import { Explainer } from "./explain.js" */
/** @import { Node } from "./bridge.js" */
/** @typedef {PositionJson & { move?: MoveJson | null, outcome?: OutcomeJson | null }} Known What is known of a position. */

const PAUSE = 60;

/**
 * @typedef {object} Options
 * @property {string} game
 * @property {string} rules
 * @property {Board} board
 * @property {Explainer} explainer
 * @property {() => void} changed Another position is shown, or the same one anew.
 * @property {() => void} [altered] The tree is another one now.
 * @property {(node: Node) => boolean} [mayTry] Whether pieces may be moved here.
 * @property {() => boolean} [offers] Whether the page itself has offered the board what may be moved in the position that is shown.
 */

export class TreeBoard {
  /** @type {WeakMap<Node, Known>} */
  known = new WeakMap();
  /** @type {number | undefined} */
  timer;

  /** @param {Options} options @param {MoveTree} tree @param {Known} start */
  constructor({ game, rules, board, explainer, changed, altered = () => {}, mayTry = () => true, offers = () => false }, tree, start) {
    this.game = game;
    this.rules = rules;
    this.board = board;
    this.explainer = explainer;
    this.changed = changed;
    this.altered = altered;
    this.mayTry = mayTry;
    this.offers = offers;
    this.tree = tree;
    /** The position that is shown, and the end of the line that is followed. */
    this.here = this.wanted = tree.root;
    this.tip = tree.end;
    this.known.set(tree.root, start);
  }

  // Another tree altogether.
  /** @param {MoveTree} tree @param {Known} start */
  begin(tree, start) {
    this.tree = tree;
    this.here = this.wanted = tree.root;
    this.tip = tree.end;
    this.known.set(tree.root, start);
    this.draw();
  }

  // The same tree as it was changed elsewhere. Whoever looked at a move that is gone looks at the last one before it.
  /** @param {MoveTree} tree */
  renew(tree) {
    const { known } = this, inNew = (/** @type {Node} */ node) => tree.find(node.path.slice(1).map(({ move }) => move));
    for (const node of this.tree.root.all()) {
      const position = known.get(node), now = inNew(node);
      if (position && now.path.length === node.path.length) known.set(now, position);
    }
    this.tree = tree;
    this.here = this.wanted = inNew(this.here);
    this.tip = inNew(this.tip);
    this.grow();
    this.draw();
  }

  // From another position, given as text.
  /** @param {string} position */
  async beginAt(position) {
    const start = await source.look({ game: this.game, rules: this.rules, position });
    this.board.set({ stamps: start.stamps });
    this.begin(new MoveTree(), { ...start, move: null });
  }

  // What the page knows already of a position.
  /** @param {Node} node @param {Known} position */
  tell(node, position) {
    this.known.set(node, { ...this.known.get(node), ...position });
  }

  get position() {
    return /** @type {Known} */ (this.known.get(this.here));
  }

  // The moves from the start to the end of what is followed.
  get line() {
    return this.tip.path;
  }

  get place() {
    return this.here.path.length - 1;
  }

  /** @param {Node} node @returns {Promise<Known>} */
  async find(node) {
    const known = this.known.get(node);
    if (known || !node.parent) return /** @type {Known} */ (known);
    const { text } = await this.find(node.parent);
    const found = await source.look({ game: this.game, rules: this.rules, position: text }, node.move);
    this.board.set({ stamps: found.stamps });
    this.known.set(node, found);
    return found;
  }

  // To a position: at once if it is known. Where it cannot be found, that is said, and what was shown stays: false then.
  /** @param {Node} node */
  async go(node) {
    this.wanted = node;
    if (!this.known.has(node)) {
      const trouble = await this.find(node).then(() => null, sentenceOf);
      // Somebody may have gone on meanwhile.
      if (this.wanted !== node) return true;
      if (trouble !== null) {
        this.wanted = this.here;
        toast(trouble);
        this.changed();
        return false;
      }
    }
    const before = this.here;
    this.here = node;
    if (!this.line.includes(node)) this.tip = node.line[node.line.length - 1];
    this.draw(before);
    return true;
  }

  // Along the line that is followed.
  /** @param {number} place */
  goTo(place) {
    const { line } = this;
    return this.go(line[Math.max(0, Math.min(line.length - 1, place))]);
  }

  // To another way to go on from the position before: the next one, or the one before. False if there is none.
  /** @param {number} step */
  turnTo(step) {
    const ways = this.here.parent?.ways ?? [], way = ways[ways.indexOf(this.here) + step];
    if (way) this.go(way);
    return Boolean(way);
  }

  // Play moves from here; what is not in the tree yet becomes part of it.
  /** @param {string[]} moves */
  async play(...moves) {
    let node = this.here, grown = false;
    for (const move of moves) {
      const next = node.ways.find((way) => way.move === move);
      if (!next) {
        const { text, outcome } = await this.find(node);
        if (outcome) throw new Refused(say("The game is over; {why}", { why: outcome.sentence }));
        const after = await source.look({ game: this.game, rules: this.rules, position: text }, move);
        this.board.set({ stamps: after.stamps });
        node = this.tree.add(node, move);
        this.known.set(node, after);
        grown = true;
      } else {
        node = next;
      }
    }
    if (grown) this.altered();
    announce(moves.join(" "));
    // A tree that grew has longer lines.
    if (grown) this.tip = node.line[node.line.length - 1];
    await this.go(node);
  }

  // The line that is followed may have got longer, or its end was taken back.
  grow() {
    const { path } = this.tip, cut = path.findIndex((node, place) => place > 0 && !path[place - 1].ways.includes(node));
    const last = cut < 0 ? this.tip : path[cut - 1];
    this.tip = last.line[last.line.length - 1];
  }

  // Whether the position that is shown is still one of the tree.
  get isThere() {
    return this.here.path.every((node, place, path) => place === 0 || path[place - 1].ways.includes(node));
  }

  // Take the move that is shown and all that follows away. False if it stays.
  remove() {
    const { parent } = this.here, left = this.tree.remove(this.here);
    if (left !== parent) return false;
    this.tip = left.line[left.line.length - 1];
    this.altered();
    this.go(left);
    return true;
  }

  promote() {
    this.tree.promote(this.here);
    this.tip = this.here.line[this.here.line.length - 1];
    this.altered();
    this.draw();
  }

  // Draw what is shown; after one step, the piece slides.
  /** @param {Node} before */
  draw(before = this.here) {
    const { here, position, board } = this, last = this.step(here);
    const back = before.parent === here, slide = back || here.parent === before;
    clearTimeout(this.timer);
    if (back) board.set({ position, last: this.step(before), slide });
    board.set({ position, last, slide: slide && !back, marks: here.marks });
    this.#allow();
    this.explainer.at(this.game, this.rules, position.text);
    if (!this.explainer.wanted) this.explainer.tell("");
    this.changed();
  }

  // Where the piece came from that was moved last.
  /** @param {Node} node @returns {Step | null} */
  step(node) {
    const move = this.known.get(node)?.move;
    if (move || !node.move) return move ?? null;
    const [from, to] = node.move.split("-");
    return { from, to };
  }

  // Whoever rushes through a game does not ask at every move where pieces may go.
  #allow() {
    const { here, position, board } = this;
    if (this.offers()) return;
    board.set({ moves: this.mayTry(here) ? position.moves ?? null : null, texts: position.texts ?? {} });
    if (position.moves || !this.mayTry(here)) return;
    this.timer = setTimeout(async () => {
      try {
        const { moves, texts, outcome, stamps } = await source.look({ game: this.game, rules: this.rules, position: position.text });
        this.tell(here, { ...position, moves, texts, outcome });
        board.set({ stamps, ...(this.here === here && this.mayTry(here) ? { moves: moves ?? null, texts: texts ?? {} } : {}) });
      } catch {
        // Then nothing can be tried here; the game can still be read.
      }
    }, PAUSE);
  }
}

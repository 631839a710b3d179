// The moves of a game or of an analysis with all variations: what was played, what could have been, and what is said and
// drawn about it. Knows no rules and no screen.
//
// Every node is a position, reached by its move. Its `next` is how the line goes on; `lines` are other ways to go on.
// Moves that were played in a game stay where they are: whatever is tried beside them becomes a variation.

import { Refused } from "page/ask.js";
import { say } from "page/words.js";
import type { Colour, Mark } from "../board/index.ts";

export const MAX_MOVES = 5_000;
export const MAX_DEPTH = 12;
export const MAX_NAME_LENGTH = 100;

export interface GameMove {
  move: string;
  seconds?: number;
  note?: string;
}

export class Node {
  next: Node | null = null;
  lines: Node[] = [];
  name = "";
  note = "";
  /** What the game itself says and draws here, in one text. */
  given = "";
  marks: Mark[] = [];
  seconds: number | undefined;
  delay: number | undefined;

  /** `move` is empty at the start. */
  constructor(readonly move = "", readonly parent: Node | null = null, public played = false) {}

  /** All ways to go on, the line's own first. */
  get ways() {
    return this.next ? [this.next, ...this.lines] : this.lines;
  }

  /** From the start to here. */
  get path() {
    const nodes: Node[] = [this];
    while (nodes[0].parent) nodes.unshift(nodes[0].parent);
    return nodes;
  }

  /** From the start to here, and on as this line goes on. */
  get line() {
    const nodes = this.path;
    for (let { next }: Node = this; next; { next } = next) nodes.push(next);
    return nodes;
  }

  /** Where the variation begins that this move belongs to; the start, if it belongs to none. */
  get head() {
    let node: Node = this;
    while (node.parent && node.parent.next === node) node = node.parent;
    return node;
  }

  /** How many variations lie around this move. */
  get depth() {
    let depth = 0;
    for (let { head } = this; head.parent; { head } = head.parent) depth += 1;
    return depth;
  }

  /** This position and all that follow from it. */
  *all(): Generator<Node> {
    const waiting: Node[] = [this];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      yield node;
      waiting.push(...node.ways);
    }
  }
}

export class MoveTree {
  readonly root = new Node();
  /** Whether the main line is a game that was played. */
  fixed = false;

  /** A game that was played, or is. */
  static ofGame(moves: GameMove[]) {
    const tree = new MoveTree();
    tree.fixed = tree.root.played = true;
    for (const move of moves) tree.extend(move);
    return tree;
  }

  get count() {
    return [...this.root.all()].length - 1;
  }

  /** Whether there is nothing but a line of moves. */
  get isPlain() {
    return [...this.root.all()].every((node) => !node.lines.length && !node.name && !node.note && !node.marks.length);
  }

  /** The last position of the main line. */
  get end() {
    const { line } = this.root;
    return line[line.length - 1];
  }

  /** The game goes on. A variation that began with the same move becomes part of it. */
  extend({ move, seconds, note = "" }: GameMove) {
    let parent = this.root;
    while (parent.next?.played) parent = parent.next;
    const tried = parent.ways.find((way) => way.move === move), node = tried ?? new Node(move, parent);
    const others = parent.ways.filter((way) => way !== node);
    parent.next = node;
    parent.lines = others;
    node.played = true;
    // What was tried after it remains a variation.
    if (node.next && !node.next.played) {
      node.lines.unshift(node.next);
      node.next = null;
    }
    node.name = "";
    node.seconds = seconds;
    if (note) {
      [node.note, node.marks] = readNote(note);
      node.given = writeNote(node);
    }
    return node;
  }

  /** Keep so many moves of the game; the others were taken back, with all that was said about them. */
  shorten(moves: number) {
    const last = this.root.line[moves];
    if (last) last.next = null;
  }

  /** The position after a move: the one that is there already, or a new one. */
  add(node: Node, move: string) {
    const known = node.ways.find((way) => way.move === move);
    if (known) return known;
    if (this.count >= MAX_MOVES) throw new Refused(say("A record has at most {most} moves, with all its variations.", { most: MAX_MOVES }));
    const made = new Node(move, node);
    if (!node.next && !(this.fixed && node.played)) {
      node.next = made;
    } else {
      if (node.depth >= MAX_DEPTH) throw new Refused(say("Variations can lie at most {most} deep inside each other.", { most: MAX_DEPTH }));
      node.lines.push(made);
    }
    return made;
  }

  /** Take a move and all that follows away; gives the position before it. Moves of the game stay. */
  remove(node: Node) {
    const { parent } = node;
    if (!parent || node.played) return node;
    parent.lines = parent.lines.filter((line) => line !== node);
    if (parent.next === node) parent.next = this.fixed && parent.played ? null : parent.lines.shift() ?? null;
    return parent;
  }

  /** Whether the variation that a move belongs to can come further to the front. */
  canPromote({ head }: Node) {
    return Boolean(head.parent && (head.parent.lines[0] !== head || !(this.fixed && head.parent.played)));
  }

  /** A variation becomes the line itself, or, beside a game, the first of the variations. */
  promote(node: Node) {
    const { head } = node, { parent } = head;
    if (!parent || !this.canPromote(node)) return;
    parent.lines = parent.lines.filter((line) => line !== head);
    if (this.fixed && parent.played) {
      parent.lines.unshift(head);
      return;
    }
    if (parent.next) parent.lines.unshift(parent.next);
    parent.next = head;
  }

  /** The position that a row of moves leads to, as far as it is here. */
  find(moves: string[]) {
    let node = this.root;
    for (const move of moves) {
      const way = node.ways.find((each) => each.move === move);
      if (!way) break;
      node = way;
    }
    return node;
  }

  /** Take over what another tree of the same start has beyond this one. */
  merge(other: MoveTree) {
    const waiting: [Node, Node][] = [[this.root, other.root]];
    for (let pair = waiting.pop(); pair; pair = waiting.pop()) {
      const [mine, theirs] = pair;
      // What is said and what is drawn belong together.
      if (theirs.note || theirs.marks.length) [mine.note, mine.marks] = [theirs.note, theirs.marks];
      if (theirs.name) mine.name = theirs.name;
      for (const way of theirs.ways) waiting.push([this.add(mine, way.move), way]);
    }
  }
}

// -- what is said and drawn, in one text ----------------------------------------------------------------------------------

const MARK = /\[(green|red|blue|yellow) ([^\s\]-]{2})(?:-([^\s\]-]{2}))?\]/g;

/** The words of a note, and the marks in it. */
export function readNote(text: string): [string, Mark[]] {
  const marks = [...text.matchAll(MARK)].map(([, colour, from, to]) => ({ colour: colour as Colour, from, to: to ?? null }));
  const words = text.replaceAll(MARK, "").split("\n").map((line) => line.trim().replaceAll(/ {2,}/g, " ")).join("\n");
  return [marks.length ? words.trim() : text.trim(), marks];
}

export function writeNote({ note, marks }: Pick<Node, "note" | "marks">) {
  const drawn = marks.map(({ colour, from, to }) => `[${colour} ${from}${to ? `-${to}` : ""}]`);
  // Unicode's other line ends end a line here, too.
  return [...drawn, ...(note ? [note.replaceAll(/\r\n?|[\u2028\u2029]/g, "\n")] : [])].join(" ");
}

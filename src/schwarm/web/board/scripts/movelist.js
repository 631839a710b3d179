// The moves of a game as a list to click: number, Red, Blue, with times and marks; variations lie between them.

import { say, secondsText } from "./words.js";

/** @import { MoveTree, Node } from "./bridge.js" */
/** @typedef {{ first?: number, verdicts?: Map<number, VerdictName>, result?: string }} ListFacts The turn of the start, what the engine thinks of played moves, and how the game ended, as the last row. */

/** @type {Partial<Record<VerdictName, string>>} */
const MARKS = { inaccuracy: "?!", mistake: "?", blunder: "??" };
/** @type {() => Partial<Record<VerdictName, string>>} */
const NAMES = () => ({ inaccuracy: say("inaccuracy"), mistake: say("mistake"), blunder: say("blunder") });

export class MoveList {
  /** @type {Map<Node, HTMLButtonElement>} */
  plies = new Map();
  first = 0;
  /** @type {Map<number, VerdictName>} */
  verdicts = new Map();

  /** @param {HTMLElement} place @param {(node: Node) => void} chosen */
  constructor(place, chosen) {
    this.place = place;
    this.chosen = chosen;
    // What appears beside the list takes room from it; whoever has scrolled since stays where they are.
    new ResizeObserver(() => {
      if (this.marked && place.scrollTop === this.scrolled) this.#follow(this.marked);
    }).observe(place);
  }

  /** @param {MoveTree} tree @param {ListFacts} facts */
  show({ root }, { first = 0, verdicts = new Map(), result = "" } = {}) {
    const focused = [...this.plies].find(([, ply]) => ply === document.activeElement)?.[0];
    Object.assign(this, { first, verdicts });
    this.plies.clear();
    const cells = this.#rows(root);
    if (result) cells.push(part("p", "result", result));
    this.place.replaceChildren(...cells);
    if (focused) this.plies.get(focused)?.focus();
  }

  // The main line in two columns. Whatever is said or tried beside a move stands under it, over the whole width.
  /** @param {Node} root */
  #rows(root) {
    /** @type {HTMLElement[]} */
    const cells = root.note ? [comment("p", root.note)] : [];
    let turn = this.first, begins = true;
    for (let node = root; ; node = node.next ?? node, turn += 1) {
      const { next } = node, between = [...(next && !next.played && next.note ? [comment("p", next.note)] : []), ...this.#variations(node, turn)];
      if (!next) return [...cells, ...between];
      if (begins || turn % 2 === 0) cells.push(part("span", "round", `${Math.floor(turn / 2) + 1}.`));
      // Blue's move in a row of its own leaves Red's place empty.
      if (begins && turn % 2) cells.push(part("span", "gap", "…"));
      cells.push(this.#ply(next, turn));
      begins = between.length > 0;
      if (begins && turn % 2 === 0 && next.next) cells.push(part("span", "gap", "…"));
      cells.push(...between);
    }
  }

  // The other ways to go on from a position.
  /** @param {Node} node @param {number} turn */
  #variations({ lines }, turn) {
    return lines.map((head) => this.#variation(head, turn));
  }

  /** @param {Node} head @param {number} turn @returns {HTMLElement} */
  #variation(head, turn) {
    const block = part("div", "variation");
    block.role = "group";
    block.ariaLabel = head.name || say("Variation");
    if (head.name) block.append(part("b", "variation-name", head.name), " ");
    let begins = true;
    for (let node = /** @type {Node | null} */ (head); node; node = node.next, turn += 1) {
      if (begins || turn % 2 === 0) block.append(part("span", "round", `${Math.floor(turn / 2) + 1}${turn % 2 ? "…" : "."}`), " ");
      block.append(this.#ply(node, turn), " ");
      if (node.note) block.append(comment("span", node.note), " ");
      const beside = node === head ? [] : this.#variations(/** @type {Node} */ (node.parent), turn);
      block.append(...beside);
      begins = Boolean(node.note) || beside.length > 0;
      if (!node.next) block.append(...this.#variations(node, turn + 1));
    }
    return block;
  }

  /** @param {Node} node @param {number} turn */
  #ply(node, turn) {
    const button = document.createElement("button"), verdict = node.played ? this.verdicts.get(turn) : undefined;
    button.type = "button";
    button.className = "ply";
    button.append(part("span", "", node.move));
    if (node.played && node.note) button.append(this.#dot());
    if (verdict && MARKS[verdict]) {
      const mark = part("span", `mark ${verdict}`, MARKS[verdict]);
      mark.role = "img";
      mark.ariaLabel = mark.title = NAMES()[verdict] ?? "";
      button.append(mark);
    }
    if (node.seconds !== undefined) button.append(part("time", "", secondsText(node.seconds)));
    button.addEventListener("click", () => this.chosen(node));
    this.plies.set(node, button);
    return button;
  }

  // Somebody said something about this move, a bot for example.
  #dot() {
    const dot = document.createElement("span"), seen = document.createElement("span"), heard = document.createElement("span");
    dot.className = "has-note";
    dot.title = say("There is a note about this move; choose the move to read it.");
    seen.textContent = "•";
    seen.setAttribute("aria-hidden", "true");
    heard.className = "unseen";
    heard.textContent = say("with a note");
    dot.append(seen, heard);
    return dot;
  }

  /** @param {Node} node */
  mark(node) {
    for (const [other, ply] of this.plies) {
      if (other === node) ply.setAttribute("aria-current", "true");
      else ply.removeAttribute("aria-current");
    }
    this.marked = node;
    this.#follow(node);
  }

  /** @param {Node} node */
  #follow(node) {
    const here = this.plies.get(node), frame = this.place.getBoundingClientRect(), { clientHeight } = this.place;
    const { top, bottom } = (here ?? this.place).getBoundingClientRect();
    if (!here) this.place.scrollTop = 0;
    // The last move is shown together with the result.
    else if (node.played && !node.next && !node.lines.length) this.place.scrollTop = this.place.scrollHeight;
    else if (top < frame.top || bottom > frame.bottom) this.place.scrollTop += top - frame.top - clientHeight / 2;
    this.scrolled = this.place.scrollTop;
  }
}

/** @param {string} tag @param {string} text What somebody said about a move. */
function comment(tag, text) {
  const made = part(tag, "comment", text);
  made.role = "note";
  return made;
}

/** @param {string} tag @param {string} kind @param {string} text */
function part(tag, kind, text = "") {
  const made = document.createElement(tag);
  if (kind) made.className = kind;
  made.textContent = text;
  return made;
}

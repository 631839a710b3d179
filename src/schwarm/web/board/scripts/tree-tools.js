// What can be done with the move that is shown: say something about it, bring its variation to the front, delete it, draw on
// its position.

import { COLOURS } from "./bridge.js";
import { at, find, findAll } from "./elements.js";

/** @import { Colour } from "./bridge.js" */
/** @import { TreeBoard } from "./tree-board.js" */

export class TreeTools {
  /** @param {TreeBoard} shown @param {() => void} altered Something was said or drawn. */
  constructor(shown, altered) {
    this.shown = shown;
    this.about = shown.here;
    this.altered = altered;
    this.tools = at("tree-tools");
    this.words = at("tree-words");
    this.name = at("tree-name", HTMLInputElement);
    this.note = at("tree-note", HTMLTextAreaElement);
    const button = (/** @type {string} */ act) => find(this.tools, `[data-tree=${act}]`, HTMLButtonElement);
    this.buttons = { words: button("words"), promote: button("promote"), remove: button("remove"), wipe: button("wipe") };
    this.pens = findAll(this.tools, "[data-pen]", HTMLButtonElement);
    this.buttons.words.addEventListener("click", () => this.#unfold(Boolean(this.words.hidden)));
    this.buttons.promote.addEventListener("click", () => shown.promote());
    this.buttons.remove.addEventListener("click", () => shown.remove());
    this.buttons.wipe.addEventListener("click", () => shown.board.draw([]));
    for (const pen of this.pens) pen.addEventListener("click", () => this.#take(COLOURS.find((colour) => colour === pen.dataset.pen && shown.board.state.pen !== colour) ?? null));
    // What somebody writes belongs to the move that was shown when they began, also where the game goes on meanwhile.
    for (const field of [this.name, this.note]) {
      field.addEventListener("focus", () => (this.about = shown.here));
      field.addEventListener("blur", () => this.#fill());
    }
    this.name.addEventListener("input", () => this.#said(() => (this.about.head.name = this.name.value.trim())));
    this.note.addEventListener("input", () => this.#said(() => (this.about.note = this.note.value.trim())));
    shown.board.options.onDraw = (marks) => this.#said(() => (shown.here.marks = marks));
  }

  // What the keys of the page mean here.
  get keys() {
    return {
      c: () => !this.tools.hidden && this.#unfold(true), x: () => this.shown.board.draw([]), Delete: () => !this.tools.hidden && this.shown.remove(),
      ArrowUp: () => this.shown.turnTo(-1), ArrowDown: () => this.shown.turnTo(1),
    };
  }

  /** @param {boolean} open */
  #unfold(open) {
    this.words.hidden = !open;
    this.buttons.words.setAttribute("aria-expanded", String(open));
    if (open) this.note.focus();
  }

  /** @param {Colour | null} colour */
  #take(colour) {
    this.shown.board.set({ pen: colour });
    for (const pen of this.pens) pen.setAttribute("aria-pressed", String(pen.dataset.pen === colour));
  }

  /** @param {() => void} change */
  #said(change) {
    change();
    this.buttons.wipe.disabled = !this.shown.here.marks.length;
    this.altered();
  }

  // Another move is shown. `mayChange` is false for whoever only reads.
  /** @param {boolean} mayChange */
  refresh(mayChange = true) {
    const { here, tree } = this.shown, { promote, remove, wipe } = this.buttons;
    this.tools.hidden = !mayChange;
    if (!mayChange) this.words.hidden = true;
    promote.disabled = !tree.canPromote(here);
    remove.disabled = !here.parent || here.played;
    wipe.disabled = !here.marks.length;
    find(this.words, "#tree-name-field").hidden = !here.head.parent;
    this.#fill();
  }

  #fill() {
    const { here } = this.shown;
    // Whoever is writing is not disturbed by news about the same move.
    if (document.activeElement !== this.name) this.name.value = here.head.name;
    if (document.activeElement !== this.note) this.note.value = here.note;
  }
}

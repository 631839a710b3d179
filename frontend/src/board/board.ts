// The board widget: a drawing, a position and legal destinations go in; moves come out. It knows no rules and no game.
//
//   const board = new Board(host, { stencil: loadStencil, onMove: ({ move }) => send(move) });
//   board.set({ game: "piranhas-2026", turned: false, stamps, position, moves });
//   board.set({ position: next, last: { from: "A4", to: "C4" }, slide: true, moves: null });
//   board.destroy();

import { Carried, follow, squareAt } from "./drag.ts";
import { drawGroups, drawLine, type Group, type Layers, type Line } from "./overlays.ts";
import { Picture, type Stencil } from "./picture.ts";
import { type Letters, Pieces, type Step } from "./pieces.ts";
import { type Label, Squares } from "./squares.ts";

export const COLOURS = ["green", "red", "blue", "yellow"] as const;
export type Colour = (typeof COLOURS)[number];
/** An arrow that somebody drew, or without an end a circle. */
export type Mark = { colour: Colour; from: string; to: string | null };
export type Move = Step & { move: string };

/** What a board needs of a position. */
export interface Shown {
  letters: Letters;
  /** What belongs to it but lies on no square, as SVG: for the board as it is, and turned around. */
  above?: string[];
  /** Tells whether two positions are the same. */
  text?: string;
}

export interface BoardState {
  /** The empty board, and whether it is turned around. */
  game: string;
  turned: boolean;
  position: Shown;
  last: Step | null;
  /** Destinations by the square that a move starts from; null where nothing may be moved. */
  moves: Record<string, string[]> | null;
  /** The texts of moves that are not simply two squares, by these. */
  texts: Record<string, string>;
  /** Moves are planned while the other side thinks; they may turn out to be illegal. */
  planning: boolean;
  planned: Step | null;
  selected: string | null;
  groups: Group[];
  /** Goes with the next position, or when the piece is put down. */
  line: Line | null;
  /** The best one first. */
  arrows: Step[];
  marks: Mark[];
  /** With a pen in hand, every pointer draws and none moves a piece. */
  pen: Colour | null;
}

/** How a change is shown. */
interface Manner {
  /** Drawings for letters, added to those known. */
  stamps?: Record<string, string>;
  /** The last move slides. */
  slide?: boolean;
  /** A piece that somebody dropped is heard, but slides no more. */
  heard?: boolean;
}

export interface Options {
  label?: string;
  /** A picture without squares to touch. */
  small?: boolean;
  /** Any piece may be carried anywhere and off the board, see `onPut` and `onCarried`. */
  editing?: boolean;
  stencil(game: string, turned: boolean): Promise<Stencil>;
  /** Fills the gaps of a sentence, in the reader's language. */
  say?(english: string, gaps?: Record<string, string>): string;
  /** Tells a screen reader. */
  announce?(text: string): void;
  sound?(sound: "move" | "capture"): void;
  onMove?(move: Move): void;
  /** A square is pointed at with a piece in hand; null without one. */
  onPoint?(from: string | null, to: string | null): void;
  /** Somebody tried what is not among the moves. */
  onWhyNot?(from: string, to: string | null): void;
  /** The planned move is not wanted any more. */
  onUnplan?(): void;
  onDraw?(marks: Mark[]): void;
  onPut?(square: string): void;
  /** Without an end, a piece left the board. */
  onCarried?(from: string, to: string | null): void;
}

/** Pixels; below it, margins would take the squares' room. */
const SMALL_WIDTH = 480;
const NOTHING: Layers = { beneath: [], above: [] };
const still = matchMedia("(prefers-reduced-motion: reduce)");
const fill = (english: string, gaps: Record<string, string> = {}) => english.replace(/\{(\w+)\}/g, (gap, name) => gaps[name] ?? gap);

export class Board {
  #state: BoardState = {
    game: "", turned: false, position: { letters: {} }, last: null, moves: null, texts: {}, planning: false, planned: null, selected: null,
    groups: [], line: null, arrows: [], marks: [], pen: null,
  };
  /** Whether a piece is being carried around. */
  dragging = false;
  stencil: Stencil | undefined;
  #picture: Picture | undefined;
  #pieces: Pieces | undefined;
  #squares: Squares | undefined;
  #stamps: Record<string, string> = {};
  #groups: Layers = NOTHING;
  #sketch: Mark | null = null;
  #pointed: string | null = null;
  #resized;

  constructor(readonly host: HTMLElement, readonly options: Options) {
    host.classList.toggle("small", Boolean(options.small));
    this.#resized = new ResizeObserver(() => this.#trim());
    this.#resized.observe(host);
  }

  destroy() {
    this.#resized.disconnect();
    this.host.replaceChildren();
    this.host.classList.remove("small", "may-move", "may-plan", "dragging", "drawing");
  }

  /** As it was set last; change it with `set`. */
  get state(): Readonly<BoardState> {
    return this.#state;
  }

  /** When the last moving piece reaches its square, on the clock of `performance.now`. */
  get landsAt() {
    return this.#pieces?.landsAt ?? performance.now();
  }

  get letters() {
    return this.state.position.letters;
  }

  get squares() {
    return this.#picture?.squares ?? [];
  }

  /** Change what is shown; what is not named stays. Resolves when the board is there. */
  async set({ stamps, slide = false, heard = slide, ...change }: Partial<BoardState> & Manner) {
    Object.assign(this.#stamps, stamps);
    // Moves are either legal or planned.
    if (change.moves !== undefined) change = { texts: {}, planning: false, planned: null, ...change };
    const before = { ...this.#state }, state = Object.assign(this.#state, change), { position, last } = state;
    const same = !change.position || (position.text !== undefined && position.text === before.position.text);
    if (change.selected === undefined && !this.#keepsHold(before, change, same)) state.selected = null;
    if (change.line === undefined && (!same || change.groups || change.selected === null)) state.line = null;
    this.host.classList.toggle("may-plan", state.planning);
    this.host.classList.toggle("may-move", Boolean(state.moves) && !state.planning);
    this.host.classList.toggle("drawing", state.pen !== null);
    if (change.position && this.#pieces) {
      const sound = heard && last && !this.options.small && this.#pieces.sound(position.letters, last);
      if (sound) this.options.sound?.(sound);
      this.#drawPieces(slide && !still.matches && !document.hidden ? last : null);
    }
    if (change.groups && this.#picture) this.#groups = drawGroups(this.#picture, state.groups);
    this.#drawOver();
    if (change.game !== undefined || change.turned !== undefined) await this.#load();
  }

  /** A piece stays in hand while it may be moved, if the same position is told again or the other side's move left it alone. */
  #keepsHold(before: BoardState, { position, moves, pen }: Partial<BoardState>, same: boolean) {
    const { selected } = before;
    if (!selected || pen || (moves !== undefined && !moves?.[selected])) return false;
    return !position || ((same || before.planning) && position.letters[selected] === before.position.letters[selected]);
  }

  // -- the picture -----------------------------------------------------------------------------------------------------

  async #load() {
    const { game, turned } = this.state;
    // Without an answer the board stays as it is; it is asked for again when it is needed again.
    const stencil = await this.options.stencil(game, turned).catch(() => null);
    if (!stencil || this.state.game !== game || this.state.turned !== turned) return;
    const picture = this.#picture = new Picture(this.stencil = stencil);
    this.#pieces = new Pieces(picture, this.#stamps);
    const old = this.#squares, here = this.host.contains(document.activeElement);
    this.host.replaceChildren(picture.svg);
    if (!this.options.small) {
      const hands = { choose: (square: string) => this.choose(square), escape: () => this.#escape(), stepped: (square: string) => this.#stepped(square) };
      this.#squares = new Squares(picture, hands, this.options.label || this.#say("Board"), old?.current);
      this.#attach(this.#squares);
      this.host.append(this.#squares.grid);
    }
    this.#trim();
    // Turned around, the board keeps the square that the keyboard is on.
    if (here) this.#squares?.focus(old?.walking ?? false);
    this.#drawPieces(null);
    this.#groups = drawGroups(picture, this.state.groups);
    this.#drawOver();
  }

  /** Draw what lies over the pieces. */
  #drawOver() {
    this.#drawOverlays();
    this.#drawMarks();
    this.#drawArrows();
  }

  #trim() {
    this.#picture?.trim(this.host.clientWidth < SMALL_WIDTH);
    this.#squares?.fit();
  }

  #drawPieces(move: Step | null) {
    const { position: { letters, above }, turned } = this.state;
    if (this.#picture) this.#picture.layers.above.innerHTML = above?.[turned ? 1 : 0] ?? "";
    this.#pieces?.draw(letters, move);
  }

  #drawOverlays() {
    const picture = this.#picture, { line } = this.state;
    if (!picture) return;
    const shown = [this.#groups, line ? drawLine(picture, line, this.letters) : NOTHING];
    picture.layers.beneath.replaceChildren(...shown.flatMap(({ beneath }) => beneath));
    picture.layers.line.replaceChildren(...shown.flatMap(({ above }) => above));
  }

  #drawMarks() {
    const picture = this.#picture, { last, selected, planned, planning } = this.state;
    if (!picture) return;
    const tints: [string | undefined, string][] = [[last?.from, "last-start"], [last?.to, "last-to"], [selected ?? undefined, "selected"]];
    const marks = tints.flatMap(([square, ink]) => (square && picture.has(square) ? [picture.tint(square, ink)] : []));
    const plans = planned ? [planned.from, planned.to].map((square) => picture.tint(square, "last-to")) : [];
    for (const mark of plans) mark.classList.add("planned");
    picture.layers.marks.replaceChildren(...marks, ...plans);
    const aims = planning ? [] : this.aims();
    picture.layers.targets.replaceChildren(...aims.map((square) => (this.letters[square] ? picture.ring(square) : picture.dot(square))));
    this.#squares?.label((square) => this.#label(square, aims));
  }

  #drawArrows() {
    const picture = this.#picture, { arrows, marks } = this.state;
    if (!picture) return;
    const gap = (square: string) => (this.letters[square] ? 30 : 8);
    picture.layers.arrows.replaceChildren(...arrows.map(({ from, to }, rank) =>
      picture.arrow(from, to, rank ? 13 : 18, picture.ink(rank ? "arrow-minor" : "arrow"), gap(to))).reverse());
    const drawn = [...marks, ...(this.#sketch ? [this.#sketch] : [])].filter(({ from, to }) => picture.has(from) && (!to || picture.has(to)));
    picture.layers.own.replaceChildren(...drawn.map(({ colour, from, to }) =>
      (to ? picture.arrow(from, to, 15, `own-arrow ${colour}`, gap(to)) : picture.circle(from, `own-circle ${colour}`))));
  }

  // -- choosing --------------------------------------------------------------------------------------------------------

  /** Where the piece in hand may go. */
  aims(): string[] {
    const from = this.#from;
    return (from !== null && this.state.moves?.[from]) || [];
  }

  /** Where a move would start: the piece picked up, or a place beside the board, from which nothing need be picked up. */
  get #from() {
    const { selected, moves } = this.state;
    return selected ?? Object.keys(moves ?? {}).find((start) => !this.#picture?.has(start)) ?? null;
  }

  /** What a tap or Enter on a square means. */
  choose(square: string) {
    const { state: { selected, moves, planning }, options } = this, from = this.#from;
    if (options.editing) {
      options.onPut?.(square);
    } else if (from !== null && this.aims().includes(square)) {
      this.play(from, square);
    } else if (selected && square !== selected && !moves?.[square]) {
      options.onWhyNot?.(selected, square);
    } else if (moves?.[square] && square !== selected) {
      this.set({ selected: square });
      this.options.announce?.(planning ? this.#say("{square} picked up.", { square })
        : this.#say("{square} picked up; it may go to {targets}.", { square, targets: moves[square].join(", ") }));
    } else {
      if (planning) options.onUnplan?.();
      else if (moves && !moves[square] && this.letters[square]) options.onWhyNot?.(square, null);
      this.set({ selected: null });
    }
  }

  /** Hand a move back, as if it had been made on the board. */
  play(from: string, to: string) {
    const squares = `${from}-${to}`, move = this.state.texts[squares] ?? squares;
    this.set({ selected: null });
    this.options.onMove?.({ move, from, to });
  }

  #escape() {
    const { selected } = this.state;
    if (selected) this.set({ selected: null });
    return selected !== null;
  }

  #stepped(square: string) {
    const { selected } = this.state;
    if (selected) this.options.onPoint?.(selected, square === selected ? null : square);
  }

  #label(square: string, aims: string[]): Label {
    const { selected, planning, moves } = this.state, letter = this.letters[square], names = this.stencil?.names ?? {};
    const piece = letter && (names[letter] ?? names[letter[0]] ?? letter);
    const parts = [piece ? this.#say("{square}: {piece}", { square, piece }) : this.#say("{square}: empty", { square })];
    const movable = Boolean(moves?.[square]), target = planning ? this.aims().includes(square) : aims.includes(square);
    if (square === selected) parts.push(this.#say("picked up"));
    else if (!planning && target) parts.push(this.#say("may go here"));
    else if (!planning && movable) parts.push(this.#say("can move"));
    return { text: parts.join(", "), selected: square === selected, movable, target };
  }

  #say(english: string, gaps: Record<string, string> = {}) {
    return (this.options.say ?? fill)(english, gaps);
  }

  // -- pointers --------------------------------------------------------------------------------------------------------

  #attach({ grid }: Squares) {
    grid.addEventListener("pointerdown", (event) => {
      const square = squareAt(event, grid);
      if (!square) return;
      if (event.button === 2 || (event.button === 0 && this.state.pen)) this.#sketchFrom(event, square, grid);
      else if (event.button === 0) this.#take(event, square, grid);
    });
    grid.addEventListener("pointermove", (event) => event.pointerType !== "touch" && this.#point(squareAt(event, grid)));
    grid.addEventListener("pointerleave", () => this.#point(null));
  }

  /** Pick a piece up: a tap leaves it in hand, a drag carries it to where it is let go. */
  #take(down: PointerEvent, square: string, grid: HTMLElement) {
    const { editing, onCarried } = this.options, wasSelected = this.state.selected === square;
    this.#squares?.goTo(square);
    const mine = Boolean(this.state.moves?.[square]) && !this.aims().includes(square);
    if (mine && !wasSelected) this.set({ selected: square });
    const mayCarry = () => (editing ? Boolean(this.letters[square]) : this.state.selected === square);
    // The first tap on a piece picked it up already.
    const tap = () => mine && !wasSelected ? undefined : this.choose(square);
    let carried: Carried | null = null;
    follow(down, {
      begin: () => {
        if (mayCarry()) carried = this.#carry(square);
      },
      move: (event) => {
        carried?.follow(event);
        if (carried && event.pointerType === "touch") this.#point(squareAt(event, grid));
      },
      drop: (event) => {
        const to = squareAt(event, grid);
        if (!carried && to === square) tap();
        if (!carried) return;
        if (editing) onCarried?.(square, to);
        else if (to && to !== square) this.choose(to);
        else this.set({ selected: null });
      },
      tap,
      end: () => {
        carried?.remove();
        this.#pieces?.fade(square, false);
        this.dragging = false;
        this.host.classList.remove("dragging");
      },
    });
  }

  #carry(square: string) {
    this.dragging = true;
    this.#pieces?.fade(square, true);
    this.host.classList.add("dragging");
    const width = this.host.querySelector(".square-cell")?.getBoundingClientRect().width ?? 40;
    return new Carried(this.#stamps[this.letters[square]] ?? "", width);
  }

  #sketchFrom(down: PointerEvent, from: string, grid: HTMLElement) {
    const colour = this.state.pen ?? colourOf(down);
    const sketch = (to: string | null) => {
      this.#sketch = { colour, from, to: to === from ? null : to };
      this.#drawArrows();
    };
    sketch(null);
    const finish = (event: PointerEvent) => {
      const to = squareAt(event, grid);
      if (to) this.#mark({ colour, from, to: to === from ? null : to });
    };
    follow(down, {
      move: (event) => sketch(squareAt(event, grid)),
      drop: finish,
      tap: finish,
      end: () => {
        this.#sketch = null;
        this.#drawArrows();
      },
    });
  }

  /** Draw a mark; the same one again wipes it away. */
  #mark(mark: Mark) {
    const same = this.state.marks.find(({ from, to }) => from === mark.from && to === mark.to);
    const rest = this.state.marks.filter((other) => other !== same);
    this.draw(same?.colour === mark.colour ? rest : [...rest, mark]);
  }

  /** Show marks as if somebody had drawn them. */
  draw(marks: Mark[]) {
    if (!marks.length && !this.state.marks.length) return;
    this.set({ marks });
    this.options.onDraw?.(marks);
  }

  /** The square under a pointer with a piece in hand. */
  #point(square: string | null) {
    const { selected } = this.state, pointed = square === selected ? null : square;
    if (square === this.#pointed) return;
    this.#pointed = square;
    this.options.onPoint?.(selected, pointed);
  }
}

/** The colour that a mouse draws in, by the keys that are held down. */
function colourOf({ shiftKey, ctrlKey, altKey }: PointerEvent): Colour {
  if (shiftKey && altKey) return "yellow";
  if (shiftKey || ctrlKey) return "red";
  return altKey ? "blue" : "green";
}

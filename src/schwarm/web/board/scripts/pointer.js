// Hands on the board: mouse, touch and keyboard over a grid of squares that screen readers can walk.

import { say } from "./words.js";

const FAR = 6;
// Milliseconds within which browsers send the focus and the click that belong to a finger or a mouse that was lifted.
const SOON = 500;
let pressing = false, liftedAt = -Infinity;
addEventListener("pointerdown", () => (pressing = true), true);
for (const end of ["pointerup", "pointercancel"]) {
  addEventListener(end, ({ timeStamp }) => {
    pressing = false;
    liftedAt = timeStamp;
  }, true);
}
addEventListener("keydown", () => {
  pressing = false;
  liftedAt = -Infinity;
}, true);
// Whether something comes with a pointer; what else arrives is from the keyboard or from a screen reader.
const byPointer = (/** @type {Event} */ { timeStamp }) => pressing || timeStamp - liftedAt < SOON;

/** @type {Record<string, [number, number]>} */
const pressed = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** @import { Board } from "./board.js" */
/** @import { Colour } from "./move-tree.js" */
/** @import { Picture } from "./drawing.js" */
/**
 * What a pointer holds: a piece that it may carry, or the beginning of an arrow.
 * @typedef {{ id: number, square: string, x: number, y: number, wasSelected: boolean, dragging: boolean, shape?: Element }} Hand
 * @typedef {{ id: number, square: string, colour: Colour }} Pen
 */

/** @param {Board} board @param {Picture} picture */
export function attach(board, picture) {
  const { kit } = picture;
  /** @type {Map<string, HTMLElement>} */
  const cells = new Map();
  const grid = document.createElement("div");
  grid.className = "squares";
  grid.setAttribute("role", "grid");
  grid.setAttribute("aria-label", board.label || say("Board"));
  /** @param {number} length @param {number} whole */
  const part = (length, whole) => `${(100 * length) / whole}%`;
  board.fit = () => {
    const { left, top, width, height } = picture.frame;
    Object.assign(grid.style, {
      left: part(kit.left - left, width), top: part(kit.top - top, height),
      width: part(kit.unit * kit.columns.length, width), height: part(kit.unit * kit.rows.length, height),
      gridTemplateColumns: `repeat(${kit.columns.length}, 1fr)`, gridTemplateRows: `repeat(${kit.rows.length}, 1fr)`,
    });
  };
  board.fit();
  for (const row of kit.rows) {
    const line = document.createElement("div");
    line.setAttribute("role", "row");
    for (const column of kit.columns) {
      const cell = document.createElement("div");
      cell.className = "square-cell";
      cell.setAttribute("role", "gridcell");
      cell.dataset.square = column + row;
      cell.tabIndex = -1;
      cells.set(column + row, cell);
      line.append(cell);
    }
    grid.append(line);
  }
  let current = board.current && cells.has(board.current) ? board.current : kit.columns[0] + kit.rows.at(-1);
  makeReachable(current);
  board.host.append(grid);

  board.relabel = () => {
    for (const [square, cell] of cells) {
      cell.setAttribute("aria-label", board.name(square));
      cell.setAttribute("aria-selected", String(square === board.selected));
      cell.classList.toggle("movable", Boolean(board.moves?.[square]));
      cell.classList.toggle("target", board.aims().includes(square));
    }
  };
  board.relabel();

  /** @param {EventTarget | null} part @returns {string | null} */
  const squareOf = (part) => {
    const found = part instanceof Element ? part.closest(".square-cell") : null;
    return found instanceof HTMLElement && grid.contains(found) ? found.dataset.square ?? null : null;
  };
  /** @param {PointerEvent} event */
  const under = (event) => squareOf(document.elementFromPoint(event.clientX, event.clientY));
  /** @param {string} square */
  function goTo(square) {
    makeReachable(square);
    current = board.current = square;
  }
  // The tab key leads to one square; arrow keys go on from there.
  /** @param {string} square */
  function makeReachable(square) {
    for (const [name, cell] of cells) cell.tabIndex = name === square ? 0 : -1;
  }

  // Arrow keys walk over the squares for whoever came here with the keyboard; else they are the page's.
  /** @param {boolean} now */
  function walk(now) {
    board.walking = now;
    grid.classList.toggle("walking", now);
  }
  board.focus = (now) => {
    cells.get(current)?.focus({ preventScroll: true });
    walk(now);
  };
  grid.addEventListener("pointerdown", () => walk(false), true);
  // Screen readers move the focus and click by themselves.
  grid.addEventListener("focusin", (event) => {
    const square = squareOf(event.target);
    if (square) goTo(square);
    if (!byPointer(event)) walk(true);
  });
  grid.addEventListener("click", (event) => {
    const square = squareOf(event.target);
    if (!square || byPointer(event)) return;
    goTo(square);
    board.choose(square);
  });

  // -- mouse and touch: a click picks up and puts down, a drag does both ------------------------------
  /** @type {Hand | null} */
  let hand = null;
  /** @type {Pen | null} */
  let pen = null;
  grid.addEventListener("contextmenu", (event) => event.preventDefault());
  grid.addEventListener("pointerdown", (event) => {
    const square = under(event);
    if (!square) return;
    if (event.button === 2 || (event.button === 0 && board.arrows.pen)) {
      hand = null;
      pen = { square, id: event.pointerId, colour: board.arrows.pen ?? colourOf(event) };
      board.arrows.sketch({ colour: pen.colour, from: square, to: null });
      grid.setPointerCapture(event.pointerId);
      return;
    }
    if (event.button !== 0) return;
    goTo(square);
    const wasSelected = board.selected === square;
    pen = null;
    hand = { square, id: event.pointerId, x: event.clientX, y: event.clientY, wasSelected, dragging: false };
    if (board.moves?.[square] && !board.aims().includes(square)) {
      if (!wasSelected) board.select(square);
      grid.setPointerCapture(event.pointerId);
    }
  });
  grid.addEventListener("pointermove", (event) => {
    if (pen?.id === event.pointerId) {
      const to = under(event);
      board.arrows.sketch(to ? { colour: pen.colour, from: pen.square, to: to === pen.square ? null : to } : null);
      return;
    }
    if (hand && board.selected === hand.square && (hand.dragging || Math.hypot(event.clientX - hand.x, event.clientY - hand.y) > FAR)) {
      if (!hand.dragging) carry(board, picture, hand);
      follow(picture, hand, event);
    }
    point(under(event), event);
  });
  grid.addEventListener("pointerup", (event) => {
    const square = under(event), held = hand, drawn = pen;
    hand = pen = null;
    if (drawn?.id === event.pointerId) {
      board.arrows.sketch(null);
      if (square) board.arrows.mark({ colour: drawn.colour, from: drawn.square, to: square === drawn.square ? null : square });
      return;
    }
    if (!held || held.id !== event.pointerId) return;
    if (held.dragging) {
      drop(board, picture, held);
      if (square && square !== held.square) board.choose(square);
      if (!square || square === held.square) board.select(null);
    } else if (square === held.square) {
      if (board.selected === square && !held.wasSelected && board.moves?.[square]) return;
      board.choose(square);
    }
  });
  grid.addEventListener("pointercancel", () => {
    if (hand?.dragging) drop(board, picture, hand);
    if (pen) board.arrows.sketch(null);
    hand = pen = null;
  });
  grid.addEventListener("pointerleave", () => point(null));

  // -- pointing: the line from the picked up piece to here, and why --------------------------------------
  /** @type {string | null} */
  let pointed = null;
  /** @param {string | null} square @param {PointerEvent} [event] */
  function point(square, event) {
    if (event?.pointerType === "touch" && !hand?.dragging) return;
    if (square === pointed) return;
    pointed = square;
    board.onPoint(board.selected, square && square !== board.selected ? square : null);
  }

  // -- keyboard -----------------------------------------------------------------------------------------
  grid.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const step = pressed[event.key];
    if (!board.walking) {
      // The tab key begins to walk where somebody clicked last.
      if (event.key === "Tab" && !event.shiftKey) walk(true);
      else if (event.key === "Escape" && board.selected) board.select(null);
      else return;
    } else if (step) {
      const column = kit.columns.indexOf(current[0]) + step[0], row = kit.rows.indexOf(current[1]) + step[1];
      if (kit.columns[column] && kit.rows[row]) {
        goTo(kit.columns[column] + kit.rows[row]);
        cells.get(current)?.focus();
        if (board.selected) board.onPoint(board.selected, current === board.selected ? null : current);
      }
    } else if (event.key === "Enter" || event.key === " ") {
      board.choose(current);
    } else if (event.key === "Escape" && board.selected) {
      board.select(null);
    } else {
      return;
    }
    // The page's own keys (back, on, play) are not meant while somebody walks on the board.
    event.preventDefault();
    event.stopPropagation();
  });
}

/** @param {Board} board @param {Picture} picture @param {Hand} hand */
function carry(board, picture, hand) {
  const shape = board.pieces.carry(hand.square, true);
  if (!shape) return;
  hand.dragging = true;
  hand.shape = /** @type {SVGGElement} */ (shape.cloneNode(true));
  hand.shape.classList.replace("carried", "ghost");
  picture.layers.carried.replaceChildren(hand.shape);
  board.host.classList.add("dragging");
}

/** @param {Picture} picture @param {Hand} hand @param {PointerEvent} event */
function follow(picture, hand, event) {
  const seen = picture.svg.getBoundingClientRect(), { left, top, width, height } = picture.frame;
  const x = left + ((event.clientX - seen.left) / seen.width) * width, y = top + ((event.clientY - seen.top) / seen.height) * height;
  hand.shape?.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(1.12)`);
}

/** @param {Board} board @param {Picture} picture @param {Hand} hand */
function drop(board, picture, hand) {
  board.pieces.carry(hand.square, false);
  picture.layers.carried.replaceChildren();
  board.host.classList.remove("dragging");
}

// Which colour a mouse draws in, by the keys that are held down.
/** @param {PointerEvent} event @returns {Colour} */
function colourOf({ shiftKey, ctrlKey, altKey }) {
  if (shiftKey && altKey) return "yellow";
  if (shiftKey || ctrlKey) return "red";
  return altKey ? "blue" : "green";
}

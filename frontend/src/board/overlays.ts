// Drawings over a position: the line that a rule looked along, and groups such as swarms.

import { contour } from "./contour.ts";
import { element, type Picture, type Place } from "./picture.ts";
import type { Letters, Step } from "./pieces.ts";

/** Connected squares of a side, such as a swarm; each side's heaviest comes first. */
export interface Group {
  side: number;
  squares: string[];
  weight: number;
}

/** Why a move is legal or not: the line that the rule looked along, and the pieces it counted there. */
export interface Line extends Step {
  legal: boolean;
  line: string[];
  count: number;
  /** The square that decides. */
  at: string | null;
  /** Where the piece would have to go instead. */
  landing: string | null;
}

/** Beneath the pieces and above them. */
export type Layers = { beneath: Element[]; above: Element[] };

const HULL = 45;
const GLYPH = { height: 14, width: 10, gap: 3 };

export function drawGroups(picture: Picture, groups: Group[]): Layers {
  const { inks, unit, seesThrough } = picture.stencil, heaviest = new Map<number, number>();
  const hulls = groups.map(({ side, squares, weight }) => {
    if (!heaviest.has(side)) heaviest.set(side, weight);
    // Each side's heaviest is solid, the others are dashed.
    const rank = weight === heaviest.get(side) ? "hull" : "hull-minor";
    const d = contour(squares.map((square) => picture.centre(square)), unit, HULL);
    return element("path", { d, class: picture.ink(`${inks[side]}-hull`, rank) });
  });
  const weights = groups.map(({ side, squares, weight }) => {
    const [x, y] = squares.map((square) => picture.centre(square)).reduce((best, at) => (at[1] < best[1] || (at[1] === best[1] && at[0] > best[0]) ? at : best));
    return badge(picture, [x + 34, y - 36], weight, `${inks[side]}-badge`, side === 1);
  });
  return seesThrough ? { beneath: hulls, above: weights } : { beneath: [], above: [...hulls, ...weights] };
}

export function drawLine(picture: Picture, { from, to, line, legal, at, landing, count }: Line, letters: Letters): Layers {
  if (!picture.has(from) || !picture.has(to)) return { beneath: [], above: [] };
  const [x1, y1] = picture.centre(from), [x2, y2] = picture.centre(to);
  const above: Element[] = [picture.arrow(from, to, 13, picture.ink(legal ? "way" : "no-way"), letters[to] ? 30 : 8)];
  if (!legal) above.push(...cross(picture, at ?? to));
  if (landing) above.push(picture.dot(landing));
  // The count stands on the side of the start that the arrow leaves free.
  if (line.length) above.push(badge(picture, [x1 + (x2 >= x1 ? -34 : 34), y1 + (y2 >= y1 ? -34 : 34)], count, "count"));
  return { beneath: picture.stencil.seesThrough ? band(picture, line, letters) : [], above };
}

/** The line from edge to edge, with a ring under every piece that counts. */
function band(picture: Picture, line: string[], letters: Letters) {
  if (!line.length) return [];
  const [[x1, y1], [x2, y2]] = [line[0], line[line.length - 1]].map((square) => picture.centre(square));
  const counted = line.filter((square) => (letters[square] ?? "") in picture.stencil.owners);
  return [
    element("path", { d: `M${x1} ${y1} ${x2} ${y2}`, class: picture.ink("band") }),
    ...counted.map((square) => picture.circle(square, picture.ink("counted"))),
  ];
}

/** A cross over the square that forbids a move. */
function cross(picture: Picture, square: string) {
  const [x, y] = picture.centre(square), d = `M${x - 20} ${y - 20}l40 40m0 -40l-40 40`;
  return ["cross-halo", "cross"].map((ink) => element("path", { d, class: picture.ink(ink) }));
}

/** A number on a small plate; a square one and a round one tell the sides apart without colour. */
function badge(picture: Picture, [x, y]: Place, value: number, ink: string, square = false) {
  const text = String(value), width = 44 + 19 * (text.length - 1), height = 24, scale = height / GLYPH.height;
  const made = element("g");
  made.append(element("rect", { x: x - width / 2, y: y - 22, width, height: 44, rx: square ? 9 : 22, class: picture.ink("badge", ink) }));
  let left = x - (scale * (text.length * (GLYPH.width + GLYPH.gap) - GLYPH.gap)) / 2;
  for (const digit of text) {
    made.append(element("path", {
      d: picture.stencil.digits[Number(digit)] ?? "", class: picture.ink("digits", `${ink}-digits`),
      transform: `translate(${left.toFixed(2)} ${(y - height / 2).toFixed(2)}) scale(${scale.toFixed(2)})`,
    }));
    left += scale * (GLYPH.width + GLYPH.gap);
  }
  return made;
}

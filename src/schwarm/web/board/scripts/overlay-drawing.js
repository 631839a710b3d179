// What is drawn over a position when somebody asks: the line of a rule, and groups such as swarms. Draws what it is told.

import { contour } from "./contour.js";
import { element } from "./drawing.js";

/** @import { Picture, Place } from "./drawing.js" */
/** @typedef {{ beneath: Element[], above: Element[] }} Layers Beneath the pieces and above them. */
/** @typedef {ExplanationJson & Step} Line The line of a rule, and the move that it is about. */

const HULL = 45;
const GLYPH = { height: 14, width: 10, gap: 3 };

/** @param {Picture} picture @param {GroupJson[]} groups @returns {Layers} */
export function drawGroups(picture, groups) {
  const { inks, unit, seesThrough } = picture.kit;
  /** @type {Map<number, number>} */
  const heaviest = new Map();
  const hulls = groups.map(({ side, squares, weight }) => {
    if (!heaviest.has(side)) heaviest.set(side, weight);
    // A side's heaviest is drawn through, the others dashed.
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

/** @param {Picture} picture @param {Line} told @param {Record<string, string>} letters @returns {Layers} */
export function drawLine(picture, told, letters) {
  const { from, to, line, legal, at, landing, count } = told;
  if (!picture.has(from) || !picture.has(to)) return { beneath: [], above: [] };
  const [x1, y1] = picture.centre(from), [x2, y2] = picture.centre(to);
  /** @type {Element[]} */
  const above = [picture.arrow(from, to, 13, picture.ink(legal ? "way" : "no-way"), letters[to] ? 30 : 8)];
  if (!legal) above.push(...cross(picture, at ?? to));
  if (landing) above.push(picture.dot(landing));
  // The count stands on the side of the start that the arrow leaves free.
  if (line.length) above.push(badge(picture, [x1 + (x2 >= x1 ? -34 : 34), y1 + (y2 >= y1 ? -34 : 34)], count, "count"));
  return { beneath: picture.kit.seesThrough ? band(picture, line, letters) : [], above };
}

// The line from edge to edge, with a ring under every piece that counts.
/** @param {Picture} picture @param {string[]} line @param {Record<string, string>} letters */
function band(picture, line, letters) {
  if (!line.length) return [];
  const [[x1, y1], [x2, y2]] = [line[0], line[line.length - 1]].map((square) => picture.centre(square));
  const counted = line.filter((square) => (letters[square] ?? "") in picture.kit.owners);
  return [
    element("path", { d: `M${x1} ${y1} ${x2} ${y2}`, class: picture.ink("band") }),
    ...counted.map((square) => {
      const [cx, cy] = picture.centre(square);
      return element("circle", { cx, cy, r: 45, class: picture.ink("counted") });
    }),
  ];
}

// This is what forbids a move.
/** @param {Picture} picture @param {string} square */
function cross(picture, square) {
  const [x, y] = picture.centre(square), d = `M${x - 20} ${y - 20}l40 40m0 -40l-40 40`;
  return ["cross-halo", "cross"].map((ink) => element("path", { d, class: picture.ink(ink) }));
}

// A number on a small plate. The square one and the round one tell the sides apart without colour.
/** @param {Picture} picture @param {Place} place @param {number} value @param {string} ink @param {boolean} square */
function badge(picture, [x, y], value, ink, square = false) {
  const text = String(value), width = 44 + 19 * (text.length - 1), height = 24, scale = height / GLYPH.height;
  const made = element("g");
  made.append(element("rect", { x: x - width / 2, y: y - 22, width, height: 44, rx: square ? 9 : 22, class: picture.ink("badge", ink) }));
  let left = x - (scale * (text.length * (GLYPH.width + GLYPH.gap) - GLYPH.gap)) / 2;
  for (const digit of text) {
    made.append(element("path", {
      d: picture.kit.digits[Number(digit)] ?? "", class: picture.ink("digits", `${ink}-digits`),
      transform: `translate(${left.toFixed(2)} ${(y - height / 2).toFixed(2)}) scale(${scale.toFixed(2)})`,
    }));
    left += scale * (GLYPH.width + GLYPH.gap);
  }
  return made;
}

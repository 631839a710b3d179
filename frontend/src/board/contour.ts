// The outline around connected squares: one smooth closed curve, also through corners that only touch.
//
// The squares' centres are joined by links; the outline runs at a fixed distance around the links. It is traced through
// a fine grid of those distances (marching squares). `schwarm.view.contour` draws the same.

import type { Place } from "./picture.ts";

/** A place of the grid. */
type Node = [number, number];
type Link = [Place, Place];
type Known = { node: Node; value: number };

const STEP = 12.5;
/** The corners of a cell, once around. */
const CORNERS: Node[] = [[0, 0], [1, 0], [1, 1], [0, 1]];

const name = ([i, j]: Node) => `${i} ${j}`;

/** A path around points that lie on a grid of the given pitch; neighbours, also diagonal ones, are joined. */
export function contour(centres: Place[], pitch: number, distance: number) {
  const far = distance + 3 * STEP, exact = new Map<string, Known>(), field = new Map<string, Known>();
  for (const link of links(centres, pitch)) {
    for (const node of around(link, far)) {
      const value = Math.min(toLink([node[0] * STEP, node[1] * STEP], link), exact.get(name(node))?.value ?? far);
      exact.set(name(node), { node, value });
    }
  }
  for (const [key, { node: [i, j], value }] of exact) {
    // A mean with the neighbours takes the sharpness out of inner corners.
    const near: Node[] = [[i - 1, j], [i + 1, j], [i, j - 1], [i, j + 1]];
    const sum = near.reduce((all, node) => all + (exact.get(name(node))?.value ?? far), 2 * value);
    field.set(key, { node: [i, j], value: sum / 6 - distance });
  }
  return loops(field).map(smooth).join("");
}

/** Each point with itself and with its neighbours. */
function links(centres: Place[], pitch: number): Link[] {
  const reach = 1.5 * pitch;
  return centres.flatMap((one, place) => centres.slice(place)
    .filter((two) => Math.abs(one[0] - two[0]) < reach && Math.abs(one[1] - two[1]) < reach)
    .map((two): Link => [one, two]));
}

/** The places of the grid near a link; the outline cannot be farther away. */
function around([[x1, y1], [x2, y2]]: Link, far: number): Node[] {
  const found: Node[] = [];
  const right = Math.ceil((Math.max(x1, x2) + far) / STEP), bottom = Math.ceil((Math.max(y1, y2) + far) / STEP);
  for (let i = Math.floor((Math.min(x1, x2) - far) / STEP); i <= right; ++i) {
    for (let j = Math.floor((Math.min(y1, y2) - far) / STEP); j <= bottom; ++j) found.push([i, j]);
  }
  return found;
}

function toLink([x, y]: Place, [[x1, y1], [x2, y2]]: Link) {
  const dx = x2 - x1, dy = y2 - y1, square = dx * dx + dy * dy;
  const along = square ? Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / square)) : 0;
  return Math.hypot(x - x1 - along * dx, y - y1 - along * dy);
}

/** The closed lines where the field changes its sign. */
function loops(field: Map<string, Known>): Place[][] {
  const following = new Map<string, { at: Place; next: string }>();
  for (const { node: [i, j] } of field.values()) {
    const corners = CORNERS.flatMap(([a, b]) => field.get(name([i + a, j + b])) ?? []);
    if (corners.length < CORNERS.length) continue;
    // Walking round a cell, the line enters where it gets dry and leaves at the next place where it gets wet.
    const changes = corners.flatMap((one, side) => {
      const two = corners[(side + 1) % 4];
      return one.value < 0 === two.value < 0 ? [] : [{ ...crossing(one, two), leaves: one.value < 0 }];
    });
    changes.forEach(({ key, at, leaves }, place) => {
      if (leaves) following.set(key, { at, next: changes[(place + 1) % changes.length].key });
    });
  }
  const found: Place[][] = [];
  while (following.size) {
    const loop: Place[] = [];
    let key = following.keys().next().value ?? "";
    for (let here = following.get(key); here; here = following.get(key)) {
      loop.push(here.at);
      following.delete(key);
      key = here.next;
    }
    found.push(loop);
  }
  return found;
}

/** Where the line crosses an edge of the grid; an edge has one name from either end. */
function crossing(one: Known, two: Known) {
  const [a, b] = one.node[0] < two.node[0] || one.node[1] < two.node[1] ? [one, two] : [two, one];
  const share = a.value / (a.value - b.value);
  const along = (axis: 0 | 1) => STEP * (a.node[axis] + share * (b.node[axis] - a.node[axis]));
  return { key: `${name(a.node)} ${name(b.node)}`, at: [along(0), along(1)] as Place };
}

/** A closed path of curves with the points as handles; points on straight stretches are left out. */
function smooth(loop: Place[]) {
  const bent = loop.filter(([x, y], place) => {
    const [x1, y1] = loop.at(place - 1) ?? [x, y], [x2, y2] = loop[(place + 1) % loop.length];
    return Math.abs((x - x1) * (y2 - y) - (y - y1) * (x2 - x)) > 2;
  });
  const middles = bent.map(([x, y], place): Place => {
    const [x2, y2] = bent[(place + 1) % bent.length];
    return [(x + x2) / 2, (y + y2) / 2];
  });
  const short = ([x, y]: Place) => `${Number(x.toFixed(1))} ${Number(y.toFixed(1))}`;
  return `M${short(middles[middles.length - 1])}${bent.map((point, place) => `Q${short(point)} ${short(middles[place])}`).join("")}Z`;
}

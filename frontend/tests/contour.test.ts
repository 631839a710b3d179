import assert from "node:assert/strict";
import { test } from "node:test";
import { contour } from "../src/board/contour.ts";
import type { Place } from "../src/board/picture.ts";

const around = (...squares: [number, number][]) => contour(squares.map(([x, y]): Place => [100 * x + 50, 100 * y + 50]), 100, 45);
const loops = (path: string) => path.split("M").length - 1;
const points = (path: string) => [...path.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);

test("a group is one closed line, also where squares only touch at a corner", () => {
  assert.equal(loops(around([0, 0])), 1);
  assert.equal(loops(around([0, 0], [1, 1])), 1);
  assert.equal(loops(around([0, 0], [2, 0])), 2);
});

test("a ring has an outer and an inner line", () => {
  assert.equal(loops(around([0, 0], [1, 0], [2, 0], [0, 1], [2, 1], [0, 2], [1, 2], [2, 2])), 2);
});

test("the line keeps its distance from the middle of a square", () => {
  for (const [x, y] of points(around([3, 4]))) assert.ok(Math.abs(Math.hypot(x - 350, y - 450) - 45) < 8, `${x} ${y}`);
});

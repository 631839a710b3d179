import assert from "node:assert/strict";
import { test } from "node:test";
import { afterTry, fitting, type Kept } from "../src/learn/progress.ts";
import type { Puzzle } from "../src/learn/puzzles.ts";

const FRESH: Kept = { solved: [], missed: [], streak: 0, best: 0, suits: 1, trend: 0, chosen: "" };
const puzzle = (difficulty: number, name = "a"): Puzzle => ({ position: `${name}${difficulty}`, line: ["A1-A2"], difficulty, goal: "gain", turns: 0 });
const after = (kept: Kept, ...tries: [Puzzle, boolean][]) => tries.reduce((known, [tried, right]) => afterTry(known, tried, right), kept);

test("four right answers in a row make it harder, two wrong ones easier", () => {
  const harder = after(FRESH, ...[..."abcd"].map((name): [Puzzle, boolean] => [puzzle(1, name), true]));
  assert.equal(harder.suits, 2);
  assert.equal(after(harder, [puzzle(2, "e"), false]).suits, 2);
  assert.equal(after(harder, [puzzle(2, "e"), false], [puzzle(2, "f"), false]).suits, 1);
});

test("an easier puzzle solved, or a harder one missed, says nothing", () => {
  const third = { ...FRESH, suits: 3, trend: 3 };
  assert.equal(afterTry(third, puzzle(2), true).trend, 3);
  assert.equal(afterTry(third, puzzle(4), false).trend, 3);
});

test("a miss ends the streak and is forgotten once the puzzle is solved", () => {
  const missed = after(FRESH, [puzzle(1), true], [puzzle(1, "b"), false]);
  assert.deepEqual([missed.streak, missed.best, missed.missed.length], [0, 1, 1]);
  const solved = afterTry(missed, puzzle(1, "b"), true);
  assert.deepEqual([solved.missed.length, solved.solved.length], [0, 2]);
});

test("new puzzles come first, then missed ones, then any", () => {
  const [one, two] = [puzzle(1, "x"), puzzle(1, "y")];
  assert.deepEqual(fitting(after(FRESH, [one, true]), [one, two]), [two]);
  assert.deepEqual(fitting(after(FRESH, [one, true], [two, false]), [one, two]), [two]);
  assert.deepEqual(fitting({ ...FRESH, chosen: "5" }, [puzzle(3), puzzle(4)]), [puzzle(4)]);
});

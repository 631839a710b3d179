import "./browser.ts";
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { loadTree, saveTree } from "../src/game/tree-store.ts";
import { readRecord, writeMoves, writeRecord } from "../src/game/record.ts";
import { MoveTree, readNote, writeNote } from "../src/game/tree.ts";

const HEAD = "Game: piranhas-2026\nStart: 1smsslsms1/L8S/M8M/S8S/S3x4L/S5x2S/L8S/S8M/S8S/1sslsssml1 0 -\nRed:\nBlue:\nTitle: Two ways\n\n";
const MOVES = "; Which way?\nA4-C4\n( The quiet way\n  B9-B7 ; [green B9-B7] closer\n)\nB0-B2\n";
const REPLAYS = "tests/data/protocol/replays/";

const lines = (tree: MoveTree) => writeMoves(tree).join("|");
function game() {
  const tree = MoveTree.ofGame([{ move: "a" }, { move: "b", note: "[red A1] good" }, { move: "c" }]), b = tree.find(["a", "b"]);
  const x = tree.add(b, "x"), y = tree.add(b, "y"), x2 = tree.add(x, "x2"), z = tree.add(x, "z");
  return { tree, b, x, y, x2, z };
}

test("what was played stays, everything else is beside it", () => {
  const { tree, b, x, y, x2, z } = game();
  assert.equal(tree.add(b, "x"), x);
  assert.equal(tree.add(b, "c"), b.next);
  assert.deepEqual([b.depth, x.depth, z.depth, x2.depth], [0, 1, 2, 1]);
  assert.equal(lines(tree), "a|b ; [red A1] good|(|  x|  (|    z|  )|  x2|)|(|  y|)|c");
  assert.deepEqual([x, y, z, b].map((node) => tree.canPromote(node)), [false, true, true, false]);
  tree.promote(y);
  tree.promote(z);
  tree.remove(b);
  assert.equal(lines(tree), "a|b ; [red A1] good|(|  y|)|(|  x|  (|    x2|  )|  z|)|c");
  assert.equal(tree.remove(z), x);
  assert.equal(tree.remove(y), b);
  assert.equal(lines(tree), "a|b ; [red A1] good|(|  x|  x2|)|c");
});

test("a game that goes on takes over what was tried, and forgets what was taken back", () => {
  const { tree } = game();
  tree.add(tree.end, "after");
  assert.ok(lines(tree).endsWith("|c|(|  after|)"));
  tree.extend({ move: "after", seconds: 1.5 });
  assert.ok(lines(tree).endsWith("|c|after 1.5s"));
  tree.shorten(2);
  assert.equal(lines(tree), "a|b ; [red A1] good|(|  x|  (|    z|  )|  x2|)|(|  y|)");
});

test("what is kept beside a game leaves the game its own words", () => {
  const { tree, b, x } = game(), german = [{ move: "a" }, { move: "b", note: "[red B2] gut" }, { move: "x" }];
  const kept = () => {
    saveTree("k", tree);
    return lines(loadTree("k", german));
  };
  tree.root.note = "first\nsecond";
  x.name = "other";
  x.marks = [{ colour: "blue", from: "A1", to: "B2" }];
  assert.match(kept(), /^; first\|; second\|a\|b ; \[red B2\] gut\|.*\|x ; \[blue A1-B2\]/);
  b.note = "mine";
  assert.ok(kept().includes("|b ; [red A1] mine|"));
  b.note = "";
  b.marks = [];
  assert.match(kept(), /\|a\|b\|/);
});

test("line breaks from elsewhere break nothing", () => {
  const tree = MoveTree.ofGame([{ move: "a" }]);
  tree.find(["a"]).note = "one\u2028two\r\nthree";
  saveTree("k", tree);
  assert.equal(lines(loadTree("k", [{ move: "a" }])), "a ; one|; two|; three");
  localStorage.setItem("tree:k", JSON.stringify({ text: "a ; one\u2028two\rthree\nb" }));
  assert.equal(lines(loadTree("k", [{ move: "a" }, { move: "b" }])), "a ; one|; two|; three|b");
});

test("in an analysis everything can come to the front", () => {
  const tree = new MoveTree();
  tree.add(tree.root, "a");
  const q = tree.add(tree.root, "q"), r = tree.add(q, "r");
  tree.promote(r);
  assert.equal(lines(tree), "(|  a|)|q|r");
  assert.equal(tree.remove(q), tree.root);
  assert.equal(lines(tree), "a");
});

test("notes carry marks", () => {
  assert.deepEqual(readNote("[green A1-B2] so  [blue C3]\n [red x]"), [
    "so\n[red x]", [{ colour: "green", from: "A1", to: "B2" }, { colour: "blue", from: "C3", to: null }],
  ]);
  assert.equal(writeNote({ note: "n", marks: readNote("[yellow A1]")[1] }), "[yellow A1] n");
});

test("records are written as Python writes them", () => {
  const replays = readdirSync(REPLAYS).filter((name) => name.endsWith(".txt"));
  assert.equal(replays.length, 3);
  for (const text of [HEAD + MOVES, ...replays.map((name) => readFileSync(REPLAYS + name, "utf8"))]) {
    assert.equal(writeRecord(readRecord(text)), text);
  }
});

test("what is wrong with a record is said with its line", () => {
  const bad: [string, string][] = [
    ["(", "Line 13: This variation is never closed; a line with “)” ends it."],
    [")", "Line 13: This parenthesis closes a variation that was never opened."],
    ["(\n)", "Line 14: This variation has no moves; write at least one, or leave it out."],
    ["(\n; n", "Line 14: “; n” is not a move; write a move, its seconds and a note like “A4-C4 1.5s ; why”."],
    [`( ${"n".repeat(101)}`, "Line 13: The name of this variation is longer than 100 characters."],
    ["(\na\n".repeat(13), "Line 37: Variations can lie at most 12 deep inside each other."],
    ["a\n".repeat(5001), "Line 5010: A record has at most 5000 moves, with all its variations."],
  ];
  for (const [more, message] of bad) assert.throws(() => readRecord(HEAD + MOVES + more), { message });
});

test("variations lie at most twelve deep", () => {
  const deep = MoveTree.ofGame([]);
  let node = deep.root;
  for (let depth = 0; depth < 12; depth += 1) {
    deep.add(node, "main");
    node = deep.add(node, "side");
  }
  deep.add(node, "main");
  assert.throws(() => deep.add(node, "side"), { message: "Variations can lie at most 12 deep inside each other." });
});

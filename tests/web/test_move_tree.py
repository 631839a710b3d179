"""The tree of moves as the page keeps it, and its text."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from schwarm.games.record import Record
from web.arena import Arena
from web.browsing import person
from web.studies import TEXT

pytestmark = pytest.mark.slow

SCRIPTS = ("bridge", "tree-store")
TREE = """
async ({ text, others, scripts }) => {
  const [{ MoveTree, readNote, writeNote, writeMoves, readRecord, writeRecord }, { loadTree, saveTree }] =
    await Promise.all(scripts.map((script) => import(script)));
  const found = {};
  const lines = (tree) => writeMoves(tree).join("|");
  const refusal = (work) => { try { work(); } catch (error) { return error.message; } };

  // A game: what was played stays, all else is beside it.
  const game = MoveTree.ofGame([{ move: "a" }, { move: "b", note: "[red A1] good" }, { move: "c" }]);
  const b = game.find(["a", "b"]);
  const x = game.add(b, "x"), y = game.add(b, "y");
  found.same = game.add(b, "x") === x && game.add(b, "c") === b.next;
  game.add(x, "x2");
  const z = game.add(x, "z");
  found.depths = [b.depth, x.depth, z.depth, x.next.depth];
  found.game = lines(game);
  found.may = [game.canPromote(x), game.canPromote(y), game.canPromote(z), game.canPromote(b)];
  game.promote(y);
  game.promote(z);
  game.remove(b);
  found.promoted = lines(game);
  found.removed = game.remove(z) === x && game.remove(y) === b && lines(game);
  game.add(game.end, "after");
  found.after = lines(game);
  game.extend({ move: "after", seconds: 1.5 });
  found.extended = lines(game);
  game.shorten(2);
  found.shortened = lines(game);
  game.root.note = "first\\nsecond";
  x.name = "other";
  x.marks = [{ colour: "blue", from: "A1", to: "B2" }];
  saveTree("k", game);
  found.kept = lines(loadTree("k", [{ move: "a" }, { move: "b", note: "[red B2] gut" }, { move: "x" }]));
  b.note = "mine";
  saveTree("k", game);
  found.mine = lines(loadTree("k", [{ move: "a" }, { move: "b", note: "[red B2] gut" }, { move: "x" }]));
  b.note = "";
  b.marks = [];
  saveTree("k", game);
  found.erased = lines(loadTree("k", [{ move: "a" }, { move: "b", note: "[red B2] gut" }, { move: "x" }]));

  // Line breaks from elsewhere break nothing, whether they are said now or were kept long ago.
  x.note = "one\\u2028two\\r\\nthree";
  game.root.note = "";
  saveTree("k", game);
  found.broken = lines(loadTree("k", [{ move: "a" }, { move: "b" }]));
  localStorage.setItem("tree:k", JSON.stringify({ text: "a ; one\\u2028two\\rthree\\nb" }));
  found.old = lines(loadTree("k", [{ move: "a" }, { move: "b" }]));

  // An analysis: everything can come to the front.
  const free = new MoveTree();
  free.add(free.root, "a");
  const q = free.add(free.root, "q");
  free.add(q, "r");
  free.promote(q.next);
  found.free = lines(free);
  found.left = free.remove(q) === free.root && lines(free);
  const [, marks] = readNote("[yellow A1]");
  found.notes = [readNote("[green A1-B2] so  [blue C3]\\n [red x]"), writeNote({ note: "n", marks })];

  // Texts: as Python writes them.
  found.texts = others.map((each) => writeRecord(readRecord(each)) === each);
  const long = ["( " + "n".repeat(101), "(\\na\\n".repeat(13), "a\\n".repeat(5001)];
  const bad = ["(", ")", "(\\n)", "(\\n; n", ...long];
  found.errors = bad.map((more) => refusal(() => readRecord(text + more)));
  const deep = new MoveTree();
  deep.fixed = deep.root.played = true;
  let node = deep.root;
  for (let depth = 0; depth < 12; depth += 1) {
    deep.add(node, "main");
    node = deep.add(node, "side");
  }
  deep.add(node, "main");
  found.tooDeep = refusal(() => deep.add(node, "side"));
  return found;
}
"""


def test_the_tree_of_moves_in_the_browser(browser: Browser, arena: Arena, replays: Path) -> None:
    texts = [TEXT, *(path.read_text() for path in sorted(replays.glob("*.txt")))]
    with person(browser, arena.address) as anna:
        anna.go("/rules")
        scripts = [anna.screen.script(f"{name}.js") for name in SCRIPTS]
        others = [str(Record.parse(text)) for text in texts]
        found = anna.page.evaluate(TREE, {"text": TEXT, "others": others, "scripts": scripts})
    assert found["same"]
    assert found["depths"] == [0, 1, 2, 1]
    assert found["game"] == "a|b ; [red A1] good|(|  x|  (|    z|  )|  x2|)|(|  y|)|c"
    assert found["may"] == [False, True, True, False]
    assert found["promoted"] == "a|b ; [red A1] good|(|  y|)|(|  x|  (|    x2|  )|  z|)|c"
    assert found["removed"] == "a|b ; [red A1] good|(|  x|  x2|)|c"
    assert found["after"] == "a|b ; [red A1] good|(|  x|  x2|)|c|(|  after|)"
    assert found["extended"] == "a|b ; [red A1] good|(|  x|  x2|)|c|after 1.5s"
    assert found["shortened"] == "a|b ; [red A1] good|(|  x|  x2|)"
    # What the game itself says it says in the language of the page; what somebody said instead stays.
    for how, said in (("kept", " ; [red B2] gut"), ("mine", " ; [red A1] mine"), ("erased", "")):
        assert found[how] == f"; first|; second|a|b{said}|x ; [blue A1-B2]|(|  x2|)"
    assert found["broken"] == "a|b|( other|  x ; [blue A1-B2] one|  ; two|  ; three|  x2|)"
    assert found["old"] == "a ; one|; two|; three|b"
    assert found["free"] == "(|  a|)|q|r"
    assert found["left"] == "a"
    assert found["notes"] == [
        [
            "so\n[red x]",
            [{"colour": "green", "from": "A1", "to": "B2"}, {"colour": "blue", "from": "C3", "to": None}],
        ],
        "[yellow A1] n",
    ]
    assert all(found["texts"]), found["texts"]
    assert found["errors"] == [
        "Line 13: This variation is never closed; a line with “)” ends it.",
        "Line 13: This parenthesis closes a variation that was never opened.",
        "Line 14: This variation has no moves; write at least one, or leave it out.",
        "Line 14: “; n” is not a move; write a move, its seconds and a note like “A4-C4 1.5s ; why”.",
        "Line 13: The name of this variation is longer than 100 characters.",
        "Line 37: Variations can lie at most 12 deep inside each other.",
        "Line 5010: A record has at most 5000 moves, with all its variations.",
    ]
    assert found["tooDeep"] == "Variations can lie at most 12 deep inside each other."

"""Studies: a game with variations and remarks under a link, changed by whoever has the secret."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from schwarm.games.record import Record
from schwarm.web.settings import Bounds, PageSettings
from schwarm.web.shell.access import Access
from schwarm.web.shell.access import Visitor as Guest
from web.arena import Arena, Visitor
from web.browsing import person

pytestmark = pytest.mark.slow

START = "1smsslsms1/L8S/M8M/S8S/S3x4L/S5x2S/L8S/S8M/S8S/1sslsssml1 0 -"
TEXT = f"""\
Game: piranhas-2026
Start: {START}
Red:
Blue:
Title: Two ways

; Which way?
A4-C4
( The quiet way
  B9-B7 ; [green B9-B7] closer
)
B0-B2
"""


def test_a_study_is_saved_read_changed_and_taken_away(visitor: Visitor) -> None:
    visitor.ask("/")
    made = visitor.ask("/api/studies", {"text": TEXT})
    assert made.status == 201, made.text
    key, secret = made.json["key"], made.json["secret"]
    assert visitor.ask(f"/api/studies/{key}").json == {"key": key, "text": TEXT, "version": 1}
    assert secret not in visitor.ask(f"/api/studies/{key}").text
    assert visitor.ask(f"/study/{key}/download.txt").text == TEXT
    longer = TEXT + "A5-C5\n"
    change = {"text": longer, "secret": secret, "version": 1}
    for wrong in ({"secret": "guess"}, {"secret": ""}):
        refused = visitor.ask(f"/api/studies/{key}", change | wrong)
        assert (refused.status, refused.error) == (
            403,
            "Only whoever has the link for editing can change this study.",
        )
    assert visitor.ask(f"/api/studies/{key}", change | {"version": "1"}).status == 400
    assert visitor.ask(f"/api/studies/{key}", change).json == {"version": 2}
    late = visitor.ask(f"/api/studies/{key}", change)
    assert (late.status, late.error) == (
        409,
        "Somebody else has changed this study; load it again or save yours as a new one.",
    )
    assert visitor.ask(f"/api/studies/{key}").json["text"] == longer
    # Whoever runs the page, here everybody at this machine, may remove what others saved.
    assert visitor.ask(f"/api/studies/{key}/remove", {}).status == 200
    gone = visitor.ask(f"/api/studies/{key}")
    assert (gone.status, gone.error) == (404, "There is no such study here; it may have been removed.")


@pytest.mark.parametrize(
    ("fields", "status", "sentence"),
    [
        ({}, 400, "“text” is missing or invalid."),
        ({"text": TEXT.replace("B0-B2", "B0-B3")}, 400, "Line 12: B0 moves 2 squares"),
        ({"text": TEXT + "("}, 400, "Line 13: This variation is never closed"),
        ({"text": "hello"}, 400, "This is not a game"),
        ({"text": TEXT + "; x" * 40_000}, 400, "“text” is missing or invalid."),
        ({"text": TEXT + "; x" * 120_000}, 413, "That is larger than 300 kilobytes"),
    ],
)
def test_what_is_not_a_study_is_refused(visitor: Visitor, fields: dict[str, str], status: int, sentence: str) -> None:
    answer = visitor.ask("/api/studies", fields)
    assert answer.status == status
    assert sentence in answer.error


def test_studies_are_counted_by_the_hour() -> None:
    access = Access(PageSettings(token="x", bounds=Bounds(studies=2, count_local=True)))
    guest, other = (Guest("id", admin=False, client=client, local=False) for client in ("10.0.0.1", "10.0.0.2"))
    assert [access.count_study(guest) for _ in range(3)] == [True, True, False]
    assert access.count_study(other)


TREE = """
async ({ text, others }) => {
  const folder = document.querySelector("script[type=module]").src.replace(/[^/]+$/, "");
  const { MoveTree, readNote, writeNote } = await import(folder + "move-tree.js");
  const { writeMoves } = await import(folder + "line-text.js");
  const { readRecord, writeRecord } = await import(folder + "record-text.js");
  const { loadTree, saveTree } = await import(folder + "tree-store.js");
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
  found.kept = lines(loadTree("k", [{ move: "a" }, { move: "b" }, { move: "x" }]));

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
        found = anna.page.evaluate(TREE, {"text": TEXT, "others": [str(Record.parse(text)) for text in texts]})
    assert found["same"]
    assert found["depths"] == [0, 1, 2, 1]
    assert found["game"] == "a|b ; [red A1] good|(|  x|  (|    z|  )|  x2|)|(|  y|)|c"
    assert found["may"] == [False, True, True, False]
    assert found["promoted"] == "a|b ; [red A1] good|(|  y|)|(|  x|  (|    x2|  )|  z|)|c"
    assert found["removed"] == "a|b ; [red A1] good|(|  x|  x2|)|c"
    assert found["after"] == "a|b ; [red A1] good|(|  x|  x2|)|c|(|  after|)"
    assert found["extended"] == "a|b ; [red A1] good|(|  x|  x2|)|c|after 1.5s"
    assert found["shortened"] == "a|b ; [red A1] good|(|  c|  after 1.5s|)|(|  x|  x2|)"
    assert found["kept"] == "; first|; second|a|b ; [red A1] good|(|  c|  after|)|x ; [blue A1-B2]|(|  x2|)"
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

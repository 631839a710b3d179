"""The recorded conversations of the official servers, as values: what each client said when, and what it got.

The format is described in `tests/data/protocol/README.md`. Made for two uses: comparing what a codec writes with what
was recorded, and driving a server through a recorded scenario:

    symbols = {}
    for row in recording.rows:
        if row.from_server: the client `row.client` must receive `event(recording, row, symbols)`; `learn` the real ids
        else:               the client `row.client` sends `said(recording, row, symbols)` at `row.at`
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import schwarm
from schwarm.games import Explanation, Game, IllegalMove, InvalidMove, Outcome, Reason, State, Team
from schwarm.protocol import BadPacket, Codec, Element, codec_for
from schwarm.protocol.messages import (
    Authenticate,
    Cancel,
    Close,
    Closing,
    Event,
    Fault,
    FaultShown,
    Join,
    Joined,
    JoinPrepared,
    JoinRoom,
    Leave,
    LeftRoom,
    MoveRequested,
    MoveSent,
    Observe,
    Observed,
    OtherSent,
    Pause,
    Paused,
    Prepare,
    Prepared,
    Refusal,
    Refused,
    Request,
    ResultShown,
    SeatTaken,
    SentMove,
    Slot,
    StateShown,
    Step,
    Welcome,
)

FOLDER = Path(__file__).resolve().parent.parent / "data" / "protocol"
GAMES = {2026: "piranhas-2026", 2022: "ostseeschach-2022", 2019: "piranhas-2019"}
Symbols = Mapping[str, str]


@dataclass(frozen=True)
class Row:
    """One thing that happened on one connection."""

    at: float
    client: str
    from_server: bool
    kind: str
    facts: dict[str, Any]

    @property
    def race(self) -> bool:
        """After the script's own goodbye: what comes and in which order is chance."""
        return bool(self.facts.get("race"))

    @property
    def message(self) -> bool:
        """Whether this is an element, not the opening or the end of a stream or connection."""
        return self.kind not in ("open", "end", "eof", "raw", "unsent")


@dataclass(frozen=True)
class Recording:
    """One scenario of one season's server."""

    year: int
    scenario: str
    folder: Path = FOLDER

    def __str__(self) -> str:
        return f"{self.year}-{self.scenario}"

    @property
    def game(self) -> Game:
        """By the official rulings, since an official server played."""
        return schwarm.game(GAMES[self.year], rules="official")

    @property
    def codec(self) -> Codec:
        return codec_for(self.game)

    @cached_property
    def rows(self) -> list[Row]:
        found = []
        for line in (self.folder / str(self.year) / f"{self.scenario}.jsonl").read_text(encoding="utf-8").splitlines():
            facts = json.loads(line)
            at, client, sender, kind = (facts.pop(key) for key in ("at", "client", "from", "kind"))
            found.append(Row(at, client, sender == "server", kind, facts))
        return found

    @property
    def start(self) -> State | None:
        """Where the game began, if it did."""
        positions = (row.facts["position"] for row in self.rows if row.kind == "state")
        return next((self.game.parse(position) for position in positions), None)

    @property
    def clients(self) -> list[str]:
        return list(dict.fromkeys(row.client for row in self.rows))

    def received(self, client: str) -> list[Row]:
        """What a client got, in order, up to where it becomes chance."""
        return [row for row in self.rows if row.client == client and row.from_server and not row.race]


def recordings(year: int | None = None, folder: Path = FOLDER) -> list[Recording]:
    years = [year] if year else list(GAMES)
    return [
        Recording(year, path.stem, folder) for year in years for path in sorted((folder / str(year)).glob("*.jsonl"))
    ]


def edges() -> list[Recording]:
    """The odd things: only what went over the wire is known of them."""
    return recordings(folder=FOLDER / "edges")


# -- ids ---------------------------------------------------------------------------------------------------------


def learn(symbols: dict[str, str], row: Row, element: Element) -> None:
    """The real ids in a message that stands for a recorded one."""
    if (room := element.get("roomId")) and "room" in row.facts:
        symbols[row.facts["room"]] = room
    for symbol, code in zip(row.facts.get("codes", ()), element.all("reservation"), strict=False):
        symbols[symbol] = code.text.strip()


# -- what clients say --------------------------------------------------------------------------------------------


def said(recording: Recording, row: Row, symbols: Symbols | None = None) -> str:
    """The text a client sends."""
    if row.kind == "raw":
        text = row.facts["raw"]
        for symbol, real in (symbols or {}).items():
            text = text.replace(symbol, real)
        return str(text)
    if row.kind in ("open", "end"):
        return "<protocol>" if row.kind == "open" else "\n</protocol>"
    return recording.codec.write_request(request({"kind": row.kind} | row.facts, symbols))


def request(  # noqa: PLR0911  one case per kind
    facts: Mapping[str, Any], symbols: Symbols | None = None
) -> Request:
    """A client's message as a value."""
    known = symbols or {}
    id, code = facts.get("room"), facts.get("code")
    room = known.get(id, id) if id else None
    match facts["kind"]:
        case "join":
            return Join(facts.get("gameType"))
        case "joinRoom":
            return JoinRoom(room)
        case "joinPrepared":
            return JoinPrepared(known.get(code, code) if code else None)
        case "authenticate":
            return Authenticate(facts["password"])
        case "prepare":
            return Prepare(facts["gameType"], facts["pause"], tuple(Slot(**slot) for slot in facts["slots"]))
        case "observe":
            return Observe(room)
        case "pause":
            return Pause(room, facts["pause"])
        case "step":
            return Step(room, facts["forced"])
        case "cancel":
            return Cancel(room)
        case "move":
            return MoveSent(room, sent_move(facts))
        case "other":
            return OtherSent(room, facts["class"])
        case "close":
            return Close()
    raise AssertionError(facts)


def sent_move(facts: Mapping[str, Any]) -> SentMove:
    to = facts.get("to")
    return SentMove(tuple(facts["start"]), facts.get("direction"), tuple(to) if to else None)


# -- what the server says ----------------------------------------------------------------------------------------


def event(  # noqa: PLR0911, PLR0912  one case per kind
    recording: Recording, row: Row, symbols: Symbols | None = None
) -> Event:
    """A server's message as a value, as a referee would hand it to the codec."""
    facts, game = row.facts, recording.game
    known = symbols or {}
    room = known.get(facts.get("room", ""), facts.get("room", ""))
    names = tuple(facts.get("names", ("", "")))
    match row.kind:
        case "joined":
            return Joined(room)
        case "left":
            return LeftRoom(room)
        case "observed":
            return Observed(room)
        case "prepared":
            return Prepared(room, tuple(known.get(code, code) for code in facts["codes"]))
        case "seat":
            return SeatTaken(room, facts["players"])
        case "refused":
            return Refused(Refusal(facts["refusal"]), request(facts["request"], known))
        case "closing":
            return Closing()
        case "welcome":
            return Welcome(room, Team.ONE if facts["color"] in ("ONE", "red") else Team.TWO)
        case "request":
            return MoveRequested(room)
        case "paused":
            return Paused(room, facts["paused"] == "true")
        case "state":
            players = [player["displayName"] for player in facts.get("players", ())]
            one, two = ("" if name == "Unknown" else name for name in players or names)
            last = game.parse_move(facts["move"]) if "move" in facts else None
            return StateShown(room, game.parse(facts["position"]), last, (one, two))
        case "error":
            outcome = Outcome(Team(facts["fault"]["team"]).opponent, Reason(facts["reason"]))
            return FaultShown(room, outcome, fault(recording, facts["fault"], facts), names)
        case "result":
            winner, reason, *points = facts["outcome"]
            outcome = Outcome(Team(winner) if winner else None, Reason(reason), tuple(points))
            final = game.parse(facts["final"]) if facts["final"] else None
            faults = tuple(fault(recording, each, facts) for each in facts["faults"])
            return ResultShown(room, outcome, final, names, faults)
    raise AssertionError(row)


def fault(recording: Recording, facts: Mapping[str, Any], row: Mapping[str, Any]) -> Fault:
    move = sent_move(facts["move"]) if "move" in facts else None
    explanation = None
    if move and row["final"] and "expected" not in facts:
        explanation = _why_not(recording, recording.game.parse(row["final"]), move)
    return Fault(
        Team(facts["team"]),
        move=move,
        explanation=explanation,
        leave=Leave(facts["leave"]) if "leave" in facts else None,
        limit=facts.get("limit"),
        expected=Team(facts["expected"]) if "expected" in facts else None,
    )


def _why_not(recording: Recording, state: State, move: SentMove) -> Explanation | None:
    """The rules' own word on a move that the server refused."""
    try:
        recording.codec.move(state, move)
    except IllegalMove as error:
        return error.explanation
    except (InvalidMove, BadPacket):
        return None
    return None

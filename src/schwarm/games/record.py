"""A whole game as a value: start, moves with their times and notes, players, outcome, and how else it could have gone.

Replays, terminal, store and tournaments pass records around. The text form has one header block and
one move per line; a person can read and write it. A record is a tree: its main line is the game, and every move may
have variations beside what came after it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from schwarm.games.base import Move, State, read_state
from schwarm.games.move import read_move
from schwarm.games.outcome import Outcome, Team
from schwarm.games.played import InvalidRecord, Played, Variation, all_variations, clean_note, read_played
from schwarm.games.record_text import MAX_DEPTH, MAX_MOVES, TOO_DEEP, TOO_MANY_MOVES, Moves, check_headers, read, write
from schwarm.games.time_control import UNLIMITED_TIME, MoveTime, TimeControl
from schwarm.words import Sentence, excerpt

__all__ = ["InvalidRecord", "Played", "Record", "Variation", "pair"]


@dataclass(frozen=True, slots=True)
class Record:
    """A game from its start to where it stands. Immutable: `then` gives the record with one more move."""

    start: State
    moves: tuple[Played, ...] = ()
    players: tuple[str, str] = ("", "")
    """The players' names, Red's first."""
    outcome: Outcome | None = None
    """How it ended; by default as the rules judge the last position."""
    tags: tuple[tuple[str, str], ...] = ()
    """Other facts, such as ("Date", "2026-11-15"); their meaning is up to the writer."""
    note: str = ""
    """A note about the start."""
    variations: tuple[Variation, ...] = ()
    """Other ways to go on from the start."""
    time: TimeControl = UNLIMITED_TIME
    """How long the sides may think."""
    played_out: State | None = field(default=None, compare=False, repr=False)
    """The position after the last move, if it is already known; otherwise the moves are played (and checked)."""

    def __post_init__(self) -> None:
        read_state(self.start)
        check_headers(self.players, self.tags)
        object.__setattr__(self, "players", tuple(self.players))
        object.__setattr__(self, "note", clean_note(self.note))
        if self.played_out is None:
            object.__setattr__(self, "moves", tuple(read_played(self.start.game, played) for played in self.moves))
            *_, final = self.states()
            object.__setattr__(self, "played_out", final)
            self._check_variations()
        if self.outcome is None:
            object.__setattr__(self, "outcome", self.final.outcome())

    @property
    def final(self) -> State:
        """The position after the last move."""
        assert self.played_out is not None
        return self.played_out

    def then(self, move: Move | str, *, seconds: float | None = None, delay: float = 0.0, note: str = "") -> "Record":
        """This game after one more move. If the rules end the game, the outcome is set."""
        move = read_move(self.start.game, move)
        after = self.final.play(move)
        moves = (*self.moves, Played(move, seconds, note, delay))
        return replace(self, moves=moves, outcome=None, played_out=after)

    def ended(self, outcome: Outcome) -> "Record":
        """This game with an outcome that the rules alone do not give: resignation, timeout, violation."""
        return replace(self, outcome=outcome)

    def with_notes(self, notes: Mapping[int, str]) -> "Record":
        """This game with further notes about the moves of some turns."""
        if not notes:
            return self
        moves = tuple(
            replace(played, note="\n".join(filter(None, (played.note, notes.get(turn, "")))))
            for turn, played in enumerate(self.moves, self.start.turn)
        )
        return replace(self, moves=moves)

    def back(self, moves: int = 1) -> "Record":
        """This game with its last moves taken back."""
        return replace(self, moves=self.moves[: max(0, len(self.moves) - moves)], outcome=None, played_out=None)

    def remaining(self, team: Team) -> float | None:
        """What a side has left of its time for the whole game, without the move that it is thinking about; None where
        that is not limited. What the referee was late by itself does not count."""
        limits = self.time.of(team)
        if limits.game is None:
            return None
        own = (played for turn, played in enumerate(self.moves, self.start.turn) if turn % 2 == team.index)
        spent = (max(0.0, (played.seconds or 0.0) - played.delay) - limits.increment for played in own)
        return max(0.0, limits.game - sum(spent))

    def time_to_move(self) -> MoveTime:
        """What the next move may take."""
        team = self.final.to_move
        return self.time.of(team).for_move(self.remaining(team))

    def states(self) -> Iterator[State]:
        """Every position of the game, the start first."""
        state = self.start
        yield state
        for played in self.moves:
            state = state.beyond().play(played.move)
            yield state

    @property
    def has_variations(self) -> bool:
        """Whether anything is told beside the game as it was played."""
        return bool(self.note) or next(all_variations(self.variations, self.moves), None) is not None

    def _check_variations(self) -> None:
        count = len(self.moves)
        for depth, variation in all_variations(self.variations, self.moves):
            count += len(variation.moves)
            if depth > MAX_DEPTH:
                raise InvalidRecord(TOO_DEEP(most=MAX_DEPTH))
            if count > MAX_MOVES:
                raise InvalidRecord(TOO_MANY_MOVES(most=MAX_MOVES))
        _play_variations(self.start, self.variations, self.moves)

    def __str__(self) -> str:
        moves = Moves(self.note, self.variations, self.moves, self.final)
        return write(self.start, moves, self.players, self.outcome, self.time, self.tags)

    @classmethod
    def parse(cls, text: str) -> "Record":
        """Read a record's text; raises `InvalidRecord` with the line and one sentence."""
        start, (note, variations, moves, final), players, outcome, time, tags = read(text)
        return cls(start, moves, players, outcome, tags, note, variations, time, played_out=final)


def _play_variations(state: State, variations: tuple[Variation, ...], moves: tuple[Played, ...]) -> None:
    """Raises where a variation breaks the rules."""
    for beside, played in zip((variations, *(played.variations for played in moves)), (*moves, None), strict=True):
        for variation in beside:
            _play_variations(state, (), variation.moves)
        if played is not None:
            state = state.beyond().play(played.move)


def read_record(given: object) -> Record:
    """The record itself; raises `InvalidRecord` for what is none, such as its text or its last position."""
    if not isinstance(given, Record):
        raise InvalidRecord(NO_RECORD(given=excerpt(repr(given))))
    return given


def pair(start: State, first: str, second: str) -> tuple[Record, Record]:
    """The two fair games of document 001: "jeweils 2 Spiele mit gleicher Anfangsverteilung …, wobei jeder Spieler
    einmal mit rot und einmal mit blau spielt"."""
    return Record(start, players=(first, second)), Record(start, players=(second, first))


NO_RECORD = Sentence("A whole game is a record, like Record.parse(text) or replay.read(data), not {given}.")

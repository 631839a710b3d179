"""How a live game stands, for somebody who just came: told once per language, and one move longer with every move."""

from collections.abc import Mapping

from schwarm.games import Reason, Team
from schwarm.games.record import Record
from schwarm.web.board import game_json, position_json
from schwarm.web.board.contract import GameJson
from schwarm.web.live.contract import ClockJson
from schwarm.web.shell.feed import encode_json
from schwarm.words import language, speaking


def clocks_json(record: Record) -> list[ClockJson]:
    """Red's clock and Blue's."""
    return [_clock_json(record, team) for team in Team]


def _clock_json(record: Record, team: Team) -> ClockJson:
    left, outcome = record.remaining(team), record.outcome
    if left is not None and outcome is not None and outcome.reason is Reason.TIMEOUT and outcome.winner is not team:
        # The record has only the moves that were made in time; this one took all that it could.
        left = max(0.0, left - (record.time_to_move().late or 0.0))
    return {"left": None if left is None else round(left, 2), "limit": record.time.of(team).move}


class Snapshot:
    """What does not change of a game's JSON, remembered in every language that somebody asked for."""

    def __init__(self) -> None:
        self._told: dict[str, GameJson] = {}
        self._encoded: dict[str, str] = {}

    def clear(self) -> None:
        """The game is another one now than what was told."""
        self._told.clear()
        self._encoded.clear()

    @property
    def told(self) -> bool:
        """Whether somebody who speaks this language has been told."""
        return language() in self._told

    def tell(self, record: Record, notes: Mapping[int, str], *, playable: bool) -> GameJson:
        """The whole game, in the language spoken."""
        lang = language()
        if lang not in self._told:
            self._told[lang] = game_json.game_json(record, notes=notes, playable=playable)
        return self._told[lang]

    def encode(self, record: Record, notes: Mapping[int, str], *, playable: bool) -> str:
        """The same as JSON: a game is long, and a crowd comes between two moves."""
        lang = language()
        if lang not in self._encoded:
            self._encoded[lang] = encode_json(self.tell(record, notes, playable=playable))
        return self._encoded[lang]

    def append_move(self, record: Record, note: str) -> None:
        """One more move in what was told already."""
        self._encoded.clear()
        for lang, told in self._told.items():
            with speaking(lang):
                self._append(told, record, note)

    def _append(self, told: GameJson, record: Record, note: str) -> None:
        state = record.final
        told["moves"].append(game_json.move_json(state.turn - 1, record.moves[-1], note))
        told["positions"][-1].pop("moves", None)
        told["positions"].append(position_json.position_json(state, moves=True))
        told["stamps"] |= position_json.stamps_json(state)

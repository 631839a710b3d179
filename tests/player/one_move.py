"""The shortest game a server can play with a client (one position, one move, and goodbye), and a player for it."""

from typing import TYPE_CHECKING

import pytest

import schwarm
from player.scripted_server import Conversation, Script, server
from schwarm.player import Clock, Player
from schwarm.player.client import Client
from schwarm.player.player_errors import CannotPlay
from schwarm.protocol import codec_for
from schwarm.protocol.messages import (
    Joined,
    LeftRoom,
    MoveRequested,
    MoveSent,
    Request,
    ResultShown,
    StateShown,
    TimeLeft,
    Welcome,
)

if TYPE_CHECKING:
    from schwarm.launch.output import Note

ROOM = "r00m"
OUTCOME = schwarm.Outcome(schwarm.Team.ONE, schwarm.Reason.BLOCKED, (3, 2))


class OneMove:
    """A script, and what the client said to it."""

    def __init__(self, game: str = "piranhas-2026", left: TimeLeft | None = None) -> None:
        self.game, self.left = game, left
        self.state = schwarm.game(game).start(1)
        self.joined: Request | None = None
        self.move: schwarm.Move | None = None
        self.goodbye: Request | None = None
        self.output: list[str] = []
        self.notes: list[Note] = []

    def __call__(self, talk: Conversation) -> None:
        codec = codec_for(self.state.game)
        self.joined = _read(talk, codec)
        talk.open()
        talk.tell(
            self.game,
            Joined(ROOM),
            Welcome(ROOM, schwarm.Team.ONE),
            StateShown(ROOM, self.state),
            MoveRequested(ROOM, self.left),
        )
        said = _read(talk, codec)
        if not isinstance(said, MoveSent):
            return
        self.move = codec.move(self.state, said.move)
        final = self.state.play(self.move)
        talk.tell(
            self.game,
            StateShown(ROOM, final, self.move),
            ResultShown(ROOM, OUTCOME, final),
            LeftRoom(ROOM),
        )
        self.goodbye = _read(talk, codec)


def _read(talk: Conversation, codec) -> Request | None:
    element = talk.hear()
    return None if element is None else codec.read_request(element)


class First(Player):
    """Plays the first legal move and remembers what happened to it."""

    def __init__(self) -> None:
        self.happened: list[object] = []

    def choose(self, state: schwarm.State, clock: Clock) -> schwarm.Move | str:
        self.happened.append(state)
        assert 0 < clock.left < 2
        return state.legal_moves()[0]

    def began(self, team: schwarm.Team) -> None:
        self.happened.append(team)

    def ended(self, outcome: schwarm.Outcome) -> None:
        self.happened.append(outcome)


def play(script: Script, player: Player | None = None, game: str = "piranhas-2026") -> schwarm.Outcome | None:
    with server(script) as address:
        return Client(player or First(), schwarm.game(game), address).play()


def sentence_for(script: Script, player: Player | None = None, kind: type[CannotPlay] = CannotPlay) -> str:
    """What is said where a game cannot be played to its end."""
    with server(script) as address, pytest.raises(kind) as caught:
        Client(player or First(), schwarm.game("piranhas-2026"), address).play()
    return str(caught.value).replace(str(address), "HOST:PORT")

"""One game on a server, from joining to leaving: keeps the position, asks the player, sends its moves.

While the player thinks, nothing else needs to happen, so everything is plain and blocking. The client speaks the codecs
of `schwarm.protocol`: it plays on the official servers of each season and on Schwarm's own.
"""

import logging
from collections.abc import Callable
from typing import TypeVar

from schwarm.games import Game, Move, Outcome, State, Team
from schwarm.games.move import read_move
from schwarm.player.clock import LIMIT, Clock
from schwarm.player.connection import PATIENCE, Address, Connection
from schwarm.player.notes import NoteFile
from schwarm.player.player import Player
from schwarm.player.player_check import check_methods
from schwarm.player.player_errors import MAX_QUOTE_LENGTH, CannotPlay, PlayerFailed, no_choice, player_failed
from schwarm.protocol import codec_for
from schwarm.protocol.codec import BadPacket
from schwarm.protocol.element import Element
from schwarm.protocol.messages import (
    Close,
    Complaint,
    Event,
    Join,
    Joined,
    JoinPrepared,
    JoinRoom,
    LeftRoom,
    MoveRequested,
    MoveSent,
    Request,
    ResultShown,
    StateShown,
    TimeLeft,
    Welcome,
)
from schwarm.words import Message, SchwarmError, Sentence, excerpt

T = TypeVar("T")
FORGETTING = 0.9
"""What remains of the worst lag that was seen, from move to move."""
log = logging.getLogger("schwarm.player")


class Client:
    """Plays one game with one player."""

    def __init__(
        self, player: Player, game: Game, address: Address, *, limit: float | None = LIMIT, patience: float = PATIENCE
    ) -> None:
        self.player, self.game, self.address, self.limit, self.patience = player, game, address, limit, patience
        self.state: State | None = None
        """The position as the server showed it last."""
        self.outcome: Outcome | None = None
        """How the game ended, once the server said so."""
        self._codec = codec_for(game)
        self._room: str | None = None
        self._began = self._left = False
        self._untold: Team | None = None
        """Our side, until the player is told."""
        self._lag = 0.0
        """Seconds that a move costs besides the thinking."""
        self._expected: float | None = None
        """What would be left of the game's time now if the last move had cost none."""
        self._notes = NoteFile.from_environment()
        if self._notes is not None:
            player.listener = self._notes

    def play(self) -> Outcome | None:
        """Join, play, leave. Returns the outcome, or None if the server closed the room without one.

        Raises `CannotPlay` if the game does not come to an end, and `PlayerFailed` if the player is the reason."""
        check_methods(self.player)
        self._connection = Connection(self.address, self.patience)
        try:
            self._connection.send("<protocol>" + self._codec.write_request(self._joining()))
            for element, arrived in self._connection.elements():
                self._hear(element, arrived)
                if self._left:
                    break
            self._connection.send(self._codec.write_request(Close()) + "\n</protocol>\n")
        finally:
            self._connection.close()
        if not self._left and self.outcome is None:
            raise CannotPlay((HUNG_UP if self._began else TURNED_AWAY)(address=self.address))
        return self.outcome

    def _joining(self) -> Request:
        if self.address.reservation is not None:
            return JoinPrepared(self.address.reservation)
        if self.address.room is not None:
            return JoinRoom(self.address.room)
        return Join(self.game.wire_name)

    # -- what the server says --------------------------------------------------------------------------

    def _hear(self, element: Element, arrived: float) -> None:
        if element.tag == "errorpacket":
            self._on_refused(excerpt(element.get("message") or "", MAX_QUOTE_LENGTH))
            return
        try:
            event = self._codec.read_event(self.game, element)
        except BadPacket:
            log.warning("%s", NOT_UNDERSTOOD(tag=excerpt(element.tag), game=self.game.id))
            return
        if event is not None and self._room in (None, getattr(event, "room", self._room)):
            self._obey(event, arrived)

    def _obey(self, event: Event, arrived: float) -> None:
        """Events that are not for players are not here: a client ignores what it does not understand."""
        match event:
            case Joined():
                self._room = event.room
                log.info("%s", JOINED(room=excerpt(event.room), address=self.address))
            case Welcome():
                self._room, self._began, self._untold = event.room, True, event.team
                log.info("%s", BEGINS(side=self.game.side(event.team)))
            case StateShown():
                self.state, self._began = event.state, True
                if self._notes is not None:
                    self._notes.turn = event.state.turn
                if event.state.to_move is not self._untold:
                    self._tell_side()
            case MoveRequested():
                self._tell_side()
                self._move(event, arrived)
            case Complaint():
                log.error("%s", COMPLAINS(text=excerpt(event.text, MAX_QUOTE_LENGTH)))
            case ResultShown():
                self._tell_side()
                self.outcome = event.outcome
                log.info("%s", event.outcome.sentence(*(self.game.side(team) for team in Team)))
                self._ask_player(lambda: self.player.ended(event.outcome))
            case LeftRoom():
                self._left = True

    def _on_refused(self, text: str) -> None:
        """Before the game a refusal is the end; in a game it goes on."""
        if not self._began:
            raise CannotPlay(explain_refusal(self.address, self.game, text))
        log.error("%s", COMPLAINS(text=text))

    # -- what the player says --------------------------------------------------------------------------

    def _tell_side(self) -> None:
        """Tell the side that moves first only when its move is asked for: its preparation takes time, and a request
        that comes meanwhile would get no arrival time."""
        side, self._untold = self._untold, None
        if side is not None:
            self._ask_player(lambda: self.player.began(side), at_move=False)

    def _move(self, asked: MoveRequested, arrived: float) -> None:
        state = self.state
        if state is None:
            raise CannotPlay(NO_POSITION(game=self.game.id))
        clock = self._clock(state, asked.left, arrived)
        move = self._check_move(state, self._ask_player(lambda: self.player.choose(state, clock)))
        self._connection.send(self._codec.write_request(MoveSent(asked.room, self._codec.to_wire(state, move))))
        log.debug("%d: %s, %.3f s", state.turn, move, clock.used)
        self._expected = clock.remaining + clock.increment

    def _clock(self, state: State, left: TimeLeft | None, arrived: float) -> Clock:
        """What a server says about the time is more than anybody knew beforehand; and what is missing of it since the
        last move was sent went to messages and to whatever else this machine has to do."""
        if left is None:
            return Clock.for_move(self.limit, arrived)
        if self._expected is not None:
            self._lag = max(FORGETTING * self._lag, self._expected - left.game)
        return Clock.for_game(state, *left, arrived, lag=self._lag)

    def _ask_player(self, question: Callable[[], T], *, at_move: bool = True) -> T:
        """The player's answer. Whatever goes wrong in its code is its own fault, and the error says so."""
        try:
            return question()
        except Exception as error:
            turn = self.state.turn if self.state is not None and at_move else None
            raise player_failed(type(self.player).__name__, error, turn) from error

    def _check_move(self, state: State, chosen: object) -> Move:
        """The move that the player means. An illegal one is not sent: the wire format has no distances, so a fish that
        swims too far would silently become one that does not."""
        squares = chosen if isinstance(chosen, Move) else [chosen]
        if not all(isinstance(text, str) for text in squares):
            raise no_choice(self.player, chosen, self.game.example_move())
        try:
            move = read_move(self.game, chosen)
            state.play(move)
        except SchwarmError as error:
            if self._notes is not None:
                self._notes.illegal(str(chosen))
            raise PlayerFailed(ILLEGAL_MOVE(why=error.message)) from None
        return move


def explain_refusal(address: Address, game: Game, text: str) -> Message:
    """What to say about a refusal in the server's own words; unknown ones are quoted."""
    for words, sentence in KNOWN.items():
        if words in text:
            code, room = excerpt(address.reservation or ""), excerpt(address.room or "")
            return sentence(address=address, code=code, room=room, game=game.id)
    return REFUSED(address=address, text=text)


NO_RESERVATION = Sentence(
    "The reservation {code} is not known on {address} or was already used; take the code that belongs to this game."
)
NO_SUCH_ROOM = Sentence("There is no room {room} on {address}; correct the name, or join without a room.")
ROOM_FULL = Sentence("The room {room} on {address} is already full; join another one, or join without a room.")
OTHER_GAME = Sentence("{address} does not play {game}; name its game with --game, or another server with -h and -p.")
SERVER_FULL = Sentence("{address} has too many games already; try again later.")
KNOWN = {
    "Couldn't find a reservation": NO_RESERVATION,
    "Couldn't find a room with id": NO_SUCH_ROOM,
    "is already full": ROOM_FULL,
    "Unknown game type": OTHER_GAME,
    "There are too many games": SERVER_FULL,
}
"""By the words that tell them apart."""


JOINED = Sentence("Joined room {room} on {address}.")
BEGINS = Sentence("The game begins; we play {side}.")
COMPLAINS = Sentence("The server complains: {text}")
TURNED_AWAY = Sentence(
    "{address} closed the connection before the game began; is this the port of the game server, not of the page, does "
    "it play this game, and is the reservation right?"
)
HUNG_UP = Sentence("{address} closed the connection before the game was over.")
NOT_UNDERSTOOD = Sentence("The server's message “{tag}” makes no sense in {game} and is ignored.")
NO_POSITION = Sentence("The server asks for a move but has not shown a position of {game}; does it play another game?")
ILLEGAL_MOVE = Sentence("The player chose an illegal move: {why}")
REFUSED = Sentence("{address} does not let us play: {text}")

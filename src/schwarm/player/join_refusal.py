"""Why a server does not let a player join: the refusals that are known, in a sentence with what to do about them.

The official servers say it with the names of their Java classes, and those of all seasons use the same words.
"""

from schwarm.games import Game
from schwarm.player.connection import Address
from schwarm.words import Message, Sentence, excerpt


def explain_refusal(address: Address, game: Game, text: str) -> Message:
    """What to say about a refusal in the server's own words; those that nobody knows are quoted."""
    for words, sentence in KNOWN.items():
        if words in text:
            code, room = excerpt(address.reservation or ""), excerpt(address.room or "")
            return sentence(address=address, code=code, room=room, game=game.id)
    return REFUSED(address=address, text=text)


REFUSED = Sentence("{address} does not let us play: {text}")
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

"""The facts in a server's XML message, read without any codec: a second opinion on what is on the wire.

The rows of `tests/data/protocol` hold these facts; see the README there.
"""

from typing import Any

from schwarm.games import Game
from schwarm.games.notation import write_rows
from schwarm.protocol import Element

Facts = dict[str, Any]

COLUMNS = "ABCDEFGHIJ"
FIELDS_2026 = {f"{team}_{size}": size if team == "ONE" else size.lower() for team in ("ONE", "TWO") for size in "SML"}
FIELDS_2026["SQUID"] = "x"
FIELDS_2019 = {"RED": "F", "BLUE": "f", "OBSTRUCTED": "x"}


def facts(game: Game, element: Element) -> Facts:  # noqa: PLR0911  one case per kind
    """The kind of a message and what it says."""
    get = element.get
    match element.tag:
        case "joined" | "left" | "observed":
            return {"kind": element.tag, "room": get("roomId")}
        case "prepared":
            return {"kind": "prepared", "room": get("roomId"), "codes": [code.text for code in element.children]}
        case "joinedGameRoom":
            return {"kind": "seat", "room": get("roomId"), "players": int(get("playerCount") or -1)}
        case "testing":
            return {"kind": "testing", "testMode": get("testMode")}
        case "errorpacket":
            (original,) = element.children
            return {"kind": "refused", "message": get("message"), "original": tree(original)}
        case "sc.protocol.responses.CloseConnection":
            return {"kind": "closing"}
        case "room":
            (data,) = element.children
            return {"room": get("roomId")} | data_facts(game, data)
    raise AssertionError(element)


def data_facts(game: Game, data: Element) -> Facts:
    kind = data.get("class")
    match kind:
        case "welcomeMessage":
            return {"kind": "welcome", "color": data.get("color")}
        case "moveRequest" | "sc.framework.plugins.protocol.MoveRequest":
            return {"kind": "request", "class": kind}
        case "paused":
            return {"kind": "paused", "paused": data.get("paused")}
        case "error":
            return {
                "kind": "error",
                "message": data.get("message"),
                "original": [tree(child) for child in data.children],
            }
        case "memento":
            (state,) = data.children
            read = {2026: state_2026, 2022: state_2022, 2019: state_2019}[game.season]
            return {"kind": "state"} | read(game, state)
        case "result":
            read_result = {2026: result_since_2022, 2022: result_since_2022, 2019: result_2019}[game.season]
            return {"kind": "result", "definition": definition(data)} | read_result(data)
    raise AssertionError(data)


def tree(element: Element) -> list[Any]:
    """Any element as a list: tag, attributes, and children or text."""
    return [element.tag, element.attributes, [tree(child) for child in element.children] or element.text.strip()]


def state_2026(game: Game, state: Element) -> Facts:
    rows = state.children[-1].children
    letters = {
        f"{COLUMNS[x]}{y}": FIELDS_2026[field.text]
        for y, row in enumerate(rows)
        for x, field in enumerate(row.children)
        if field.text != "EMPTY"
    }
    credit = {None: "-", "ONE": "r", "TWO": "b"}[state.get("firstUnion")]
    found: Facts = {"position": f"{write_rows(game, letters)} {state.get('turn')} {credit}"}
    others = {key: value for key, value in state.attributes.items() if key not in ("turn", "firstUnion")}
    found["parts"] = [others, *(child.tag for child in state.children)]
    if last := state.find("lastMove"):
        found["last"] = [tree(child) for child in last.children]
    return found


def state_2019(game: Game, state: Element) -> Facts:
    board = state.children[-1]
    fields = [field for column in board.all("fields") for field in column.children]
    letters = {
        f"{COLUMNS[int(field.attributes['x'])]}{field.attributes['y']}": FIELDS_2019[field.attributes["state"]]
        for field in fields
        if field.attributes["state"] != "EMPTY"
    }
    found: Facts = {"position": f"{write_rows(game, letters)} {state.get('turn')}"}
    others = {key: value for key, value in state.attributes.items() if key != "turn"}
    found["parts"] = [others, *(child.tag for child in state.children), *(child.tag for child in board.children[-2:])]
    found["players"] = [tree(child)[1] for child in state.children if child.tag in ("red", "blue")]
    if last := state.find("lastMove"):
        found["last"] = tree(last)[1:]
    return found


def state_2022(game: Game, state: Element) -> Facts:
    letters = {}
    for entry in state.children[1].children[0].children:
        place, piece = entry.children
        kind = piece.attributes["type"][0]
        letter = kind if piece.get("team") == "ONE" else kind.lower()
        square = f"{'abcdefgh'[int(place.attributes['y'])]}{int(place.attributes['x']) + 1}"
        letters[square] = letter + {"1": "", "2": "+"}[piece.attributes["count"]]
    ambers = {"ONE": "0", "TWO": "0"}
    for entry in state.children[-1].children:
        team, count = entry.children
        ambers[team.text] = count.text
    position = f"{write_rows(game, letters)} {state.get('turn')} {ambers['ONE']}:{ambers['TWO']}"
    others = {key: value for key, value in state.attributes.items() if key != "turn"}
    found: Facts = {"position": position, "parts": [others, *(child.tag for child in state.children)]}
    if last := state.find("lastMove"):
        found["last"] = [tree(child) for child in last.children]
    return found


def definition(data: Element) -> list[list[str]]:
    return [
        [fragment.attributes["name"], *(child.text for child in fragment.children)]
        for fragment in data.children[0].children
    ]


def result_since_2022(data: Element) -> Facts:
    scores = []
    for entry in data.children[1].children:
        player, score = entry.children
        scores.append([player.attributes, score.attributes, [int(part.text) for part in score.children]])
    winner = data.find("winner")
    return {"scores": scores, "winner": winner.attributes if winner else None}


def result_2019(data: Element) -> Facts:
    scores = [[score.attributes, [int(part.text) for part in score.children]] for score in data.all("score")]
    winner = data.find("winner")
    return {"scores": scores, "winner": winner.attributes if winner else None}

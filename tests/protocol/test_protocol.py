"""How codecs are found, and how text becomes markup."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import schwarm
from protocol.elements import parse
from schwarm.games import all_games
from schwarm.protocol import Element, NoCodec, codec_by_wire_name, codec_for
from schwarm.protocol.element import escape, number, tag
from schwarm.protocol.messages import Authenticate, Close, JoinRoom, OtherSent, Refusal, Refused, Slot
from schwarm.protocol.season import SeasonCodec
from schwarm.protocol.text_codec import TextStates


@pytest.mark.parametrize("id", [game.id for game in all_games()])
def test_a_codec_is_found_by_the_games_name(id: str) -> None:
    game = schwarm.game(id)
    codec = codec_for(game)
    assert codec.wire_name == game.wire_name
    assert codec_for(schwarm.game(id, rules="official")) is codec
    assert codec_by_wire_name(game.wire_name) is codec


def test_a_wire_name_that_nobody_has_is_refused() -> None:
    with pytest.raises(NoCodec, match="has no game “swc_1999_foo”"):
        codec_by_wire_name("swc_1999_foo")
    with pytest.raises(NoCodec, match="has no game “”"):
        codec_by_wire_name("")


def test_a_game_without_a_codec_of_its_own_travels_as_text() -> None:
    # A module of the package that is no codec.
    other = replace(schwarm.game("piranhas-2026"), id="stream", wire_name="")
    codec = codec_for(other)
    assert isinstance(codec, SeasonCodec)
    assert (codec.states, codec.wire_name) == (TextStates("stream"), "stream")
    assert codec_for(other) is codec


@given(st.text(max_size=60))
def test_any_text_survives_as_an_attribute_if_xml_can_carry_it(text: str) -> None:
    element = parse(tag(1, "a", name=text))
    assert element.attributes["name"] == parse(tag(1, "a", name=element.attributes["name"])).attributes["name"]
    if text.isprintable():
        assert element.attributes["name"] == text


def test_what_xml_cannot_carry_is_replaced() -> None:
    assert escape("a\0b\x1bc\ud800") == "a\ufffdb\ufffdc\ufffd"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7", 7),
        (" -1 ", -1),
        ("+3", 3),
        ("", None),
        (None, None),
        ("1_0", None),
        ("１", None),
        ("9" * 10, None),
        ("1.5", None),
    ],
)
def test_numbers_are_plain(text: str | None, value: int | None) -> None:
    assert number(text) == value


def test_seasons_tell_their_words_apart() -> None:
    """One server may speak all seasons: the first words of a client show which one it is."""
    late, early = codec_by_wire_name("swc_2026_piranhas"), codec_by_wire_name("swc_2019_piranhas")
    assert early.read_request(Element("authenticate", {"passphrase": "x"})) == Authenticate("x")
    assert late.read_request(Element("authenticate", {"password": "x"})) == Authenticate("x")
    for codec, attribute in ((late, "passphrase"), (early, "password")):
        with pytest.raises(schwarm.protocol.BadPacket):
            codec.read_request(Element("authenticate", {attribute: "x"}))
    for codec, name in (
        (late, "close"),
        (early, "sc.protocol.responses.CloseConnection"),
        (codec_by_wire_name("swc_2022_ostseeschach"), "sc.protocol.CloseConnection"),
    ):
        assert codec.read_request(Element(name)) == Close()


@pytest.mark.parametrize("name", ["swc_2026_piranhas", "swc_2022_ostseeschach"])
def test_java_names_its_classes(name: str) -> None:
    """Clients in Java may say a request by the full name of its class, and servers print what they refuse by its short
    one."""
    codec = codec_by_wire_name(name)
    assert codec.read_request(Element("sc.protocol.requests.JoinRoomRequest", {"roomId": "r"})) == JoinRoom("r")
    kinds = {
        "moveRequest": "MoveRequest",
        "memento": "MementoMessage",
        "welcomeMessage": "WelcomeMessage",
        "result": "GameResult",
        "error": "ErrorMessage",
        "paused": "GamePaused",
    }
    for kind, printed in kinds.items():
        assert f"{printed}@0" in codec.write_event(Refused(Refusal.NOT_A_MOVE, OtherSent("r", kind)))


def test_the_beginning_of_an_element_is_all_of_it_where_there_is_room() -> None:
    """What a client sent, as it is quoted in a log."""
    element = Element("a", {"b": "c"}, [Element("d")])
    assert element.beginning(100) == element.beginning(18) == '<a b="c"><d/></a>'
    assert element.beginning(10) == '<a b="c"><…'


def test_a_slot_has_defaults() -> None:
    codec = codec_by_wire_name("swc_2026_piranhas")
    prepare = codec.read_request(
        Element("prepare", {"gameType": "g"}, [Element("slot", {"displayName": "A"}), Element("slot")])
    )
    assert prepare == schwarm.protocol.messages.Prepare("g", False, (Slot("A"), Slot(None)))

"""2019's test mode: an administrator has games played and asks how the players have done."""

from referee.running import PASSWORD, Client, Running, running
from schwarm.protocol.element import Element

SLOTS = "".join(f'<slot displayName="{name}" canTimeout="false" shouldBePaused="false"/>' for name in ("Ada", "Bob"))


def test_the_scores_of_games_in_test_mode_add_up() -> None:
    with running("piranhas-2019") as server:
        admin = server.client("admin")
        admin.say(f'<protocol><authenticate passphrase="{PASSWORD}"/><testMode testMode="true"/>')
        assert admin.read("testing").get("testMode") == "true"
        assert asked(admin, "Ada") == ("0", ["0", "0"])
        play(server, admin)
        assert asked(admin, "Ada") == ("1", ["0", "8"])
        assert asked(admin, "Bob") == ("1", ["2", "8"])
        play(server, admin)
        assert asked(admin, "Bob") == ("2", ["4", "8"])
        admin.say('<testMode testMode="false"/>')
        assert admin.read("testing").get("testMode") == "false"
        play(server, admin)
        assert asked(admin, "Bob") == ("2", ["4", "8"])
        admin.say('<testMode testMode="true"/>')
        assert asked(admin, "Bob") == ("0", ["0", "0"])


def test_test_mode_is_for_administrators_and_for_2019() -> None:
    with running("piranhas-2019") as server:
        guest = server.client("guest").say('<protocol><testMode testMode="true"/>')
        assert [news.tag for news in guest.read_all() if isinstance(news, Element)] == [
            "sc.protocol.responses.CloseConnection"
        ]
    with running() as server:
        guest = server.client("guest").join().say('<testMode testMode="true"/>')
        assert guest.read_all() == []


def play(server: Running, admin: Client) -> None:
    """A game that Ada leaves as soon as it has begun."""
    admin.say(f'<prepare gameType="swc_2019_piranhas">{SLOTS}</prepare>')
    prepared = admin.read("prepared")
    admin.say(f'<observe roomId="{prepared.get("roomId")}"/>').read("observed")
    ada, bob = (
        server.client().say(f'<protocol><joinPrepared reservationCode="{code.text}"/>')
        for code in prepared.all("reservation")
    )
    ada.read("room", "sc.framework.plugins.protocol.MoveRequest")
    ada.say("<sc.protocol.responses.CloseConnection/>")
    bob.read("room", "result")
    admin.read("room", "result")


def asked(admin: Client, name: str) -> tuple[str | None, list[str]]:
    """How many games were counted for a player, and the values of its score."""
    admin.say(f'<scoreForPlayer displayName="{name}"/>')
    score = admin.read("playerScore").find("score")
    assert score.get("displayName") == name
    names = [values.find("fragment").get("name") for values in score.all("values")]
    assert names == ["Gewinner", "∅ Schwarm"]
    return score.get("numberOfTests"), [values.find("value").text for values in score.all("values")]

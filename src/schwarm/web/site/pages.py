"""The pages of a site, made once by the same templates that a server fills for every visitor."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from schwarm.engine.level import LEVEL_NAMES
from schwarm.games import Game
from schwarm.games.gallery import gallery
from schwarm.web.board.game_json import game_json
from schwarm.web.board.position_json import board_json
from schwarm.web.learn.pages import overview_screen, practised, trainer_screen
from schwarm.web.shell.page_templates import example_starts, page_facts, render, to_script_json
from schwarm.web.site.addresses import SiteAddresses
from schwarm.web.study import examples
from schwarm.web.study.editor_facts import editor_json
from schwarm.words import language

# As on a server (`shell.middleware`). A site cannot say who may frame it; pictures are made in the page itself.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'"
)


class SiteFacts(NamedTuple):
    """What a page knows of the site it belongs to."""

    file: str
    game: str
    policy: str = POLICY


def all_pages(games: list[Game], *, guide: bool) -> Iterator[tuple[str, str]]:
    """Every page of a language: its file and its text, in the language spoken right now."""
    yield _page("index", "home", games, guide, exhibition=_stage(games[0]), examples=_examples(games), recent=[])
    yield _page("play", "play", games, guide, levels=LEVEL_NAMES, chosen="", continues=False, origin_shown=None)
    yield _page("games", "games", games, guide, examples=_examples(games), recent=[], place=1, more=False)
    yield _page("rules", "rules", games, guide)
    yield _page("learn", "app", games, guide, **overview_screen(practised(games), SiteAddresses(language())))
    for known in practised(games):
        yield _page(f"learn-{known.id}", "app", games, guide, known.id, **trainer_screen(known))
    for known in games:
        about = {"known": known, "colours": known.side_colours(), "overlays": known.overlays, "remark": None}
        yield _page(f"rules-{known.id}", "rule", games, guide, known.id, **about, **_rules(known))
        start = known.parse(example_starts()[known.id])
        board = to_script_json(board_json(start))
        yield _page(
            f"analysis-{known.id}", "analysis", games, guide, known.id, **about, board=board, study=None, study_title=""
        )
        yield _page(
            f"editor-{known.id}", "editor", games, guide, known.id, **about, board=to_script_json(editor_json(start))
        )
        yield _page(
            f"game-{known.id}",
            "game",
            games,
            guide,
            known.id,
            **about,
            title=known.title,
            game_id=known.id,
            turned=False,
        )
        yield _page(f"embed-{known.id}", "embed", games, guide, known.id, title=known.title, **about)


def first_page() -> str:
    """The page that finds the reader's language."""
    return render("site-start", {"site": SiteFacts("", ""), "static": SiteAddresses("en", root="").static})


def _page(name: str, template: str, games: list[Game], guide: bool, game: str = "", **facts: Any) -> tuple[str, str]:
    lang = language()
    file = f"{name}.html"
    shared = {
        **page_facts(lang, f"/{name.partition('-')[0]}", SiteAddresses(lang)),
        "site": SiteFacts(file, game),
        "games": games,
        "theme": "auto",
        "guide": guide,
        "read_only": False,
    }
    return file, render(template, shared | facts)


def _stage(known: Game) -> Any:
    """The game that the first page plays back."""
    if known.example is None:
        return None
    told = game_json(examples.read_record(known.example))
    return to_script_json({key: told[key] for key in ("game", "title", "moves", "positions", "stamps")})


def _examples(games: list[Game]) -> list[dict[str, str]]:
    ids = {known.id for known in games}
    return [example for example in examples.list_examples() if example["game"] in ids]


def _rules(known: Game) -> dict[str, Any]:
    return {
        "board": to_script_json(board_json(*gallery(known))),
        "pieces": [(letter, str(known.piece_name(letter))) for letter in known.pieces],
        "lessons": known.lessons,
        # Whether the guide that comes along tells of this game is not known while the pages are written.
        "explained": "",
    }

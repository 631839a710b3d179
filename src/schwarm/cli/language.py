"""The language of the command: what `--lang` asks for, or what the system speaks."""

import gettext
import os
from collections.abc import Sequence

import click

from schwarm import words
from schwarm.words import say


def language_option() -> click.Option:
    """`--lang`; it was already obeyed when the texts were made, see `chosen_language`."""
    return click.Option(
        ["--lang"],
        type=click.Choice(words.LANGUAGES),
        expose_value=False,
        help=say("Language of all texts; by default your system's."),
    )


def chosen_language(arguments: Sequence[str]) -> str:
    """What `--lang` asks for anywhere on the command line, or the user's own language."""
    for place, argument in enumerate(arguments):
        name, is_assignment, value = argument.partition("=")
        if name == "--lang":
            wanted = value if is_assignment else "".join(arguments[place + 1 : place + 2])
            if wanted in words.LANGUAGES:
                return wanted
    return words.detect()


def speak(lang: str) -> None:
    """Use a language for our own texts and for those that click writes ("Usage", "No such option")."""
    words.use(lang)
    os.environ["LANGUAGE"] = lang
    # Bots that we start speak it, too.
    os.environ["SCHWARM_LANG"] = lang
    gettext.bindtextdomain(words.DOMAIN, words.LOCALE)
    gettext.textdomain(words.DOMAIN)

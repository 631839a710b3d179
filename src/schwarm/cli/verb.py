"""Verbs as functions: decorators say what each one is called, takes and explains.

    @verb(Sentence("Show a position."))
    @rules_option
    @option("--seed", type=int, metavar=NUMBER, help=Sentence("Seed for the start."))
    def show(*, rules: str, seed: int | None) -> None: ...

Texts are `Sentence`s: they are spoken when the command is made, in the language chosen then.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from math import isnan
from typing import Any, TypeVar

import click

from schwarm import words
from schwarm.cli.usage_errors import NoSuchVerb
from schwarm.words import Message, Sentence, say

Text = Sentence | Message | str
Paragraph = Text | tuple[Text, ...]
"""Several sentences, one after the other, make a paragraph."""
Function = TypeVar("Function", bound=Callable[..., None])

NUMBER, FILE, FOLDER, TITLE = Sentence("NUMBER"), Sentence("FILE"), Sentence("FOLDER"), Sentence("TITLE")
GAME, WHO, SECONDS = Sentence("GAME"), Sentence("WHO"), Sentence("SECONDS")


class NumberRange(click.FloatRange):
    """As click has it, but without `nan`, which is neither below the lower bound nor above the upper one."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = super().convert(value, param, ctx)
        if isnan(number):
            self.fail(repr(str(value)), param, ctx)
        return number


@dataclass(slots=True)
class Verb:
    """What decorators say about a function."""

    paragraphs: tuple[Paragraph, ...] = ()
    settings: dict[str, Any] = field(default_factory=dict)
    makers: list[Callable[[], Iterable[click.Parameter]]] = field(default_factory=list)
    """Of the options and arguments, in their order; called when the command is made."""


_verbs: dict[Callable[..., None], Verb] = {}


def verb(*paragraphs: Paragraph, **settings: Any) -> Callable[[Function], Function]:
    """A verb with the paragraphs of its help; `settings` are those of `click.Command`."""

    def decorate(function: Function) -> Function:
        found = _verbs.setdefault(function, Verb())
        found.paragraphs, found.settings = paragraphs, settings
        return function

    return decorate


@dataclass(frozen=True, slots=True)
class Parameters:
    """Options and arguments; as a decorator it gives them to a verb. May be kept and put on several verbs."""

    makers: tuple[Callable[[], Iterable[click.Parameter]], ...]

    def __call__(self, function: Function) -> Function:
        # Decorators apply from the last to the first.
        _verbs.setdefault(function, Verb()).makers[:0] = self.makers
        return function


def option(*names: str, **settings: Any) -> Parameters:
    """An option, as `click.Option` takes it."""
    return Parameters((lambda: [click.Option(names, **_spoken(settings))],))


def argument(name: str, **settings: Any) -> Parameters:
    """An argument, as `click.Argument` takes it."""
    return Parameters((lambda: [click.Argument([name], **_spoken(settings))],))


def options(*parts: Parameters) -> Parameters:
    """Several options and arguments as one decorator, in this order."""
    return Parameters(tuple(make for part in parts for make in part.makers))


def _spoken(settings: dict[str, Any]) -> dict[str, Any]:
    return {name: str(value) if isinstance(value, Sentence | Message) else value for name, value in settings.items()}


def is_verb(function: Callable[..., object]) -> bool:
    return function in _verbs


def _told(*paragraphs: Paragraph) -> str:
    return "\n\n".join(" ".join(map(str, each)) if isinstance(each, tuple) else str(each) for each in paragraphs)


def to_command(name: str, function: Callable[..., None]) -> click.Command:
    """The command of a verb, with a choice of language."""
    known = _verbs[function]
    return click.Command(
        name,
        callback=function,
        help=_told(*known.paragraphs),
        options_metavar=say("[OPTIONS]"),
        params=[*(each for make in known.makers for each in make()), language_option()],
        **known.settings,
    )


class VerbGroup(click.Group):
    """A command that consists of verbs: `schwarm` itself, `schwarm season`, `schwarm data`. Says in our words what
    click would say in English: that a verb is not there, or that none was named."""

    def __init__(self, name: str | None = None, **settings: Any) -> None:
        super().__init__(
            name,
            callback=_need_verb,
            invoke_without_command=True,
            options_metavar=say("[OPTIONS]"),
            subcommand_metavar=say("COMMAND …"),
            **settings,
        )
        self.params.append(language_option())

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        verbs = self.list_commands(ctx)
        if args[0] not in verbs and not args[0].startswith("-"):
            raise NoSuchVerb(args[0], verbs, ctx)
        return super().resolve_command(ctx, args)


def to_group(name: str, *paragraphs: Paragraph, verbs: Iterable[Callable[..., None]]) -> VerbGroup:
    """A group of verbs, each with the name of its function and in the list with the first paragraph of its help."""
    group = VerbGroup(name, help=_told(*paragraphs))
    for function in verbs:
        command = to_command(function.__name__, function)
        command.short_help = _told(_verbs[function].paragraphs[0])  # whole: a cut sentence is no help
        group.add_command(command)
    return group


def _need_verb() -> None:
    """Show which verbs there are if none is named, also after `--lang`."""
    ctx = click.get_current_context()
    if ctx.invoked_subcommand is None:
        raise click.exceptions.NoArgsIsHelpError(ctx)


def language_option() -> click.Option:
    """`--lang`; it was already obeyed when the texts were made, see `schwarm.cli.chosen_language`."""
    return click.Option(
        ["--lang"],
        type=click.Choice(words.LANGUAGES),
        expose_value=False,
        help=say("Language of all texts; by default your system's."),
    )

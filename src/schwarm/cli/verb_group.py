"""Commands that consist of others: `schwarm` itself, `schwarm season`, `schwarm data`."""

from typing import Any

import click

from schwarm.cli.language import language_option
from schwarm.cli.usage_errors import NoSuchVerb
from schwarm.words import say


class VerbGroup(click.Group):
    """Says in our words what click would say in English: that a verb is not there, or that none was named."""

    def __init__(self, name: str | None = None, **settings: Any) -> None:
        super().__init__(name, callback=_need_verb, invoke_without_command=True, **settings)

    def add_verb(self, verb: click.Command) -> None:
        """A verb in its list with the first paragraph of its help, and with a choice of language."""
        verb.params.append(language_option())
        verb.options_metavar = say("[OPTIONS]")
        verb.short_help = (verb.help or "").partition("\n\n")[0]  # whole: a cut sentence helps nobody
        self.add_command(verb)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        verbs = self.list_commands(ctx)
        if args[0] not in verbs and not args[0].startswith("-"):
            raise NoSuchVerb(args[0], verbs, ctx)
        return super().resolve_command(ctx, args)


def _need_verb() -> None:
    """Show which verbs there are to whoever names none, also after `--lang`."""
    ctx = click.get_current_context()
    if ctx.invoked_subcommand is None:
        raise click.exceptions.NoArgsIsHelpError(ctx)

"""Commands that consist of others: `schwarm` itself, `schwarm season`, `schwarm data`."""

from typing import Any

import click

from schwarm.cli.usage_errors import NoSuchVerb


class VerbGroup(click.Group):
    """Says in our words what click would say in English: that a verb is not there, or that none was named."""

    def __init__(self, name: str | None = None, **settings: Any) -> None:
        super().__init__(name, callback=_need_verb, invoke_without_command=True, **settings)

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

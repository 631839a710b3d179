"""`schwarm site`: Schwarm as plain files for any web host."""

from pathlib import Path

import click

from schwarm.cli.verb import FOLDER, argument, verb
from schwarm.words import SchwarmError, Sentence, say


@verb(
    Sentence("Write Schwarm as plain files for any web host."),
    Sentence(
        "People play against Hecht or each other, analyse and learn; everything happens in their browser, also "
        "without a network. Write to the same folder again after an update."
    ),
)
@argument("folder", type=click.Path(file_okay=False, path_type=Path), metavar=FOLDER)
def site(*, folder: Path) -> None:
    from schwarm.cli.screen import tell
    from schwarm.words import Figure

    try:
        from schwarm.web.site.writer import write_site
    except ImportError as error:
        from schwarm.web.errors import MISSING_LIBRARY

        raise SchwarmError(MISSING_LIBRARY(library=error.name or "jinja2")) from error
    files = write_site(folder)
    size = sum((folder / path).stat().st_size for path in files)
    tell(say("Written: {path}", path=folder / "index.html"), whole=True)
    facts = {"files": len(files), "size": Figure(size / 1e6, 1)}
    tell(say("{files} files, {size} MB. Put the folder on any web host, or try it here:", **facts))
    tell(f"python3 -m http.server --directory {folder}", whole=True)
    if not any(path.startswith("guide/") for path in files):
        tell(say("The guide is not in it: build it first with “make docs”."), style="yellow")

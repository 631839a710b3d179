"""Tables to take along: CSV for spreadsheets, JSON for programs. Names come from strangers: no cell is a formula."""

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from starlette.responses import Response

from schwarm.arena.export import defuse
from schwarm.web.errors import NOT_FOUND, Refused

MAX_ROWS = 50_000
KINDS = {"csv": "text/csv; charset=utf-8", "json": "application/json"}

Line = Mapping[str, Any]


def table_file(name: str, kind: str, columns: Sequence[str], lines: Iterable[Line]) -> Response:
    """The lines under the names of their columns, as a file to keep."""
    if kind not in KINDS:
        raise Refused(NOT_FOUND(), 404)
    kept = list(islice(lines, MAX_ROWS))
    attached = {"Content-Disposition": f'attachment; filename="{name}.{kind}"'}
    content = _to_csv(columns, kept) if kind == "csv" else _to_json(columns, kept)
    return Response(content, media_type=KINDS[kind], headers=attached)


def _to_csv(columns: Sequence[str], lines: Sequence[Line]) -> bytes:
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    for line in lines:
        writer.writerow({column: defuse(line[column]) for column in columns})
    return text.getvalue().encode(errors="replace")


def _to_json(columns: Sequence[str], lines: Sequence[Line]) -> bytes:
    found = [{column: line[column] for column in columns} for line in lines]
    return (json.dumps(found, ensure_ascii=False, indent=1) + "\n").encode(errors="replace")

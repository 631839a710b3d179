"""Tables to take along: XLSX for people, CSV and JSON for programs."""

import json
from collections.abc import Iterable, Sequence
from itertools import islice

from starlette.responses import Response

from schwarm.arena.export import Line, to_csv, to_xlsx
from schwarm.web.errors import NOT_FOUND, Refused

MAX_ROWS = 50_000
KINDS = {
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
}


def table_file(name: str, kind: str, columns: Sequence[str], lines: Iterable[Line]) -> Response:
    """The lines under the names of their columns, as a file to keep."""
    if kind not in KINDS:
        raise Refused(NOT_FOUND())
    kept = list(islice(lines, MAX_ROWS))
    attached = {"Content-Disposition": f'attachment; filename="{name}.{kind}"'}
    write = {"xlsx": to_xlsx, "csv": to_csv, "json": _to_json}[kind]
    return Response(write(columns, kept), media_type=KINDS[kind], headers=attached)


def _to_json(columns: Sequence[str], lines: Sequence[Line]) -> bytes:
    found = [{column: line[column] for column in columns} for line in lines]
    return (json.dumps(found, ensure_ascii=False, indent=1) + "\n").encode(errors="replace")

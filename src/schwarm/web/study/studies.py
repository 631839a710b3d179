"""Studies over HTTP: made, read under a link, changed by whoever has the secret, taken away as text.

The secret stands behind the # of a link, which browsers do not send; scripts send it only to change something.
"""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from schwarm.games.number import whole_in
from schwarm.store.studies import Study, StudyText, add_study, change_study, find_study, remove_study
from schwarm.web.errors import BAD_FIELD, TOO_MANY, Refusal, Refused
from schwarm.web.leagues.membership import counted_visitor
from schwarm.web.live.routes import store_of
from schwarm.web.shell.responses import Json, access_of, read_fields, text_field, visitor_of
from schwarm.web.study.contract import NothingJson, StudyJson, StudyKeyJson, VersionJson
from schwarm.web.study.game_file import MAX_RECORD_LENGTH
from schwarm.web.study.study_text import READ, from_json

MAX_VERSION = 1_000_000_000


async def load_study(request: Request) -> Study:
    """The study that an address names."""
    key: str = request.path_params["key"]
    study = await store_of(request).read(lambda store: find_study(store, key))
    if study is None:
        raise Refused(NO_STUDY())
    return study


def study_json(study: Study) -> StudyJson:
    return {"key": study.key, "text": study.text, "version": study.version}


async def create(request: Request) -> Response:
    """A new study."""
    bounds, fields = request.app.state.settings.bounds, await _read(request)
    access_of(request).count_study(await counted_visitor(request))
    said = await _parse(request, fields)
    study, secret = await store_of(request).write(lambda store: add_study(store, said, bounds.all_studies))
    return Json(StudyKeyJson(key=study.key, secret=secret, version=study.version, title=study.title), 201)


async def show(request: Request) -> Response:
    return Json(study_json(await load_study(request)))


async def change(request: Request) -> Response:
    """A study as somebody changed it. Nobody overwrites what they have not seen."""
    fields, study = await _read(request), await load_study(request)
    _check_secret(study, fields)
    version = whole_in(fields.get("version"), 1, MAX_VERSION)
    if version is None:
        raise Refused(BAD_FIELD(field="version"))
    most = request.app.state.settings.bounds.study_changes
    if not access_of(request).count(visitor_of(request), "study change", most):
        raise Refused(TOO_MANY())
    after = text_field(fields, "after", "", MAX_RECORD_LENGTH)
    said = await _parse(request, fields)
    changed = await store_of(request).write(lambda store: change_study(store, study.key, said, version, after))
    if changed is None:
        raise Refused(CHANGED_MEANWHILE())
    return Json(VersionJson(version=changed))


async def remove(request: Request) -> Response:
    """Forget a study: whoever may change it, and the administrator."""
    fields, study = await _read(request), await load_study(request)
    if not visitor_of(request).admin:
        _check_secret(study, fields)
    await store_of(request).write(lambda store: remove_study(store, study.key))
    return Json(NothingJson())


async def download(request: Request) -> Response:
    study = await load_study(request)
    attached = {"Content-Disposition": f'attachment; filename="study-{study.game}.txt"'}
    return Response(study.text, media_type="text/plain; charset=utf-8", headers=attached)


def _check_secret(study: Study, fields: dict[str, Any]) -> None:
    if not study.opens_with(text_field(fields, "secret", "")):
        raise Refused(NEEDS_SECRET())


async def _read(request: Request) -> dict[str, Any]:
    return await read_fields(request, request.app.state.settings.bounds.study)


async def _parse(request: Request, fields: dict[str, Any]) -> StudyText:
    """What a study says, read and played beside the server; raises one sentence."""
    text = text_field(fields, "text", longest=MAX_RECORD_LENGTH)
    return from_json(await request.app.state.side_process.do(READ, text.encode()))


ROUTES = [
    Route("/api/studies", create, methods=["POST"]),
    Route("/api/studies/{key}", show),
    Route("/api/studies/{key}", change, methods=["POST"]),
    Route("/api/studies/{key}/remove", remove, methods=["POST"]),
    Route("/study/{key}/download.txt", download),
]

NO_STUDY = Refusal("There is no such study here; it may have been removed.", status=404)
NEEDS_SECRET = Refusal("Only whoever has the link for editing can change this study.", status=403)
CHANGED_MEANWHILE = Refusal(
    "Somebody else has changed this study; load it again or save yours as a new one.", status=409
)

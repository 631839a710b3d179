"""Studies over HTTP: made, read under a link, changed with the secret, taken away as text.

The secret stands behind the # of a link, which browsers do not send; scripts send it only to change something.
"""

from starlette.requests import Request
from starlette.responses import Response

from schwarm.store.studies import Study, StudyText, add_study, change_study, find_study, remove_study
from schwarm.web.errors import TOO_MANY, Refusal, Refused
from schwarm.web.leagues.membership import counted_visitor
from schwarm.web.live.routes import store_of
from schwarm.web.shell.endpoint import Endpoint
from schwarm.web.shell.responses import access_of, visitor_of
from schwarm.web.study.contract import (
    NewStudyFields,
    NothingJson,
    SecretFields,
    StudyFields,
    StudyJson,
    StudyKeyJson,
    StudyVersionJson,
)
from schwarm.web.study.study_text import READ, from_json


async def load_study(request: Request) -> Study:
    """The study that an address names."""
    key: str = request.path_params["key"]
    study = await store_of(request).read(lambda store: find_study(store, key))
    if study is None:
        raise Refused(NO_STUDY())
    return study


def study_json(study: Study) -> StudyJson:
    return {"key": study.key, "text": study.text, "version": study.version}


async def create(request: Request, fields: NewStudyFields) -> StudyKeyJson:
    """A new study."""
    most = request.app.state.settings.bounds.all_studies
    access_of(request).count_study(await counted_visitor(request))
    said = await _parse(request, fields)
    study, secret = await store_of(request).write(lambda store: add_study(store, said, most))
    return StudyKeyJson(key=study.key, secret=secret, version=study.version, title=study.title)


async def show(request: Request) -> StudyJson:
    """A study."""
    return study_json(await load_study(request))


async def change(request: Request, fields: StudyFields) -> StudyVersionJson:
    """Change a study. A version that the visitor has not seen is not overwritten."""
    study = await load_study(request)
    _check_secret(study, fields.secret)
    most = request.app.state.settings.bounds.study_changes
    if not access_of(request).count(visitor_of(request), "study change", most):
        raise Refused(TOO_MANY())
    said = await _parse(request, fields)
    changed = await store_of(request).write(
        lambda store: change_study(store, study.key, said, fields.version, fields.after)
    )
    if changed is None:
        raise Refused(CHANGED_MEANWHILE())
    return StudyVersionJson(version=changed)


async def remove(request: Request, fields: SecretFields) -> NothingJson:
    """Remove a study, by its secret or as the administrator."""
    study = await load_study(request)
    if not visitor_of(request).admin:
        _check_secret(study, fields.secret)
    await store_of(request).write(lambda store: remove_study(store, study.key))
    return NothingJson()


async def download(request: Request) -> Response:
    """A study as record text."""
    study = await load_study(request)
    attached = {"Content-Disposition": f'attachment; filename="study-{study.game}.txt"'}
    return Response(study.text, media_type="text/plain; charset=utf-8", headers=attached)


def _check_secret(study: Study, secret: str) -> None:
    if not study.opens_with(secret):
        raise Refused(NEEDS_SECRET())


async def _parse(request: Request, fields: NewStudyFields) -> StudyText:
    """What a study says, read and played beside the server; raises one sentence."""
    return from_json(await request.app.state.side_process.do(READ, fields.text.encode()))


ROUTES = [
    Endpoint("POST", "/studies", create, 201, bound="study"),
    Endpoint("GET", "/studies/{key}", show),
    Endpoint("POST", "/studies/{key}", change, bound="study"),
    Endpoint("POST", "/studies/{key}/remove", remove),
    Endpoint("GET", "/study/{key}/download.txt", download, files=("text/plain",)),
]

NO_STUDY = Refusal("There is no such study here; it may have been removed.", status=404)
NEEDS_SECRET = Refusal("Only whoever has the link for editing can change this study.", status=403)
CHANGED_MEANWHILE = Refusal(
    "Somebody else has changed this study; load it again or save yours as a new one.", status=409
)

"""The HTTP application: routes, and what they share.

offers   make(engine) -> ASGI application; the engine has everything loaded

The routes are thin: what a turn is, live.py says; who may ask, protect.py.
"""

import asyncio
import sys
import uuid
from pathlib import Path
from typing import Annotated

from prometheus_client import CONTENT_TYPE_LATEST
from pydantic import Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import openai_api
import schemas
import turns
from desk import Desk, Stream, named, plain
from protect import Protect, policy, problem
from record import Call

PAGE = "page.html"
GONE = 499  # what a client that went away would have been answered
SOME, MOST = 50, 500  # turns of the review queue
EVENTS = "text/event-stream"
SHAPES = {"/v1": schemas.ApiProblem, "": schemas.Problem}
WRONG = {
    "/v1": 400,
    "": 422,
}  # a request that is not valid: as OpenAI's clients, and FastAPI's, expect
AWAY = {
    400: "the request is not valid",
    422: "the request is not valid",
    401: "no valid key",
    408: "the body came too late",
}
AWAY |= {413: "the body is too large", 421: "not this host", 429: "too many requests"}
AWAY |= {503: "too many turns at once"}


def answers(model, shape="", also=(), stream=None):
    """Return what a route may answer, for the OpenAPI document."""
    found = {200: {"model": model, **({"content": {stream: {}}} if stream else {})}}
    for status in (WRONG[shape], 401, 408, 413, 421, 429, *also):
        found[status] = {"model": SHAPES[shape], "description": AWAY.get(status, "not ready")}
    if shape:  # and FastAPI adds no 422 of its own
        found["default"] = {"model": SHAPES[shape], "description": "whatever else goes wrong"}
    return found


def reply(path, status, message, param=None, headers=None):
    return JSONResponse(problem(path, status, message, param), status, headers)


def in_words(error):
    """Return (message, field) of the first thing that is wrong with a request."""
    first = error.errors()[0]
    where = ".".join(str(one) for one in first["loc"] if one != "body")
    return f"{where}: {first['msg']}" if where else first["msg"], where or None


def wrong(request, message, param=None):
    """Answer a request that is not valid."""
    path = request.url.path
    status = WRONG["/v1" if path.startswith("/v1/") else ""]
    return reply(path, status, message.encode("utf-8", "replace").decode(), param)


def wrong_request(request, error):
    return wrong(request, *in_words(error))


def wrong_place(request, error):
    if error.status_code == 400:  # a body that is no text, or too deep, says FastAPI
        return wrong(request, str(error.detail))
    return reply(request.url.path, error.status_code, str(error.detail), None, error.headers)


def broken(request, error):
    return reply(request.url.path, 500, "the server failed; see its log")


def full(path):
    return reply(path, 503, "too many turns at once; try again", None, {"retry-after": "1"})


def add_turns(app, desk):
    """Add the routes that take a turn."""

    @app.post("/ask", responses=answers(schemas.Turn, "", (503,), EVENTS))
    async def ask(asked: schemas.Ask, request: Request):
        """One verified turn; with Accept: text/event-stream its stages as they happen."""
        earlier = asked.context or ()
        earlier = (earlier,) if isinstance(earlier, str) else tuple(earlier)
        about = asked.call_id, asked.asr_confidence, tuple(asked.nbest or ())
        taken = desk.begin(Call(asked.query, earlier, *about))
        if taken is None:
            return full("/ask")
        if EVENTS in request.headers.get("accept", ""):
            return Stream(named(desk.events(taken)), desk.end)
        done = await desk.whole(request, taken)
        return JSONResponse(done) if done else Response(status_code=GONE)

    @app.post("/v1/chat/completions", responses=answers(schemas.Completion, "/v1", (503,), EVENTS))
    async def chat(chat: schemas.Chat, request: Request):
        """The last user message is the transcript; each delta is one verified sentence."""
        call = openai_api.call(chat)
        if call is None:
            return greeting(desk.engine.settings.greeting, chat)
        taken = desk.begin(call)
        if taken is None:
            return full("/v1")
        if chat.stream:
            usage = bool(chat.stream_options and chat.stream_options.include_usage)
            chunks = openai_api.chunks(taken.id, desk.events(taken), usage)
            return Stream(plain(chunks), desk.end)
        done = await desk.whole(request, taken)
        if not done:
            return Response(status_code=GONE)
        return JSONResponse(openai_api.completion(taken.id, done["say"], done))


def greeting(text, chat):
    """Answer a chat in which the caller has said nothing yet: with the operator's own words."""
    name = uuid.uuid4().hex
    if not chat.stream:
        return JSONResponse(openai_api.completion(name, text))
    return Stream(plain(openai_api.constant(name, text)), lambda: None)


def add_views(app, desk):
    """Add the routes for people and machines that watch."""

    @app.get("/v1/models", responses=answers(schemas.Models, "/v1"))
    async def models():
        return JSONResponse(openai_api.models(desk.since))

    @app.get("/health")
    async def health() -> dict[str, str]:
        return {"status": "ok"}

    @app.get("/ready", responses=answers(schemas.State, "", (503,)))
    async def ready():
        """Index, models, LLM and store; a new build that is not whole is named under index."""
        state = desk.state()
        return JSONResponse(state, 200 if state["ready"] else 503)

    @app.get("/metrics", response_class=PlainTextResponse)
    async def metrics():
        return PlainTextResponse(desk.engine.metrics.page(), media_type=CONTENT_TYPE_LATEST)

    @app.get("/review", responses=answers(schemas.Review))
    async def review(limit: Annotated[int, Field(ge=1, le=MOST)] = SOME):
        """Turns whose answer failed the check, newest first, and today's counts."""
        path = desk.engine.store.path
        queue = await asyncio.to_thread(turns.listing, path, limit, True)
        return JSONResponse({"today": await asyncio.to_thread(turns.today, path), "turns": queue})

    @app.get("/examples", responses=answers(schemas.Examples))
    async def examples():
        """Questions to try: the transcripts of the query file that belongs to the documents."""
        return JSONResponse({"examples": desk.examples})

    @app.get("/", response_class=HTMLResponse, include_in_schema=False)
    async def page():
        try:
            text = (Path(__file__).resolve().parent / PAGE).read_text(encoding="utf-8")
        except OSError:
            return PlainTextResponse("no page here; POST /ask, or see /openapi.json", 404)
        return HTMLResponse(text, headers={"content-security-policy": policy(text)})


def make(engine):
    """Return the application around an engine, which it closes at its end."""
    from fastapi import FastAPI  # 0.5 s
    from fastapi.exceptions import RequestValidationError

    desk = Desk(engine)
    app = FastAPI(title="voice-rag", lifespan=desk.open, docs_url=None, redoc_url=None)
    app.state.desk = desk
    app.add_exception_handler(RequestValidationError, wrong_request)
    app.add_exception_handler(HTTPException, wrong_place)
    app.add_exception_handler(Exception, broken)
    add_turns(app, desk)
    add_views(app, desk)

    def rejected(why):
        desk.engine.metrics.away.labels(why).inc()

    app.add_middleware(Protect, settings=engine.settings, rejected=rejected)
    return app

"""What goes in and out over HTTP, as the OpenAPI document shows it.

offers   Ask, Chat         requests; what does not fit is refused with 422, below /v1 with 400
         Turn, Completion, Models, Problem, ApiProblem, State, Examples, Review   answers
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

QUERY = 2000  # characters of one utterance
Words = Annotated[str, Field(max_length=QUERY)]
EARLIER = 20  # turns of a call that may be sent along
OTHERS = 10  # further transcripts of one utterance
GateCode = Literal[  # of gate.py, and of a turn that broke, was late, or ended before its gate
    "enough", "too_little", "no_support", "no_number", "no_passage", "no_gate",
    "failed", "late", "not_reached",
]  # fmt: skip


class Strict(BaseModel):
    """A request: false is no number and "1" is none either."""

    model_config = ConfigDict(strict=True)


class Ask(Strict):
    query: Annotated[str, Field(min_length=1, max_length=QUERY, description="the transcript")]
    context: Annotated[
        Words | Annotated[list[Words], Field(max_length=EARLIER)] | None,
        Field(description="what the caller said before: one transcript, or several, oldest first"),
    ] = None
    call_id: Annotated[str, Field(max_length=200)] | None = None
    asr_confidence: Annotated[float, Field(ge=0, le=1)] | None = None
    nbest: Annotated[
        Annotated[list[Words], Field(max_length=OTHERS)] | None,
        Field(description="further transcripts of the same utterance, best first"),
    ] = None


class Part(Strict):
    type: str
    text: str | None = None


class Message(Strict):
    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: str | list[Part] | None = None


class StreamOptions(Strict):
    include_usage: bool | None = None


class Chat(Strict):
    """Other fields of OpenAI's request are accepted and have no effect."""

    messages: Annotated[list[Message], Field(min_length=1, max_length=1000)]
    model: str | None = None
    stream: bool | None = None
    stream_options: StreamOptions | None = None
    user: Annotated[str, Field(max_length=200)] | None = None
    n: Literal[1] | None = None


class Evidence(BaseModel):
    citation_id: str
    id: str
    source: str
    heading: str
    text: str
    scores: dict[str, float | None]


class Sentence(BaseModel):
    text: str
    citations: list[dict[str, str]]


class Check(BaseModel):
    passed: bool
    failed: list[dict[str, Any]]
    sentences: int


class Rewritten(BaseModel):
    heard: str
    text: str
    changes: list[dict[str, str]]
    added: str


class Gate(BaseModel):
    passed: bool
    reason: Annotated[str, Field(description="for people, in English; programs read the code")]
    code: GateCode
    evidence: Annotated[float | None, Field(description="passes from the threshold on")]
    threshold: float | None


class Turn(BaseModel):
    id: str
    status: Literal["answered", "extractive", "refused", "handoff"]
    answer: str
    say: str
    sentences: list[Sentence]
    evidence: list[Evidence]
    citation_check: Check
    rewrite: Rewritten
    gate: Gate
    timings_ms: dict[str, float]


class Said(BaseModel):
    role: Literal["assistant"]
    content: str


class Choice(BaseModel):
    index: int
    message: Said
    finish_reason: Literal["stop"]


class Completion(BaseModel):
    id: str
    object: Literal["chat.completion"]
    created: int
    model: str
    choices: list[Choice]
    usage: dict[str, int]


class Model(BaseModel):
    id: str
    object: Literal["model"]
    created: int
    owned_by: str


class Models(BaseModel):
    object: Literal["list"]
    data: list[Model]


class Problem(BaseModel):
    detail: str


class ApiError(BaseModel):
    message: str
    type: str
    param: str | None
    code: str | None


class ApiProblem(BaseModel):
    error: ApiError


class State(BaseModel):
    ready: bool
    index: dict[str, Any]
    model: dict[str, Any]
    llm: dict[str, Any]
    turns: dict[str, Any]


class Example(BaseModel):
    query: str
    context: list[str]


class Examples(BaseModel):
    examples: list[Example]


class Review(BaseModel):
    today: dict[str, Any]
    turns: list[dict[str, Any]]

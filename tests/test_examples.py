"""The page and the examples, without a browser or a server: what they say, and what they may do."""

import ast
import re
import shutil
import subprocess
from pathlib import Path
from typing import get_args

import pytest

import grounding
import live
import record
import schemas
import settings

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "page.html").read_text(encoding="utf-8")
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
PAIR = re.compile(r'"?([\w-]+)"?:\s*\["([^"]+)",\s*"([^"]+)"\]')
DEBIAN = (  # groups of every Debian system; useradd wants one of its own for a new user
    "root daemon bin sys adm tty disk lp mail news uucp man proxy kmem dialout fax voice cdrom "
    "floppy tape sudo audio dip www-data backup operator list irc src shadow utmp video sasl "
    "plugdev staff games users nogroup"
).split()
FROM_A_TURN = ("no_citation", "miscalculated", "beside_the_question")  # beside grounding's reasons


def table(name):
    """Return {key: (English, Chinese)} of a table of the page's script."""
    body = PAGE.split(f"const {name} = {{")[1].split("\n};")[0]
    return {key: (english, chinese) for key, english, chinese in PAIR.findall(body)}


def test_the_page_has_words_for_every_reason_of_the_check():
    assert set(table("REASONS")) == {*grounding.REASONS, *FROM_A_TURN} - {"ok"}


def test_the_page_has_words_for_every_verdict_of_the_gate():
    assert set(table("GATES")) == set(get_args(schemas.GateCode))
    assert "data.reason.replace" not in PAGE and ".exec(data.reason)" not in PAGE


def test_everything_that_the_page_says_it_says_in_two_languages():
    words = table("WORDS")
    used = set(re.findall(r'\bt\("(\w+)"\)', PAGE)) | set(re.findall(r'data-t="(\w+)"', PAGE))
    assert len(words) > 50 and used <= set(words)
    tables = words | table("REASONS") | table("RULES") | table("GATES")
    for key, (english, chinese) in tables.items():
        if key != "language":  # its button names the other language
            assert english.isascii() or english.endswith("…")
            assert re.search("[\u3400-\u9fff]", chinese), key


def test_the_page_shows_every_event_of_a_turn():
    events = set(re.findall(r"^ {13}(\w+) +\{|^ {13}(done) ", live.__doc__, re.M))
    named = {one or other for one, other in events}
    shown = PAGE.split("const SHOW = {")[1].split("};")[0]
    assert len(named) == 8 and named == set(re.findall(r"(\w+): show", shown))


def test_the_page_names_every_time_that_it_shows_as_a_turn_does():
    shown = re.search(r"const TIMES = \[(.*?)\]", PAGE)[1]
    assert {one.removesuffix("_ms") for one in re.findall(r'"(\w+)"', shown)} <= set(record.STAGES)


@pytest.mark.parametrize(
    "unsafe",
    [
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "DOMParser",
        "eval(",
        "new Function",
        "srcdoc",
        "localStorage",  # the key stays in memory
        "sessionStorage",
        "https://",  # nothing from elsewhere
        "http://",
        " onclick=",
        "@import",
        "url(",
    ],
)
def test_the_page_reads_no_text_as_code_and_loads_nothing(unsafe):
    assert unsafe not in PAGE


def test_the_page_is_one_script_that_its_policy_can_name():
    assert len(re.findall("<script", PAGE)) == 1 and "<script>" in PAGE


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_an_example_says_how_to_run_it_and_needs_only_what_is_listed(path):
    listed = (ROOT / "requirements-examples.txt").read_text(encoding="utf-8")
    tree = ast.parse(path.read_text(encoding="utf-8"))
    how = ast.get_docstring(tree)
    assert f"python examples/{path.name}" in how
    for package in re.search(r"pip install (.+)", how)[1].split():
        assert f"\n{package}==" in listed


def test_a_package_has_one_version_in_all_lists():
    found = {}
    for path in sorted(ROOT.glob("requirements*.txt")):
        for name, version in re.findall(r"^([\w.-]+)==([^\s;]+)$", path.read_text(), re.M):
            found.setdefault(name.lower(), {})[path.name] = version
    assert {"pipecat-ai", "openai", "numpy"} <= set(found)
    assert not {name: said for name, said in found.items() if len(set(said.values())) > 1}


def test_the_shell_example_is_one_that_bash_can_read():
    if not shutil.which("bash"):
        pytest.skip("no bash here")
    subprocess.run(["bash", "-n", str(ROOT / "examples" / "curl.sh")], check=True)


def test_the_image_holds_files_that_exist_and_settings_that_are_read():
    lines = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
    copied = [word for line in lines if line.startswith("COPY") for word in line.split()[1:-1]]
    assert copied and all(list(ROOT.glob(one)) for one in copied)
    installed = re.findall(r"-r (\S+)", "\n".join(lines))
    assert set(installed) <= set(copied)
    unit = (ROOT / "deploy" / "voice-rag.service").read_text(encoding="utf-8")
    read = {row.name for row in settings.TABLE} | {"VOICE_RAG_DIR", "VOICE_CACHE"}
    assert set(re.findall(r"VOICE_[A-Z_]+", "\n".join(lines) + unit)) <= read


def test_the_images_user_has_a_name_that_debian_has_not_taken():
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    user = re.search(r"^USER (\w+)$", text, re.M)[1]
    assert re.search(rf"useradd .*\b{user}\b", text) and f"-o {user} " in text
    assert user not in DEBIAN


def test_the_systemd_unit_is_one_that_systemd_can_read(tmp_path):
    if not shutil.which("systemd-analyze"):
        pytest.skip("no systemd here")
    unit = (ROOT / "deploy" / "voice-rag.service").read_text(encoding="utf-8")
    path = tmp_path / "voice-rag.service"
    path.write_text(re.sub("ExecStart=.*", "ExecStart=/bin/true", unit), encoding="utf-8")
    done = subprocess.run(["systemd-analyze", "verify", path], capture_output=True, text=True)
    assert not re.findall(rf".*{path.name}:\d+.*", done.stderr)

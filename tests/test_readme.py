"""What the README says is what the scripts do."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import settings

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CODE = re.compile(r"```\n(.*?)```", re.DOTALL)


def examples():
    """Return [(command, expected output)] of the blocks that show a prompt."""
    found = []
    for block in CODE.findall(README):
        for shown in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = shown.partition("\n")
            found.append((command, output.strip()))
    return found


def test_the_step_table_lists_the_steps_of_run_all_in_order():
    table = re.findall(r"^\| `(\w+)\.py` \|", README.split("## The steps")[1], re.MULTILINE)
    script = (ROOT / "run_all.sh").read_text(encoding="utf-8")
    loop = re.search(r"for step in (.*?); do", script)[1].split()
    assert table == [*loop, "verify"]


@pytest.mark.parametrize(("command", "output"), examples())
def test_every_example_with_a_prompt_comes_out_as_written(command, output):
    words = shlex.split(command)
    assert words[0] == "python"
    done = subprocess.run([sys.executable, *words[1:]], cwd=ROOT, capture_output=True, text=True)
    assert (done.stdout.strip(), done.stderr) == (output, "")


def test_the_defaults_of_the_server_are_those_of_the_table():
    for row in settings.TABLE:
        shown = re.search(rf"^\| `{row.name}` \| (.*?) \|", README, re.MULTILINE)[1]
        assert row.default == "" or shown == str(row.default)


def test_the_example_of_an_environment_has_every_setting_of_the_server():
    shown = (ROOT / ".env.example").read_text(encoding="utf-8")
    assert re.findall(r"^#([A-Z_]+)=(.*)$", shown, re.MULTILINE) == [
        (row.name, str(row.default)) for row in settings.TABLE
    ]


def test_every_setting_that_the_code_reads_is_in_the_table_and_no_other():
    table = set(re.findall(r"^\| `([A-Z_]+)` \|", README, re.MULTILINE))
    code = "".join(path.read_text(encoding="utf-8") for path in ROOT.glob("*.py"))
    shell = "".join(path.read_text(encoding="utf-8") for path in ROOT.glob("*.sh"))
    read = set(re.findall(r'environ(?:\.get\(|\[)"([A-Z_]+)"', code))
    read |= set(re.findall(r"\$\{((?:VOICE|LLM|PYTHON)[A-Z_]*):-", shell))
    read |= {row.name for row in settings.TABLE}
    assert table == read - {"XDG_CACHE_HOME"}  # the system's own, not a setting of ours


@pytest.mark.parametrize("name", re.findall(r"`([\w/.-]+\.(?:py|sh|md|txt|jsonl))`", README))
def test_every_file_that_is_named_exists(name):
    made = ("chunks.jsonl", "answers.jsonl", "final.jsonl", "review.jsonl")
    base = (ROOT, ROOT / "fixtures" / "voice", ROOT / "fixtures" / "voice" / "rag")
    assert name in made or any((folder / name).exists() for folder in base)


def test_every_module_has_its_room():
    rooms = README.split("## Which file is which")[1].split("### ")[0]
    steps = re.findall(r"^\| `(\w+)\.py` \|", README.split("## The steps")[1], re.MULTILINE)
    named = {*re.findall(r"`(\w+)`", rooms), *steps, "rag_io", "search", "rewrite"}
    assert named == {path.stem for path in ROOT.glob("*.py")}

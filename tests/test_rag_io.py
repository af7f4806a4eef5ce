"""rag_io.py: where files lie, whole files or none, and one line for every expected failure."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest

import ending
import rag_io
from rag_io import StepError

ROOT = Path(rag_io.__file__).resolve().parent


@pytest.fixture
def bare(monkeypatch, tmp_path):
    """A rag_io whose checkout and lab folders are in tmp_path, with no setting made."""
    for name in ("VOICE_RAG_DIR", "VOICE_FIXTURES", "VOICE_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(rag_io, "HERE", tmp_path / "checkout")
    monkeypatch.setattr(rag_io, "LAB_FOLDER", tmp_path / "lab" / "rag")
    monkeypatch.setattr(rag_io, "LAB_FIXTURES", tmp_path / "opt")
    (tmp_path / "checkout").mkdir()
    return tmp_path


def test_the_lab_paths_are_those_of_the_lab():
    assert str(rag_io.LAB_FOLDER) == "/root/voice/rag"
    assert str(rag_io.LAB_FIXTURES) == "/opt/lab/fixtures/voice"


def test_artifacts_lie_where_voice_rag_dir_says(bare, monkeypatch):
    (bare / "checkout" / "chunks.jsonl").touch()
    monkeypatch.setenv("VOICE_RAG_DIR", str(bare / "mine"))
    assert rag_io.folder() == bare / "mine"


def test_else_beside_a_copy_of_the_scripts_that_holds_chunks(bare):
    (bare / "checkout" / "chunks.jsonl").touch()
    assert rag_io.folder() == bare / "checkout"


def test_else_in_the_labs_folder(bare, monkeypatch):
    monkeypatch.setenv("VOICE_RAG_DIR", "")  # empty is not set
    assert rag_io.folder() == bare / "lab" / "rag"


def test_else_in_the_checkout_where_the_labs_folder_cannot_be_made(bare):
    (bare / "lab").write_text("a file in the way")
    assert rag_io.folder() == bare / "checkout" / "rag"


def test_a_folder_called_chunks_is_no_index(bare):
    (bare / "checkout" / "chunks.jsonl").mkdir()
    assert rag_io.folder() == bare / "lab" / "rag"


@pytest.mark.parametrize(
    ("name", "ask"), [("VOICE_RAG_DIR", rag_io.folder), ("VOICE_FIXTURES", rag_io.fixtures)]
)
def test_a_relative_folder_and_a_home_folder_become_whole_paths(bare, monkeypatch, name, ask):
    monkeypatch.chdir(bare)
    monkeypatch.setenv("HOME", "/home/me")
    monkeypatch.setenv(name, "a b/c")
    assert ask() == bare / "a b" / "c"
    monkeypatch.setenv(name, "~/x")
    assert ask() == Path("/home/me/x")


def test_inputs_are_the_settings_then_the_labs_then_our_own(bare, monkeypatch):
    assert rag_io.fixtures() == bare / "checkout" / "fixtures" / "voice"
    (bare / "opt").mkdir()
    assert rag_io.fixtures() == bare / "opt"
    monkeypatch.setenv("VOICE_FIXTURES", str(bare / "mine"))
    assert rag_io.fixtures() == bare / "mine"


def test_models_lie_in_the_cache_folder_of_the_user(bare, monkeypatch):
    monkeypatch.setenv("HOME", "/home/me")
    assert rag_io.cache() == Path("/home/me/.cache/voice-rag")
    monkeypatch.setenv("XDG_CACHE_HOME", "/var/c")
    assert rag_io.cache() == Path("/var/c/voice-rag")
    monkeypatch.setenv("VOICE_CACHE", "/big/models")
    assert rag_io.cache() == Path("/big/models")


def test_a_copied_set_of_scripts_finds_what_lies_beside_it(tmp_path):
    copy = tmp_path / "a copy"
    copy.mkdir()
    for script in ROOT.glob("*.py"):
        shutil.copy(script, copy)
    (copy / "chunks.jsonl").touch()
    code = "import sys; sys.path.insert(0, sys.argv[1]); import rag_io; print(rag_io.folder())"
    done = subprocess.run(
        [sys.executable, "-I", "-c", code, str(copy)],
        cwd="/",
        env={},
        capture_output=True,
        text=True,
    )
    assert done.stdout.strip() == str(copy)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"\xef\xbb\xbfone", "one"),
        (b"one\r\ntwo\rthree\n", "one\ntwo\nthree\n"),
        (b"caf\xc3\xa9", "caf\u00e9"),
        (b"", ""),
    ],
)
def test_text_is_read_without_mark_and_with_plain_line_ends(tmp_path, data, text):
    (tmp_path / "f").write_bytes(data)
    assert rag_io.read_text(tmp_path / "f") == text


ROW = '{"id": "a", "text": "x"}'


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ('{"id": "a"}\n{"id": "b"}\n', ["a", "b"]),
        ('{"id": "a"}\n{"id": "b"}', ["a", "b"]),  # no newline at the end
        ('\ufeff{"id": "a"}\r\n\r\n  \t\r\n{"id": "b"}\r\n', ["a", "b"]),
        ('{"id": "a\u2028b\u0085c"}\n', ["a\u2028b\u0085c"]),  # no line ends for JSON
        ('  {"id": "a"}  \n', ["a"]),
        ("", []),
        ("\n\n", []),
    ],
)
def test_json_lines_end_at_newlines_only(tmp_path, text, rows):
    (tmp_path / "f").write_text(text, encoding="utf-8", newline="")
    assert [row["id"] for row in rag_io.read_jsonl(tmp_path / "f")] == rows


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f'{ROW}\n{{"id": "b", "te', "f:2: not JSON"),  # a truncated last line
        (f"{ROW}\n\n[1]\n", "f:3: a JSON object was expected"),
        ("null\n", "f:1: a JSON object was expected"),
        ('{"id": "a"}\n', "f:1: no text"),
        ("{}\n", "f:1: no id, text"),
        ('{"id": 1, "text": "x"}\n', "f:1: id must be text"),
        ('{"id": null, "text": "x"}\n', "f:1: id must be text"),
        ('{"id": ["a"], "text": "x"}\n', "f:1: id must be text"),
        ('{"id": "a", "text": {}}\n', "f:1: text must be text"),
        ("{" * 100_000 + "\n", "f:1: not JSON"),
        ('{"a":' * 100_000 + "\n", "f:1: not JSON"),
        (f'{{"id": {"9" * 5000}}}\n', "f:1: not JSON"),
        (f"{ROW}{ROW}\n", "f:1: not JSON"),
        ("{'id': 'a'}\n", "f:1: not JSON"),
    ],
)
@pytest.mark.parametrize("step", ["", "chunks"])
def test_a_broken_line_is_named_by_path_and_number_with_what_to_do(tmp_path, text, message, step):
    (tmp_path / "f").write_text(text, encoding="utf-8")
    with pytest.raises(StepError) as error:
        rag_io.read_jsonl(tmp_path / "f", step, need=("id", "text"))
    assert f"{tmp_path}/{message}" in str(error.value) and "\n" not in str(error.value)
    assert ("run: python chunks.py" if step else "mend or remove the line") in str(error.value)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("missing", "missing is missing; run: python chunks.py"),
        ("folder", "folder cannot be read: Is a directory"),
        ("latin", "latin:3: not UTF-8; run: python chunks.py"),
        ("latin/x", "latin/x cannot be read: Not a directory"),
    ],
)
def test_an_unreadable_file_is_named(tmp_path, name, message):
    (tmp_path / "folder").mkdir()
    (tmp_path / "latin").write_bytes(b"one\ntwo\ncaf\xe9\n")
    with pytest.raises(StepError, match=message):
        rag_io.read_text(tmp_path / name, "chunks")


def queries(tmp_path, *rows):
    lines = [json.dumps(row) for row in rows]
    (tmp_path / "q").write_text("\n".join(lines), encoding="utf-8")
    return rag_io.read_queries(tmp_path / "q", need=("relevant", "answerable"))


ASKED = {"id": "q1", "asr": "OPEN", "relevant": ["a"], "answerable": True}


@pytest.mark.parametrize(
    ("context", "transcript"), [("q1", "OPEN"), (None, None), ("", None), ("q2", "AND THEN")]
)
def test_a_query_carries_the_transcript_that_its_context_names(tmp_path, context, transcript):
    rows = queries(tmp_path, ASKED, {**ASKED, "id": "q2", "asr": "AND THEN", "context": context})
    assert [row["asr_context"] for row in rows] == [None, transcript]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"id": "q1"}, "q1 occurs twice"),
        ({"context": "q9"}, "q2 has context q9, which is no id in this file"),
        ({"context": 1}, "q:2: context must be text or null"),
        ({"context": ["q1"]}, "q:2: context must be text or null"),
        ({"asr": None}, "q:2: asr must be text"),
        ({"asr": 7}, "q:2: asr must be text"),
        ({"relevant": "a"}, "q:2: relevant must be a list"),  # its letters would be documents
        ({"answerable": "false"}, "q:2: answerable must be true or false"),
        ({"answerable": None}, "q:2: answerable must be true or false"),
    ],
)
def test_a_query_file_with_a_fault_is_refused_with_the_place(tmp_path, change, message):
    with pytest.raises(StepError, match=message):
        queries(tmp_path, ASKED, {**ASKED, "id": "q2", **change})


def test_a_file_is_written_whole_in_a_folder_that_is_made(tmp_path):
    rag_io.write_jsonl(tmp_path / "a" / "b" / "f.jsonl", [{"t": 'é你"\u2028🙂'}, {}])
    text = (tmp_path / "a" / "b" / "f.jsonl").read_bytes().decode()
    assert text == '{"t": "é你\\"\u2028🙂"}\n{}\n'
    assert [row.get("t") for row in rag_io.read_jsonl(tmp_path / "a" / "b" / "f.jsonl")] == [
        'é你"\u2028🙂',
        None,
    ]
    assert os.listdir(tmp_path / "a" / "b") == ["f.jsonl"]


def test_who_reads_the_earlier_file_reads_it_whole(tmp_path):
    rag_io.write_text(tmp_path / "f", "earlier " * 10_000)
    with open(tmp_path / "f") as reader:
        assert reader.read(8) == "earlier "
        rag_io.write_text(tmp_path / "f", "new")
        assert reader.read() == "earlier " * 9_999
    assert (tmp_path / "f").read_text() == "new"


def test_a_lone_surrogate_becomes_a_question_mark(tmp_path):
    rag_io.write_json(tmp_path / "f", {"t": "a\ud800b"})
    assert json.loads((tmp_path / "f").read_text(encoding="utf-8")) == {"t": "a?b"}


def test_nan_is_never_written(tmp_path):
    with pytest.raises(ValueError):
        rag_io.write_json(tmp_path / "f", {"score": float("nan")})
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("target", ["file/f", "file/a/f", "folder", "x" * 300])
def test_what_cannot_be_written_is_named_and_leaves_nothing_behind(tmp_path, target):
    (tmp_path / "file").write_text("in the way")
    (tmp_path / "folder" / "full").mkdir(parents=True)
    with pytest.raises(StepError, match="cannot be written: .*; set VOICE_RAG_DIR"):
        rag_io.write_text(tmp_path / target, "text")
    assert sorted(os.listdir(tmp_path)) == ["file", "folder"]


def test_all_bytes_are_on_the_disk_before_the_first_file_takes_its_place(tmp_path, monkeypatch):
    done = []
    for name in ("fsync", "replace"):
        call = getattr(os, name)
        note = lambda *args, name=name, call=call: (done.append(name), call(*args))  # noqa: E731
        monkeypatch.setattr(rag_io.whole.os, name, note)
    with rag_io.together() as files:
        files.write(tmp_path / "one", b"1")
        files.write(tmp_path / "two", b"2")
    assert done == ["fsync", "fsync", "replace", "replace"]


def test_many_short_lines_take_no_more_memory_than_a_long_one():
    data = b"{}\n" * 500_000
    tracemalloc.start()
    with pytest.raises(StepError, match="f:1: no id"):
        rag_io.rows_of(data, "f", need=("id",))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 10 * len(data)  # a list of the lines takes 20 times as much as they do


FULL_DISK = """
import resource, sys
sys.path.insert(0, sys.argv[1])
import rag_io
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
rag_io.run(lambda: rag_io.write_text(sys.argv[2], "new" * 1000))
"""


def test_a_full_disk_leaves_the_earlier_file_untouched(tmp_path):
    (tmp_path / "f").write_text("earlier")
    command = [sys.executable, "-I", "-c", FULL_DISK, str(ROOT), str(tmp_path / "f")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 1 and done.stderr.count("\n") == 1 and "set VOICE" in done.stderr
    assert (tmp_path / "f").read_text() == "earlier" and len(list(tmp_path.iterdir())) == 1


RUN = """
import os, signal, sys
sys.path.insert(0, sys.argv[1])
from rag_io import StepError, run
def fails(): raise StepError("chunks.jsonl is missing; run: python chunks.py")
def interrupted(): os.kill(os.getpid(), signal.SIGINT)
def bug(): raise KeyError("x")
def surrogate(): print("a\\ud800b 你")
def fine(): print("done")
run(globals()[sys.argv[2]])
"""


@pytest.mark.parametrize(
    ("main", "code", "out", "err"),
    [
        ("fine", 0, "done\n", ""),
        ("fails", 1, "", "-c: chunks.jsonl is missing; run: python chunks.py\n"),
        ("interrupted", -signal.SIGINT, "", f"-c: {ending.STOPPED}\n"),  # a shell says 130
        ("surrogate", 0, "a\\ud800b \\u4f60\n", ""),  # a terminal of ASCII is no fault
    ],
)
def test_a_step_ends_with_one_line_and_a_code(main, code, out, err):
    command = [sys.executable, "-c", RUN, str(ROOT), main]
    env = {"PYTHONIOENCODING": "ascii", "PYTHONPATH": ""}
    done = subprocess.run(command, capture_output=True, text=True, env=env)
    assert (done.returncode, done.stdout, done.stderr) == (code, out, err)


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_the_first_process_of_a_container_ends_with_the_status_of_a_signal(
    monkeypatch, number, status
):
    monkeypatch.setattr(ending, "STRUCK", [number])
    monkeypatch.setattr(ending.os, "kill", lambda pid, number: None)  # which it outlives
    before = signal.getsignal(number)
    assert ending.stopped() == status
    signal.signal(number, before)


def test_a_bug_keeps_its_traceback():
    done = subprocess.run(
        [sys.executable, "-I", "-c", RUN, str(ROOT), "bug"], capture_output=True, text=True
    )
    assert done.returncode == 1 and "KeyError" in done.stderr


def test_a_reader_that_leaves_early_is_no_fault():
    code = RUN.replace('print("done")', 'print("x\\n" * 100_000)')
    line = f"'{sys.executable}' -c \"$CODE\" '{ROOT}' fine | head -1; exit ${{PIPESTATUS[0]}}"
    env = {**os.environ, "CODE": code}
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, env=env)
    assert (done.returncode, done.stdout, done.stderr) == (0, "x\n", "")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("plain text", "plain text"),
        ("two\nlines\r\nand\ttab", "two lines and tab"),
        ("\x1b[2Jcleared\x07", "[2Jcleared"),  # a terminal must not obey a model
        ("\x9b31mred", "31mred"),
        ("a\u2028b", "a b"),
        ("a\ud800b", "a b"),
        ("caf\u00e9 你好 🙂", "caf\u00e9 你好 🙂"),
        (None, "None"),
        (["a\n"], "['a\\n']"),
        ("", ""),
    ],
)
def test_foreign_text_is_printed_on_one_line_without_control_signs(text, line):
    assert rag_io.one_line(text) == line

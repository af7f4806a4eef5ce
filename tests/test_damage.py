"""Damaged, swapped and odd files: one line with the place and what to do, and nothing is written.

The tables are those of bench/fault_matrix.py; killed processes are in tests/real/test_faults.py.
"""

import importlib
import os
import re
import shutil
import signal

import pytest

import ending
import index
import workspace
from bench import fault_matrix as matrix
from bench import fault_scene as scenes

DAMAGED = [
    (*row, damage)
    for row in matrix.READERS
    for damage in (*matrix.DAMAGE, *(matrix.OF_VECTORS if row[1] == "embed.npy" else ()))
    if (row[1], damage) not in matrix.FINE
]


def step(name, profile="lab", *flags):
    """Run a step in this process, as its command would -> status."""
    kept = {number: signal.getsignal(number) for number in ending.SIGNALS}
    flags = [*flags, *(("--profile", "call") if profile == "call" else ())]
    try:
        return ending.status(lambda: importlib.import_module(name).main(flags))
    finally:
        for number, handler in kept.items():
            signal.signal(number, handler)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """{(profile, "a" or "b"): workspace} and {"a" or "b": fixtures}, of other documents each."""
    base, made = tmp_path_factory.mktemp("built"), {}
    for which in "ab":
        made[which] = scenes.documents(base / f"docs-{which}", other=which == "b")
        for profile in scenes.STEPS:
            made[profile, which] = base / f"{profile}-{which}"
            with pytest.MonkeyPatch.context() as patch:
                settle(patch, made[profile, which], made[which])
                assert [step(name, profile) for name in scenes.STEPS[profile]] == [0] * 6
    return made


def settle(patch, work, fixtures):
    for name, value in (("RAG_DIR", work), ("FIXTURES", fixtures), ("EMBEDDER", "hashing")):
        patch.setenv(f"VOICE_{name}", str(value))
    patch.setenv("LLM", "none")


@pytest.fixture
def work(built, monkeypatch, tmp_path):
    """A function: the workspace to break, a copy of a build."""

    def copy(profile):
        shutil.copytree(built[profile, "a"], tmp_path / "work")
        settle(monkeypatch, tmp_path / "work", built["a"])
        return tmp_path / "work"

    return copy


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def refused(capsys, folder, name, line, profile="lab", *flags):
    """Whether a step ends with status 1 and one line that says so, and leaves all as it was."""
    before = contents(folder)
    capsys.readouterr()
    assert step(name, profile, *flags) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and re.search(line, said), said
    assert contents(folder) == before
    return True


@pytest.mark.parametrize(("profile", "file", "name", "line", "damage"), DAMAGED)
def test_a_damaged_file_is_named_with_the_step_that_makes_it_anew(
    work, capsys, profile, file, name, line, damage
):
    folder = work(profile)
    data = (folder / file).read_bytes()
    (folder / file).unlink()
    (matrix.DAMAGE | matrix.OF_VECTORS)[damage](folder / file, data)
    assert refused(capsys, folder, name, f"{file}.*{line}|{line}", profile)


@pytest.mark.parametrize(("profile", "file", "name", "line"), matrix.SWAPPED)
def test_a_file_of_another_workspace_is_noticed(built, work, capsys, profile, file, name, line):
    folder = work(profile)
    shutil.copy2(built[profile, "b"] / file, folder / file)
    assert refused(capsys, folder, name, line, profile)


def test_a_gate_of_another_workspace_refuses_every_question(built, work):
    folder = work("call")
    shutil.copy2(built["call", "b"] / "gate.json", folder / "gate.json")
    assert step("answer", "call") == 0
    text = (folder / "answers.jsonl").read_text()
    assert text.count('"passed": false') == len(scenes.ASKED) and "other documents" in text


def test_a_threshold_that_is_older_than_the_index_is_named(built, work, capsys, monkeypatch):
    work("lab")
    monkeypatch.setenv("VOICE_FIXTURES", str(built["b"]))
    assert (step("chunks"), step("embed"), step("answer")) == (0, 0, 0)
    assert "warning: other scores than in eval.json: q1" in capsys.readouterr().out


@pytest.mark.parametrize(("what", "files", "line"), matrix.DOCUMENTS)
def test_an_odd_document_is_named(work, capsys, tmp_path, what, files, line):
    (tmp_path / "kb").mkdir()
    for name, data in files.items():
        (tmp_path / "kb" / name.decode("utf-8", "surrogateescape")).write_bytes(data)
    for profile in ("lab", "call"):
        shutil.rmtree(tmp_path / "work", ignore_errors=True)
        assert refused(capsys, work(profile), "chunks", line, profile, "--kb", f"{tmp_path}/kb")


@pytest.mark.parametrize(("what", "data", "line"), matrix.QUERIES)
def test_an_odd_query_file_is_named(work, capsys, tmp_path, what, data, line):
    (tmp_path / "queries.jsonl").write_bytes(data)
    flags = ("--queries", str(tmp_path / "queries.jsonl"))
    assert refused(capsys, work("lab"), "evaluate", line, "lab", *flags)


@pytest.mark.parametrize("what", ["a pipe", "a link to nothing", "a folder"])
def test_what_is_called_a_document_and_is_no_file_is_left_out_by_name(work, capsys, tmp_path, what):
    folder = work("lab")
    (tmp_path / "kb").mkdir()
    (tmp_path / "kb" / "a.md").write_text("One.")
    matrix.DAMAGE[what](tmp_path / "kb" / "b.md", b"")
    assert step("chunks", "lab", "--kb", f"{tmp_path}/kb") == 0
    assert "kb/b.md is no file, or a link to none: left out" in capsys.readouterr().out
    assert (folder / "chunks.jsonl").read_text().count("\n") == 1


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/null", "/dev/full"])
def test_a_device_is_no_query_file(work, capsys, path):
    line = f"{path} is a pipe or a device"
    assert refused(capsys, work("lab"), "evaluate", line, "lab", "--queries", path)


def test_documents_with_odd_names_and_ten_thousand_of_them_are_read(work, tmp_path):
    folder = work("lab")
    (tmp_path / "kb").mkdir()
    for name in ["-rf", "--help", "a b", "你好", "*?[x]", "é", *map(str, range(10_000))]:
        (tmp_path / "kb" / f"{name}.md").write_text("One.")
    assert step("chunks", "lab", "--kb", f"{tmp_path}/kb") == 0
    assert (folder / "chunks.jsonl").read_text().count("\n") == 10_006


@pytest.mark.parametrize("more", [1, 184 << 20])
def test_an_input_beyond_all_measure_is_named_before_it_is_read(work, capsys, tmp_path, more):
    folder = work("lab")
    (tmp_path / "kb").mkdir()
    for name, most in (("kb/a.md", 16), ("knowledge.jsonl", 64)):
        with open(tmp_path / name, "wb") as file:
            file.truncate((most << 20) + more)
    line = "has more than 64 MB; cut it into several files"
    small = line.replace("64", "16")
    one, kb = f"{tmp_path}/knowledge.jsonl", f"{tmp_path}/kb"
    assert refused(capsys, folder, "chunks", f"a.md {small}", "lab", "--kb", kb)
    assert refused(capsys, folder, "chunks", f"jsonl {line}", "call", "--kb", one)
    for name, profile in (("evaluate", "lab"), ("answer", "lab"), ("threshold", "call")):
        assert refused(capsys, folder, name, f"jsonl {line}", profile, "--queries", one)


def texts_of_index():
    return [row["text"] for row in index.load_passages().rows]


@pytest.mark.parametrize("clock", matrix.CLOCKS)
def test_a_newer_index_is_noticed_whatever_the_clock_says(built, work, clock):
    folder = work("call")
    assert "7:30" in texts_of_index()[0]
    serving = workspace.Workspace(folder)
    names = [name for name in workspace.FILES if (folder / name).is_file()]
    for name in names:
        assert not serving.changed()
        matrix.CLOCKS[clock](folder / name, (built["call", "b"] / name).read_bytes())
        assert serving.changed()
        assert serving.renew() == (name == names[-1])  # never half of it
    assert "7:30" not in texts_of_index()[0]
    assert workspace.inside(serving.build, texts_of_index)() == texts_of_index()
    serving.close()


@pytest.mark.parametrize("profile", scenes.STEPS)
@pytest.mark.parametrize("name", ["evaluate", "answer"])
def test_a_step_whose_index_is_replaced_meanwhile_says_so(
    built, work, capsys, monkeypatch, profile, name
):
    folder, search = work(profile), importlib.import_module("search")
    for ask in ("search", "retrieve_timed"):
        asked = getattr(search, ask)

        def replaced(*args, asked=asked, **more):
            for file in ("chunks.jsonl", "embed.npy", "embed.json"):
                shutil.copy2(built[profile, "b"] / file, folder / file)
            return asked(*args, **more)

        monkeypatch.setattr(search, ask, replaced)
    assert step(name, profile) == 1
    said = capsys.readouterr().err
    assert said.endswith(": the index was replaced meanwhile; run this step again\n"), said


@pytest.mark.parametrize("profile", scenes.STEPS)
def test_chunks_that_are_replaced_while_they_are_embedded_become_no_index(
    built, work, capsys, monkeypatch, profile
):
    folder, embed = work(profile), importlib.import_module("embed")
    checked = embed.checked

    def replaced(*args):
        shutil.copy2(built[profile, "b"] / "chunks.jsonl", folder / "chunks.jsonl")
        return checked(*args)

    monkeypatch.setattr(embed, "checked", replaced)
    index_files = {name: (folder / name).read_bytes() for name in ("embed.npy", "embed.json")}
    assert step("embed", profile) == 1
    assert "chunks.jsonl was replaced meanwhile; run: python embed.py" in capsys.readouterr().err
    assert index_files == {name: (folder / name).read_bytes() for name in index_files}


@pytest.mark.parametrize("lost", ["the copy", "a file of it", "all of it", "a file written over"])
def test_a_server_whose_copy_is_cleaned_up_makes_it_anew(work, lost):
    folder = work("call")
    serving = workspace.Workspace(folder)
    where, texts = serving.build.where, texts_of_index()
    assert not serving.changed() and not serving.renew()
    if lost == "a file written over":
        (where / "chunks.jsonl").write_text("{}")
    elif lost == "a file of it":
        (where / "gate.json").unlink()
    else:
        shutil.rmtree(where if lost == "the copy" else where.parent)
    assert serving.changed() and serving.renew() and not serving.changed()
    assert workspace.inside(serving.build, texts_of_index)() == texts
    serving.close()


def used(path):
    (path / "0123456789ab").mkdir()
    return workspace.held(path)


@pytest.mark.parametrize(
    ("what", "fill", "stays"),
    [
        ("the copies of a killed server", lambda path: (path / "0123456789ab").mkdir(), False),
        ("those of a server at work", used, True),
        ("a server that has just started", lambda path: None, True),
        ("somebody's own folder", lambda path: (path / "chunks.jsonl").touch(), True),
    ],
)
def test_a_server_removes_what_killed_ones_left_and_nothing_else(
    tmp_path, monkeypatch, what, fill, stays
):
    monkeypatch.setattr(workspace, "gettempdir", lambda: str(tmp_path))
    (tmp_path / f"{workspace.PREFIX}x").mkdir()
    held = fill(tmp_path / f"{workspace.PREFIX}x")
    (tmp_path / f"{workspace.PREFIX}y").symlink_to(tmp_path)
    workspace.sweep()
    assert (tmp_path / f"{workspace.PREFIX}x").exists() == stays
    assert (tmp_path / f"{workspace.PREFIX}y").is_symlink()
    held and os.close(held)

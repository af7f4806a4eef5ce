"""A large file is hashed once, and again when anybody touched it."""

import hashlib
import os
import time

import pytest

import bert_graph


@pytest.fixture
def weights(monkeypatch, tmp_path):
    monkeypatch.setenv("VOICE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(bert_graph, "SETTLED", -1)  # as if it had lain there for a while
    path = tmp_path / "weights"
    path.write_bytes(b"right")
    return path


@pytest.fixture
def read(monkeypatch):
    """The files that were read to be hashed."""
    found, real = [], bert_graph.hashed
    monkeypatch.setattr(bert_graph, "hashed", lambda path: found.append(path) or real(path))
    return found


def right(path):
    return bert_graph.sha256(path) == hashlib.sha256(path.read_bytes()).hexdigest()


def test_a_file_that_nobody_touched_is_hashed_once(weights, read):
    assert right(weights) and right(weights) and len(read) == 1


def written(path):
    path.write_bytes(b"wrong")


def times_put_back(path):
    before = os.stat(path)
    path.write_bytes(b"wrong")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def replaced(path):
    other = path.with_name("other")
    other.write_bytes(b"wrong")
    os.utime(other, ns=(path.stat().st_atime_ns, path.stat().st_mtime_ns))
    os.replace(other, path)


@pytest.mark.parametrize("touch", [written, times_put_back, replaced])
def test_a_file_that_was_touched_is_hashed_again(weights, read, touch):
    assert right(weights)
    time.sleep(0.02)  # a clock's tick
    touch(weights)
    assert right(weights) and len(read) == 2


def test_what_is_too_young_to_tell_is_hashed_each_time(weights, read, monkeypatch):
    monkeypatch.setattr(bert_graph, "SETTLED", 10**12)
    assert right(weights) and right(weights) and len(read) == 2


@pytest.mark.parametrize("note", [b"", b"x", b"caf\xe9 0", b"(1, 2, 3, 4) 00", b"a\0b c"])
def test_a_note_that_says_nothing_is_not_heeded(weights, read, note):
    assert right(weights)
    (kept,) = (weights.parent / "cache").iterdir()
    kept.write_bytes(note)
    assert right(weights) and len(read) == 2


def test_a_note_of_another_file_is_not_heeded(weights, read):
    assert right(weights)
    other = weights.with_name("other")
    other.write_bytes(b"other")
    assert right(other) and len(read) == 2


def test_without_a_cache_a_file_is_hashed_each_time(weights, read, monkeypatch):
    monkeypatch.setenv("VOICE_CACHE", str(weights))  # a file is in the way
    assert right(weights) and right(weights) and len(read) == 2

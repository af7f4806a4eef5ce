"""What tells that a file of an index was replaced."""

import os

import index


def test_a_file_has_a_stamp_and_a_folder_a_missing_file_and_an_odd_name_have_none(tmp_path):
    (tmp_path / "a.json").write_text("{}")
    (tmp_path / "folder").mkdir()
    now = os.stat(tmp_path / "a.json")
    whole = now.st_size, now.st_mtime_ns, now.st_ctime_ns, now.st_ino
    names = ("a.json", "folder", "missing", "a.json/b", "odd\0name")
    assert index.stamps(tmp_path, names) == (whole, None, None, None, None)
    assert index.stamp(tmp_path / "a.json") == whole


def test_a_file_of_the_same_size_that_replaces_another_has_another_stamp(tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).write_text("{}")
        os.utime(tmp_path / name, ns=(5, 5))
    before = index.stamp(tmp_path / "a")
    os.replace(tmp_path / "b", tmp_path / "a")
    assert index.stamp(tmp_path / "a") != before

"""chunks.py: blank-line paragraphs, headings dropped, rows as the lab has them."""

import json

import pytest

import chunks
from chunks import chunk, paragraphs
from rag_io import StepError


@pytest.mark.parametrize(
    ("markdown", "texts"),
    [
        ("One.\n\nTwo.", ["One.", "Two."]),
        ("# Hours\n\nWe open\nat 7:30.", ["We open at 7:30."]),
        ("One.\n\n\n\n\nTwo.\n\n", ["One.", "Two."]),
        ("\n\n\nOne.", ["One."]),
        ("One.\nTwo.", ["One. Two."]),  # a single line break ends no paragraph
        ("One.\r\n\r\nTwo.\r\n", ["One.", "Two."]),
        ("One.\r\rTwo.", ["One.", "Two."]),
        ("One.\n \t \nTwo.", ["One.", "Two."]),  # looks blank, is blank
        ("One.\n\u00a0\nTwo.", ["One.", "Two."]),
        ("One.\n\u3000\nTwo.", ["One.", "Two."]),
        ("One.\r\n  \r\nTwo.", ["One.", "Two."]),
        ("\ufeffOne.\n\nTwo.", ["One.", "Two."]),
        ("\ufeff# Hours\n\nOne.", ["One."]),  # the mark does not hide the heading
        ("a  b\tc\u00a0d", ["a b c d"]),
        ("  indented\n  text", ["indented text"]),
        ("One.\u2028Two.", ["One. Two."]),
        ("# A\n\n## B\n\n#C\n\nOne.", ["One."]),
        ("   # Indented heading\n\nOne.", ["One."]),
        ("#\n\nOne.", ["One."]),
        ("#1 in town\n\nOne.", ["One."]),  # starts with #: dropped, as the lab says
        ("We are #1.", ["We are #1."]),
        ("Text\n# no blank line", ["Text # no blank line"]),  # the piece does not start with #
        ("# Hours\nlost text\n\nOne.", ["One."]),
        ("Title\n=====\n\nOne.", ["Title =====", "One."]),  # no other heading is known
        ("- a\n- b\n\n| c | d |", ["- a - b", "| c | d |"]),
        ("caf\u00e9 你好 🙂", ["caf\u00e9 你好 🙂"]),
        ("cafe\u0301", ["cafe\u0301"]),  # the text stays as it is written
        ("", []),
        (" \n\n \t\n", []),
        ("# only\n\n# headings", []),
    ],
)
def test_a_text_is_cut_at_blank_lines(markdown, texts):
    assert paragraphs(markdown) == texts


def test_rows_are_numbered_from_one_and_hold_nothing_more():
    assert chunk("kb-a", "# T\n\nOne.\n\n# U\n\nTwo.") == [
        {"id": "kb-a#1", "doc": "kb-a", "text": "One."},
        {"id": "kb-a#2", "doc": "kb-a", "text": "Two."},
    ]


def make(folder, files):
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder


def cut(tmp_path, files):
    chunks.main(["--kb", str(make(tmp_path / "kb", files)), "--out", str(tmp_path / "c.jsonl")])
    return (tmp_path / "c.jsonl").read_text(encoding="utf-8")


def test_files_come_in_name_order_and_other_files_are_left_alone(tmp_path):
    (tmp_path / "kb").mkdir()
    (tmp_path / "kb" / "folder.md").mkdir()
    names = ["b.md", "a.md", "a-1.md", "A.md", "c.txt", "d.markdown", "e.x.md"]
    lines = cut(tmp_path, {name: "One." for name in names}).splitlines()
    ids = [json.loads(line)["id"] for line in lines]
    assert ids == ["A#1", "a-1#1", "a#1", "b#1", "e.x#1"]


def test_the_file_is_readable_json_lines_and_the_same_every_time(tmp_path):
    files = {"kb-ü.md": 'Caf\u00e9 "Ü" \\ 你好\u2028 🙂 end.'}
    first = cut(tmp_path, files)
    assert first == '{"id": "kb-ü#1", "doc": "kb-ü", "text": "Café \\"Ü\\" \\\\ 你好 🙂 end."}\n'
    assert cut(tmp_path, files) == first
    assert sorted(path.name for path in tmp_path.iterdir()) == ["c.jsonl", "kb", "rag"][:2]


@pytest.mark.parametrize(
    ("markdown", "lost"),
    [
        ("# Hours\nWe open at 9.\n\nOne.", "We open at 9."),
        ("# Hours\r\nWe open\r\nat 9.\r\n\r\nOne.", "We open at 9."),
        ("# A\n## B\nWe open.\n\nOne.", "We open."),
        ("# A\n\nOne.", None),
        ("# A\n  \nOne.", None),
        ("# A\n## B\n\nOne.", None),  # two headings: no text is lost
        ("One.\n# A", None),
    ],
)
def test_text_right_under_a_heading_is_dropped_with_a_warning_that_names_the_file(
    tmp_path, capsys, markdown, lost
):
    cut(tmp_path, {"kb-a.md": markdown})
    warnings = [line for line in capsys.readouterr().out.splitlines() if "warning" in line]
    assert len(warnings) == (lost is not None)
    assert all("kb-a.md" in line and line.endswith(lost) for line in warnings)


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({}, "no *.md file in {kb}; pass the folder with --kb"),
        ({"a.txt": "One."}, "no *.md file in {kb}; pass the folder with --kb"),
        ({"a.md": "# A"}, "no paragraph in {kb}: every piece is empty or starts with #"),
        ({"a.md": ""}, "no paragraph in {kb}: every piece is empty or starts with #"),
        ({"a.md": b"One.\nTwo \xff."}, "{kb}/a.md:2: not UTF-8; save the file as UTF-8"),
        ({"a.md": "One.".encode("utf-16")}, "{kb}/a.md:1: not UTF-8; save the file as UTF-8"),
        ({"a.md": b"\x89PNG\r\n\x1a\n\x00"}, "{kb}/a.md:1: not UTF-8; save the file as UTF-8"),
    ],
)
def test_unusable_documents_are_named_and_earlier_chunks_stay(tmp_path, files, message):
    (tmp_path / "c.jsonl").write_text("earlier")
    with pytest.raises(StepError) as error:
        cut(tmp_path, files)
    assert str(error.value) == message.format(kb=tmp_path / "kb")
    assert (tmp_path / "c.jsonl").read_text() == "earlier"
    assert not list(tmp_path.glob("*.part"))


def test_a_missing_folder_is_named(tmp_path):
    with pytest.raises(StepError, match="no .*md file in /no/such"):
        chunks.main(["--kb", "/no/such", "--out", str(tmp_path / "c.jsonl")])


def test_one_empty_document_among_others_is_no_fault(tmp_path, capsys):
    assert cut(tmp_path, {"a.md": "# A", "b.md": "One."}).count("\n") == 1
    assert "1 chunks from 2 documents" in capsys.readouterr().out


def test_every_step_says_which_path_it_wrote(tmp_path, capsys):
    cut(tmp_path, {"a.md": "One."})
    assert capsys.readouterr().out.rstrip().endswith(f"-> {tmp_path / 'c.jsonl'}")

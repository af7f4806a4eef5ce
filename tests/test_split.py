"""Cutting documents: what a reader sees is kept, with its structure; what has expired is named."""

import re
import time
from datetime import date

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import pieces
import split
from rag_io import StepError
from sections import sections
from visible import visible_html

TODAY = date(2026, 1, 15)


def texts(markdown, **sizes):
    """Return [(heading, text)] of a document."""
    return [
        (row["heading"], row["text"]) for row in split.rows("a.md", markdown, TODAY, **sizes)[0]
    ]


def solid(text):
    """Return text without white space."""
    return re.sub(r"\s+", "", text)


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("# A\nx\n## B\ny\n# C\nz", [("A", "x"), ("A > B", "y"), ("C", "z")]),
        ("A\n===\nx\n\nB\n---\ny", [("A", "x"), ("A > B", "y")]),  # Setext
        ("# A ##\nx", [("A", "x")]),  # closing marks
        ("# A #1\nx", [("A #1", "x")]),
        ("#hashtag\nx", [("", "#hashtag x")]),
        ("# A\n```\n# no\n```\ny", [("A", "# no\ny")]),
        ("# A\n~~~py\n# no\n```\n~~~\ny", [("A", "# no\n```\ny")]),  # the other fence is text
        ("```\n# never closed\nx", [("", "# never closed\nx")]),
        ("# A\n### B\nx\n## C\ny", [("A > B", "x"), ("A > C", "y")]),  # a level is skipped
        ("# A\n# B\nx", [("A", "A"), ("B", "x")]),  # a heading is text when nothing is below it
        ("# A\n## B\n", [("A > B", "B")]),
        ("x\n# A\ny", [("", "x"), ("A", "y")]),
        ("# **A** [b](c)\nx", [("A b", "x")]),
        ("\ufeff# A\r\n \t\r\nx\r\ny\r\n", [("A", "x y")]),  # byte-order mark, CRLF, blank spaces
        ("> # Q\n> x", [("", "Q\nx")]),  # a heading within a quotation is text
        ("", []),
        ("<!-- # A -->\n", []),
    ],
)
def test_headings_become_paths(markdown, expected):
    assert texts(markdown) == expected


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("**50** _yuan_ `a*b*`", "50 yuan a*b*"),
        ("收**50 元。**后", "收50 元。后"),  # CommonMark itself leaves these marks
        ("2 * 3 * 4 and a_b_c", "2 * 3 * 4 and a_b_c"),
        ("see [the *rules*](http://x/2024 't') <http://y>", "see the rules http://y"),
        ("[a][1]\n\n[1]: http://x/15", "a"),
        ("![the map](map15.png)", "the map"),
        ("a&amp;b &lt;3 \\*x\\*", "a&b <3 *x*"),
        ("open <!-- never --> today", "open  today"),
        ("<!-- a\n\nb -->\nopen", "open"),
        ("<div>five <b>days</b></div>\n\nmore", "five days\nmore"),
        ("one<br>two", "one\ntwo"),
        ("`<br>` and `<s>`", "<br> and <s>"),  # code is text
        ("one  \ntwo", "one\ntwo"),
        ("We open\nat 9.\nYes", "We open at 9.\nYes"),  # lines are joined, sentences are not
        ("退费\n规则", "退费规则"),
        ("问：几级？\n答：四级。", "问：几级？\n答：四级。"),
        ("> quoted\n> text", "quoted text"),
        ("- a\n  - b\n\n    c\n- d", "a\nb\nc\nd"),
        ("3. a\n4) b", "3. a\n4) b"),
        ("* * *\nx", "x"),
        ("a\tb", "a\tb"),
        ("| a | b |\n|--|--|\n| 1 | 2 |\n| 3 | |", "a: 1; b: 2\n3"),  # one cell is a caption
        ("| 级别 | 学费 |\n|--|--|\n| 三级 | 4800 |", "级别：三级；学费：4800"),
        ("| a | b |\n|--|--|\n| 1 | |", "a: 1; b"),  # an empty column is named once
        ("| a | b |\n|--|--|", "a\nb"),
        ("|  | b |\n|--|--|\n| `1\\|2` | [x](y) |", "1|2; b: x"),
        ("\u2028a\x0bb", "\u2028a\x0bb"),
    ],
)
def test_the_text_is_what_a_reader_sees(markdown, expected):
    assert "\n".join(text for _, text in texts(markdown)) == expected.strip()


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("<p>a<p>b", "a\nb"),
        ("<script>x<y</script>a <del>5200</del> 4800", "a 4800"),
        ("a <18 岁> b", "a <18 岁> b"),  # no tag
        ("&#50;&nbsp;days", "2 days"),
    ],
)
def test_html_gives_its_text(content, expected):
    assert visible_html(content) == expected


def test_struck_out_text_is_left_out_and_named():
    rows, left = split.rows("a.md", "x\n\nfee ~~5200~~ <s>5100</s> 4800", TODAY)
    assert [row["text"] for row in rows] == ["x\nfee   4800"]
    assert left == [
        {"id": "a", "source": "a.md", "version": None, "reason": "struck out on line 3: 52005100"}
    ]


FEES = "学费如下：\n\n| 级别 | 学费 |\n|--|--|\n" + "".join(
    f"| {i} 级 | {i}800 元 |\n" for i in range(1, 9)
)


def test_every_row_of_a_table_names_its_columns_and_every_piece_its_introduction():
    found = texts(FEES, size=50, overlap=0)
    assert len(found) > 2
    for _, text in found:
        first, *rows = text.split("\n")
        assert first == "学费如下："
        assert rows and all(re.fullmatch(r"级别：(\d) 级；学费：(\1)800 元", row) for row in rows)


def test_a_list_is_not_torn_from_its_introduction():
    items = "".join(f"- condition number {i} holds\n" for i in range(12))
    found = texts(f"{'Many words here. ' * 6}\n\nRefunds need:\n\n{items}", size=40, overlap=0)
    with_items = [text for _, text in found if "condition" in text]
    assert len(with_items) > 2
    assert all(text.startswith("Refunds need:\n") for text in with_items)
    assert not any(text.endswith("Refunds need:") for _, text in found)


def test_a_nested_list_carries_the_item_above_it_too():
    inner = "".join(f"  - 第{i}条规定的内容写在这里\n" for i in range(9))
    found = texts(f"规定：\n\n- 三级\n{inner}- 四级\n", size=60, overlap=0)
    assert len(found) > 1
    assert all(text.startswith("规定：\n三级\n") for _, text in found)


def test_a_long_introduction_travels_as_its_last_clauses():
    items = "- 三级可以退费的条件是这样的\n- 四级可以退费的条件是这样的\n"
    long = "凡是在本校报名参加口语课的学员，申请退费的时候，要满足下面的条件，否则不退："
    found = texts(f"{long}\n\n{items}", size=30, overlap=0)
    assert found[-1][1] == "要满足下面的条件，否则不退：\n四级可以退费的条件是这样的"


@pytest.mark.parametrize(
    ("text", "size", "expected"),
    [
        ("一二三四。五六七八。九十", 10, ["一二三四。五六七八。", "九十"]),
        ("一二三四。\n\n五六七八。九十一二三。", 10, ["一二三四。", "五六七八。", "九十一二三。"]),
        ("他说“好的。”我们走了", 8, ["他说“好的。”", "我们走了"]),  # the quotation mark stays
        ("收取1，200元、优惠多多", 9, ["收取1，200元、", "优惠多多"]),
        ("每一级都是4800元整的价格", 8, ["每一级都是", "4800元整的价", "格"]),
        ("学员在开课之后不可以退费", 8, ["学员在开课之后", "不可以退费"]),
        ("It is 9.30 now. Come in! Go", 8, ["It is 9.30 now.", "Come in! Go"]),
        ("a" * 36, 8, ["a" * 8] * 4 + ["a" * 4]),
    ],
)
def test_the_coarsest_separator_that_fits_is_used(text, size, expected):
    assert [body for _, body in texts(text, size=size, overlap=0)] == expected


def test_overlap_repeats_whole_sentences():
    found = [text for _, text in texts("甲甲甲甲。乙乙乙乙。丙丙丙丙。丁丁。", size=15, overlap=6)]
    assert found == ["甲甲甲甲。乙乙乙乙。丙丙丙丙。", "丙丙丙丙。丁丁。"]
    long = "除教材费以外，学费可以退还。"  # half of it would say the opposite
    assert "\n学费" not in "\n".join(text for _, text in texts(long * 4, size=30, overlap=9))


@pytest.mark.parametrize(
    ("text", "chinese"),
    [
        ("IELTS 口语课怎么报名", True),
        ("the word 好 means good", False),
        ("4800", False),
        ("한국어 텍스트", True),  # counted by character like Chinese
    ],
)
def test_the_script_of_the_text_decides_how_length_is_counted(text, chinese):
    assert pieces.is_chinese(text) is chinese


def test_a_word_beyond_the_window_is_split_not_ignored():
    found = [text for _, text in texts("see " + "x" * 5000 + " end")]
    assert max(map(len, found)) <= pieces.WORD
    assert sum(text.count("x") for text in found) == 5000
    assert max(len(text) for _, text in texts("x" * 150)) <= pieces.WORD  # WordPiece: [UNK]
    assert max(len(text) for _, text in texts("中文" * 9 + "x" * 5000)) <= pieces.CHINESE[0]


FIELDS = (
    "---\nversion: 2.1  # draft\neffective-from: '2026-01-15'\neffective_to: 2026-01-15\n---\nx"
)


def test_front_matter_is_about_the_document_and_no_text_of_it():
    rows, left = split.rows("fees.md", FIELDS, TODAY)
    assert left == []
    assert rows == [
        {
            "id": "fees#1",
            "doc": "fees",
            "text": "x",
            "source": "fees.md",
            "heading": "",
            "position": 6,
            "version": "2.1",
            "effective_from": "2026-01-15",
            "effective_to": "2026-01-15",
        }
    ]


@pytest.mark.parametrize(
    ("today", "reason"),
    [
        (date(2026, 1, 14), "not in force before 2026-01-15"),
        (date(2026, 1, 16), "expired 2026-01-15"),
    ],
)
def test_a_document_that_is_not_in_force_is_left_out_and_named(today, reason):
    rows, left = split.rows("fees.md", FIELDS, today)
    assert rows == []
    assert left == [{"id": "fees", "source": "fees.md", "version": "2.1", "reason": reason}]


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("---\nx\n---\n", [("x", "x")]),  # a rule, then a heading
        ("---\n\ntitle: x", [("", "title: x")]),
        ("---\ntitle: T\ntags:\n  - a\n- b\n# c\n\n---\nx", [("T", "x")]),
        ("---\ntitle: T\n...\n# A\nx", [("A", "x")]),
        ("x\n\n---\nversion: 2\n\n---\ny", [("", "x\nversion: 2\ny")]),  # not at the top
    ],
)
def test_front_matter_stands_at_the_top(markdown, expected):
    assert texts(markdown) == expected


@pytest.mark.parametrize(
    ("markdown", "where"),
    [
        ("---\nversion: 1\nx", "a.md:3: the front matter is not closed"),
        ("---\nversion: 1\n", "a.md:3: the front matter is not closed"),
        ("---\nversion: 1\nversion: 2\n---\n", "a.md:3: version is given twice"),
        ("---\neffective_to: 2026-02-30\n---\n", "a.md:2: effective_to is '2026-02-30', not a"),
        ("---\na: 1\neffective_from: 20260101\n---\n", "a.md:3: effective_from is"),
        ("---\neffective_to: soon\n---\n", "a.md:2: effective_to"),
        (
            "---\neffective_from: 2026-02-01\neffective_to: 2026-01-01\n---\n",
            "a.md:3: effective_to is 2026-01-01, before",
        ),
        ("x\n\n<!-- y\n\nz", "a.md:3: <!-- is never closed"),
        ("<script>\nx", "a.md:1: <script is never closed"),
        ("> " * 5000 + "x", "a.md: blocks are nested deeper than"),
        ("|a|b|\n|-|-|\n|1|2|3|", "a.md:3: the row has more cells"),  # the parser drops the third
    ],
)
def test_a_doubtful_document_is_an_error_with_its_place(markdown, where):
    with pytest.raises(StepError, match="^" + re.escape(where)):
        split.rows("a.md", markdown, TODAY)


@pytest.mark.parametrize(
    ("size", "overlap"), [(20, 20), (20, 30), (0, 0), (-5, 0), (7, 0), (20, -1), (None, 90)]
)
def test_sizes_that_cannot_work_are_refused(size, overlap):
    with pytest.raises(StepError, match="size|overlap"):
        split.rows("a.md", "x", TODAY, size, overlap)


RULES = """\ufeff{"id": "R", "text": "旧", "version": 1, "effective_to": "2025-12-31"}

{"id": "R", "title": "退款", "text": "# 到账\\n三天", "source": "p/r", "version": 2}\r
{"id": "S", "text": "Later.", "effective_from": "2027-01-01", "effective_to": null}
{"id": "T", "text": " "}
"""


def test_a_knowledge_file_gives_the_version_in_force():
    rows, left = split.knowledge_rows("k.jsonl", RULES, TODAY)
    assert rows == [
        {
            "id": "R#1",
            "doc": "R",
            "text": "三天",
            "source": "p/r",
            "heading": "退款 > 到账",
            "position": 3,
            "version": "2",
            "effective_from": None,
            "effective_to": None,
        }
    ]
    assert [(row["id"], row["version"], row["reason"]) for row in left] == [
        ("R", "1", "expired 2025-12-31"),
        ("S", None, "not in force before 2027-01-01"),
        ("T", None, "no text"),
    ]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('{"id": "R", "text": "x"', "not JSON"),
        ('{"id": "R"}', "text must be text"),
        ('{"id": 7, "text": "x"}', "id must be text"),
        ('{"id": " ", "text": "x"}', "id must be text"),
        ('{"id": "R", "text": "x", "effective_to": 20261231}', "effective_to is '20261231'"),
        ('{"id": "A", "text": "x"}', "A is in force on line 1 too"),
    ],
)
def test_a_doubtful_rule_is_an_error_with_its_line(line, why):
    with pytest.raises(StepError, match=f"^k.jsonl:2: .*{re.escape(why)}"):
        split.knowledge_rows("k.jsonl", '{"id": "A", "text": "a"}\n' + line, TODAY)


WORDS = st.sampled_from(
    "fee 50 9:30 1,200 refund. Yes! 退费规则 四级。 收取50元， 不可以 “好。” é 😀 ok; a: 。 x_y "
    "longlonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglong".split()
)
PROSE = st.lists(WORDS, min_size=1, max_size=40).map(" ".join)
TIGHT = st.lists(WORDS, min_size=1, max_size=40).map("".join)
PARAGRAPH = st.one_of(PROSE, TIGHT).map(lambda text: f"P{text}")  # P: never a block mark
ITEM = st.tuples(PARAGRAPH, st.sampled_from(["- ", "  - ", "    - "]))  # nested lists too
LIST = st.lists(ITEM, min_size=1, max_size=8).map(
    lambda items: "- P\n" + "".join(f"{mark}{x}\n" for x, mark in items)
)
BLOCK = st.one_of(
    PARAGRAPH,
    LIST,
    PARAGRAPH.map(lambda x: f"# {x}"),
    PARAGRAPH.map(lambda x: f"```\n{x}\n```"),
    PARAGRAPH.map(lambda x: f"> {x}"),
    PARAGRAPH.map(lambda x: f"| k | v |\n|--|--|\n| {x} | {x} |"),
)
DOCUMENT = st.lists(BLOCK, max_size=6).map("\n\n".join)
SIZES = st.integers(8, 200).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n - 1)))


@settings(max_examples=60, deadline=None)
@example("Pfee\n\n- P\n  - P退费规则\n", (8, 0))  # the introduction that goes on has its own
@example(f"P{'long' * 22} fee\n\n- P\n  - P50 {'long' * 22}\n", (48, 1))  # overlap with a lead
@given(DOCUMENT, SIZES)
def test_no_text_is_lost_and_no_piece_is_too_long(markdown, sizes):
    found, _ = sections(markdown, "a.md")
    for section in found:
        whole = "\n".join(line.text for line in section.lines)
        measure = len if pieces.is_chinese(whole) else pieces.tokens
        bodies = []
        for lead, body, _ in pieces.pieces(section.lines, *sizes):
            assert body and body in whole
            text = "\n".join((*lead, body))
            assert measure(text) <= sizes[0] or not re.search(r"\s", text)
            bodies.append(body)
        joined = iter(solid("".join(bodies)))
        assert all(character in joined for character in solid(whole))


@settings(max_examples=30, deadline=None)
@given(st.lists(st.lists(WORDS, min_size=1, max_size=9), min_size=1, max_size=9), SIZES)
def test_every_word_of_the_file_is_in_the_rows_in_its_order(paragraphs, sizes):
    markdown = "\n\n".join("P" + " ".join(words) for words in paragraphs)
    joined = iter("".join(solid(text) for _, text in texts(markdown, size=sizes[0], overlap=0)))
    assert all(character in joined for character in solid(markdown))


@settings(max_examples=100, deadline=None)
@given(st.text(st.sampled_from("# -*>`~|[]()!<a中。1\n\t\\&;:_=+"), max_size=60))
def test_any_text_gives_rows_or_one_line_that_says_why(markdown):
    try:
        first = split.rows("a.md", markdown, TODAY, 20, 5)
    except StepError as error:
        assert str(error).startswith("a.md")
    else:
        assert first == split.rows("a.md", markdown, TODAY, 20, 5)


@pytest.mark.parametrize(
    "unit", ["学员可以退费，手续费百分之五。", "字", "x", "字\n", "fee is 5 yuan, ", "- a\n"]
)
def test_time_grows_with_the_length_and_not_with_its_square(unit):
    def seconds(length):
        runs = []
        for _ in range(3):  # the best of three: a pause of the collector is no growth
            started = time.process_time()
            split.rows("a.md", unit * (length // len(unit)), TODAY)
            runs.append(time.process_time() - started)
        return min(runs)

    seconds(1000)  # loads the parser
    assert seconds(40_000) < 12 * max(seconds(10_000), 0.02)

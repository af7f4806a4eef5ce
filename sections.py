"""Read a Markdown document as sections: a path of headings, and the lines below it.

offers   sections(markdown, name) -> [Section(("A", "B"), [Line(...)])], [(line, struck-out text)]

Blocks come from markdown-it-py, which follows CommonMark: Setext and ATX headings, fences, nested
lists, tables. A line is a paragraph, a list item, a table row or a code block. A table row names
its columns ("Level: three; Fee: 4800"), so no piece of a table is ever without its header.
"""

import functools
import re
import sys
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from rag_io import StepError
from visible import CJK, visible, visible_html

NESTING = 60  # levels of blocks; the parser drops what lies deeper, so that is an error
OPENED = {"bullet_list", "ordered_list", "table"}  # may have an introduction
ENDLESS = {"<!--": "-->", "<script": "</script", "<style": "</style", "<?": "?>"}


class Line(NamedTuple):
    text: str
    number: int  # in the file, from 1
    lead: tuple = ()  # the lines that introduce it: of the list or table, and of those around it
    opens: bool = False  # introduces the list or table that follows


class Section(NamedTuple):
    path: tuple  # titles from the outermost heading to its own
    lines: list


class Block(NamedTuple):
    """A block of Markdown with the blocks within it; a leaf has none."""

    type: str
    token: object  # markdown-it's: map = its lines from 0, content, info, markup
    children: list


@functools.cache
def parser():
    """Load the Markdown parser on first use; the lab profile never needs it."""
    try:
        from markdown_it import MarkdownIt
    except ImportError:
        raise StepError("no markdown-it-py; run: pip install markdown-it-py") from None
    options = {"html": True, "maxNesting": NESTING}
    return MarkdownIt("commonmark", options).enable(["table", "strikethrough"])


def row_text(names, cells, first):
    """(['Level', 'Fee'], ['three', '4800'], True) -> 'Level: three; Fee: 4800'

    A row of one cell is a caption, and stands alone. The first row names empty columns too.
    """
    if not any(cells[1:]) and not first:
        return cells[0]
    colon, stop = ("：", "；") if re.search(f"[{CJK}]", "".join(names + cells)) else (": ", "; ")
    pairs = [
        f"{name}{colon}{cell}" if name and cell else cell or (name if first else "")
        for name, cell in zip(names, cells)
    ]
    return stop.join(pair for pair in pairs if pair)


def table_lines(table, lead, source, name):
    """Return one line for each row of a table; a table without rows gives its header."""
    rows = [row for part in table.children for row in part.children]
    cells = [[visible(cell.children[0].token.children) for cell in row.children] for row in rows]
    for row in rows[1:]:
        raw = re.sub(r"^[\s>|]+|[\s|]+$", "", source[row.token.map[0]])
        if len(re.findall(r"(?<!\\)\|", raw)) >= len(cells[0]):
            raise StepError(
                f"{name}:{row.token.map[0] + 1}: the row has more cells than its header"
            )
    if len(rows) == 1:
        return [Line("\n".join(filter(None, cells[0])), rows[0].token.map[0] + 1, lead)]
    return [
        Line(row_text(cells[0], cells[i], i == 1), rows[i].token.map[0] + 1, lead)
        for i in range(1, len(rows))
    ]


def list_lines(items, lead, source, name):
    """Return the lines of a list; the numbers of a numbered list are kept, bullets are not."""
    lines = []
    for item in items:
        inner = block_lines(item.children, lead, source, name)
        if inner and item.token.info:
            inner[0] = inner[0]._replace(
                text=f"{item.token.info}{item.token.markup} {inner[0].text}"
            )
        lines += inner
    return lines


def check_html(block, name):
    """An opener without its end hides the rest of the document: an error, not a silent loss."""
    content = block.token.content.lower()
    for start, end in ENDLESS.items():
        if content.rfind(start) > content.rfind(end):
            raise StepError(f"{name}:{block.token.map[0] + 1}: {start} is never closed; add {end}")


def leaf_text(block, name):
    """Return the text of a block that holds no other blocks; a rule across the page has none."""
    if block.type in ("fence", "code_block"):
        return block.token.content.rstrip()
    if block.type == "html_block":
        check_html(block, name)
        return visible_html(block.token.content)
    inner = block.children[0].token.children if block.children else []
    return visible(inner) if block.type in ("paragraph", "heading") else ""


def block_lines(blocks, lead, source, name):
    """Return the lines of neighbouring blocks; a list or table takes the paragraph before it."""
    lines, before = [], ""
    for block in blocks:
        below = (*lead, before) if before else lead
        if before and block.type in OPENED:
            lines[-1] = lines[-1]._replace(opens=True)
        if block.type == "table":
            lines += table_lines(block, below, source, name)
        elif block.type in OPENED:
            lines += list_lines(block.children, below, source, name)
        elif block.type == "blockquote":
            lines += block_lines(block.children, lead, source, name)
        else:
            lines.append(Line(leaf_text(block, name), block.token.map[0] + 1, lead))
        before = lines[-1].text if block.type == "paragraph" else ""
    return [line for line in lines if line.text.strip()]


def struck_out(tokens):
    """Return [(line, text)] for what is struck out anywhere in the document."""
    texts = [(t.map[0] + 1, visible(t.children, wanted=True)) for t in tokens if t.children]
    return [(number, text) for number, text in texts if text]


def tree(tokens):
    """Return the blocks of a flat list of tokens."""
    levels = [[]]
    for token in tokens:
        if token.nesting < 0:
            levels.pop()
            continue
        levels[-1].append(Block(token.type.removesuffix("_open"), token, []))
        if token.nesting:
            levels.append(levels[-1][-1].children)
    return levels[0]


def outline(blocks):
    """Return [(level, path, line, blocks)]: the document cut at its headings."""
    parts, stack = [(0, (), 1, [])], []
    for block in blocks:
        if block.type == "heading":
            level = int(block.token.tag[1])
            stack = [(up, title) for up, title in stack if up < level]
            stack.append((level, visible(block.children[0].token.children)))
            path = tuple(title for _, title in stack if title)
            parts.append((level, path, block.token.map[0] + 1, []))
        else:
            parts[-1][3].append(block)
    return parts


def sections(markdown, name):
    """Return the sections of a document that have text, in order, and what is struck out.

    A heading with nothing below it, not even a deeper heading, is the text of its own section.
    """
    tokens = parser().parse(markdown)
    deep = [token for token in tokens if token.level >= NESTING - 1]
    if deep:
        raise StepError(f"{name}: blocks are nested deeper than {NESTING} levels; flatten them")
    source, found = markdown.split("\n"), []
    parts = outline(tree(tokens))
    for (level, path, number, blocks), (below, *_) in zip(parts, [*parts[1:], (0,)]):
        lines = block_lines(blocks, (), source, name)
        if not lines and path and below <= level:
            lines = [Line(path[-1], number)]
        if lines:
            found.append(Section(path, lines))
    return found, struck_out(tokens)

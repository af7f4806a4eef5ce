"""The text a reader sees of Markdown: marks, tags, comments and link targets are gone.

offers   visible(tokens)        of the inline tokens of markdown-it-py
         visible_html(content)  of a block of HTML
         CJK                    the characters that are written without spaces, as a regex class

A line that ends a sentence stays a line of its own; other line breaks within a paragraph go.
Text that is struck out (~~5200~~, <del>) is visible and not in force: it is left out here, and
visible(tokens, wanted=True) returns it so that the build can name it.
"""

import html
import re

CJK = r"\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff"
STOPS = ".!?:;。！？：；…"
LEFT_MARKS = re.compile(r"(\*{2,3})(?=\S)([^*\n]+)(?<=\S)\1")  # **50 元。**后: no CommonMark bold
TAG = re.compile(r"<!--.*?-->|<(/?)([A-Za-z][\w-]*)[^<>]*>|<[?!/][^<>]*>", re.S)
HIDDEN = {"script", "style", "template", "del", "s", "strike"}
INLINE_TAGS = {
    "a",
    "b",
    "code",
    "em",
    "font",
    "i",
    "mark",
    "small",
    "span",
    "strong",
    "sub",
    "sup",
}
STRUCK = re.compile(r"<(/?)(?:del|s|strike)\b", re.I)
BREAK = re.compile(r"<br\b", re.I)


def unwrap(parts):
    r"""Join the lines of one paragraph: ['open at', '9.', 'Yes'] -> 'open at 9.\nYes'

    A line that ends a sentence stays a line; between Chinese characters no space is added.
    """
    text = ""
    for part in (part.strip() for part in parts):
        if text and part:
            chinese = re.match(f"[{CJK}]{{2}}", text[-1] + part[0])
            text += "\n" if text[-1] in STOPS else "" if chinese else " "
        text += part
    return text


def struck(token):
    """Return +1 where struck-out text begins, -1 where it ends, else 0."""
    if token.type in ("s_open", "s_close"):
        return token.nesting
    tag = STRUCK.match(token.content) if token.type == "html_inline" else None
    return 0 if tag is None else -1 if tag[1] else 1


def visible(tokens, wanted=False):
    """Return the text of inline tokens: what stands, or with wanted=True what is struck out."""
    parts, out = [""], False
    for token in tokens or []:
        change = struck(token)
        if change:
            out = change > 0
        elif out != wanted:
            continue
        elif token.type == "softbreak":
            parts.append("")
        elif token.type == "hardbreak":
            parts[-1] = parts[-1].rstrip() + "\n"
        elif token.type == "html_inline":
            parts[-1] += "\n" if BREAK.match(token.content) else ""
        elif token.type == "image":
            parts[-1] += visible(token.children)
        elif token.type == "text":
            parts[-1] += LEFT_MARKS.sub(r"\2", token.content)
        else:
            parts[-1] += token.content
    return unwrap(parts)


def visible_html(content):
    """Return the text of an HTML block, without tags, comments, scripts and struck-out parts."""
    parts, hidden, at = [], "", 0
    for tag in TAG.finditer(content):
        parts.append("" if hidden else content[at : tag.start()])
        at, name = tag.end(), (tag[2] or "").lower()
        if hidden:
            hidden = "" if tag[1] and name == hidden else hidden
        elif name in HIDDEN and not tag[1]:
            hidden = name
        elif name not in INLINE_TAGS:
            parts.append("\n")
    parts.append(content[at:])
    lines = (" ".join(line.split()) for line in html.unescape("".join(parts)).split("\n"))
    return "\n".join(line for line in lines if line)

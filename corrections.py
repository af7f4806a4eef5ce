"""When a speaker corrects himself, keep what he said last.

offers   settle(text) -> text, once the numbers are digits

    "open on tuesday no wait wednesday"    -> "open on wednesday"
    "at 5 sorry at 6"                      -> "at 6"
    "2 rooms no sorry 3"                   -> "3 rooms"
    "can i pay no wait can i cancel"       -> "can i cancel"
    周二不对周三                            -> 周三

A slip needs the same kind of thing on both sides: "sorry" alone corrects nothing.
"""

import re

DAY = (
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|today|tonight|tomorrow|weekends?|weekdays?|"
    r"january|february|march|april|may|june|july|august|september|october|november|december"
)
NUMBER = r"\$?\d[\d:.,]*(?: ?[ap]m\b|%)?"
PREPOSITION = r"(?:on|at|for|by|from|to|until|in) "
STRONG = (
    r"no,? wait|wait,? no|no,? sorry|sorry,? no|no,? i mean(?:t)?|scratch that|no,? no|"
    r"no,? actually|sorry,? i mean(?:t)?"
)
MARKER = rf"(?:{STRONG}|sorry|i mean|i meant|wait|actually|rather|or rather|make (?:that|it))"
BREAK = r"[,.]{0,3} "
CLAUSE = r"(?=(?:what|when|where|which|who|why|how|do|does|is|are|can|could|i|we)\b)"
SLIP = re.compile(
    rf"\b(?P<prep>{PREPOSITION})?(?:(?P<day>{DAY})|{NUMBER})(?P<noun> (?!or\b|and\b|but\b)[a-z]+)??"
    rf"(?:{BREAK}(?:or )?{MARKER}|, no),? (?:it's |that's |make it )?"
    rf"(?P<prep2>{PREPOSITION})?(?P<new>(?(day)(?:{DAY})|{NUMBER}))(?![\w:])",
    re.I,
)
NOUN_SLIP = re.compile(rf"\b(the|a|an|my|your) [a-z]+{BREAK}(?:{STRONG}),? (?=\1 [a-z])", re.I)
RESTART = re.compile(rf"^.*{BREAK}(?:{STRONG}),? {CLAUSE}", re.I)
NOUN_OPEN = re.compile(r" (?!(?:for|on|at|in|and|or|to|please|if|with|by|from|until)\b)\w")
CUE = re.compile(rf"\b{MARKER}\b|, no,? ", re.I)  # most texts hold none, and end here
HAN_DAY = "(?:周|星期|礼拜)[一二三四五六日天末]|今天|明天|后天|周末|工作日"
HAN_COUNT = "\\d[\\d:.]*(?:个人|个|点半?|号|天|位|人|间|元|块|楼|月|次|件)?"
HAN_SLIP = re.compile(
    f"(?:(?P<day>{HAN_DAY})|{HAN_COUNT})[,，]?(?:不对|哦不|说错了|错了|我是说|更正|不是(?=[,，])|"
    f"不不)[,，]?(?:应该)?是?(?P<new>(?(day)(?:{HAN_DAY})|{HAN_COUNT}))"
)
PASSES = 3  # "five sorry six sorry seven" takes two


def last_word(match):
    """Keep the later item, with the noun that only the earlier one had."""
    noun = match["noun"] or ""
    followed = NOUN_OPEN.match(match.string, match.end())
    prep = match["prep2"] or match["prep"] or ""
    return prep + match["new"] + ("" if followed else noun)


def settle(text):
    """Return the text with each slip replaced by its correction."""
    if CUE.search(text):
        for _ in range(PASSES):
            text, slips = SLIP.subn(last_word, text)
            if not slips:
                break
        text = RESTART.sub("", NOUN_SLIP.sub("", text))
    return text if text.isascii() else HAN_SLIP.sub(lambda match: match["new"], text)

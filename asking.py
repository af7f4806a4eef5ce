"""Put a question and its numbered passages to the model, and read what it writes (call profile).

offers   messages(question, hits)   rules in the system message, numbered passages in the user's
         schema(n)                  {"sentences": [{"text", "source": "S1" | ... | "Sn"}]}
         parse(text, n)             -> ([(sentence, [numbers])], reason): JSON as asked for, or text
                                       with citation marks from a model that takes no schema
         CONTROLS, FENCE, LONGEST, no_repeats   for whoever reads what a model writes
"""

import json
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from citations import check_citations, cited_sentences, speakable, statements
from pieces import is_chinese

MOST = 3  # sentences; a caller does not keep more in mind
WIDEST = 240  # characters of one sentence
MAX_TOKENS = 200
LONGEST = 1000  # characters; a server that sends more has not heeded MAX_TOKENS
CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")  # no speech, no text
FENCE = re.compile(r"\s*```(?:json)?\s*(\{.*\})\s*```\s*", re.DOTALL)
ENDS = (".", "!", "?", "。", "！", "？")
RULES = {
    False: """You help callers of a front desk. Answer from the numbered passages only.
Copy the one to three sentences that answer the question, word for word, each with its passage.
If the passages do not answer it, give no sentence: {"sentences": []}

Example:
[S1] The garden opens at sunrise. Dogs must stay outside the garden.
[S2] The bar sells soup all day. On weekends there is cake too.
Question: what can i eat on weekends
{"sentences": [{"text": "On weekends there is cake too.", "source": "S2"}]}""",
    True: """你在电话里回答来电者的问题，只能用下面编号的资料。
照抄能回答问题的一到三句原文，每句写明出自哪一段。金额要写出算式。
资料里没有答案就一句也不写：{"sentences": []}

例子：
[S1] 花园日出时开门。狗不能进花园。
[S2] 餐厅全天供应汤，周末还有蛋糕。
问题：周末有什么吃的
{"sentences": [{"text": "餐厅全天供应汤，周末还有蛋糕。", "source": "S2"}]}""",
}


def messages(question, hits):
    """Return the chat for a question and its hits, in the language of the question."""
    shown = "\n".join(f"[S{n}] {' '.join(hit.text.split())}" for n, hit in enumerate(hits, 1))
    asked = "问题：" if is_chinese(question) else "Question: "
    return [
        {"role": "system", "content": RULES[is_chinese(question)]},
        {"role": "user", "content": f"{shown}\n{asked}{question}"},
    ]


def schema(n):
    """Return the JSON schema of an answer from n passages: every sentence cites one of them."""
    sentence = {
        "type": "object",
        "required": ["text", "source"],
        "properties": {
            "text": {"type": "string", "maxLength": WIDEST},
            "source": {"type": "string", "enum": [f"S{number}" for number in range(1, n + 1)]},
        },
    }
    return {
        "type": "object",
        "required": ["sentences"],
        "properties": {"sentences": {"type": "array", "maxItems": MOST, "items": sentence}},
    }


def no_repeats(pairs):
    """Return the dict of JSON pairs; a key given twice has no one meaning."""
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a key is given twice")
    return dict(pairs)


def whole(text):
    """Return a text without its last sentence if the grammar cut that off at WIDEST."""
    if len(text) < WIDEST or text.rstrip().endswith(ENDS):
        return text
    return text[: max(text.rfind(end) for end in ENDS) + 1]


def one(item, n):
    """Return ([(speakable sentence, [number])], problem) of one object of the model's list.

    A model that puts a whole paragraph into one object has it weighed sentence by sentence.
    """
    if not isinstance(item, dict) or not isinstance(item.get("text"), str):
        return [], "a sentence must be an object with text and source"
    text, source = item["text"], item.get("source")
    if len(text) > LONGEST or CONTROLS.search(text):
        return [], f"not fit to be said: {text[:40]!r}"
    offered = [f"S{number}" for number in range(1, n + 1)]
    if source not in offered:
        return [], f"source {source!r:.40} was not offered"
    numbers = [offered.index(source) + 1]
    return [(said, list(numbers)) for said in statements(speakable(whole(text)))], ""


def parse(text, n):
    """Return ([(sentence, [numbers])], reason) of model output; on a fault ([], what is wrong)."""
    try:
        fenced = FENCE.fullmatch(text)
        reply = json.loads(fenced[1] if fenced else text, object_pairs_hook=no_repeats)
        items = [one(item, n) for item in reply["sentences"]]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        return plain_text(text, n, f"{type(error).__name__}: {error}")
    problems = [problem for _, problem in items if problem]
    if problems:
        return [], problems[0]
    return [sentence for found, _ in items for sentence in found][:MOST], ""


def plain_text(text, n, fault):
    """Return ([(sentence, [numbers])], reason) of an answer in plain text with citation marks."""
    if not isinstance(text, str) or "{" in text or CONTROLS.search(text):
        return [], f"not the JSON that was asked for ({fault})"  # cut JSON is no plain text
    problems = check_citations(text, n)[1]
    return ([], problems[0]) if problems else (cited_sentences(text, n)[:MOST], "")

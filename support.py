"""Tell whether the words of a claim are the passage's own: the last question, after contradiction.

offers   support(claim, source, asked) -> "personal_claim", "word_replaced", "unsupported" or None

Words that only the question has say what was asked, not what is so; they count half against a
claim, and fully where they are its predicate ("is included"). Light words, what any service has
and does, count for nothing.
"""

import re
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import reading
from compare import topic
from polarity import MARK, VERB
from wording import CALLERS, COVERS, DAYS, LANGUAGES, PEOPLE, content

PERSONAL = re.compile(
    r"\b(?:i(?!\s+(?:am |also |don'?t |can |do |not )*(?:see|seeing|showing|sorry|afraid)\b|"
    r"\s+(?:don'?t|do not) (?:think|believe)\b)"
    r"|my|me|mine|myself)\b"
)
PREDICATE = re.compile(r"\b(?:is|are|was|were|be|been)(?: not| also| all)? (?!wheelchair )([a-z]+)")
JOINED = re.compile(r" , |\b(?:with|including|or|plus|for)\b")
CALL = re.compile(
    r"\b(?:call|phone|ring|telephone)(?:ing)? (?:us|them|the|ahead|reception|\d)|"
    r"\bby (?:tele)?phone\b"
)
CHANNELS = (  # how one reaches somebody: (in the answer, in the passage)
    (CALL, re.compile(r"\b(?:call|phone|ring|tel)|\d{4}")),
    (re.compile(r"\be-?mail"), re.compile(r"\be-?mail|@")),
    (
        re.compile(r"\bonline\b|\bwebsite\b"),
        re.compile(r"\bonline\b|\bweb|\bsite\b|\binternet\b|\bapp\b|www|\.com"),
    ),
    (re.compile(r"\bby (?:post|mail|fax)\b"), re.compile(r"\bpost|\bmail|\bfax")),
)
OWN = (  # where the answer says such a thing, the passage must: a caller's word is no evidence
    re.compile(
        r"\ball (?:day|night|week|year|the time)\b|\b(?:whole|entire) (?:day|night|week|year)\b|"
        r"\balways\b|\baround the clock\b|\bany ?time\b|\bat all times\b|\bforever\b|"
        r"全天|整天|通宵|一直|随时|始终|永远|任何时候"
    ),
    re.compile(r"\b(?:a lie|lies|false|untrue|not true|a myth|kidding|joking)\b|谎|假的|开玩笑"),
    re.compile(r"(?:^|(?<=[\s$€£¥]))-(?=[$€£¥]?\d)|\b(?:minus|negative)\b|负 ?(?=\d)"),
    re.compile(r"% off\b|\bdiscount|\breduc|\bcheaper\b|\brebate"),  # no other share
    re.compile(r"\blast (?=\d)"),  # of the first 3 hours
    re.compile(r"(?:以|之)后|(?<=[时天日月年钟])后"),  # of 24 hours before
    *map(re.compile, ("美元", "欧元", "日元", "英镑", "港[元币]")),
)
DEED = re.compile(  # "you must leave a deposit" is of the deposit
    r"^\W*(?:you|guests|visitors)(?: are| will)?(?: NEED| MAY| have)+(?: to| be)* ([a-z]+)"
)
COUNTED = re.compile(r"\d|\s{3}")  # a quantity stands there, or stood
LETTER = re.compile(r"(?<![\w'’.])[b-hj-z](?![\w'’.])")  # by itself it is no word
QUOTED = 3  # words of one clause of the passage: so much is no paraphrase
ECHO = 0.5  # what a word counts that only the question has
MISSING = 0.4  # so large a part of the content words may be neither passage nor question


def supported(claim, source, question):
    """Count what the content words rest on: (passage, question only, neither).

    The names of the house that is spoken of count for nothing: every sentence has them.
    """
    known = source.names | question.names | claim.names
    if not PEOPLE & source.words:
        known = known | CALLERS  # "for our guests" says nothing new where no one else is spoken of
    counts = Counter()
    words = dict.fromkeys(w for clause in claim.clauses for w in topic(clause.words))
    found = [w for w in words if source.align(w) or (source.elliptic and w in question.words)]
    predicates = content(" ".join(PREDICATE.findall(claim.text)))  # "is included" is the claim
    for word in words:
        echo = not question.words.isdisjoint((word, *COVERS.get(word, ())))
        echo = echo and word not in predicates
        echo = echo or (not word.isascii() and set(word) <= source.signs)
        where = "held" if word in found else "echo" if echo else "lost"
        counts[where] += word not in known
    if not source.names.issuperset(found):
        return counts["held"] + len(claim.facts), counts["echo"], counts["lost"]
    asked_only = question.names.intersection(words).difference(found)  # "they take Apple Pay"
    return len(claim.facts), counts["echo"] + len(asked_only), counts["lost"]


def exchanged(clause, source):
    """Tell whether the passage says all but the first word, and of one other thing."""
    rest = {source.align(word) for word in topic(clause.words)[1:]}
    return len(rest) >= QUOTED and any(
        rest <= set(option.words) and len(set(topic(option.words)) - rest) <= 1
        for option in source.clauses
    )


def stranger(claim, source, question, quoted):
    """Tell whether a quantity, near quotation or Chinese claim is of what nobody has named."""
    deeds = content(" ".join(found[1] for found in DEED.finditer(claim.clauses[0].text)))
    words = (w for clause in claim.clauses for w in topic(clause.words) if w not in deeds)
    first = next((word for word in words if word not in DAYS), None)  # days are quantities
    if not first or reading.BACK.match(claim.text):
        return False  # "it costs 5 dollars": of what was spoken of
    if first.isascii() and not claim.facts and not quoted:
        return False  # English paraphrases too freely for that
    return not source.align(first) and first not in question.words | CALLERS


def item(part):
    """Return the words of one item of a list: of "tips are included" those before the verb."""
    head = VERB.split(part, maxsplit=1)[0]
    return topic(content(MARK.sub(" ", head))) or topic(content(MARK.sub(" ", part)))


def added(claim, source, question):
    """Tell whether "with a slide", "and a bar" is joined to what the passage has."""
    known = question.words | CALLERS
    for clause in claim.clauses:
        first, *joined = JOINED.split(clause.text)
        listed = VERB.split(first)[1:] if " , " in clause.text else ()  # cash of "cash and cards"
        items = [item(part) for part in joined] + [topic(content(text)) for text in listed[-1:]]
        for words in items if item(first) else ():
            words = set(words) - claim.names
            if words and not any(source.align(word) or word in known for word in words):
                return True
    return False


def apart(claim, source, question):
    """Tell whether a clause of several has words, and none of the passage or the question.

    Quantities are compared elsewhere, and may be all that a clause shares with the passage.
    """
    known = question.words | claim.names
    rows = [topic(clause.words) for clause in claim.clauses if not COUNTED.search(clause.text)]
    return len(claim.clauses) > 1 and any(
        words and not any(source.align(word) or word in known for word in words) for words in rows
    )


def unheard(claim, source):
    """Tell whether the answer says a thing of OWN that the passage does not."""
    rows = OWN[1:] if source.nonstop else OWN  # open 24 hours is open all day
    if LANGUAGES.intersection(*[[w for c in claim.clauses for w in c.words]]) - source.words:
        return True
    rows = [*((one, one) for one in rows), *CHANNELS]
    return any(one.search(claim.text) and not other.search(source.text) for one, other in rows)


def support(claim, source, question):
    """Return the reason why a claim is not the passage's own, or None."""
    own = {word.lower() for word in PERSONAL.findall(source.text)}
    if any(word not in own for word in PERSONAL.findall(claim.text)):
        return "personal_claim"
    if not claim.clauses:
        return "unsupported"  # "yes." to no question
    if unheard(claim, source) or not set(LETTER.findall(claim.text)) <= set(source.text.split()):
        return "unsupported"
    held, echo, lost = supported(claim, source, question)
    if not held and (echo or lost):
        return "unsupported"
    if any(source.instead(clause) for clause in claim.clauses):
        return "word_replaced"
    quoted = any(exchanged(clause, source) for clause in claim.clauses)
    rules = (added, apart)
    if stranger(claim, source, question, quoted) or any(r(claim, source, question) for r in rules):
        return "unsupported"
    return "unsupported" if lost + ECHO * echo > MISSING * (held + echo + lost) else None

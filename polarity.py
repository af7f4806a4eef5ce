"""Cut a plain text into clauses and tell what each one affirms, denies, demands or charges.

offers   clauses(plain text) -> [Clause, ...]
         "parking is free but not for trucks"
             -> Clause(words=("park",), sign=1, fee=-1, ...), Clause(words=("truck",), sign=-1, ...)

A clause has one sign: every "not", "no", "never", "unable", 不, 无 turns it round. What it costs and
what it demands are kept apart, so that "there is no charge" and "it is free" are the same.
"""

import re
import sys
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from wording import HAN, by_script, content, replaced


class Clause(NamedTuple):
    """What one clause says: its content words, and how it says it."""

    text: str  # with the cues written as NOT, FREE, FEE, NEED, MAY, ONLY, IF, EXCEPT
    words: tuple
    sign: int  # 1 affirmed, -1 denied
    fee: int  # 1 costs something, -1 is free, 0 says nothing of it
    need: int  # 1 must, -1 need not, 0 neither
    may: bool  # speaks of what is allowed or possible
    limit: tuple  # the words of an if, only, except
    only: bool
    but: frozenset = frozenset()  # of an exception: the words without which it is not meant


OF_NO = r"(?:additional |extra |further |added |any )*(?:charges?|costs?|fees?|payments?)\b"
CUES = (  # in this order: long idioms before the words they are made of
    (
        r"\bwhether or not\b|\bnot only\b|\bnot just\b|\bno (?:problem|worries|doubt|matter)\b|\bwhy not\b",
        " ",
    ),
    (
        r"\bno (?:later|more|longer|greater|older|larger|bigger) than\b|\bnot? (?:to )?exceed\w*",
        " at most ",
    ),
    (r"\bno (?:less|fewer|earlier|sooner|younger|smaller) than\b", " at least "),
    (r"n[o']t (?:more|later|longer) than\b", " at most "),
    (r"\bcannot\b|\bcan'?t\b", "can NOT"),
    (r"\bwon'?t\b", "will NOT"),
    (r"\b(is|are|was|were|do|does|did|has|have|had|would|could|should|must|need)n'?t\b", r"\1 NOT"),
    (r"\bby appointment only\b", "appointment NEED"),
    (r"\b(smoke|smoking)[- ]free\b", r"smoking NOT MAY"),
    (
        r"\b(\w+)[- ]free (?=zone|area|property|facility|building|environment|hotel|room)",
        r"\1 NOT MAY ",
    ),
    (
        r"\bun(?=available|able|accessible|heated|covered|supervised|secured|limited|necessary|allowed|accompanied|attended|lit)",
        "NOT ",
    ),
    (
        r"\bin(?=accessible|eligible|valid\b|sufficient)|\bim(?=possible)|\bir(?=regular)|(?<=\bis )non[- ]?(?=[a-z]{4})|(?<=\bare )non[- ]?(?=[a-z]{4})",
        "NOT ",
    ),
    (
        r"\bprohibited\b|\bprohibits?\b|\bforbidden\b|\bforbids?\b|\bbanned\b|\bbans?\b|\bdisallow\w*|\bagainst (?:\w+ ){0,3}polic\w+|\boff[- ]limits\b|\bbarred\b",
        "NOT MAY",
    ),
    (r"\bwithout\b|\bwith no\b", "with NOT"),
    (r"\bclosed\b|\bshut\b", "NOT open"),
    (
        r"\bexclud\w+|\black(?:s|ing)?\b|\bsold out\b|\bout of\b|\bfails? to\b|\brefuses?\b|\bdeclines?\b",
        "NOT ",
    ),
    (r"\boptional(?:ly)?\b|\bvoluntary\b", "NOT NEED"),
    (
        rf"\bfree of (?:charge|cost)\b|\bfor free\b|\b(?:at )?no {OF_NO}|\bNOT {OF_NO}|\bcomplimentary\b|\bon the house\b|\bwaived?\b",
        "FREE",
    ),
    (
        r"\b(?:NOT|not) (?:need to |have to |required to )?(?:pay|be charged|charged?|cost)\b(?! with| ?[$€£¥\d])",
        "FREE",
    ),
    (
        r"\b(gluten|dairy|soy|nut|sugar|alcohol|fat|lactose|barrier|hands|duty|toll|worry|stress|meat|wheat|hassle|feel)[- ]free\b",
        r"\1free",
    ),
    (r"\bfree\b(?! (?:to|of|from|time|standing|will|kick|throw))", "FREE"),
    (r"\b(?:costs?|fees?|charges?)\b(?=[^,.;]{0,40} (?:is|are) FREE)", " "),
    (
        r"\bcharges?\b|\bcharged\b|\bfees?\b|\bcosts?\b|\bsurcharges?\b|\bpaid\b|\bpay for\b|\bhave to pay\b",
        "FEE",
    ),
    (
        r"\bmust\b|\b(?:have|has|had|need|needs)(?: got)? to\b|\bneed(?:s|ed)?\b|\brequir\w+|\bmandatory\b|\bnecessar\w+|\brestrict\w+|\bobligat\w+|\bcompulsory\b",
        "NEED",
    ),
    (r"\bcan\b|\bmay\b|\ballow\w*|\bpermit\w*|\bable to\b|\bwelcome\b|\bpossible\b", "MAY"),
    (r"\bexcept(?:ions?|ing)?\b|\bother than\b|\bapart from\b|\bexcluding\b", "EXCEPT"),
    (r"\bonly\b|\bsolely\b|\bexclusively\b", "ONLY"),
    (
        r"\bif\b|\bunless\b|\bas long as\b|\bprovided (?:that|you|your|they|the)\b|\bsubject to\b|\bin case\b|\bdepend\w+ on\b",
        "IF",
    ),
    (r"\bnor\b", " or "),
    (
        r"\bno\b|\bnot\b|\bnever\b|\bnone\b|\bneither\b|\bnothing\b|\bnobody\b|\bhardly\b|\bno longer\b",
        "NOT",
    ),
    (
        r"不仅|不但|无论|不管|不同|非常|差不多|不好意思|没关系|没问题|未来|不久|不错|不少(?!于)|特别|区别|分别|级别|个别",
        " ",
    ),
    (r"除了?([^，。；]+?)(?:之外|以外|外)[，,]?([^，。；]*)", r"\2 EXCEPT \1 "),
    (r"([^，。；]+?)除外", r" EXCEPT \1 "),
    (r"不超过|不多于|不高于|不晚于|不迟于|不大于", "最多"),
    (r"不少于|不低于|不早于|不小于", "至少"),
    (
        r"免费|不(?:另外?|额外)?收(?:取)?(?:任何)?(?:费用?|钱)|(?:无需|不用|不必|不需要?)(?:另外?|额外)?(?:付费|付钱|交费|花钱|收费)|不要钱|免收|零费用",
        " FREE ",
    ),
    (r"无需|不必|不用|不需要?|无须|毋须|免(?=预约|押金|签)|不强制|自愿", " NOT NEED "),
    (r"不可以|不可|不能够?|不得|不允许|不许|不准|禁止|严禁|不让|谢绝|请?勿", " NOT MAY "),
    (r"必须|需要|务必|一定要|应当|须|需", " NEED "),
    (r"可以|允许|能够|(?<!功)能(?!力|量)|可(?!能|爱|乐|口)", " MAY "),
    (r"收费|付费|收取|另收|要钱|手续费|付钱", " FEE "),
    (r"仅限|仅|只能|只有|只(?!要)", " ONLY "),
    (r"如果|若|只要|除非|前提|凭", " IF "),
    (
        r"无线|无障碍|未成年|非会员",
        lambda m: m[0].replace("无", "毋").replace("未", "末").replace("非", "菲"),
    ),
    (r"休息|关门|闭馆|不营业|停业", " NOT 营业 "),
    (r"不|没有|没|无|未|非|别", " NOT "),
)
CUES = by_script(CUES)
STOP = re.compile(r"[.;!?](?=\s|$)|[。；！？]|(?<=[一-鿿])[;!?]")
SPLIT = re.compile(
    r",(?=\s|[一-鿿])|(?<=[一-鿿]),|\b(?:but|because|however|with(?= NOT)|as well as|although|though|while|whereas|and|so|since|plus)\b|但是?|不过|而且|并且|因为|所以|同时"
)
VERB = re.compile(
    r"\b(?:is|are|was|were|be|am|'s|'re|'ll|find|rely|do|does|did|has|have|had|will|would|should|could|might|MAY|NEED|FEE|FREE|"
    r"offers?|provides?|serves?|accepts?|takes?|opens?|closes?|starts?|begins?|includes?|welcomes?|speaks?|sells?|"
    r"requires?|lists?|says|stays?|gives?|gets?|goes|comes?|uses?|wants?|keeps?|lets?|NOT)\b|[一-鿿]"
)
LIMIT = re.compile(r"\b(?:IF|ONLY)\b")
MONEY = re.compile(
    r"[$€£¥]\s*\d*[1-9]|[1-9]\d*(?:\.\d+)? ?(?:dollars?|gbp|eur|euros?|usd|pounds?|[元块])"
)
THRESHOLD = re.compile(r"(?:over|above|under|below|than|least|满|超过|不足) ?[$€£¥]?\d[\d.]*")
MARK = re.compile(r"\b(?:NOT|FREE|FEE|NEED|MAY|ONLY|IF|EXCEPT)\b")


def cued(text):
    """'you cannot park' -> 'you MAY NOT park'"""
    return replaced(text, CUES)


def pieces(text):
    """Cut at stops and conjunctions; what has no verb of its own stays with its sentence."""
    out = []
    for sentence in STOP.split(text):
        start = len(out)
        for piece in filter(str.strip, SPLIT.split(sentence)):
            if len(out) > start and not (VERB.search(piece) and VERB.search(out[-1])):
                out[-1] += " , " + piece
            else:
                out.append(piece)
    return out


def priced(text):
    """Tell whether an amount of money is a price: "over 50 euros" is none."""
    return MONEY.search(THRESHOLD.sub(" ", text)) is not None


def limits(text):
    """Return the words that an IF brings, and those that an ONLY stands by."""
    out = []
    for mark in LIMIT.finditer(text):
        before, after = (
            content(MARK.sub(" ", t)) for t in (text[: mark.start()], text[mark.end() :])
        )
        near = after[: 1 if after and HAN.match(after[0]) else 3] or before[-2:]
        out += after if mark[0] == "IF" else near
    return tuple(out)


def clause(text, turn=1, head=()):
    """Return the Clause of one piece of cued text."""
    marks = MARK.findall(text)
    sign = -turn if marks.count("NOT") % 2 else turn
    fee = -sign if "FREE" in marks else sign if "FEE" in marks or priced(text) else 0
    need = sign if "NEED" in marks else 0
    words = (*head, *content(MARK.sub(" ", text)))
    return Clause(text, words, sign, fee, need, "MAY" in marks, limits(text), "ONLY" in marks)


def clauses(text):
    """Return the clauses of a plain text; what is excepted is a clause of its own, turned round."""
    out = []
    for piece in pieces(cued(text)):
        rule, mark, rest = piece.partition("EXCEPT")
        first = clause(rule)
        if mark:
            first = first._replace(limit=first.limit + tuple(content(MARK.sub(" ", rest))))
        out.append(first)
        if "FREE" in rule and ("FEE" in rule or priced(rule)):  # "free, and paid options"
            out.append(first._replace(fee=-first.fee))
        if mark:
            last = clause(rest, -first.sign, first.words)
            out.append(last._replace(but=frozenset(last.words) - set(first.words)))
    return out

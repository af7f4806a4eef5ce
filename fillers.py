"""Take out of a spoken sentence what carries no meaning, and only where it carries none.

offers   plain(text), drop_fillers(text): text -> text

    "um so what time, uh, do you open"   -> "what time, do you open"
    "i would like the room as well so"   -> unchanged: like, well and so mean something here
    "嗯那个我的订单"                      -> "我的订单"; 那个课程 stays
    "and what about and what about kids" -> "and what about kids"
"""

import re
import unicodedata

CLAUSE = (  # what a question or statement starts with, after "so", "well" and the like
    r"(?=(?:what|when|where|which|who|whose|why|how|do|does|did|is|are|was|were|am|can|could|would|"
    r"will|should|shall|may|have|has|i|we|you|they|he|she|it|there|my|our|your|the|this|that|these|"
    r"those|if|and|but|or|any|please|tell|let|in|on|for|at|no|so|well|like|okay|ok|thanks|thank|great)(?:'[a-z]+)?\b)"
)
QUESTION = (
    r"(?=(?:what|when|where|which|who|why|how|do|does|is|are|can|could|so how|so what|so is|so can)"
    r"(?:'s|'re)?\b)"
)
NUMBER_ONLY = (  # "oh eight hundred" is a number, "oh two people" begins with a sigh
    r"(?! (?:(?:zero|oh?|one|two|three|four|five|six|seven|eight|nine|ten|double|triple|hundred|"
    r"[a-z]+teen|[a-z]+ty)[ -]?){1,12}$)(?! ?[0-9])"
)
SOUND = re.compile(
    r"\b(?=[ueahmo])(?<!['-])(?:u+h+m*|u+m+|"
    r"(?<!\bthe )(?<!\ban )(?<!\bto )(?<![0-9] )(?:e+r+m*|a+h+|h+m+|hh+|mm+|ohi))"  # to the ER
    r"(?![\w'-])[,.…]*\s*",
    re.I,
)
ALWAYS = rf"(?:okay|ok|o\.? ?k\.?|hi there|hi|hello|hey|oh{NUMBER_ONLY}|good (?:morning|evening))"
BEFORE_CLAUSE = (
    "(?:so|well|yeah|great|perfect|awesome|cool|excellent|got it|all right|alright|"
    "(?:thanks|thank you)(?: (?:so|very) much)?)"
)
BEFORE_COMMA = "(?:right|sure|fine|you know|i mean|like)"
MISHEARD = "(?:a high,?|i high,?|a hi,?|i'm)"  # "uh hi", "um" before a question
PAUSE = r"[,.!…]"
OPENING = re.compile(
    rf"^(?:you (?-i:(?=[A-Z]))|{ALWAYS}(?![\w'-]){PAUSE}*\s*|"  # a stray "You" is Whisper's
    rf"{BEFORE_CLAUSE}(?:{PAUSE}+\s*|\s+{CLAUSE})|{BEFORE_COMMA}{PAUSE}+\s*|"
    rf"like {QUESTION}|a (?!can\b|so\b){QUESTION}|{MISHEARD} {QUESTION})+",
    re.I,
)
LONE_LIKE = re.compile(
    r"(?<=,) like,|\b(so|and|but) like(?= (?:do|does|is|are|what|how|can|you)\b)", re.I
)
STUTTER = re.compile(
    r"\b(the|a|an|i|we|you|to|is|are|can|could|do you|do|what|my|and|of|in|on|for|how|when|where)"
    r"(?: \1)+\b",
    re.I,
)
BABBLE = re.compile(
    r"^(?:(?:and )?(?:what|how) (?:about|and)[,.?]*\s+)+(?=(?:and )?(?:what|how) about\b)", re.I
)

EDGES = " ,，、"
SPACES = re.compile(" {2,}")
HAN_SOUND = re.compile(
    "[嗯呃啊哦噢喔诶欸唔]+[,，。、…]*|(?<![\u4e00-\u9fff])额+(?=[,，、我你请那这])[,，、]*"
)
HAN_OPENING = re.compile(
    "^(?:(?:你好|您好|喂|哈喽)[呀,，。!！、]*(?=.)|然后(?=[我你那就请])|(?:那个|这个|就是说?)+"
    "(?:[,，、]\\s*|\\s*(?=我|你|您|咱|请|麻烦|想|能不能|可不可以|可以|就是|那个)))+"
)
HAN_PAUSE = re.compile("(?<=[,，、])(?:那个|这个|就是说?)+(?=[,，、]|我|你|您|请)[,，、]?")
HAN_STUTTER = re.compile("(我|你|您|就|这|那个|这个|请问)\\1+")


def plain(text):
    """Compose accents, join white space, and lower a text that is all capitals."""
    text = " ".join(unicodedata.normalize("NFC", text).replace("\u2019", "'").split())
    return text.lower() if text.isupper() else text


def drop_fillers(text):
    """Drop hesitation sounds anywhere, and greetings and openers at the start only."""
    if not text.isascii():
        text = HAN_OPENING.sub("", HAN_SOUND.sub("", text).lstrip(EDGES))
        text = SPACES.sub(" ", HAN_STUTTER.sub(r"\1", HAN_PAUSE.sub("", text)))
    text = OPENING.sub("", SOUND.sub("", text).lstrip(EDGES))
    text = STUTTER.sub(r"\1", LONE_LIKE.sub(r"\1", BABBLE.sub("", text)))
    return text.strip(EDGES)

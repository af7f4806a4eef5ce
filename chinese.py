"""Write Chinese numerals as digits where they are numbers, and leave them where they are words.

offers   to_digits(text) -> text

    两千八百元 -> 2800元   三点半 -> 3:30   百分之五 -> 5%   七八公斤 -> 7~8公斤
    一共, 一起, 一下, 周一, 十分满意, 万一, 十几个, 那一个: unchanged
"""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from hanzi import BLOCKS, CHARS, DIGITS, FORMAL, guess, number

NUMERAL = re.compile(f"[{CHARS}０-９]")
WIDE = str.maketrans("０１２３４５６７８９", "0123456789")
UNITS = frozenset(  # the first character of what is counted after two to nine, or after ten
    "个個位名人岁年月日号號天周时小钟秒元块塊毛角美欧英日韩港台新折成倍次遍张件份杯瓶盒箱包袋只条套部"
    "辆间层楼晚夜米厘毫公里里斤吨克升度级期页本册章节门场站路班户栋帧摄平立千兆瓦伏赫又分比点笔"
)
ONE_UNITS = frozenset("年月日号號天周小帧元毛克公斤米厘毫吨升岁楼层级折期人美欧英韩港千")
NOT_AFTER = tuple("周 週 星期 礼拜 禮拜 初 老 唯 统 几 之 不管 专 单".split())
NAMES = ("是", "为", "按", "选")  # 密码是二, 请按一: a number if nothing follows it
A_WEEK = tuple("一每两")  # 每周二十次 is 20 times a week, 周二十次 is left as it is
SINGLES = frozenset("零一二三四五六七八九两")  # 每周一三五 are days
THIS_ONE = frozenset("每这那哪某同另任第头前后")  # 每一天, 这一年: "one" is no count there
FAR = ("", "路", "地", "外", "远", "多", "，", "。", " ")
OPERATORS = ("加", "减", "乘", "等于", "除以", "负", "正负", "-")
STAY = re.compile(
    "十一(?:放假|长假|假期|期间|黄金|国庆)|三角|四周围|一日三|一成不|一人一|万一|一一(?![零〇一二三四五六七八九])"
)  # words, not counts
DAY_PARTS = re.compile(
    "上午|下午|早上|晚上|中午|凌晨|傍晚|早晨|夜里|今天|明天|后天|今晚|周.|到|至|在|从"
)
OPENING = re.compile("上班|下班|开门|关门|营业|出发|起飞|预约|开始|结束|登机|发车|集合|[到达]店")

RUN = f"[{CHARS}]+"
CUT = "\ue000"  # between 周六 and 十点, which is no 六十点
DAY_AND_HOUR = re.compile(
    f"((?:周|週|星期|礼拜|禮拜)[一二三四五六])(?=(?!十)[{CHARS}]{{1,3}}[点點]|十[一二]?[点點])"
)
FRACTION = re.compile(f"(百|千|{RUN})分之(百|负?{RUN}(?:[点點]{RUN})?)")
CLOCK = re.compile(f"({RUN})[点點](?:(半)|([一二三])刻|({RUN})分(?!之)(?:({RUN})秒)?|({RUN}))")
HOUR = re.compile(f"({RUN})[点點](?!儿|兒|击|评|餐|[{CHARS}半])(钟|鐘|整)?")
MONEY = re.compile(f"({RUN})块([一二三四五六七八九])(?![{CHARS}毛角分万])")
PLAIN = re.compile(RUN)
MINUS = re.compile("[负負](?:的)?(?=[0-9])")


def one_character_counts(run, before, after):
    """Tell whether a single numeral is a number: only beside something to count or compute."""
    sum_follows = after[:1] in OPERATORS and NUMERAL.match(after[1:])
    if before.endswith(OPERATORS) or sum_follows:
        return True
    if before.endswith(NAMES) and not after[:1].isalnum():
        return run in DIGITS
    if run == "一":
        return after[:2] == "分钟" or (after[:1] in ONE_UNITS and before[-1:] not in THIS_ONE)
    if run == "十":
        counted = after[:1] in UNITS or before[-1:] == "第"
        return after[:2] in ("分钟", "分之") if after[:1] == "分" else counted
    return run in DIGITS and after[:1] in UNITS


def counts(run, before, after):
    """Tell whether a run is a number where it stands."""
    a_week = before[-1:] == "周" and before[:1] in A_WEEK and not SINGLES.issuperset(run)
    if before.endswith(NOT_AFTER) and not a_week:
        return False
    if after[:1] == "里" and after[1:2] not in FAR:
        return False  # 三里屯 is a place
    if after[:1] == "几" or STAY.match(run + after[:2]):
        return False
    if len(run) == 1:
        return one_character_counts(run, before, after)
    digits_only = all(ch in DIGITS for ch in run.translate(FORMAL))
    return not digits_only or len(run) > 2 or after[:1] in UNITS


def plain(match):
    """Write one run, if it is a number here; 千 before a unit and 两 as a weight stay words."""
    run, text = match[0], match.string
    before, after = text[max(0, match.start() - 2) : match.start()], text[match.end() :][:3]
    kept = ""
    if len(run) > 1 and run[-1] == "千" and after[:1] in ("克", "米", "瓦", "卡"):
        run, kept, after = run[:-1], "千", "千" + after
    elif len(run) == 2 and run[1] == "两" and run[0] in DIGITS and after[:1] not in UNITS:
        run, kept, after = run[:-1], "两", "斤"
    if run != text and not counts(run, before, after):
        return match[0]
    pair = guess(run.translate(FORMAL)) if len(run) == 2 and run[0] in DIGITS else None
    found = pair or number(run)
    return match[0] if found is None else found + kept


def fraction(match):
    """百分之五 -> 5%, 千分之三 -> 3‰, 四分之三 -> 3/4"""
    whole, part = match.groups()
    sign = "-" if part[0] in "负負" else ""
    head, _, tail = part.lstrip("负負").replace("點", "点").partition("点")
    top = "100" if head == "百" else number(head)
    bottom = {"百": "%", "千": "‰"}.get(whole) or number(whole)
    if top is None or bottom is None:
        return match[0]
    top = sign + top + (f".{number(tail)}" if tail else "")
    return top + bottom if bottom in ("%", "‰") else f"{top}/{bottom}"


def clock(match):
    """三点半 -> 3:30, 十三点五分 -> 13:05, 三点五 -> 3.5, 八点三十 -> 8:30"""
    hour, half, quarter, minute, second, bare = match.groups()
    head = number(hour)
    if head is None or not head.isdecimal():
        return match[0]
    if half or quarter:
        return f"{head}:{30 if half else 15 * DIGITS[quarter]}"
    block = bare[-1] if bare and len(bare) > 1 and bare[-1] in BLOCKS else ""  # 一点五万
    tail = number(minute or bare.removesuffix(block))
    if tail is None or not tail.isdecimal():
        return match[0]
    if not minute and not spoken_minutes(match, int(head), bare, tail):
        return f"{head}.{tail}{block}"
    seconds = f":{int(number(second) or 0):02}" if second else ""
    return f"{head}:{int(tail):02}{seconds}"


def spoken_minutes(match, hour, bare, tail):
    """Tell 八点三十 and 早上八点零五 from the decimal 八点零五."""
    if hour > 24 or int(tail) > 59:
        return False
    if "十" in bare:
        return True
    before, after = match.string[: match.start()][-6:], match.string[match.end() :][:4]
    return len(bare) == 2 and bool(DAY_PARTS.search(before) or OPENING.search(after))


def hour(match):
    """下午三点 -> 下午3点; 便宜一点 stays."""
    before = match.string[: match.start()][-2:]
    if match[1] == "一" and not match[2] and not DAY_PARTS.search(before):
        return match[0]
    pair = guess(match[1]) if len(match[1]) == 2 and match[1][0] in DIGITS else None  # 七八点
    found = pair or number(match[1])
    return match[0] if found is None else match[0].replace(match[1], found, 1)


def money(match):
    """三块五 -> 3.5块"""
    found = number(match[1])
    return match[0] if found is None else f"{found}.{DIGITS[match[2]]}块"


def to_digits(text):
    """Return `text` with its Chinese numerals as digits; words that hold numerals stay."""
    text = DAY_AND_HOUR.sub(rf"\1{CUT}", FRACTION.sub(fraction, text.translate(WIDE)))
    text = HOUR.sub(hour, CLOCK.sub(clock, text))
    text = PLAIN.sub(plain, MONEY.sub(money, text))
    return MINUS.sub("-", text).replace(CUT, "")

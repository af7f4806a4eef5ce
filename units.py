"""Tables of how quantities are named, English and Chinese; used by facts.py.

offers   MIN_BEFORE, MAX_AFTER, AT_MOST, ...   patterns of what makes a quantity a limit
         UNITS   {"kg": "kg", "kilograms": "kg", ...}, CURRENCIES, MONTHS, WEEKDAYS, MINUTES
"""

import re


def spellings(table):
    """{"kg": "kg kilo 公斤"} -> {"kg": "kg", "kilo": "kg", "公斤": "kg"}"""
    return {word: name for name, words in table.items() for word in [name, *words.split()]}


UNITS = spellings(
    {
        "minute": "minutes min mins 分钟",
        "hour": "hours hr hrs h 小时 个小时 钟头 个钟头",
        "day": "days 天 日",
        "week": "weeks wk wks 周 星期 个星期 礼拜 个礼拜",
        "month": "months 月 个月",
        "year": "years yr yrs yo 年 岁 周岁",
        "century": "centuries 世纪",
        "decade": "decades",
        "secs": "seconds sec 秒 秒钟",
        "workday": "workdays 工作日 个工作日 business-day business-days working-day working-days",
        "night": "nights 晚",
        "kg": "kgs kilo kilos kilogram kilograms 公斤 千克",
        "gram": "grams g 克",
        "jin": "斤",
        "pound": "pounds lb lbs 磅",
        "oz": "ounce ounces 盎司",
        "km": "kms kilometer kilometers kilometre kilometres 公里 千米",
        "meter": "meters metre metres m 米",
        "cm": "cms centimeter centimeters centimetre centimetres 厘米 公分",
        "mm": "毫米",
        "mile": "miles mi 英里",
        "foot": "feet ft 英尺",
        "inch": "inches 英寸",
        "square": "sqm 平方米 平米 平",
        "liter": "liters litre litres l 升",
        "ml": "毫升",
        "mb": "megabyte megabytes mbs",
        "gb": "gigabyte gigabytes gbs",
        "mbps": "兆",
        "degree": "degrees 度 摄氏度",
        "person": "people persons guests adults 人 位 名 个人",
        "floor": "floors storey storeys stories story 楼 层",
        "level": "levels 级",
        "room": "rooms 间 个房间 间房 号房",
        "fold": "折",
        "times": "次 倍 遍",
        "star": "stars 星",
        "lesson": "lessons class classes 课时 节 节课",
        "seat": "seats 座 座位",
        "piece": "pieces items 件 个 只 张 份 条 本 台 辆 瓶 杯",
    }
)
MINUTES = {"minute": 1, "hour": 60, "day": 1440, "week": 10080}  # exact conversions only
CURRENCIES = spellings(
    {
        "usd": "$ us$ dollar dollars bucks 美元 美金",
        "eur": "€ euro euros 欧元",
        "gbp": "£ sterling quid 英镑",
        "cny": "rmb yuan 元 块 块钱 元钱 人民币 元人民币",
        "yen": "¥ jpy 日元",
        "hkd": "hk$ 港币 港元",
        "inr": "₹ rupee rupees",
        "krw": "₩ won 韩元",
        "cent": "cents ¢ 美分",
        "pence": "penny p",
        "jiao": "角 毛",
        "pound": "pounds",
    }
)
SAME_UNIT = ({"pound", "gbp"}, {"yen", "cny"}, {"person", "piece"})  # one word or sign for both
MONTHS = {
    name[:length]: number
    for number, name in enumerate(
        "january february march april may june july august september october november"
        " december".split(),
        1,
    )
    for length in (3, len(name))
}
MONTHS["sept"] = 9
DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
WEEKDAYS = {form: day for day, name in enumerate(DAYS) for form in (name, name + "s", name[:3])}
WEEKDAYS |= {"tues": 1, "thur": 3, "thurs": 3, "weds": 2}
WEEKDAYS |= {
    f"{w}{c}": d % 7 for w in ("周", "星期", "礼拜") for d, c in enumerate("一二三四五六日")
}
WEEKDAYS |= {"周天": 6, "星期天": 6, "礼拜天": 6}
MIN_BEFORE = re.compile(
    r"(?:at least|minimum(?: of| is)?|more than|over|above|from|after|older than|between|since|"
    r"(?:start|begin|open)(?:s|ing)?(?: at| from)?|earliest|"
    r"至少|最少|最低|超过|满|从|自)(?: the| is| at)?\s*$"
)
MAX_BEFORE = re.compile(
    r"(?:at most|up to|maximum(?: of| is)?|under|below|less than|before|until|till?|by|within|"
    r"(?:clos|end|finish)(?:es|s|ing)?(?: at| by)?|latest|younger than|smaller than|lighter than|"
    r"最多|至多|最高|最晚|截止|截至|不足|低于)(?: the| is| at)?\s*$"
)
AT_MOST = re.compile(
    r"(?:\b(?:no|not) (?:more|later|longer|older|larger|bigger|heavier|higher) than"
    r"|\bnot (?:to )?exceed(?:ing)?|不(?:超过|多于|高于|晚于|迟于|大于|满)|未满)\s*$"
)
AT_LEAST = re.compile(
    r"(?:\b(?:no|not) (?:less|fewer|earlier|sooner|younger|smaller|lower) than"
    r"|不(?:少于|低于|早于|小于))\s*$"
)
MIN_AFTER = re.compile(
    r"^\s*(?:or (?:more|older|over|above)|and (?:above|older|over|up)|onwards?|(?:及|或)?以上"
    r"|(?:以|之)?后|起|开始)"
)
MAX_AFTER = re.compile(
    r"^\s*(?:or (?:less|fewer|under|younger)|and (?:under|younger|below)|(?:及|或)?以下"
    r"|以内|之内|内|(?:以|之)?前|截止|结束|为止)"
)

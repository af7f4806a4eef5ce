"""Complete a Chinese follow-up from the question before it.

offers   complete(text, before) -> text

    那周六呢      after 你们周一几点开门    -> 你们周六几点开门
    那要是迟到呢  after 怎么取消预约        -> 要是迟到怎么取消预约
    那换货呢      after 退货的运费谁来出    -> 换货的运费谁来出
    3个人呢       after 2个人要多少钱       -> 3个人要多少钱
    它多少钱      after 有没有家庭票        -> 家庭票多少钱
"""

import re

HAN = re.compile("[\u4e00-\u9fff]")
END = "[?？。!！,，]*$"
FOLLOW = re.compile(f"^(?:那么?|然后|还有)?[,，]?(.{{1,16}}?)(?:呢|怎么样|行吗|可以吗|行不行){END}")
LEAD_ONLY = re.compile(f"^(?:那么?|还有|那如果|那要是)[,，]?(.{{1,6}}?)[吗]?{END}")
IF = re.compile("^(?:要是|如果|假如|万一)")
IF_CLAUSE = re.compile(
    "(?:要是|如果|假如|万一)[^,，]+?(?:的话)?[,，]|(?:要是|如果|假如|万一).{1,8}?的话"
)
KINDS = "课班票卡费店馆室房区楼车机险"  # 口语课 replaces 写作课
BARE = re.compile(  # a question that names nothing: 多少钱
    "^(?:那么?)?((?:要)?多少钱|收费吗|免费吗|要钱吗|几点(?:开始)?|多久|要多久|在哪[里儿]?|怎么走|什么时候(?:开始)?|"
    f"(?:需?要)?预约吗|(?:可以|能)带吗|贵吗|远吗)[呢啊呀]?{END}"
)
VERB = re.compile("几点|什么|怎么|多少|哪|谁|为什么|有没有|是不是|能不能|可不可以|多久")
SLOTS = [
    "(?:(?:周|星期|礼拜)[一二三四五六日天末]|今天|明天|后天|工作日|周末|节假日|法定假日|平时|春节|国庆)"
    "(?:到(?:周|星期|礼拜)[一二三四五六日天])?(?:早上|上午|中午|下午|晚上)?",
    "(?:早上|上午|中午|下午|晚上|凌晨)(?:\\d+(?::\\d+|点))?|\\d+(?::\\d\\d|点)",
    "\\d+(?:个人|人|位)",
    "\\d+(?:个)?(?:晚上?|天|小时|分钟|个月|年|周)",
    "\\d+(?:张票|间房|个房间|件)",
    "(?:小孩|孩子|儿童|学生|老人|成人|大人|会员|非会员|婴儿|孕妇|残疾人|新手|宠物|狗|猫)",
]
SLOTS = [re.compile(slot) for slot in SLOTS]
PRONOUN = re.compile(
    "它们?|这个(?=[多怎什能可有要是]|$)|那个(?=[多怎什能可有要是]|$)|那里|那边|这里"
)
FUNCTION = re.compile(
    "你们|我们|请问|我想问?|问一下|一下|有没有|是不是|能不能|可不可以|可以|怎么|什么时候|什么|多少钱|多少|"
    "多久|几点|几个|几天|哪里|哪儿|谁|为什么|吗|呢|吧|的|了|有|是|在|要|能|会|想|我|你|您|买|办|用|需要|"
    "申请|取消|开门|关门|营业|怎样|如何|[,，。?？!！\\s]"
)


def topic(question):
    """Return the longest stretch without function words: 有没有家庭票 -> 家庭票"""
    return max(FUNCTION.split(question), key=len, default="")


def swap_term(term, base):
    """Replace the word of `base` that shares a character with `term`: 换货 replaces 退货."""
    if not 2 <= len(term) <= 4:
        return None
    for at in range(len(base) - len(term) + 1):
        old = base[at : at + len(term)]
        shared = sum(left == right for left, right in zip(old, term))
        like = shared * 2 >= len(term) or term[-1] == old[-1] in KINDS
        if old != term and like and not FUNCTION.search(old):
            return base[:at] + term + base[at + len(term) :]
    return None


def merge(body, base):
    """Complete the body of a follow-up from the question before."""
    base = base.strip("?？。!！,， ")
    if IF.match(body):
        return body + IF_CLAUSE.sub("", base)
    for slot in SLOTS:
        new, old = slot.search(body), slot.search(base)
        if new and old:
            base = base[: old.start()] + new[0] + base[old.end() :]
            body = body[: new.start()] + body[new.end() :]
    body = re.sub("^[的在到给对]+|的$", "", body)
    return base if not body else swap_term(body, base) or body + base


def complete(text, before):
    """Return the follow-up as a full question, or `text` where it is one already."""
    bare = BARE.match(text)
    if bare:
        return (topic(before) or before.strip("?？。!！,， ")) + bare[1]
    found = FOLLOW.match(text) or LEAD_ONLY.match(text)
    if found and not VERB.search(found[1]) and not PRONOUN.fullmatch(found[1]):
        return merge(found[1], before)
    thing = topic(before) if PRONOUN.search(text) else ""
    return PRONOUN.sub(thing, text, count=1) if len(thing) > 1 else text

"""Tables of the words that affirm, deny, allow, demand, charge and limit; used by polarity.py.

offers   CUES   ((pattern, what is written instead), ...) in the order in which they apply
         PARTICLE, YES_NO, UNKNOWN   a yes or no before an answer, a question for one, "no details"

Each cue is written as a mark in capitals: NOT, FREE, FEE, NEED, MAY, ONLY, IF, EXCEPT. The text is
lower case, so a mark is never a word of the text. Idioms come before the words they are made of.
"""

import re

PARTICLE = re.compile(
    r"(?:(?:答|回答|a|answer):\s?)?(?:(?P<yes>yes|yeah|yep|correct|absolutely|"
    r"certainly|是的|对的?|可以的?|有的|能的?)"
    r"|(?P<no>no|nope|不是的?|不可以|不行|不能|没有))"
    r"(?:\s*[,.!;:，。！]\s*|\s*$"
    r"|\s+(?=(?:it|they|there|we|you|i|this|that|the|he|she|is|are|do|does)\b)"
    r"|(?<=yes)\s+(?!or\b)|(?<=no)\s+(?=[^,.;!?]{0,80}(?:n't|\bnot|\bcannot)\b))"
)
UNKNOWN = re.compile(  # says nothing of its subject
    r"\b(?:no (?:information|details?) (?:is |are )?(?:available |given |provided )?"
    r"(?:about|on|of|concerning|regarding|as to|available|given|provided)\b[^.;!?]*"
    r"|(?:not|n't) (?:say|state|specif\w+|mention\w*|list\w*|indicate\w*) (?:if|whether)\b[^.;!?]*"
    r"|(?:暂无|没有)[^，。；]{0,12}(?:信息|资料|说明)[^，。；]*)"
)
YES_NO = re.compile(
    r"^(?:\W*(?:hi|hello|so|and|um|uh|well|ok|okay|please|hey)\W+)*(?:is|are|was|were|"
    r"do|does|did|can|"
    r"could|may|will|would|has|have|had|should|must)\b"
    r"|(?:吗|么|能不能|可不可以|是不是|有没有|可以)[^。]*[?？]?$"
)
OF_NO = r"(?:additional |extra |further |added |any )*(?:charges?|costs?|fees?|payments?)\b"
CUES = (
    (
        r"\b(?:who|that|you|they) needs? (?:it|them|one)\b|\b(?:if|when|as) needed\b|"
        r"\bif (?:that helps|you(?:'d| would) (?:like|prefer))\b",
        " ",
    ),
    (
        r"(\b(?:accept\w*|allow\w*|permit\w*|can|may|welcome|free|enter|gets?|off|possible|"
        r"return\w*|refund\w*|discount\w*)\b[^.;!?]{0,60}?)\bwith(?= (?:\w+ ){0,3}?"
        r"(?:receipt|valid card|passport|ticket|pass|id|proof|permit|permission|prescription|"
        r"coupon|code|voucher|approval|licen[cs]e|supervision|parent|guardian|adult|lead)\b)",
        r"\1 IF ",
    ),
    (
        r"\b(?=on (?:an? |the |its |their )?(?:short )?lead\b)|"
        r"\b(?:when |while )?(?=accompanied by\b)",
        " IF ",
        "lead",
        "accompanied",
    ),
    (r"\bas far as ([\w' ]{2,30}?) (?:is|are) concerned\b", r"for \1"),
    (
        r"\bno,? (?=(?:they|it|we|you|there|i|he|she) (?:\w+ )?"
        r"(?:\w+n't|(?:do|does|is|are|was|were|have|has|can|may|will) ?not|cannot)\b)",
        " ",  # "for delivery no they do not"
    ),
    (r"\b(us(?:e|ed|ing) [\w' ]{1,40} to pay) for\b", r"\1"),
    (r"\bpay for (?=[\w' ]{1,40}\b(?:with|by|using|via)\b)", "pay "),  # how, not that it costs
    (
        r"\bwhether or not\b|\bnot only\b|\bnot just\b|\bno (?:problem|worries|doubt|"
        r"matter)\b|\bwhy not\b",
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
    (r"\bby (?:appointment|reservation) only\b", "reservation NEED"),
    (r"\b(smoke|smoking)[- ]free\b", r"smoking NOT MAY"),
    (
        r"\b(is|are)((?: all| entirely| fully| an?| \d+%)+) non[- ]?(?=smok)",
        r"\1\2 NOT MAY ",
    ),
    (
        r"\b(\w+)[- ]free (?=zone|area|property|facility|building|environment|hotel|room)",
        r"\1 NOT MAY ",
    ),
    (
        r"\bun(?=available|able|accessible|heated|covered|supervised|secured|limited|"
        r"necessary|allowed|accompanied|attended|lit)",
        "NOT ",
    ),
    (
        r"\bin(?=accessible|eligible|valid\b|sufficient)|\bim(?=possible)|\bir(?=regular)|"
        r"(?<=\bis )non[- ]?(?=[a-z]{4})|(?<=\bare )non[- ]?(?=[a-z]{4})",
        "NOT ",
    ),
    (
        r"\bprohibited\b|\bprohibits?\b|\bforbidden\b|\bforbids?\b|\bbanned\b|\bbans?\b|"
        r"\bdisallow\w*|\bagainst (?:\w+ ){0,3}polic\w+|\boff[- ]limits\b|\bbarred\b",
        "NOT MAY",
    ),
    (r"\bwithout (?:an? |the |any )?(\w+)", r"sans\1"),
    (r"\bwith no\b", "with NOT"),
    (r"\bclosed\b|\bshut\b", "NOT open"),
    (
        r"\bexclud\w+|\black(?:s|ing)?\b|\bsold out\b|\bout of\b|\bfails? to\b|"
        r"\brefuses?\b|\bdeclines?\b",
        "NOT ",
    ),
    (r"\boptional(?:ly)?\b|\bvoluntary\b", "NOT NEED"),
    (
        rf"\bfree of (?:charge|cost)\b|\bfor free\b|\b(?:at )?no {OF_NO}|\bNOT {OF_NO}|"
        rf"\bcomplimentary\b|\bon the house\b|\bwaived?\b",
        "FREE",
    ),
    (
        r"\b(?:NOT|not) (?:need to |have to |required to )?(?:pay|be charged|charged?|"
        r"cost)\b(?! with| ?[$€£¥\d]| (?:an?|the|any) (?!fee|charge|cost|extra|money|price))",
        "FREE",
    ),
    (
        r"\b(gluten|dairy|soy|nut|sugar|alcohol|fat|lactose|barrier|hands|duty|toll|worry|"
        r"stress|meat|wheat|hassle|feel)[- ]free\b",
        r"\1free",
    ),
    (r"\bfree\b(?! (?:to|of|from|time|standing|will|kick|throw)\b)", "FREE"),
    (r"\b(?:costs?|fees?|charges?)\b(?=[^,.;]{0,40} (?:is|are) FREE)", " ", "FREE"),
    (
        r"\bcharges?\b|\bcharged\b|\bfees?\b|\bcosts?\b|\bsurcharges?\b|\bpaid\b|\bpay "
        r"for\b|\bhave to pay\b",
        "FEE",
    ),
    (
        r"\bmust\b|\b(?:have|has|had|need|needs)(?: got)? to\b|\bneed(?:s|ed)?\b|"
        r"\brequir\w+|\bmandatory\b|\bnecessar\w+|\brestrict\w+|\bobligat\w+|"
        r"\bcompulsory\b",
        "NEED",
    ),
    (r"\bcan\b|\bmay\b|\ballow\w*|\bpermit\w*|\bable to\b|\bwelcome\b|\bpossible\b", "MAY"),
    (r"\bexcept(?:ions?|ing)?\b|\bother than\b|\bapart from\b|\bexcluding\b", "EXCEPT"),
    (r"\bonly\b|\bsolely\b|\bexclusively\b", "ONLY"),
    (
        r"\bif\b|\bunless\b|\bas long as\b|\bprovided (?:that|you|your|they|the)\b|"
        r"\bsubject to\b|\bin case\b|\bdepend\w+ on\b",
        "IF",
    ),
    (r"\bnor\b", " or "),
    (
        r"\bno\b|\bnot\b|\bnever\b|\bnone\b|\bneither\b|\bnothing\b|\bnobody\b|\bhardly\b|"
        r"\bno longer\b",
        "NOT",
    ),
    (r"(?<=[，,；])\s*不过", "但是"),
    (
        r"不仅|不但|无论|不管|不同|非常|差不多|不好意思|没关系|没问题|未来|不久|不错|不少(?!于)|特别|区别|分别|级别|个别",
        " ",
    ),
    (r"除了?([^，。；,;]{1,30}?)(?:之外|以外|外)[，,]?([^，。；,;]*)", r"\2 EXCEPT \1 "),
    (r"[,，]?\s*([^，。；,;]{1,30}?)除外", r" EXCEPT \1 "),
    (r"不超过|不多于|不高于|不晚于|不迟于|不大于", "最多"),
    (r"不少于|不低于|不早于|不小于", "至少"),
    (r"免(?=运费|邮|门票|票|服务费|停车费|学费)", " FREE "),
    (
        r"免费|不(?:另外?|额外)?收(?:取)?(?:任何)?(?:费用?|钱)|(?:无需|不用|不必|不需要?)(?:另外?|额外)?(?:付费|付钱|交费|"
        r"花钱|收费)|不要钱|免收|零费用",
        " FREE ",
    ),
    (r"无需|不必|不用|不需要?|无须|毋须|免(?=预约|押金|签)|不强制|自愿", " NOT NEED "),
    (r"不可以|不可|不能够?|不得|不允许|不许|不准|禁止|严禁|不让|谢绝|请?勿", " NOT MAY "),
    (r"([^，。；,;]{1,12})的话[，,]?", r" IF \1 "),
    (r"(?:必须|需要|须|需|要)([^，。；]{1,10}?)才(?:能够?|可以?|行)", r" NEED \1 "),
    (r"必须|需要|务必|一定要|应当|须|需", " NEED "),
    (r"可以|允许|能够|(?<!功)能(?!力|量)|可(?!能|爱|乐|口)", " MAY "),
    (r"收费|付费|收取|另收|要钱|手续费|付钱", " FEE "),
    (r"仅限|仅|只能|只有|只(?!要)", " ONLY "),
    (r"如果|若|只要|除非|前提|凭", " IF "),
    (
        r"无线|无障碍|无理由|无条件|无忧|未成年|非会员",
        lambda m: m[0].replace("无", "毋").replace("未", "末").replace("非", "菲"),
    ),
    (r"休息|关门|闭馆|不营业|停业", " NOT 营业 "),
    (r"不|没有|没|无|未|非|别", " NOT "),
)

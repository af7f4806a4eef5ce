"""Tables of how a service voice words things, English and Chinese; used by wording.py.

offers   SMALL, LIGHT, VENUES, CALLERS, PEOPLE, OPPOSITES   lists of words in one text each
         SYNONYMS   ((pattern, what is written instead), ...), in the order in which they apply
         BROADER    {"pet": "dog cat animal"}: the passage's broader word covers the narrower one
"""

SMALL = (  # say nothing by themselves
    "a an the this that these those there here it its they them their theirs he she his her "
    "him we us our ours you your yours i my me mine is are pm was were be been being am do "
    "does did done doing has have had having will would shall should can could may might must "
    "of at in on to for from by with as into onto about over up out off and or but so if then "
    "than also too very just well yes no not nor never any some such each every all both "
    "either more most other another same own what which who whom whose when where why how s t "
    "re ve ll d m ok okay yeah yep sure right please sorry unfortunately currently actually "
    "really basically certainly absolutely definitely um uh uhh uhhh umm ummm hm oh ah gonna "
    "going go get got let lets one ones thing things however while because since though "
    "although until till til per via within during between through upon near around only "
    "presently now today directly immediately simply anymore anything something everything "
    "fine nice glad wonderful fantastic afraid time moment able like look looks looking seem "
    "seems appear appears say says said state states stating show shows showing mention "
    "mentions mentioned list listed lists indicate indicates note notes know see check find "
    "sir madam ma'am guys folks yet still even using use used plus etc "
    "behind beside across along opposite beyond"
)
LIGHT = (  # what any service has and does: that it is said needs no support of its own
    "offer provide serve accept allow permit available have take give option choice "
    "service facility locate location place site property establishment area hotel restaurant "
    "museum people person welcome possible onsite premise house current specific kind type "
    "sort building shop store venue company business attraction feature support require food "
    "meal dish menu need want plan regard operate run present different train station park "
    "beach pier gallery cafe bar inn lodge hostel club pub start begin end staff own before "
    "after early late order several various many cost charge fee price pay immediate direct "
    "near nearby around close special"
)
VENUES = "restaurant museum train station park beach pier gallery cafe bar club pub"  # light places
OFFERS = (  # may be in "would you like to ...?" without any support
    "reservation table room ticket taxi question help assist else know order work trip stay "
    "information today further additional interest make visit book get assistance transfer connect "
    "colleague problem great good day evening fine okay call"
)
CALLERS = "guest customer patron client visitor"
PEOPLE = (  # whom a rule is for
    "guest visitor adult child student senior member customer resident infant patron client "
    "employee 住客 访客 会员 散客 成人 儿童 学生 老人 学员 员工 家长"
)
OPPOSITES = (  # one for the other is a wrong answer
    "indoor/outdoor indoors/outdoors inside/outside before/after early/late earliest/latest "
    "first/last arrival/departure checkin/checkout minimum/maximum public/private "
    "single/double morning/evening/afternoon/night upstairs/downstairs north/south east/west "
    "left/right arrive/leave open/close start/end entrance/exit hot/cold men/women "
    "male/female summer/winter increase/decrease debit/credit refundable/nonrefundable "
    "smoking/nonsmoking adult/child above/below largest/smallest 早上/晚上 上午/下午 "
    "室内/室外 之前/之后 入住/退房 最早/最晚 男/女 成人/儿童 退款/换货 线上/线下 左/右"
)
BROADER = {
    "pet": "dog cat animal",
    "alcohol": "beer wine cocktail liquor",
    "card": "visa mastercard",
}
HAN_SMALL = (
    "我们|你们|他们|您|你|我|的话|的|了|吗|呢|啊|吧|哦|呀|是|在|有|和|与|及|或者?|也|都|还|就|会|到|"
    "这里|这儿|那里|这|那|个|本店|本馆|我店|店里|一下|请|为|给|把|被|由|从|将|等|以及|对|于|向|之|其|"
    "可以|能够|能|需要|提供|进行|方面"
)
SYNONYMS = (  # what means the same at a front desk is made the same word
    (r"'(?:s|ll|re|ve|d|m)\b", " "),
    (r"\bspoken?\b", "speak"),
    (r"\blifts?\b", "elevator"),
    (
        r"\btake[ -]?outs?\b|\btake[ -]?aways?\b|\bto[ -]go\b|\bcarry[ -]?outs?\b|\bpick[ -]?up\b",
        "takeout",
    ),
    (r"\bbikes?\b|\bbicycles?\b|\bcycles?\b", "bicycle"),
    (r"\bpark(?:ing|ed)\b", "parking"),
    (r"\bpark(?= (?:my|your|a|the|cars?|bikes?|here|there|at|on|in|overnight|it)\b)", "parking"),
    (r"\b(can|cannot|not|to|may|could) park\b", r"\1 parking"),
    (r"\bcars?\b|\bvehicles?\b|\bautomobiles?\b", "car"),
    (r"\bcar ?parks?\b|\bparking (?:lots?|spaces?|spots?|facilit\w+|garages?)", "parking"),
    (r"\bbab(?:y|ies)\b|\btoddlers?\b|\bkids?\b|\bchild\b|\bchildren\b|\bchildrens\b", "child"),
    (r"\bdisabled\b|\bdisabilit\w+|\bhandicapped\b", "disability"),
    (r"\bwi[ -]?fi\b|\bwireless internet\b|\bwlan\b", "wifi"),
    (r"\bt\. ?v\.?|\btvs?\b|\btelevisions?\b", "tv"),
    (r"\bamex\b", "american express"),
    (r"\bbuy\w*|\bbought\b|\bpurchas\w+", "purchase"),
    (r"\bbook(?:ing|ings|ed)?\b|\breserv\w+", "reservation"),
    (r"\bhigh ?chairs?\b", "highchair"),
    (r"\bwheel ?chairs?\b", "wheelchair"),
    (r"\bcheck(?:ing|s)?[ -]?in\b", "checkin"),
    (r"\bcheck(?:ing|s)?[ -]?out\b", "checkout"),
    (r"\bveggie\b", "vegetarian"),
    (r"\bleash\b", "lead"),
    (r"\bgroups?\b|\bpart(?:y|ies) of\b", "group"),
    (r"\baccess(?:ible|ibility)?\b", "access"),
    (r"\bcancell?\w*", "cancel"),
    (r"\bu\. ?s\. ?a?\.?|\busa\b|(?<=\bthe )us\b|\bunited states\b|\bamerica\b", "usa"),
    (r"\bseats?\b|\bseating\b|\bdining\b(?= (?:area|is|avail))", "seat"),
    (r"\bdeliver\w*", "delivery"),
    (r"\bclean(?:ing|ed|ers?)?\b", "clean"),
    (r"\bsmok\w+", "smoke"),
    (r"\b(vegan|vegetarian|veggie)[ -]friendly\b", r"\1"),
    (r"\b(\w+)[ -]friendly\b", r"good for \1"),
    (r"\bhigh ?chairs? (?:available )?for (?:babies|kids|children|small children)\b", "highchair"),
    (r"\bsuitable\b|\bgreat\b|\brecommended\b|\bideal\b|\bperfect\b", "good"),
    (r"\bphotos?\b|\bphotographs?\b|\bpictures?\b", "photo"),
    (r"\btoilets?\b|\brestrooms?\b|\bbathrooms?\b|\bwashrooms?\b", "toilet"),
    (r"\bmaximum\b|\bmax\b", "maximum"),
    (r"\bminimum\b|\bmin\b", "minimum"),
    (r"\bluggage\b|\bbaggage\b|\bsuitcases?\b|\bbags?\b", "luggage"),
    (r"\bbegins?\b|\bbeginning\b|\bstart(?:s|ing)?\b", "start"),
    (r"\bends?\b|\bending\b|\bfinish\w*", "end"),
    (r"\bext\b", "extension"),
    (r"\bphones?\b|\btelephones?\b", "phone"),
    (r"\bmovies?\b|\bfilms?\b", "film"),
    (r"车位|泊车|停车场", "停车"),
    (r"早饭|早点", "早餐"),
    (r"非会员", "散客"),
    (r"无线网络?|wi-?fi|网络", "wifi"),
    (r"取消预[订定约]|退订", "取消"),
    (r"预订|预定|订位|订房", "预约"),
    (r"费用|价格|价钱|收费标准", "费用"),
    (r"小孩子?|孩子|小朋友", "儿童"),
    (r"携带|带(?=宠物|猫|狗)", "带"),
    (r"吸烟|抽烟", "吸烟"),
    (r"退钱|退费", "退款"),
    (r"电话号码|手机号", "电话"),
    (r"营业|开门|开放", "营业"),
)

"""Tables of how a service voice words things, English and Chinese; used by wording.py.

offers   SMALL, LIGHT, VENUES, CALLERS, PEOPLE, OPPOSITES, ORDINARY   words, in one text each
         ALIKE      {"elevator": "lift lifts"}: one word for another, wherever it stands
         SYNONYMS   ((pattern, what is written instead), ...), in the order in which they apply
         BROADER    {"pet": "dog cat animal"}: the passage's broader word covers the narrower one
         IMPLIED    {"highchair": "child"}: the passage's word covers what comes with it
"""

SMALL = (  # say nothing by themselves
    "a an the this that these those there here it its they them their theirs he she his her him "
    "we us our ours you your yours i my me mine is are pm was were be been being am do does did "
    "done doing has have had having will would shall should can could may might must of at in on "
    "to for from by with as into onto about over up out off and or but so if then than also too "
    "very just well yes no not nor never any some such each every all both either more most other "
    "another same own what which who whom whose when where why how s t re ve ll d m ok okay yeah "
    "yep sure right please sorry unfortunately currently actually really basically certainly "
    "absolutely definitely um uh uhh uhhh umm ummm hm oh ah gonna going go get got let lets one "
    "ones thing things however while because since though although until till til per via within "
    "during between through thru upon near around only presently aboard completely totally "
    "strictly now today directly immediately simply anymore anything something everything fine "
    "nice glad wonderful fantastic afraid time moment able like look looks looking seem seems "
    "appear appears say says said state states stating show shows showing mention mentions "
    "mentioned list listed lists indicate indicates note notes know see check find sir madam "
    "ma'am guys folks yet still even using use used plus etc lot seeing think believe anywhere "
    "otherwise gbp usd eur dollar dollars euro euros cent cents beside across along opposite "
    "beyond approximately roughly approx possess possesses particular make makes making pound "
    "pounds yuan rmb"
)
LIGHT = (  # what any service has and does: that it is said needs no support of its own
    "offer provide serve accept allow permit available have take give option choice service "
    "facility locate location place site property establishment area hotel restaurant museum "
    "people person welcome possible onsite premise house current specific kind type sort building "
    "shop store venue company business attraction feature support require food meal dish menu "
    "need want plan regard operate run present different train station park beach pier gallery "
    "cafe bar inn lodge hostel club pub start begin end staff own before after early late order "
    "several various many cost charge fee price pay immediate direct near nearby around close "
    "special designate consider rate rated method amenity general spot payment popular confirm "
    "indeed whatsoever zone contain enjoy actual accommodate handle policy individual additional "
    "guesthouse item situation travel"
)
VENUES = "restaurant museum train station park beach pier gallery cafe bar club pub"  # light places
OFFERS = (  # may be in "would you like to ...?" without any support
    "reservation table room ticket taxi question help assist else know order work trip stay "
    "information today further additional interest make visit book get assistance transfer "
    "connect colleague problem great good day evening fine okay call answer concern question "
    "proceed continue acceptable prefer leave arrive arrival departure travel name number party "
    "night set look search complete transaction train flight ready head ahead regardless seat "
    "preferred instead start begin tell purchase reserve confirm schedule arrange process city "
    "specific request plan decide decided sound payment enjoy wish clarification anyway"
)
CALLERS = "guest customer patron client visitor passenger"
PEOPLE = (  # whom a rule is for
    "guest visitor adult child student senior member customer resident infant patron client "
    "patient group tenant pensioner teacher veteran subscriber "
    "employee 住客 访客 会员 散客 成人 儿童 学生 老人 学员 员工 家长 团体 患者 军人"
)
OPPOSITES = (  # one for the other is a wrong answer
    "indoor/outdoor indoors/outdoors inside/outside before/after early/late earliest/latest "
    "first/last arrival/departure checkin/checkout minimum/maximum public/private "
    "single/double morning/evening/afternoon/night upstairs/downstairs north/south east/west "
    "behind/infront left/right arrive/leave open/close start/end entrance/exit hot/cold men/women "
    "male/female summer/winter increase/decrease debit/credit refundable/nonrefundable "
    "smoking/nonsmoking adult/child above/below largest/smallest 早上/晚上 上午/下午 "
    "室内/室外 之前/之后 入住/退房 最早/最晚 男/女 成人/儿童 退款/换货 退货/换货 线上/线下 左/右"
)
BROADER = {
    "pet": "dog cat animal",
    "alcohol": "beer wine cocktail liquor",
    "card": "visa mastercard",
}
IMPLIED = {  # the passage's word covers what comes with it
    "highchair": "child",
    "senior": "mom mum mother dad father parent grandmother grandfather grandma grandpa",
    "child": "son daughter grandson granddaughter grandchild",
    "wheelchair": "disability",
    "disability": "wheelchair access",
    "parking": "car",
    "wifi": "internet online",
    "reservation": "table advance ahead",
    "delivery": "order",
    "takeout": "order",
    "attire": "dress wear",
    "pool": "swim",
    "gym": "exercise workout",
    "laundry": "wash",
    "shuttle": "transport ride bus",
    "aircon": "cool",
    "alcohol": "drink",
    "available": "open",
}
LANGUAGES = (
    "english spanish french german italian chinese mandarin cantonese japanese korean russian "
    "arabic hindi portuguese dutch turkish thai vietnamese filipino greek polish swedish"
)
ORDINARY = (  # in capitals, and still no name of a house
    "pay mon tue tues wed thu thur thurs fri sat sun yelp wifi tv tvs byob atm atms id usb ok yes "
    "no apple google american express visa mastercard discover diners jcb paypal alipay wechat "
    "unionpay cash english spanish french german italian chinese mandarin cantonese japanese "
    "korean russian arabic hindi portuguese dutch turkish thai vietnamese filipino monday tuesday "
    "wednesday thursday friday saturday sunday january february march april may june july august "
    "september october november december"
)
HAN_SMALL = (
    "我们|你们|他们|您|你|我|的话|的|了|吗|呢|啊|吧|哦|呀|是|在|有|和|与|及|或者?|也|都|还|就|会(?![员议馆场所])|到|以内|之内|开始|(?<![一-鿿])内|"
    "这里|这儿|那里|这|那|个|本店|本馆|我店|店里|一下|请|为|给|把|被|由|从|将|等|以及|对|于|向|之|其|"
    "可以|能够|能|需要|提供|进行|方面"
)
ALIKE = {  # one word for another, in every sentence: what stands first is written
    "additional": "extra",
    "drink": "drinks beverage beverages",
    "alcohol": "alcoholic",
    "collect": "collects collecting collected",
    "speak": "spoke spoken speaks",
    "move": "relocate relocates relocated moves moved moving",
    "help": "helps helped helping assist assists assisted assisting assistance",
    "modify": "change changes changed changing alter altered amend amended revise revised",
    "exchange": "swap swaps swapped exchanges exchanged",
    "select": "choose chooses chose chosen selects selected",
    "bill": "invoice invoices bills",
    "annual": "yearly annually",
    "author": "writer writers authors",
    "doctor": "doctors physician physicians",
    "medicine": "medicines medication medications",
    "ill": "sick illness sickness",
    "quick": "fast rapid quickly rapidly",
    "elevator": "lift lifts elevators",
    "bicycle": "bike bikes bicycles cycle cycles",
    "car": "cars vehicle vehicles automobile automobiles",
    "child": "baby babies toddler toddlers kid kids children childrens infants youngsters",
    "disability": "disabled disabilities handicapped",
    "purchase": "buy buys buying bought purchases purchased purchasing sell sells sold selling",
    "vegetarian": "veggie",
    "lead": "leash",
    "access": "accessible accessibility",
    "photo": "photos photograph photographs picture pictures",
    "toilet": "toilets restroom restrooms bathroom bathrooms washroom washrooms lavatory",
    "maximum": "max",
    "minimum": "min",
    "luggage": "baggage suitcase suitcases bag bags",
    "extension": "ext",
    "phone": "phones telephone telephones",
    "film": "films movie movies",
    "good": "suitable great recommended ideal perfect appropriate",
    "start": "starts starting begin begins beginning",
    "clean": "cleaning cleaned cleaner cleaners",
    "ambience": "ambiance atmosphere vibe",
    "attire": "clothing clothes outfit",
    "average": "moderate normal",
    "cryptocurrency": "crypto cryptocurrencies",
    "crib": "cribs cot cots",
    "stroller": "strollers pram prams pushchair pushchairs",
    "trash": "garbage rubbish",
    "vacation": "holidays vacations",
    "fridge": "refrigerator",
    "metro": "subway underground",
    "taxi": "taxis cab cabs",
    "rent": "rents rental rentals hire hires",
    "inexpensive": "cheap affordable",
    "noise": "noisy",
    "register": "registered registration enroll enrol enrolled enrolment enrollment",
    "damaged": "broken defective faulty",
    "warranty": "guarantee",
    "refund": "refunds refunded reimburse reimbursed reimbursement",
    "id": "identification",
    "discount": "discounts discounted concession concessions",
    "senior": "elderly seniors",
    "delivery": "shipping shipped ship deliver delivers delivered delivering deliveries",
    "repair": "repairs repaired repairing fix fixed",
}
SYNONYMS = (  # what means the same at a front desk is made the same word
    (r"'(?:s|ll|re|ve|d|m)\b", " "),
    (
        r"\bpick(?:ed|ing)? up (?!(?:\w+ )?(?:food|orders?|meals?|dish(?:es)?)\b)"
        r"(?=(?:the|your|my|an?|any|their|our|tickets?|keys?|guests?|passengers?)\b)",
        "collect ",
    ),
    (r"\bon[ -]?board\b|\bto (?:choose|select|pick) from\b", " "),
    (r"\bin front of\b", "infront"),
    (r"\bguest ?houses?\b", "guesthouse"),
    (
        r"\b(?:bring\w* (?:in )?(?:your|our|my|their) own|outside) "
        r"(?:alcohol|liquor|wine|beer|bottles?)(?: (?:and|or) (?:liquor|wine|beer))?\b",
        "byob",
        "alcohol",
        "liquor",
        "wine",
        "beer",
        "bottle",
    ),
    (r"\bhours of operation\b|\b(?:operating|opening|business|trading) hours\b", "open hours"),
    (r"\b(?:happy|glad|pleased|delighted) to (?:help|assist)(?: (?:you|them|guests))?\b", " "),
    (r"\blighter than\b", "weigh less than"),
    (r"\bheavier than\b", "weigh more than"),
    (
        r"(?:\bno|(?:\bnot?|n't) have (?:an?|any)) (?:minimum |maximum |specific )*age "
        r"(?:restriction|limit|limitation|requirement)s?\b",
        " any age welcome",
    ),
    (r"\bno (?:restriction|limit|limitation)s? (?:on|for) (?=child)", "any age welcome for "),
    (
        r"\btake[ -]?outs?\b|\btake[ -]?aways?\b|\bto-go\b|"
        r"(?<!want )(?<!need )(?<!like )(?<!have )(?<!ready )(?<!going )\bto go\b"
        r"(?! (?:to|with|there|by|on|in|ahead|through|into|down|up|over|back|out)\b)|"
        r"\bcarry[ -]?outs?\b|\bpick[ -]?up\b",
        "takeout",
    ),
    (r"\bpark(?:ing|ed)\b", "parking"),
    (r"\bpark(?= (?:my|your|a|the|cars?|bikes?|here|there|at|on|in|overnight|it)\b)", "parking"),
    (r"\b(can|cannot|not|to|may|could) park\b", r"\1 parking"),
    (r"\bcar ?parks?\b|\bparking (?:lots?|spaces?|spots?|facilit\w+|garages?)", "parking"),
    (r"\bamex\b", "american express"),
    (r"\bmaster card\b", "mastercard"),
    (r"\bswimming pools?\b", "pool"),
    (r"\bgyms?\b|\bfitness (?:cent(?:er|re)|room|studio|facilit\w+)", "gym"),
    (r"\bhouse ?keeping\b|\bmaid service\b|\b(?:house|room) clean\b", "housekeeping"),
    (r"\bdress codes?\b", "attire"),
    (r"\bdrive[ -]?(?:thru|through)\b", "drivethru"),
    (r"\bair[ -]?condition\w*", "aircon"),
    (r"\bdry[ -]clean\b", "dryclean"),
    (r"\b(?:little|young) ones\b|\bsmall child\b", "child"),
    (r"\bcash ?(?:machines?|points?|dispensers?)\b|\batms?\b", "atm"),
    (r"\b(?:form|type|mean)s? of payments?\b", "payment"),
    (r"\b(?:the|their|our) (?:web)?site (?:says|states|shows|lists|mentions)(?: that)?\b", " "),
    (r"\b(?:here )?on (?:yelp|google|tripadvisor|their (?:web ?)?page)\b", " "),
    (r"\bmoney back\b", "refund"),
    (r"\bsign(?:ed|ing)? up\b", "register"),
    (r"\b(?:photo id|id cards?|identity cards?)\b", "id", "id", "identity"),
    (r"\bhair ?dryers?\b|\bblow ?dryers?\b", "hairdryer"),
    (r"\bappointments?\b", "reservation"),
    (r"\bwi[ -]?fi\b|\bwireless internet\b|\bwlan\b", "wifi"),
    (r"\bt\. ?v\.?|\btvs?\b|\btelevisions?\b", "tv"),
    (r"\bbook(?:ing|ings|ed)?\b|\breserv\w+", "reservation"),
    (r"\bhigh ?chairs?\b", "highchair"),
    (r"\bwheel ?chairs?\b", "wheelchair"),
    (r"\bcheck(?:ing|s)?[ -]?in\b", "checkin"),
    (r"\bcheck(?:ing|s)?[ -]?out\b", "checkout"),
    (r"\bgroups?\b|\bpart(?:y|ies) of\b", "group"),
    (r"\bcancell?\w*", "cancel"),
    (r"\bu\. ?s\.(?: ?a\b\.?)?|\busa\b|(?<=\bthe )us\b|\bunited states\b|\bamerica\b", "usa"),
    (r"\bseats?\b|\bseating\b|\bdining\b(?= (?:area|is|avail))", "seat"),
    (r"\bdeliver\w*", "delivery"),
    (r"\bsmok\w+", "smoke"),
    (r"\b(vegan|vegetarian|veggie)[ -]friendly\b", r"\1"),
    (r"\b(\w+)[ -]friendly\b", r"good for \1"),
    (r"\bends?\b|\bending\b|\bfinish\w*", "end"),
    (r"刷(?=信用卡|银行卡|卡)", "用"),
    (r"车位|泊车|停车场", "停车"),
    (r"早饭|早点", "早餐"),
    (r"非会员", "散客"),
    (r"无线网络?|wi-?fi|网络", "wifi"),
    (r"取消预[订定约]|退订", "取消"),
    (r"预订|预定|订位|订房", "预约"),
    (r"费用|价格|价钱|收费标准", "费用"),
    (r"大人", "成人"),
    (r"小孩子?|孩子|小朋友", "儿童"),
    (r"携带|带(?=宠物|猫|狗)", "带"),
    (r"吸烟|抽烟", "吸烟"),
    (r"退钱|退费", "退款"),
    (r"电话号码|手机号", "电话"),
    (r"营业|开门|开放", "营业"),
    (r"均(?![价衡])", "都"),
    (r"(可以|能|可)用(?![餐户])", r"\1"),
    (r"付钱|支付(?!宝)", "付款"),
    (r"(?:星期|礼拜)(?=[一二三四五六日天])", "周", "星期", "礼拜"),
)

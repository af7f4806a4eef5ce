"""Tell courtesies and closing questions from claims, in English and Chinese.

offers   assertions(text) -> (parts that claim something, closing questions)
         "sure. wifi is free. anything else?" -> (["wifi is free"], ["anything else?"])
"""

import re

PAUSE = r"(?:[\s,.!;…-]|\(\(\)\)|\[\w+\])*"
FILLED = (
    r"(?:(?:that'?s a |that is a )?(?:great|good) (?:question|news)|sure|yea|"
    r"not really|okay|ok|all ?right|"
    r"alright|great|perfect|fantastic|yeah|awesome|absolutely|certainly|of course|"
    r"definitely|well|so|um+|u+h+|oh|hm+|hi|hello|hey|right|sir|ma'?am|no problem|you "
    r"know|that'?s (?:right|correct|true)|you'?re right|exactly|indeed|luckily|fortunately|"
    r"(?:you'?re |you are )?(?:just )?in luck|"
    r"(?:actually )?(?:on|at|from) (?:this|the|their) (?:web)?site|"
    r"(?:let me|lemme|me)(?=\W+(?:yeah|yes|so|um+|u+h+|ok|okay|all right|let me|of course|sure|"
    r"go ahead|wait)\b)|(?:it )?looks like there (?:is|are)(?=\W+(?:um+|u+h+)\b)|"
    r"thanks?(?: you)?(?: for \w+(?: (?:with|to) (?:me|us))?)?|good ?bye|bye|"
    r"thank you|(?:that'?s a |that is a )?(?:great|"
    r"good) question|i'?m (?:so |very )?sorry|i am sorry|sorry|(?:i'?m |i am "
    r")?afraid(?: that)?|unfortunately|but|actually|looking at (?:this|their|the) "
    r"(?:location|site|website)|one (?:second|moment)(?: please)?|just a (?:second|"
    r"moment)|gimme one second|please hold(?: on)?|hold on|wait|i (?:know|understand|"
    r"do|believe (?:so|it was))|and)"
)
SMALL = (
    r"(?:(?:that|this|it|what|let|there)(?: ?'s)?|these|the|their|they|there|here|you|"
    r"u|on|for|into|up|out|at|and|see|if|what|whether|do|does|is|are|have|has|had|"
    r"listed|posted|anywhere|somewhere|i|can|to|find|check|look|one|second|moment|"
    r"detail|details|information|info|restaurant|location|hotel|place|site|website|sir"
    r"|madam|right|now|just|a|quickly|real|quick|ahead|go|any|says?|shows?)"
)
SEARCH = (
    rf"(?:(?:yeah|yes|yep) )?(?:let me|lemme|let us|let's|let 's|i can|i could|i'll|i "
    rf"will|i'd be happy to|i would be happy to|yeah i can|and|go ahead and) (?:definitely "
    rf"|happily |gladly |just |um+ |go ahead and |go and |also |quickly )*(?:check|see|look|"
    rf"search|find|take a look|pull|confirm|verify|double check|provide|wait)(?: um+\b|"
    rf" uh+\b| {SMALL}\b)*"
)
REFUSAL = (
    r"i(?:'m| am) not sure(?: about (?:that|this))?|i (?:don't|do not) (?:know|have "
    r"(?:that|this|any|the) information(?: about (?:that|this))?)|(?:let me|i'll|i "
    r"will) (?:connect|transfer|put) you (?:to|through to|with) (?:the front desk|a "
    r"colleague|someone|a person|reception)"
)
ZH_LEAD = (
    r"(?:好的?|您好|你好|嗯+|啊|哦|呃|请稍等|稍等(?:一下)?|我(?:来|帮您|给您|为您)*(?:查|看|确认)(?:询|看)?(?:一下|下)?|"
    r"抱歉|不好意思|对不起|很遗憾|没问题|当然|谢谢(?:您)?(?:的)?(?:来电|咨询)?|感谢(?:您的)?(?:来电|咨询)|根据(?:资料|规定|文档"
    r"|我们的规定)|不客气|再见|拜拜)[，,。！!、\s]*"
)
LEAD = re.compile(rf"^{PAUSE}(?:(?:{SEARCH}|{REFUSAL}|{FILLED})\b|{ZH_LEAD})")
TAIL = re.compile(
    rf"(?<=\w){PAUSE}(?<=[\s,.!])(?:(?:i'?m )?sorry|i(?:'?m| am) afraid|unfortunately|though|"
    rf"sir|ma'?am|if that helps|thank you|thanks|no|yes|yeah|yep|okay|ok){PAUSE}$"
)
ZH_HELP = (  # a question that offers help is made of these; whatever else follows is a claim
    r"(?:(?:还|有|可以|能|需要|想|要|帮|为|您|你|的|吗|呢|问题|咨询|了解|问|服务|地方|事|情|忙|到|我|我们|其他|别的|什么"
    r"|助|解答|随时|告诉|联系)|[，,？?])*"
)
ZH_REST = r"(?:(?!可以|能|[不没无免收须必]|\d|[一二三四五六七八九十百千万]|[。！!?？，,]).){0,12}"
CLOSING = re.compile(
    r"(?:\b(?:(?:is|was|will|would) there (?:be )?(?:any|some)thing|anything else|"
    r"any ?(?:other|more|further) questions?|any questions|can i "
    r"(?:help|do|assist|get|book|provide|answer)|may i (?:help|assist|answer)|could i help|"
    r"how (?:else )?(?:can|may) i|would you (?:still "
    r")?like|would that|will (?:that|this|it) be|do you (?:want|need|have "
    r"any(?:more)?)|did you (?:have|need|want)|will you be|what else|what other|shall "
    r"i|does (?:it|this|that) work|is (?:that|this|it) (?:ok|okay|all|fine|alright)|"
    r"will there be)\b[^.!?]*[?.]*\s*$"
    r"|\b(?:have a (?:nice|great|good|lovely|wonderful) \w+|you'?re welcome|enjoy your"
    r" \w+|please let (?:me|us) know[^.!?]*|feel free to (?:ask|call|"
    r"contact)[^.!?]*|i hope (?:this|that|it|i) (?:has )?(?:help|answer)(?:s|ed)?\b[^.!?]*)"
    r"[.!]*\s*$"
    r"|^(?:and |so |or |then |now )*(?:(?:should|shall|may|can|could|would|will|do|did|are|have|"
    r"were) (?:i|we|you)\b|(?:is|are|was|will|would|do|does|did) (?:the|that|this|these|those|it|"
    r"there|everything|all)\b|"
    r"(?:what|when|where|which|who|how)\b)[^.!?]*\?+\s*$"
    r"|^(?:请问)?(?:那么?)?(?:您|你)(?:还|是否|想|要|需要|打算|希望|方便|几|哪|什么|怎么|多)[^。！!?？]*[?？吗呢]+\s*$"
    rf"|(?:请问)?(?:您)?(?:还(?:有|需要)|有)(?:什么|其他|别的){ZH_HELP}[。！!?？]?\s*$"
    rf"|(?:祝您|欢迎(?:您)?(?:再次)?(?:来电|光临)|需要(?:我)?(?:帮您|为您)(?:预约|预订|预定|转接))"
    rf"{ZH_REST}[。！!?？]?\s*$)"
)
SENTENCE = re.compile(
    r"(?<=[.!?])(?<!\s[a-z]\.)(?<!\.[a-z]\.)(?<!\bdr\.)(?<!\bmr\.)(?<!\bmrs\.)(?<!\bms\.)(?<!\bst\.)(?<!\bext\.)\s+(?=\D)"
    r"|(?<=[。！？])|\n+|(?<=[a-z一-鿿][!?])(?=\w)"
)


def sentences(text):
    """Split at full stops, question and exclamation marks, and line ends."""
    return [piece.strip() for piece in SENTENCE.split(text) if piece.strip()]


def without_lead(text):
    """'sure, let me check that for you all right so it is free' -> 'it is free'"""
    while True:
        match = LEAD.match(text)
        if not match or not match[0]:
            return text
        text = text[match.end() :]


def assertions(text):
    """Return (what is claimed, what is only asked or wished) of a lower-case text."""
    claims, closings = [], []
    for sentence in sentences(text):
        match = CLOSING.search(sentence)
        if match:
            closings.append(match[0])
            sentence = sentence[: match.start()]
        sentence = TAIL.sub("", without_lead(sentence)).strip(" ,.!;-")
        if sentence:
            claims.append(sentence)
    return claims, closings

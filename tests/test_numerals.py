"""Number words become digits where they are numbers, in English and in Chinese."""

import pytest

from numerals import to_digits

ENGLISH = [
    ("one hundred and five", "105"),
    ("two hundred and fifty four rooms", "254 rooms"),
    ("eleven hundred twenty one", "1121"),
    ("forty five hundred thirty eight", "4538"),
    ("a hundred people", "100 people"),
    ("hundred fifteen", "115"),
    ("five million", "5 million"),  # a round million keeps its word, as it is written
    ("two million three hundred", "2000300"),
    ("twenty one crore ninety eight lakh", "219800000"),
    ("twenty-one cows, twelve hens", "21 cows, 12 hens"),
    ("twenty, one hundred", "20, 100"),  # never summed across a comma
    ("twenty or five", "20 or 5"),  # nor across "or"
    ("one hundred and two hundred", "100 and 200"),
    ("minus sixty degrees", "-60 degrees"),
    ("ten minus three", "10 minus 3"),
    ("three point five", "3.5"),
    ("eighteen point o one", "18.01"),
    ("3 point 14", "3.14"),
    ("two and a half hours", "2.5 hours"),
    ("two thirds of it", "2/3 of it"),
    ("seventy six per cent", "76%"),
    ("ten percent", "10%"),
    ("twenty nine dollars fifty cents", "$29.50"),
    ("two pounds and five pence", "£2.05"),
    ("one thousand dollars", "1000 dollars"),
    ("nine one one", "911"),
    ("five five five oh one four two", "5550142"),
    ("four one five five five five oh one four two", "415-555-0142"),
    ("order four one five five five five oh one four two", "order 4155550142"),  # no phone
    ("b six zero three five eight", "b 60358"),
    ("B 6 0 3 5 8", "B 60358"),
    ("double five two", "552"),
    ("a double room for two", "a double room for 2"),
    ("call two two five dot double five", "call 225.55"),
]
CLOCK = [
    ("half past seven", "7:30"),
    ("quarter to eight", "7:45"),
    ("a quarter past nine", "9:15"),
    ("quarter to one", "12:45"),
    ("twenty five past three", "3:25"),
    ("ten till four", "3:50"),
    ("from nine to five", "from 9 to 5"),  # a range, no clock
    ("ten to twelve people", "10 to 12 people"),
    ("seven thirty pm", "7:30 pm"),
    ("seven thirty p m", "7:30 pm"),
    ("eight a.m. sharp", "8 am sharp"),
    ("seven oh five", "7:05"),
    ("room seven oh five", "room 705"),
    ("room two thirty", "room 230"),
    ("my room number is two thirty", "my room number is 230"),
    ("two fifty dollars", "250 dollars"),
    ("five ten minutes", "5 10 minutes"),
    ("three o'clock", "3:00"),
    ("open at 7.30 in the morning", "open at 7:30 in the morning"),  # as Whisper writes it
    ("at 1230?", "at 1230?".replace("1230", "12:30")),
    ("party of 8 at 645.", "party of 8 at 6:45."),
    ("at 221 baker street", "at 221 baker street"),
    ("until 645 pm", "until 6:45 pm"),
    ("8am or 8 A.M.", "8 am or 8 am"),
    ("at fourteen thirty", "at 14:30"),
]
DATES = [
    ("nineteen ninety", "1990"),
    ("twenty twenty", "2020"),
    ("two thousand and twenty", "2020"),
    ("fifteen o six", "1506"),
    ("july twenty second two thousand eight", "july 22 2008"),
    ("the twenty fifth of july two thousand twelve", "25 july 2012"),
    ("june thirty", "june 30"),
]
ENGLISH_UNCHANGED = [
    "at one point you said it was free",
    "the second one",
    "one of them",
    "is there another one",
    "no one answers",
    "the twenty first floor",  # ordinals stay words
    "first come first served",
    "a couple of days",
    "oh can i come",
    "a dozen eggs",
    "hundreds of people",
    "to be or not to be",
    "",
    "3 14",
]
CHINESE = [
    ("离车站三里路", "离车站3里路"),
    ("十一个人", "11个人"),
    ("两千八百", "2800"),
    ("一万二", "12000"),
    ("两千八", "2800"),
    ("一百零五", "105"),
    ("一百五", "150"),
    ("一万元", "1万元"),
    ("一百一十九万零九", "1190009"),
    ("十一億零九百", "1100000900"),
    ("两个人十二个房间", "2个人12个房间"),
    ("三点半", "3:30"),
    ("下午三点到五点", "下午3点到5点"),
    ("早上八点零五", "早上8:05"),
    ("八点三十", "8:30"),
    ("三点一刻", "3:15"),
    ("三点五公里", "3.5公里"),
    ("一点五万", "1.5万"),
    ("百分之五", "5%"),
    ("百分之二点一五", "2.15%"),
    ("四分之三", "3/4"),
    ("打八折还是打八五折", "打8折还是打85折"),
    ("二零二四年五月三号", "2024年5月3号"),
    ("电话是幺三五零幺二三四五六七", "电话是13501234567"),
    ("三块五", "3.5块"),
    ("负十点五", "-10.5"),
    ("五千克面粉", "5千克面粉"),
    ("七八公斤", "7~8公斤"),
    ("四十五六度", "45~46度"),
    ("第一百名", "第100名"),
    ("七天无理由", "7天无理由"),
    ("伍拾壹", "51"),
    ("１２个", "12个"),
    ("周六十点开门吗", "周六10点开门吗"),  # no 60 o'clock
    ("星期五六点", "星期五6点"),
    ("礼拜二三点钟方便吗", "礼拜二3点钟方便吗"),
    ("周五十一点半", "周五11:30"),
    ("明天七八点到行吗", "明天7~8点到行吗"),
    ("周四七八点", "周四7~8点"),
    ("一周三十块", "1周30块"),
    ("每周二十次", "每周20次"),
]
CHINESE_UNCHANGED = [
    "三里屯店几点关门",
    "十一放假吗",
    "一共多少钱",
    "我们一起去",
    "等一下",
    "周一和星期二休息",
    "每周一三五上课",
    "十分满意",
    "万一下雨呢",
    "千万别迟到",
    "十几个人",
    "我想问一个问题",
    "便宜一点",
    "第一次来",
    "三亚和四川",
    "五颜六色",
    "统一安排",
    "每一天",
    "十三五规划",
    "唯一的办法",
]


@pytest.mark.parametrize(("spoken", "written"), ENGLISH + CLOCK + DATES + CHINESE)
def test_a_spoken_number_is_written_in_digits(spoken, written):
    assert to_digits(spoken) == written


@pytest.mark.parametrize("text", ENGLISH_UNCHANGED + CHINESE_UNCHANGED)
def test_what_is_no_number_stays_as_it_is(text):
    assert to_digits(text) == text


@pytest.mark.parametrize(
    ("spoken", "written"), [("the twenty first floor", "the 21st floor"), ("third", "3rd")]
)
def test_ordinals_are_written_only_on_request(spoken, written):
    assert to_digits(spoken, ordinals=True) == written


@pytest.mark.parametrize(("spoken", "written"), ENGLISH + CLOCK + DATES + CHINESE)
def test_written_numbers_are_not_written_again(spoken, written):
    assert to_digits(written) == written

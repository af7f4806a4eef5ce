"""Chinese answers against passages: right ones pass, wrong ones are stopped."""

import pytest

from grounding import check_sentence

COURSE_ZH = "课程开课前7天可以全额退费，开课后按剩余课时退费，收取5%的手续费。赠送的课时不退。"
LEVELS_ZH = "口语课共四级，每级16课时。学员需要先参加分级测试，测试免费。"
REFUND_ZH = "退款审核通过后，原路退回。银行卡3至5个工作日到账，余额支付即时到账。"
GYM_ZH = "健身房每天早上6点到晚上10点开放，周一除外。未满16岁须由成人陪同。"
ROOMS_ZH = "客房内禁止吸烟，大堂外设有吸烟区。可以携带小型宠物，每晚收取100元清洁费。"
PARKING_ZH = "停车场仅限住客免费使用，访客每小时收费8元。"
CLUB_ZH = (
    "会员每月98元，非会员单次30元。会员可以免费带一位朋友，每月限一次。储物柜需押"
    "金20元，离开时退还。"
)
CLINIC_ZH = "门诊时间为周一至周五上午8点到下午5点，周六上午8点到12点，周日休息。初诊需带身份证。"
PARCELS_ZH = (
    "快递一般2到3天送达，偏远地区需5天以上。满99元包邮，不满收运费8元。生鲜商品"
    "不支持七天无理由退货。"
)
PARK_ZH = "13岁以下儿童必须由家长陪同。身高1.2米以下免票，1.2米至1.5米半价。园内禁止使用无人机。"
LIBRARY_ZH = (
    "图书馆周一至周五8点开门，周六9点开门，周日闭馆。读者最多可借5本书，借期30天"
    "，可续借一次。逾期每天罚款2角。"
)
TABLES_ZH = (
    "包间最低消费300元，可提前7天预订。20人以上的团体需付30%定金。自带酒水收"
    "取开瓶费50元。本店不提供外卖。"
)
INTERNET_ZH = (
    "宽带套餐每月59元，合约期12个月。提前解约需支付200元违约金。安装费免收，工程师24小时内上门。"
)

RIGHT = [
    (COURSE_ZH, "开课前七天可以全额退费。"),
    (COURSE_ZH, "好的，开课后按剩余课时退费，收取百分之五的手续费。"),
    (COURSE_ZH, "赠送的课时不退。"),
    (LEVELS_ZH, "口语课共4级，每级十六课时。"),
    (LEVELS_ZH, "分级测试是免费的。"),
    (LEVELS_ZH, "您需要先参加分级测试。"),
    (REFUND_ZH, "银行卡三到五个工作日到账。"),
    (REFUND_ZH, "退款原路退回。"),
    (REFUND_ZH, "余额支付即时到账。"),
    (GYM_ZH, "健身房周一不开放。"),
    (GYM_ZH, "健身房早上六点到晚上十点开放，周一除外。"),
    (ROOMS_ZH, "客房内不可以吸烟。"),
    (ROOMS_ZH, "可以携带小型宠物，每晚收取一百元清洁费。"),
    (PARKING_ZH, "住客可以免费停车。"),
    (PARKING_ZH, "访客每小时8元。"),
    (CLUB_ZH, "会员每月九十八元。"),
    (CLUB_ZH, "储物柜需要押金20元。"),
    (CLUB_ZH, "非会员单次30元。"),
    (CLINIC_ZH, "周日休息。"),
    (CLINIC_ZH, "周六上午八点到十二点。"),
    (CLINIC_ZH, "初诊需要带身份证。"),
    (PARCELS_ZH, "满99元包邮。"),
    (PARCELS_ZH, "偏远地区需要五天以上。"),
    (PARCELS_ZH, "生鲜商品不支持七天无理由退货。"),
    (PARK_ZH, "13岁以下儿童须由家长陪同。"),
    (PARK_ZH, "园内不能使用无人机。"),
    (PARK_ZH, "身高1.2米以下免票。"),
    (LIBRARY_ZH, "图书馆周六9点开门。"),
    (LIBRARY_ZH, "周日闭馆。"),
    (LIBRARY_ZH, "最多可以借五本书。"),
    (LIBRARY_ZH, "借期为30天，可以续借一次。"),
    (TABLES_ZH, "包间最低消费三百元。"),
    (TABLES_ZH, "自带酒水要收50元开瓶费。"),
    (TABLES_ZH, "我们不提供外卖。"),
    (TABLES_ZH, "20人以上的团体需要付30%的定金。"),
    (INTERNET_ZH, "每月59元。"),
    (INTERNET_ZH, "提前解约要付200元违约金。"),
    (INTERNET_ZH, "安装费免收。"),
    (INTERNET_ZH, "工程师24小时内上门。"),
]
WRONG = [
    (COURSE_ZH, "开课前7天不可以全额退费。"),
    (COURSE_ZH, "开课后可以全额退费。"),
    (COURSE_ZH, "收取80%的手续费。"),
    (COURSE_ZH, "赠送的课时可以退。"),
    (COURSE_ZH, "开课前7周可以全额退费。"),
    (COURSE_ZH, "不收取手续费。"),
    (LEVELS_ZH, "口语课共六级。"),
    (LEVELS_ZH, "每级12课时。"),
    (LEVELS_ZH, "不需要参加分级测试。"),
    (LEVELS_ZH, "测试收费50元。"),
    (LEVELS_ZH, "测试要收费。"),
    (LEVELS_ZH, "口语课每级四课时。"),
    (REFUND_ZH, "银行卡即时到账。"),
    (REFUND_ZH, "银行卡3至5天到账。"),
    (REFUND_ZH, "余额支付3至5个工作日到账。"),
    (REFUND_ZH, "退款退到微信。"),
    (REFUND_ZH, "银行卡7个工作日到账。"),
    (GYM_ZH, "健身房周一开放。"),
    (GYM_ZH, "健身房晚上11点关门。"),
    (GYM_ZH, "未满18岁须由成人陪同。"),
    (GYM_ZH, "健身房24小时开放。"),
    (GYM_ZH, "未满16岁可以单独进入。"),
    (ROOMS_ZH, "客房内可以吸烟。"),
    (ROOMS_ZH, "不可以携带宠物。"),
    (ROOMS_ZH, "携带宠物免费。"),
    (ROOMS_ZH, "每晚收取200元清洁费。"),
    (ROOMS_ZH, "可以携带大型宠物。"),
    (ROOMS_ZH, "每周收取100元清洁费。"),
    (PARKING_ZH, "停车免费。"),
    (PARKING_ZH, "访客可以免费停车。"),
    (PARKING_ZH, "访客每天收费8元。"),
    (PARKING_ZH, "住客每小时收费8元。"),
    (CLUB_ZH, "会员每月30元。"),
    (CLUB_ZH, "非会员单次98元。"),
    (CLUB_ZH, "会员可以免费带两位朋友。"),
    (CLUB_ZH, "储物柜免费。"),
    (CLUB_ZH, "储物柜押金不退。"),
    (CLUB_ZH, "非会员可以免费带一位朋友。"),
    (CLUB_ZH, "会员每年98元。"),
    (CLINIC_ZH, "周日上午8点到12点看诊。"),
    (CLINIC_ZH, "周六下午5点下班。"),
    (CLINIC_ZH, "初诊不需要带身份证。"),
    (CLINIC_ZH, "门诊时间为周一至周日。"),
    (CLINIC_ZH, "周六休息。"),
    (PARCELS_ZH, "偏远地区2到3天送达。"),
    (PARCELS_ZH, "满8元包邮。"),
    (PARCELS_ZH, "运费99元。"),
    (PARCELS_ZH, "生鲜商品支持七天无理由退货。"),
    (PARCELS_ZH, "全部包邮。"),
    (PARCELS_ZH, "快递2到3周送达。"),
    (PARK_ZH, "儿童可以单独入园。"),
    (PARK_ZH, "身高1.5米以下免票。"),
    (PARK_ZH, "可以使用无人机。"),
    (PARK_ZH, "身高1.2米至1.5米免票。"),
    (PARK_ZH, "15岁以下儿童必须由家长陪同。"),
    (LIBRARY_ZH, "图书馆周六8点开门。"),
    (LIBRARY_ZH, "图书馆周日开放。"),
    (LIBRARY_ZH, "最多可借30本书。"),
    (LIBRARY_ZH, "借期5天。"),
    (LIBRARY_ZH, "可续借两次。"),
    (LIBRARY_ZH, "不可以续借。"),
    (LIBRARY_ZH, "逾期每天罚款2元。"),
    (LIBRARY_ZH, "逾期不罚款。"),
    (TABLES_ZH, "包间最低消费30元。"),
    (TABLES_ZH, "可提前7小时预订。"),
    (TABLES_ZH, "所有团体需付30%定金。"),
    (TABLES_ZH, "自带酒水免费。"),
    (TABLES_ZH, "本店提供外卖。"),
    (TABLES_ZH, "不可以自带酒水。"),
    (TABLES_ZH, "20人以下的团体需付30%定金。"),
    (INTERNET_ZH, "宽带套餐每年59元。"),
    (INTERNET_ZH, "合约期24个月。"),
    (INTERNET_ZH, "提前解约不需要支付违约金。"),
    (INTERNET_ZH, "安装费200元。"),
    (INTERNET_ZH, "工程师48小时内上门。"),
    (INTERNET_ZH, "违约金59元。"),
]


@pytest.mark.parametrize(("passage", "answer"), RIGHT)
def test_a_chinese_answer_that_the_passage_gives_passes(passage, answer):
    assert check_sentence(answer, passage) == (True, "ok")


@pytest.mark.parametrize(("passage", "answer"), WRONG)
def test_a_chinese_answer_that_contradicts_the_passage_or_goes_beyond_it_is_stopped(
    passage, answer
):
    ok, reason = check_sentence(answer, passage)
    assert not ok, reason

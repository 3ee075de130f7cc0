"""Chinese stories: who is in them, the sentences that plots share, and the plots (in chinese_plots.py)."""

import grammar
from chinese_plots import PLOTS

GIRLS = "小红 小美 小雨 丽丽 妞妞 朵朵 圆圆 甜甜 小芳 小兰 婷婷 小雪 花花 安安 小梅 笑笑".split()
BOYS = "小明 小刚 小强 乐乐 豆豆 小宝 冬冬 阳阳 小虎 亮亮 小龙 石头 小军 壮壮 东东 小杰".split()
PETS = "跳跳 球球 毛毛 灰灰 白白 点点 团团 胖胖 咪咪 蹦蹦 圈圈 嘟嘟 黑黑 多多 丁丁 果果".split()
SYLLABLES = "天文星月春秋山海青林小云飞家平心安乐可方元一木西米苗晨南北光思雷玉"
ANIMALS = "兔子 熊 狐狸 老鼠 猫 狗 鸭子 松鼠 刺猬 猪 青蛙 乌龟 猴子 熊猫 羊 鹿 象 鸡 狮子".split()
TRAITS = "善良 勇敢 害羞 聪明 好奇 安静 活泼 可爱 细心 贪玩 爱笑 爱动脑筋 温柔 调皮 胆小 爱干净".split()
COLORS = "红色 蓝色 绿色 黄色 白色 粉色 橙色 金色 紫色".split()
TOYS = """个|皮球 个|布娃娃 辆|小汽车 只|小木船 面|小鼓 个|铃铛 顶|帽子 条|围巾 只|风筝 个|陀螺 盏|灯笼 本|图画书
个|书包""".split()
FOODS = """一个苹果 一个梨 一块蛋糕 一碗热汤 几颗草莓 一根胡萝卜 几个包子 一盘饺子 一个馒头 一块月饼 几颗糖 一碗面条
一把花生 一个桃子""".split()
HELPERS = "老山羊 老牛爷爷 乌龟爷爷 猫头鹰博士 老马伯伯 大象伯伯 喜鹊阿姨 松树爷爷".split()
PLACES = """公园里 小河边 森林里 山坡上 草地上 院子里 田野里 池塘边 果园里 村口 湖边 竹林里 大树下 小桥边
花园里""".split()
GROWN = "妈妈|她 妈妈|她 爸爸|他 奶奶|她 爷爷|他 外婆|她 外公|他".split()

RULES = grammar.rules("""
home: 住在(小河边|大山脚下|森林边上|村子东头|海边的小镇上|竹林旁边|一座小城里|山坡上|大树下)的(一间|一座)(小木屋|\
小房子|红房子|小院子)里
    和{mom}一起住在(小河边|大山脚下|森林边上|村子里|海边|竹林旁边|小镇上)
likes: 喜欢(唱歌|画画|跑步|看云|爬树|听故事|跳舞|问问题|帮助别人|数星星|踩水坑|放风筝|看书|捉迷藏|种花)
intro: 从前，有一{m}{trait}的{kid}，(名字叫|名叫|大家都叫{he}|叫){name}。
    从前，有一{m}{trait}的{kid}，(名字叫|名叫|叫){name}。{he}{live}。
    从前，有一{m}{kid}，(名字叫|叫){name}。{he}(很|特别|最|从小就)<likes>。
    从前，在(一片|一座)(美丽的|安静的|大大的|绿绿的)(森林|小山|果园|竹林)(里|旁边)，住着一{m}{kid}，(名字叫|叫)\
{name}。
    很久很久以前，有一{m}{trait}的{kid}，(名字叫|叫){name}。
    很久以前，(山脚下|河边|村子里|森林里)住着一{m}{trait}的{kid}，(名字叫|叫){name}。
    {name}是一{m}{trait}的{kid}。{he}(很|特别|最)<likes>。
    {name}是一{m}{trait}的{kid}，{live}。
    {name}{live}。{he}是一{m}{trait}的{kid}。
    (森林里|村子里|小河边|山坡上)有一{m}{kid}，(名字叫|大家叫{he}){name}。{he}(很|特别|又){trait}，大家都(喜欢|认识)\
{he}。
    大家都说{name}是一{m}{trait}的{kid}。{he}(很|特别|最)<likes>。
timed: 有一天，{name}{at_place_zai}玩。
    有一天，{name}(蹦蹦跳跳地|高高兴兴地|一个人|哼着歌)(来到|走到|跑到){place}。
    有一天，{name}和{mom}一起(来到|走到){place}。
    (今天|这一天)是(星期天|星期六|个好日子)，{name}(起得很早|心情很好|早早地起了床)。
    {name}{at_place_zai}玩，玩得(很开心|满头大汗|忘了时间)。
    (早上|清晨)，{name}(揉揉眼睛|伸了个懒腰|打了个哈欠)，(起床了|从床上爬起来)。
    那{m}{trait}的{kid}叫{name}，{he}(正|常常){at_place_zai}玩。
    你认识{name}吗？{he}是一{m}{trait}的{kid}。(这是{he}的故事|请听{he}的故事|我来讲讲{he}的故事)。
    {name}今年(四岁|五岁|六岁)了，是一{m}{trait}的{kid}。
    (春天|夏天|秋天)(来了|到了)，{place}(很热闹|真美|开满了花)。{name}{at_place_zai}玩。
timed_sky: (太阳|红红的太阳)(出来了|升起来了|照着大地)，{name}(高高兴兴地|蹦蹦跳跳地)来到{place}。
    (天气真好|天空很蓝|阳光暖暖的|风轻轻地吹)，{name}{at_place_zai}(玩|散步|晒太阳)。
    一个(晴朗|温暖|凉爽)的(早上|下午|日子)，{name}来到{place}。
    小鸟在(枝头|窗外|树上)唱歌，{name}(醒了|听得入了迷|也跟着唱起来)。
aside: 路上，{he}看见一(只{color}的蝴蝶|只小蜗牛|朵{color}的小花|只小蜜蜂|片{color}的叶子)，(停下来看了看|\
觉得真好看|忍不住笑了)。
    (风|小路|草地)(轻轻的|软软的|静静的)，(小虫|小鸟|小河)在(唱歌|说悄悄话)。
    {he}一边走，一边(数|看)(天上的云|路边的树|地上的小石头)。
    一只(小蚂蚁|小蜗牛|小甲虫|小蜜蜂)(爬过来|路过)。“(早上好|你好呀|你也出来玩吗)！”{name}说。
    {he}(吃了|拿出){food}，(觉得有力气了|香极了|吃得津津有味)。
    {he}(轻轻地唱|哼)着(一首|自己编的)(小|快乐的)(歌|曲子)，(心里不害怕了|走得更快了|越走越高兴)。
meet: (路上|走着走着|这时候|半路上|不一会儿)，{he}(遇见|碰到)了{friend}，那是一{fm}{ftrait}的{fkid}。
    (这时候|就在这时|忽然)，{ftrait}的{fkid}{friend}(走了过来|跑了过来|从旁边路过)。
    (大树后面|小路边|草丛旁|小桥上)(坐着|站着)一{fm}{ftrait}的{fkid}，{fhe}叫{friend}。
meet_owl: {he}去找{owl}。{owl}(年纪大，见识多|最有学问|什么都知道|正在晒太阳)。
    这时，{owl}(慢慢地走了过来|听见了{he}的声音|正好在旁边)。
    (忽然|这时候)，{he}看见{owl}(坐在那里|在打瞌睡|戴着眼镜看书)。
sad: {name}(很难过|伤心极了|急得快哭了|心里酸酸的)，(眼泪一滴一滴掉下来|坐在地上不说话|低下了头|不知道怎么办才好)。
    “(哎呀|糟糕|怎么办呀)！”{name}(叫起来|说)，(急得团团转|差点儿哭出来|眼圈红了)。
    {name}(急得直跺脚|忍不住哭了|叹了一口气|什么也不想玩了)。
ask: “你怎么了？”{friend}问。{name}把(事情|经过|心事)(告诉了{fhe}|说了一遍|讲给{fhe}听)。
    {friend}看见{name}不高兴，就问：“(发生了什么事|你为什么哭|我能帮你吗)？”{name}(都告诉了{fhe}|说了出来)。
offer: “别(着急|难过|哭)，”{friend}说，“(我来帮你|我们一起想办法|两个人总比一个人强)。”
    {friend}(想了想|拍拍胸脯|眼珠一转)，说：“(我有办法了|包在我身上|我陪你一起去)！”
    {friend}(拉着{he}的手|坐到{he}身边)说：“(有我呢|我们一起来|办法总会有的)。”
thanks: “谢谢你，{friend}！”{name}说，“你真(好|是我的好朋友|热心)。”
    {name}(紧紧地抱住|拉住){friend}，说：“(谢谢你|多亏了你|有你真好)！”
    “谢谢你！”{name}说。{friend}(红着脸|笑着)说：“(不用谢|朋友就应该互相帮助|这没什么)。”
joy: {name}高兴(极了|得跳了起来|得拍起手来|得合不拢嘴)。
    {name}(笑了|开心地笑了|笑得像一朵花|乐得又蹦又跳)。
    “(太好了|太棒了|我做到了|真好呀)！”{name}(大声说|喊道|叫起来)。
    {name}心里(甜甜的|暖暖的|乐开了花)。
play: 他们一起(捉迷藏|做游戏|跑呀跳呀|唱歌跳舞)，一直玩到(太阳下山|天黑|星星出来|吃晚饭)。
    两个好朋友(有说有笑|手拉着手|你追我赶)，(玩了一整天|玩得真开心)。
eat: 他们一起(吃了|分了){food}，(又香又甜|吃得真香|笑个不停)。
    {mom}(端来|拿出){food}，大家(吃得真香|都说好吃|围在一起吃)。
bed: (晚上|那天夜里)，{name}(做了一个甜甜的梦|睡得很香|梦见了(星星|大海|{friend}|一片花海))。
    (天黑了|月亮出来了|星星眨着眼睛)，{name}(躺在床上|盖好被子)，(笑着睡着了|很快就睡着了|慢慢闭上了眼睛)。
    {mom}(给{he}盖好被子|关了灯|亲了亲{he}的额头)，说：“(晚安|做个好梦|睡吧)，{name}。”
    睡觉前，{name}把(这件事|今天的事)讲给{mom}听，(讲着讲着就睡着了|{mom}听了笑个不停)。
home_end: 太阳下山了，{he}(高高兴兴地|蹦蹦跳跳地|哼着歌)回家了。
    回到家，{name}把(这件事|今天的事)告诉了{mom}，{mom}(笑了|夸{he}真棒|点点头)。
    他们(手拉着手|踩着月光|唱着歌)回家去了。
friends_end: 从那以后，{name}和{friend}成了(好朋友|最好的朋友|形影不离的朋友)。
    从此，{name}和{friend}(天天一起玩|再也没有分开过|有什么好东西都一起分享)。
    从那天起，{name}(再也不孤单了|有了一个新朋友)。
end: <bed>
    <home_end>
    <joy>
    这真是(快乐|难忘|美好)的一天。
fend: <friends_end>
    <friends_end>
    <bed>
    <play>
    <eat>
m_share: {name}明白了，(好东西要和朋友一起分享|分享会让快乐变多|一个人吃不如大家一起吃香)。
m_brave: {name}明白了，(害怕的时候也可以勇敢|试一试就不怕了|勇敢不是不害怕)。
m_truth: {name}明白了，(做错了事要勇敢承认|说实话心里才踏实|诚实比什么都重要)。
m_kind: {name}明白了，(帮助别人，自己也快乐|好心会有好报|再小的力气也能帮上忙)。
m_try: {name}明白了，(做事要有耐心|只要坚持，就能成功|慢慢来，总会好的|多试几次就会了)。
m_listen: {name}明白了，(做事不能太着急|遇到事情要先想一想|不懂的时候要多问问)。
""")


def person(rng, taken=""):
    """A hero or a friend: name, creature with 小, measure word, pronoun."""
    if rng.random() < 0.5:
        girl = rng.random() < 0.5
        name = rng.choice([n for n in (GIRLS if girl else BOYS) if n != taken])
        if rng.random() < 0.02:  # names that no list holds, so that a name in a prompt need not be a known one
            name = rng.choice("小小阿" + SYLLABLES) + rng.choice(SYLLABLES)
        return (name, "小女孩", "个", "她") if girl else (name, "小男孩", "个", "他")
    beast = rng.choice(ANIMALS)
    name = "小" + beast if len(beast) == 1 else rng.choice(("小" + beast, rng.choice(PETS)))
    if len(beast) == 1 and rng.random() < 0.4:
        name = rng.choice(PETS)
    return name, "小" + beast, "头" if beast == "象" else "只", "它"


def variables(rng):
    name, kid, m, he = person(rng)
    friend, fkid, fm, fhe = person(rng, name)
    while fkid == kid and he == "它" or friend == name:
        friend, fkid, fm, fhe = person(rng, name)
    mom, mhe = rng.choice(GROWN).split("|")
    place = rng.choice(PLACES)
    toy_m, toy = rng.choice(TOYS).split("|")
    trait, ftrait = rng.sample(TRAITS, 2)
    color, color2 = rng.sample(COLORS, 2)
    return {
        "name": name, "kid": kid, "m": m, "he": he, "friend": friend, "fkid": fkid, "fm": fm, "fhe": fhe, "mom": mom,
        "mhe": mhe, "place": place, "at_place_zai": "在" + place, "tm": toy_m, "toy": toy, "trait": trait,
        "ftrait": ftrait, "color": color, "color2": color2, "food": rng.choice(FOODS), "owl": rng.choice(HELPERS),
    }


def story(rng):
    """The sentences of one story."""
    plot = rng.choice(sorted(PLOTS))
    values = variables(rng)
    told = grammar.Grammar(RULES, values, rng)
    values["live"] = told.expand("<home>")
    if values["name"] == values["kid"]:  # 小兔子 has no other name: no sentence may introduce one
        intro = "从前，有一{m}{trait}的{kid}(，{live}|，(很|特别)<likes>|，大家都(喜欢|认识){he})。"
        walk = "有一天，{name}(蹦蹦跳跳地|高高兴兴地|一个人|哼着歌)(来到|走到|跑到){place}。"
        home = "{name}{live}，{he}(很|特别|最)<likes>。"
        values["opening"] = told.expand(rng.choice((intro, intro, "<timed_sky>", walk, home)))
        timed = not values["opening"].startswith(("从前", "小"))
    else:
        opening = rng.choice(("intro", "intro", "timed", "timed_sky")[:3 if plot.endswith("~") else 4])
        values["opening"] = told.expand(f"<{opening}>")
        timed = opening != "intro"
    if values["friend"] == values["fkid"]:
        told.rules = dict(RULES, meet=[
            "(路上|走着走着|这时候|半路上|不一会儿)，{he}(遇见|碰到)了一{fm}{ftrait}的{fkid}。",
            "(这时候|就在这时|忽然)，一{fm}{ftrait}的{fkid}(走了过来|跑了过来|从旁边路过)。"])
        values["who"] = values["fkid"]
    else:
        values["who"] = told.expand("{ftrait}的{fkid}{friend}")
    values["Day"] = told.expand("(这时候|过了一会儿|这一天|那天)，" if timed else
                                "(有一天|一天|这一天|一天早上|一天下午)，")
    values["Today"] = told.expand("(这一天|那天)，" if timed else "(有一天|一天|这一天)，")
    values["Night"] = told.expand("(那天晚上|到了晚上)，" if timed else "(一天晚上|有一天晚上|一天夜里)，")
    return told.tell(["{opening}"] + PLOTS[plot])

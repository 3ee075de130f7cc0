"""English stories: who is in them, the sentences that plots share, and the plots (in english_plots.py)."""

import re

import grammar
from english_plots import PLOTS

TRAITS = """kind brave shy curious clever quiet cheerful gentle funny busy sleepy happy playful careful hungry proud
friendly lonely""".split()
COLORS = "red blue green yellow white brown pink orange golden purple".split()
TOYS = "ball|doll|teddy bear|toy car|toy train|wooden boat|drum|puzzle|kite|robot|hat|scarf|little bell|whistle|cup"
FOODS = """an apple|a pear|some bread|some cookies|a piece of cake|a bowl of soup|some berries|a carrot|some nuts|
a banana|a pancake|some cheese|a warm pie""".replace("\n", "")
HELPERS = "owl turtle bear goat crow cat horse goose badger toad".split()
PLACES = """in the park|at the park||in the forest|into the forest||by the river|to the river||in the garden|
into the garden||on the hill|up the hill||by the lake|to the lake||in the field|to the field||on the farm|
to the farm||in the village|through the village||near the old bridge|to the old bridge||
in the yard|out to the yard""".replace("\n", "")
GROWN = [("mom", "Mom", "she"), ("dad", "Dad", "he"), ("grandma", "Grandma", "she"), ("grandpa", "Grandpa", "he"),
         ("mother", "Mother", "she"), ("father", "Father", "he"), ("aunt", "Auntie", "she")]
PRONOUNS = {"he": ("he", "his", "him"), "she": ("she", "her", "her")}

RULES = grammar.rules("""
home: in a (small|little|warm|cozy|white) (house|cottage|hut) (by the river|near the forest|on a hill|at the end of \
the road|under a big tree|by the sea|in a quiet village)
    in a (small|quiet|green|pretty) (town|village|valley) (by the sea|near the hills|far away|near a lake)
    with {his} (mom and dad|grandma|grandpa|family|mother|two brothers|little sister) (near the river|on a farm|in \
a big old house|by the forest)
likes: (to run|to sing|to draw|to play outside|to look at clouds|to climb|to read|to dance|to help|to ask questions|\
to build things|to jump in puddles|to count the stars)
loving: (running|singing|drawing|playing outside|looking at clouds|climbing|reading|dancing|helping|asking \
questions|building things|sweet food|small animals)
intro: Once upon a time, there was a {trait} {kid} named {name}.
    Once upon a time, there was a {trait} {kid} named {name}. {He} lived <home>.
    Once upon a time, a {trait} {kid} named {name} lived <home>.
    Once upon a time, there was a (little|small|young) {beast} (named|called) {name}. {name} (loved|liked) <likes>.
    Once upon a time, <home>, there lived a {trait} {kid}. {His} name was {name}.
    Once there was a {trait} {kid} named {name} who (loved|liked) <loving>.
    There was once a {trait} {kid} called {name}. {He} lived <home>.
    {name} was a {trait} {kid}. {He} (loved|liked) <likes>.
    {name} was a {trait} {kid} who lived <home>.
    {name} (lived|had always lived) <home>. {He} was a {trait} {kid}.
    Little {name} was (very|so|always) {trait}. {He} (loved|liked) <loving> (very much|more than anything|every day).
    A {trait} {kid} named {name} lived <home>.
    Long ago, a {trait} {kid} named {name} lived <home>.
    In a (small|quiet|far) (town|village) lived a {trait} {kid} named {name}.
    Everyone in the village knew {name}, the {trait} {kid}. {He} (loved|liked) <likes>.
    Far away, <home>, there was a {trait} {kid} named {name}.
timed: One day, a little {beast} named {name} was playing {at_place}.
    One day, a {trait} {kid} named {name} (went|walked|ran) {to_place}.
    One day, {name} and {his} {mom} (went|walked) {to_place}. {name} was a {trait} {kid}.
    One (morning|afternoon), {name} (woke up|got up) (early|late|with a smile). {He} was a {trait} {kid}.
    {name} was playing {at_place}.
    {name} (was|felt) (happy|full of joy|in a good mood) (today|that day). {He} (sang a song|was humming|hopped) on \
the way {to_place}.
    Today was a (special|busy|quiet|good) day for {name}, a {trait} {kid}.
    It was (Monday|Sunday|spring|summer|a holiday|early in the morning), and {name} was {at_place}.
    The little {beast} {at_place} was named {name}. {He} was (very|always|so) {trait}.
    The {trait} {kid} sat {at_place}. {His} name was {name}.
    Last (summer|spring|week), a {trait} {kid} named {name} went {to_place}.
    Do you know {name}? {He} is a {trait} {kid} who loves <loving>. (Here is|This is|Listen to) {his} story.
timed_sky: It was a <sky> (day|morning|afternoon). {name} was {at_place}.
    The sun was (bright|warm|high in the sky) and {name} was playing {at_place}.
    The (sky|morning) was (blue|clear|bright) when {name} came {to_place}.
    On a <sky> (day|morning), a {trait} {kid} named {name} (went|walked|ran) {to_place}.
    The birds were singing (in the trees|outside|{at_place}). {name}, a {trait} {kid}, (woke up|came out to play|\
listened).
sky: (sunny|bright|cool|warm|lovely|fine|quiet)
aside: On the way, {he} saw a {color} (butterfly|bird|flower|snail|leaf) (and smiled|on a stone|in the grass|by the \
road).
    The (wind|air|grass|road) was (soft|warm|cool|quiet), and (a bee|a bird|the river|a cricket) sang (a little \
song|nearby|in the sun).
    {He} (counted|looked at) the (clouds|trees|birds|stones) as {he} (walked|went along).
    A (small|fat|busy) (ant|bee|snail|beetle|worm) (went by|crawled past|stopped to look). "(Good morning|Hello|\
Nice to see you)!" said {name}.
    {He} ate {food} (and felt better|under a tree|because {he} was hungry|for lunch).
    {He} (sang|hummed) a (little|happy|funny|quiet) song (to feel brave|to {himself}|about the (sun|rain|moon|sea)).
meet: On the way, {he} met {friend}, a {ftrait} {fkid}.
    Just then, a {ftrait} {fkid} named {friend} came (by|along|closer).
    Soon {he} met {his} friend {friend}, a {ftrait} {fkid}.
    (Near the gate|By the path|Under a tree|Behind a bush), {he} saw {friend}, the {ftrait} {fkid}.
meet_owl: Then {he} met an old {owl}. The {owl} was (very wise|kind and slow|wearing round glasses|sitting in the \
sun).
    An old {owl} (was watching|heard {him}|was sitting nearby|came by).
    {He} went to ask the old {owl} who lived (under a big tree|near the river|behind the hill|in the woods).
sad: {name} (felt|was) (sad|very sad|so sad|upset) and (began to cry|sat down on a stone|did not want to play|\
looked at the ground).
    {name} was (sad|upset|worried). (A tear|One big tear) (rolled|ran) down {his} (cheek|face|nose).
    "Oh no!" {name} (cried|said). {He} (wanted to cry|did not know what to do|felt very sad).
    {His} (heart|chest) felt (heavy|cold|very small).
ask: "What is wrong?" asked {friend}. {name} told {fhim} (everything|all about it|the whole story).
    "Why are you (sad|crying|so quiet)?" {friend} asked. {name} told {fhim} what had happened.
    {friend} saw that {name} was sad. "(Can I help you|Do you need help|What happened)?" {fhe} asked.
offer: "Don't worry," said {friend}. "(I will help you|We can do it together|Let us think|Two heads are better than \
one)."
    "I (have an idea|know what to do)!" said {friend}.
    {friend} (took {his} hand|sat down next to {him}|thought for a while). "We can do it together," {fhe} said.
thanks: "Thank you, {friend}!" said {name}. "You are (a good friend|so kind|the best)."
    {name} gave {friend} a (big|warm) hug. "Thank you (so much|for helping me)," {he} said.
    "Thank you!" said {name}, and {fhis} face (turned red|lit up). "That is what friends are for," said {friend}.
joy: {name} was (so happy|very happy|full of joy). {He} (jumped up and down|clapped {his} hands|laughed out loud|\
danced around|smiled a big smile).
    {name} (laughed|smiled|jumped) with joy.
    {His} heart (felt light|was warm|jumped).
    "(Hooray|Wow|Look at that|I did it)!" {name} (shouted|cried|called). {He} (had never been so happy|was very \
proud|could not stop smiling).
play: They played (together|tag|hide and seek|a new game) until (the sun went down|it was time for (dinner|supper)|\
the stars came out).
    The two friends (laughed and played|ran and jumped|sang and danced) (all day|all afternoon|until evening).
eat: Then they (shared|ate) {food} (together|under a tree|in the warm kitchen|and laughed).
    {His} {mom} gave (them both|everyone) {food}. It (tasted|smelled) (so good|sweet|wonderful).
bed: That night, {name} (slept well|fell asleep with a smile|dreamed of (the day|{friend}|stars|the sea|{his} \
friends)).
    When (the moon came up|it got dark|the stars came out), {name} (went to bed|lay in bed) and (slept|smiled|felt \
safe and warm).
    {His} {mom} (tucked {him} in|kissed {him} good night|turned off the light). "Good night, {name}," {mhe} said.
    At bedtime, {name} told {his} {mom} about (the day|it all|{his} day), and then {he} fell asleep.
home_end: Then {he} went home, (tired|hungry|muddy) but happy.
    In the evening, {name} went home and told {his} {mom} (everything|about the day|the whole story).
    They walked home (hand in hand|under the stars|in the evening sun|with a song).
friends_end: From that day on, {name} and {friend} were (best friends|good friends|always together).
    And {name} and {friend} (played together every day|stayed friends forever|never forgot that day).
    After that, {name} was never (lonely|alone) again.
end: <bed>
    <home_end>
    <joy>
    It was (a good|a wonderful|the best) day.
fend: <friends_end>
    <friends_end>
    <bed>
    <play>
    <eat>
m_share: {name} learned that (sharing makes (everyone|us) happy|things are better when we share them|a small thing \
is big when you share it).
m_brave: {name} learned that (being brave means trying when you are afraid|it is all right to be afraid|you can be \
small and brave).
m_truth: {name} learned that (it is best to tell the truth|telling the truth makes your heart light|a mistake is \
not so bad when you are honest).
m_kind: {name} learned that (a small kindness can change a day|kindness comes back to you|helping others feels good|even \
a small friend can be a big help).
m_try: {name} learned that (you must try again and again|nobody can do it the first time|slow and steady is fine|\
good things take time).
m_listen: {name} learned to (listen|stop and think first|ask for help).
""")


# A model of this size, trained for this long, carries a name through a Chinese story but not through an English one, so
# English stories are all about the same two children.
HERO, FRIEND = ("Lily", "girl", "she"), ("Tom", "boy", "he")


def variables(rng):
    (name, beast, he), (friend, fbeast, fhe) = HERO, FRIEND
    trait, ftrait = rng.sample(TRAITS, 2)
    mom, address, mhe = rng.choice(GROWN)
    at_place, to_place = rng.choice(PLACES.split("||")).split("|")
    toy = rng.choice(TOYS.split("|"))
    color, other_color = rng.sample(COLORS, 2)
    values = {
        "name": name, "beast": beast, "kid": ("little " if rng.random() < 0.7 else "young ") + beast, "trait": trait,
        "friend": friend, "fkid": ("little " if rng.random() < 0.5 else "") + fbeast, "ftrait": ftrait,
        "mom": mom, "Mom": address, "at_place": at_place, "to_place": to_place, "toy": toy, "color": color,
        "color2": other_color, "food": rng.choice(FOODS.split("|")), "owl": rng.choice(HELPERS),
        "himself": "himself" if he == "he" else "herself",
    }
    for prefix, pronoun in (("", he), ("f", fhe), ("m", mhe)):
        for key, form in zip(("he", "his", "him"), PRONOUNS[pronoun]):
            values[prefix + key] = form
            values[(prefix + key).capitalize()] = form.capitalize()
    return values


def tidy(text):
    text = re.sub(r" +", " ", text).replace(" .", ".").replace(" ,", ",")
    text = re.sub(r"\b([Aa]) (?=[aeiou])", r"\1n ", text)
    text = re.sub(r"\^(.)", lambda match: match[1].upper(), text)
    return re.sub(r'(^|[.?!] |(?<![a-z,.!?])"|\." )([a-z])', lambda match: match[1] + match[2].upper(), text)


def story(rng):
    """The sentences of one story."""
    plot = rng.choice(sorted(PLOTS))
    values = variables(rng)
    told = grammar.Grammar(RULES, values, rng)
    opening = rng.choice(("intro", "intro", "timed", "timed_sky")[:3 if plot.endswith("~") else 4])
    sky = "" if plot.endswith("~") else "<sky> "
    if opening == "intro":
        values["Today"], values["Night"] = "One day,", "One night,"
        values["Day"] = told.expand(f"One (day|morning|afternoon|{sky}day|{sky}morning),")
    else:
        values["Today"], values["Night"] = "That day,", "That night,"
        values["Day"] = told.expand("(That day|After a while|Soon|A little later),")
    return [tidy(sentence) for sentence in told.tell([f"<{opening}>"] + PLOTS[plot])]

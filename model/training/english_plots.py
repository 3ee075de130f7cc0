"""The plots of the English stories; grammar.py says how to read them.

A `~` after a name: the plot brings its own weather.
"""

import grammar

PLOTS = grammar.plots("""
# lost toy
{Day} {name} could not find {his} {color} {toy}.
{He} looked (under the bed|behind the door|in the grass|under the table), (in the box|near the wall|in every room) \
and (behind a tree|on the stairs|in the basket), but the {toy} was not there.
<sad>
<meet>
<ask> <offer>
They looked (high and low|everywhere|by the pond|along the path). (At last|Then|After a long time), {friend} saw \
something {color} (under a bush|behind a rock|in the tall grass|up in a tree).
"Is this your {toy}?" {fhe} asked. "Yes! (That is mine|There it is)!" said {name}.
<thanks>
<fend>

# first day at school
{Today} it was {his} first day at school. {name} held {his} {mom}'s hand (tight|all the way).
"What if nobody (likes|talks to|plays with) me?" {he} asked. "(Just smile and say hello|Be yourself|Give it some \
time)," said {his} {mom}.
?At school there were many (children|chairs|bags|voices), and it was (so loud|very new|a bit scary).
In the (corner|back|first row) sat {friend}, a {ftrait} {fkid}. {Fhe} (looked|was) (afraid|shy|alone) too.
{name} (took a deep breath|thought of {his} {mom}) and said, "Hello, I am {name}. (Do you want to draw with me|Can \
I sit here|Do you like my {toy})?"
{friend} smiled. "(Yes, please|I would love that|Of course)!"
?They (drew|painted) a {color} (house|fish|tree|sun) together.
When school was over, {name} did not want to go home. "(School is fun|I have a friend|Can we come back tomorrow), \
{Mom}!" {he} said.
(<m_brave>|<friends_end>|<bed>)

# sharing
{Day} {name} had {food}. It (looked|smelled) (so good|wonderful|sweet).
<meet> {Fhe} had (nothing to eat|lost {fhis} lunch|not eaten all day).
{name} looked at the food. {He} wanted (to eat it all|to keep it), but {friend} looked (so hungry|so sad|very tired).
"(Here, half is for you|Let us share|Do you want some)," said {name}. {friend}'s eyes (grew big|lit up). "(Really|\
For me)? Thank you!"
They sat (in the sun|under a tree|on a bench|by the water) and ate (together|slowly|every bit).
?The next day, {friend} brought a (basket|bag) of (berries|nuts|plums|cookies). "(Now I share with you|This is for \
you)," {fhe} said.
<m_share>
?<fend>

# puddles ~
{Today} it (rained and rained|began to rain|was raining hard). {name} (looked out of the window|could not go out to \
play|sat by the window).
"(This is so boring|I do not like rain|Rain, rain, go away)," said {name}.
{His} {mom} (smiled|laughed) and brought {color} boots and a {color2} coat. "(Rain can be fun|Let us go and see|\
Come with me)," {mhe} said.
Outside there were (big|round|muddy) puddles. {name} jumped into one. Splash! The water (went everywhere|flew high|\
was all over {him}).
?A (little|fat|green) frog jumped too. "(Ribbit|Croak)!" it said, and {name} laughed.
Then the rain stopped, and a (big|bright|wide) rainbow came out (over the hill|over the houses|in the sky).
"(I love the rain|Rain is not boring at all|Can it rain again tomorrow)!" said {name}.
(<end>|At home {he} got dry socks and {food}. <bed>)

# seed
{Day} {name} found a (tiny|small|little|round) seed {at_place}. "What are you?" {he} asked. The seed said nothing.
{His} {mom} said, "(Put it in the ground|Plant it) and give it water (every day|each morning)."
{name} (dug a hole|made a small hole) and put the seed in. {He} gave it water and (waited|sang to it|told it stories).
The next day, (nothing happened|there was only mud|there was nothing). "(Is it asleep|Why does it not grow)?" asked \
{name}. "Wait," said {his} {mom}.
{He} waited (a week|many days|and waited). Then, one morning, there was a (small|tiny) green leaf!
?It grew and grew, (taller than {name}|as high as the fence|up to the window).
In the summer, it had a (big|huge|beautiful) {color} flower. (Bees|Birds|Butterflies|Friends) came to see it.
<joy>
<m_try>

# the dark
{name} was afraid of the dark. At night {he} saw (big|strange|long) shadows (on the wall|by the door|near the window).
{Night} the lamp (went out|broke|would not turn on), and everything was black. "{Mom}!" {name} called.
{His} {mom} came with a (candle|small light). "What do you see?" {mhe} asked. "A (monster|bear|wolf|ghost) with \
(big ears|long arms|a big nose)!" said {name}.
They looked (closer|together|again). It was only (a coat on a chair|the {toy}|a tree outside|{his} hat and a bag).
{name} (laughed|began to giggle|felt a bit silly). "(The dark is not so bad|It is only a shadow)."
?{His} {mom} opened the window. "(Look at the stars|See the moon)," {mhe} said. "They only shine in the dark."
<m_brave>
(<bed>|Now {name} (says good night to the shadows|likes the dark a little).)

# race
{Today} there was a (big|great) race {at_place}. (All the animals|All the children|Everybody) came to see it.
{name} wanted to (win|run in it|try). {friend}, a {ftrait} {fkid}, wanted to (win|run) too. "I am (much faster|the \
fastest)," said {friend}.
One, two, three, go! They ran (like the wind|past the trees|over the grass|down the road). {friend} was far (ahead|\
in front).
Then {friend} (fell over a stone|slipped in the mud|hurt {fhis} foot). "Ouch!" {fhe} cried.
{name} (could win now|was in front now|saw the finish line), but {he} (stopped|turned around|ran back). "(Are you \
hurt|Can you walk|Give me your hand)?" {he} asked.
{He} helped {friend} up, and they (walked|ran) to the end (together|side by side|hand in hand).
Everyone (clapped|cheered|shouted with joy). They both got a {color} (ribbon|medal|cup).
(<friends_end>|<m_kind>)

# kite ~
{Today} it was very windy, and {name} took {his} {color} kite {to_place}.
The kite went up, up, up. It looked like a (bird|small star|fish in the sky|tiny {color} leaf).
Then the wind (pulled hard|blew harder), and (snap, the string broke|the string slipped out of {his} hand). The \
kite flew away and got stuck (in a tall tree|on a roof|on a high branch).
<sad>
<meet> <offer>
{friend} (climbed up|shook the branch|found a long stick|asked a bird to help), and down came the kite. It had a \
(small|big) hole in it.
They (put a patch on it|mended it with paper|fixed it with some string). Now the kite was {color} and {color2}, and \
{name} liked it even more.
?"Now you fly it," said {name}, and {friend} held the string (with both hands|very tight).
(<thanks>|<fend>)

# broken cup
{Day} {name} was playing with {his} {toy} in the house. {His} {mom} had said, "(Please play outside|Be careful, \
{name})."
The {toy} hit the table. Crash! The (blue|white|pretty|old) (cup|vase|plate) fell down and broke.
{name} (was afraid|felt cold|did not move). {He} (hid the pieces under the bed|put the pieces in a box|ran to {his} \
room).
?"The cat did it," {he} wanted to say. But {his} (tummy|heart) felt bad.
{His} {mom} came in. "What happened?" {mhe} asked.
{name} looked (at {his} feet|down|at the floor). "I broke it. I am (so |very |)sorry," {he} said (softly|in a small \
voice).
{His} {mom} (was quiet for a moment|gave {him} a hug|sat down with {him}). "(I am sad about the cup|A thing can \
break), but I am glad that you told me the truth," {mhe} said.
Together they (picked up the pieces|cleaned the floor|glued the pieces).
<m_truth>

# lost in the forest
{Day} {name} (followed|ran after) a {color} (butterfly|bird) into the forest. {He} went (deeper and deeper|on and \
on|far from home).
(When {he} looked up|Then {he} turned around), all the trees looked the same. "Where am I?" {he} (whispered|cried).
?<sad>
<meet_owl>
"(Are you lost|Where do you live), little one?" asked the {owl}. "(Yes|I live {at_place}|I want to go home)," said \
{name}.
"(Follow the river|Look for the tall tree|Listen to the bells|Follow the white stones)," said the {owl}. "(It will \
take you home|That is the way home)."
{name} walked and walked. At last {he} saw (a light in the window|the smoke of {his} house|{his} {mom} at the door).
{His} {mom} (hugged {him} tight|ran to {him}). "(I was so worried|There you are)!" {mhe} said.
<m_listen> <end>

# hurt bird
{Day} {name} heard a (small|weak|sad) sound: "Peep, peep." A little {color} bird lay (in the grass|under a tree|by \
the path). Its wing was hurt.
"(Poor little bird|Do not be afraid)," said {name}. {He} picked it up (very gently|with both hands) and took it home.
{His} {mom} helped {him} make a (soft|warm) bed in a box. {name} gave the bird (water|crumbs|seeds and water) \
(every day|each morning).
?At night {he} (told it stories|sang to it|sat next to it).
After (a week|some days|two weeks), the bird could (fly|hop and fly) again. It was time to let it go.
{name} was (sad|a little sad) but {he} opened {his} hands. The bird flew (up into the sky|around {his} head|over \
the trees).
?(Every morning|The next spring), the bird came back and sang (at {his} window|for {name}).
<m_kind>

# birthday surprise
{Today} it was {name}'s birthday, but nobody said (a word|anything|happy birthday). {name} (waited and waited|felt \
forgotten).
{He} went to see {friend}, a {ftrait} {fkid}. "I have no time today," said {friend} and (ran away|shut the door).
<sad>
{He} walked home (slowly|alone|with {his} head down). The house was (dark|quiet|very still).
{He} opened the door. "Surprise!" shouted everyone. There was a (big|round|pink) cake and (many balloons|{color} \
balloons|candles on it).
"We did not forget you," said {friend}. "(We wanted to surprise you|We were baking all day)." {Fhe} gave {name} a \
{color} {toy}.
{name} (blew out the candles|made a wish|laughed and cried at the same time).
<fend>

# snowman ~
{Today} everything was white. It had snowed all night! {name} put on {his} {color} (hat|scarf|coat) and ran outside.
<meet> "Let us make a snowman!" said {friend}.
They (rolled|pushed) a big ball, a smaller ball and a little ball. A carrot was the nose, and two (stones|nuts|\
buttons) were the eyes.
The snowman looked (cold|sad|a bit lonely). So {name} gave it {his} {color} (scarf|hat).
?"(Now you are warm|Good night, snowman)," {he} said.
(Some days later|In the spring), the sun was warm, and the snowman (got smaller and smaller|began to melt). {name} \
was sad.
"(Do not be sad|It is all right)," said {friend}. "(He will come back next winter|Now he is water for the flowers)."
(<fend>|{name} waved. "See you next (winter|year)!" {he} said.)

# cake
{Day} {name} wanted to (bake|make) a cake for {his} {mom}. {friend}, a {ftrait} {fkid}, came to help.
They (took|mixed) (flour, eggs and milk|eggs, sugar and milk|flour, honey and butter). (Flour was everywhere|There \
was flour on {his} nose|An egg fell on the floor), and they laughed.
(But they forgot the sugar|But the cake was too long in the oven|But the cake came out flat), and it (tasted \
strange|was black on top|looked like a stone).
"Oh no," said {name}. "(It is not pretty|Nobody will eat it)."
"(We can try again|Let us try one more time)," said {friend}. This time they (read the book|looked at the clock|did \
it slowly).
The new cake was (golden|soft|sweet) and smelled (wonderful|of honey|so good).
{His} {mom} (took a bite|had a piece) and smiled. "This is the best cake in the world," {mhe} said.
<m_try>

# new neighbor
{Today} somebody new moved into the {color} house (next door|across the road|by the river). It was {friend}, a \
{ftrait} {fkid}.
{friend} (did not come out|sat alone on the steps|looked out of the window) and did not (talk|play|smile). "(Maybe \
{fhe} is not nice|{Fhe} does not like us)," said (some children|the others).
But {name} thought, "Maybe {fhe} is only (shy|lonely|new here)."
{He} took {food} and knocked at the door. "(Hello, I live here too|Welcome), I am {name}," {he} said.
{friend} (opened the door a little|looked at {name}|was surprised). "(I do not know anybody here|I miss my old home)\
," {fhe} said (softly|in a small voice).
"Now you know me," said {name}. "(Let me show you the garden|Do you want to play|Come, I will show you my {toy})."
<play>
<friends_end>

# bike
{Today} {name} got a new {color} bike. "(I will ride like the wind|This is easy)!" {he} said.
{He} got on, and bump, {he} fell (into the grass|down|over). {He} tried again and fell again.
"I will never learn it!" {name} said and (kicked the wheel|sat down|wanted to give up).
{His} {mom} (held the bike|came to help|said, "I fell many times too"). "(Look ahead, not down|Try one more time|I \
am right behind you)," {mhe} said.
{name} tried (once more|again and again). {He} went (slowly|a little to the left), then a little faster.
(When {he} looked back|Suddenly), {his} {mom} was far away. {He} was riding all by {himself}!
<joy>
<m_try>

# the box
{Today} there was a big (brown|empty|old) box {at_place}. "What is it for?" asked {name}.
<meet> "It is a (ship|rocket|castle|train|cave)!" said {friend}.
They (painted it {color}|cut a round window|made a door), and (climbed in|sat inside).
(Whoosh|Ready, steady, go)! They flew (to the moon|over the sea|past the stars|to an island). (They saw a dragon \
who liked tea|A fish waved at them|They found a mountain made of cheese|They met a very small king).
?"(Hold on tight|Watch out, a storm)!" cried {friend}, and the box (shook|went left and right).
"Supper is ready!" called {his} {mom}. They flew home (just in time|very fast).
It was only a box, but it was the best (trip|game|day) ever.
?<fend>

# painting
{Day} {name} painted a picture for {his} {mom}. It had a {color} (house|tree|sun|horse) and a {color2} (sky|sea|cat|\
hill).
"(Trees are not {color}|That looks funny|The sky is not like that)," said {friend}, a {ftrait} {fkid}. {name} (put \
down the brush|felt small|wanted to throw it away).
{His} {mom} looked at the picture (for a long time|and smiled). "(I like it|I can feel the wind in it|It makes me \
happy)," {mhe} said. "(You painted it your own way|Nobody else can paint like this)."
?{friend} came back. "I am sorry," {fhe} said. "(Will you show me how|Can I paint with you)?"
They painted (until evening|on a very big paper|together). The picture had (fish with hats|a flying pig|ten moons|a \
purple river) in it.
{His} {mom} put the picture (on the wall|over the bed|on the door).
<end>

# soup for a friend
{Today} {friend}, a {ftrait} {fkid}, did not come out to play. {Fhe} was ill and lay in bed.
"Poor {friend}," said {name}. "(What can I do|I must help {fhim})."
{He} went to {his} {mom}, and they made (a pot of soup|hot tea with honey|warm milk). {name} carried it (very \
carefully|step by step|all the way) to {friend}'s house.
?<aside>
"(Achoo|Hello)," said {friend}. {name} (put the pot on the table|gave {fhim} a spoon) and (read {fhim} a story|told \
a funny story|sang a song).
{friend} ate it all. "(I feel much better|That was so warm)," {fhe} said.
?After (two|three) days {friend} was well again.
<m_kind> <fend>

# wish on a star
{Night} {name} (could not sleep|sat on the roof|looked out of the window). A star fell from the sky. "Make a wish," \
said {his} {mom}.
{name} wished for (a friend|a {color} {toy}|a little brother|snow).
In the morning, {he} looked (under the bed|everywhere|out of the window), but nothing had come. <sad>
<meet> {Fhe} (was lost|had a {color} {toy}|was looking for somebody to play with).
"(Will you play with me|Do you want to be my friend)?" asked {friend}.
{name} laughed. "(I think the star heard me|You are my wish)," {he} said.
<fend>

# little boat
{Day} {name} made a boat out of (paper|a leaf|wood|a nut shell) and put it on the water.
"Go, little boat!" {he} said. The boat (danced on the waves|went fast|turned around and around) and (sailed away|\
was gone around the bend).
{name} ran along the river. {He} ran past (the mill|the ducks|the old bridge|the willow). <aside>
<meet> "(Did you see a little boat|Did a boat come by)?" asked {name}.
"Yes!" said {friend}. "It (stopped at my feet|got stuck between two stones|had a passenger)." In the boat sat a \
(tiny|wet) (ladybug|frog|ant|snail).
They put the little animal (on a leaf|on dry land). It (waved|said thank you in its own way|crawled away happily).
Then {name} and {friend} made (two more boats|a bigger boat|a boat with a {color} sail).
<fend>

# treasure map
{Day} {name} found an old map {at_place}. There was a big {color} cross on it. "A treasure!" {he} cried.
<meet> "(I will come with you|Let us find it)," said {friend}.
They went (over the bridge|up the hill|past the mill) and (through the dark trees|across the field|along the river)\
. "(Ten steps to the left|Now go to the big stone|Look for the tall tree)," read {name}.
They dug (and dug|a deep hole|with their hands). There was a box! In it was no gold, but (old photos|a book|a bell|\
shells) and a letter: "(The best treasure is a friend|You found it together|Be happy and share)."
{name} looked at {friend} and (smiled|laughed). "(It is true|That is right|We have it already)," {he} said.
<fend>

# tower
{Day} {name} built a tower of {color} and {color2} blocks. It was (very tall|as tall as {name}|almost up to the sky).
<meet> {friend} (ran in too fast|turned around|sneezed), and the tower fell down. Boom!
"You broke it!" {name} (shouted|cried). {He} was very angry. {friend} (began to cry|was sad too|looked down). "I \
did not want to. I am sorry," {fhe} said.
{name} (took a deep breath|counted to ten|sat down and thought). {He} saw that {friend} was (sad|really sorry).
"(It is all right|I am not angry now)," said {name}. "(Let us build a new one|Will you help me build it again)?"
Together they built a tower with (two doors|a bridge|a {color} roof). It was (even taller|much better) than the \
first one.
<fend>

# noise at night
{Night} {name} heard a strange noise. (Tap, tap, tap|Scratch, scratch|Boo, boo), it went. It was (late|dark in the \
room|dark outside).
"What is that?" {name} whispered. {He} (pulled the blanket over {his} head|held {his} {toy} tight).
?(Tap, tap|Scratch), it went again.
{He} thought of what {his} {mom} had said: "(Look first, then be afraid|When you are afraid, go and look)." So {he} \
took a (lamp|light) and (went to the door|opened the window|looked under the bed).
There sat a (tiny|wet|very small) (mouse|bird|kitten|frog). It was (cold|hungry|afraid) too.
"(You were the noise|Oh, it is only you)!" laughed {name}. {He} gave it {food} and (a warm place|a little blanket).
<m_brave>
?<bed>

# the purse
{Day} {name} found a {color} (purse|bag) (on the road|under a bench|by the gate). There was (a lot of money|a shiny \
coin|some gold) in it.
"(I could buy a new {toy}|I am rich|How many sweets I could buy)!" {he} thought.
Then {he} saw an old (woman|man|{owl}) who was looking (under the bench|in the grass|everywhere). "(My purse is \
gone|Where is it|I cannot buy bread now)," {name} heard.
{name} (held the purse tight|thought for a moment). Then {he} ran over. "Is this yours?" {he} asked.
"Oh, thank you! (You are an honest child|How kind of you|You have a good heart)!" {name} got {food} (as a thank you|\
for being honest).
{name} learned that (being honest makes your heart light|what you find is not always yours|an honest heart is worth \
more than gold).
?<end>

# loose tooth
{Day} {name} felt something funny. One tooth (moved|was loose|wobbled).
"(Will it hurt|I do not want to lose it)," said {name}. {He} did not want to (eat|laugh|play).
{friend}, a {ftrait} {fkid}, showed {fhis} teeth. "(I lost two|Look, mine is new)," {fhe} said. "(A new one grows|\
It does not hurt)."
?{name} touched the tooth with {his} tongue (all day|again and again).
Then {he} bit into (an apple|a pear|some bread), and out it came! "(Look|It is out), {Mom}!" {he} called.
{He} put the tooth (under the pillow|in a little box). In the morning, there was a (coin|small {color} stone|little \
note).
<joy>

# the big carrot
{Today} {name} saw a very big (carrot|turnip|pumpkin) in the garden. {He} pulled and pulled, but it (did not move|\
stayed in the ground).
{He} called {his} {mom}. They pulled together, but it did not move.
?They called an old {owl}. They all pulled, and still it did not move.
<meet> "(Let me help|Can I help)," said {friend}. "You? (You are too small|You are not strong)!" said the others.
But {name} said, "(Everybody can help|Come, take my hand)." One, two, three, and pop! It came out, and they all \
fell (on their backs|into the grass|over).
They (laughed|cheered) and cooked (a big soup|a huge pie). There was enough for (everyone|the whole village).
{name} learned that (even the smallest one can help|together we are strong).

# shell by the sea
{Day} {name} went to the beach with {his} {mom}. The (sea|water) was (blue|cold|so big), and the sand was (warm|soft).
{He} found a {color} shell. When {he} held it to {his} ear, {he} heard (the sea|the waves|a soft song).
<meet> {friend} was crying because (the waves had taken {fhis} castle|{fhe} had lost {fhis} bucket|{fhis} {toy} was \
in the water).
{name} (thought for a while|looked at the shell). {He} did not want to give it away, but {he} said, "(Listen|Take \
this). (The sea is singing for you|It will make you happy)."
{friend} listened, and (stopped crying|a smile came back|{fhis} eyes got big).
Then they built a (big|new) castle with (four towers|a deep hole around it|a {color} flag).
(<m_kind>|<m_share>|<fend>)

# drum
{Today} {name} got a drum. Boom, boom, boom! {He} played (all day|in the morning and at night|in every room).
"(Too loud|Please stop)!" said {his} {mom}. "(I cannot sleep|My ears hurt)!" said the old {owl}.
{name} went {to_place} with {his} drum, (alone|all by {himself}). <sad>
<meet> {friend} had a (little flute|small bell|whistle). "(Let us play together|Play softly, and I will play too)," \
{fhe} said.
{name} played (softly|slowly): boom, boom. {friend} played along. It sounded (beautiful|like rain and birds|so nice).
(One by one, the neighbors came out|Everybody came to listen|Even the old {owl} came) and (clapped|danced|sang).
<m_listen>
?<fend>

# cannot sleep
{Night} it was (late|bedtime), but {name} could not sleep. {He} (turned left and right|counted sheep|looked at the \
moon).
"(I am thirsty|I need one more story)," {he} said. {His} {mom} brought (water|a book|warm milk). But {name} still \
could not sleep.
"I (miss my {color} {toy}|hear the wind|am not tired at all)," {he} said.
{His} {mom} sat on the bed. "Close your eyes," {mhe} said (softly|in a low voice). "(Think of the sea|You are on a \
little boat|You lie on a soft cloud). (The waves go up and down|The stars go to sleep one by one|The wind sings for \
you)."
"(The trees are sleeping|The fish are sleeping|The birds are sleeping)," whispered {his} {mom}. "(And the bees|And \
the {owl}) too."
"And me," (said|mumbled) {name}, and (soon|then) {he} was asleep.
?The moon (smiled|looked in at the window), and the night was (quiet|soft|full of stars).

# quarrel
{name} and {friend}, a {ftrait} {fkid}, played together every day. {Today} they both wanted the {color} {toy}. "It \
is mine!" "No, mine!"
They (pulled|shouted) until {name} said, "You are not my friend any more!" {He} (went home|ran away) and shut the \
door.
At home it was (quiet|boring|no fun). The {toy} was no fun alone. {name} (missed {friend}|looked out of the window|\
could not eat).
"(What can I do|I was not nice)," {name} told {his} {mom}. "(Say that you are sorry|Go and talk to {fhim})," {mhe} \
said.
{name} ran out. (In the middle of the road|At the gate|Halfway), {he} met {friend}, who was coming to say sorry too!
"I am sorry," they both said at the same time, and (laughed|hugged).
(Now they take turns|They played with the {toy} together). <fend>

# the scarf
{Today} it got cold, and {name}'s {mom} gave {him} a long {color} scarf. (It was very soft|It was warm like a hug|\
{Mhe} had made it all by {mhim}self).
{name} went {to_place}. <aside>
<meet> {Fhe} was (shaking|so cold|blue with cold) and had (no coat|no hat|nothing warm).
The scarf was (very long|long enough for two). {name} put one end around {friend}. "(Now it keeps both of us warm|\
Come closer)," {he} said.
?They walked like that (through the snow|all the way home|very slowly), and they (laughed|sang).
When {his} {mom} heard about it, {mhe} (smiled|was proud) and made a second scarf, a {color2} one, for {friend}.
(<m_share>|<m_kind>|<friends_end>)

# taking turns
{Day} {name} ran to the swing {at_place}. {He} went (high|up and down|as high as a bird).
<meet> "Can I swing too?" asked {friend}. "No, (I was first|it is mine|not now)," said {name}.
{friend} waited (and waited|a long time|quietly). Then {fhe} (sat down in the grass|went away sadly).
The swing was not so much fun now. {name} thought, "(I do not like waiting too|It is no fun alone)."
{He} (jumped off|called). "{friend}! It is your turn. (I will push you|Hold on tight)!" {friend} (came running|\
smiled).
"(Higher|Look, I can fly)!" {friend} shouted. Then {fhe} pushed {name}.
<m_share>
?<fend>

# butterfly in a jar
{Day} {name} caught a {color} butterfly and put it in a (glass jar|big jar|jar). "You are so pretty. (You will stay with me|Now \
you are mine)," {he} said.
But the butterfly (did not dance|sat still|did not eat). Its wings (hung down|looked gray).
"Why is it sad?" {name} asked {his} {mom}. "(How would you feel in a jar|It misses the sky|A butterfly needs \
flowers)," {mhe} said.
{name} thought (for a long time|about it all day). Then {he} took the jar (to the garden|outside) and opened it.
The butterfly (sat on {his} nose for a moment|danced around {him}|flew three times around {his} head) and flew \
(into the sun|to the flowers|over the fence).
?The next day, (two|three|many) butterflies came to the garden.
{name} learned that (you cannot lock up what you love|beautiful things must be free).

# cookie jar
{Day} {his} {mom} baked cookies. "They are for the party," {mhe} said. "(Please wait|Do not eat them yet)."
The cookies smelled so good. {name} took one. Then {he} took (two|another|three) more. Soon the jar was (empty|\
almost empty)!
{His} tummy (hurt|felt like a stone|said, "Ow!"). And (the guests were coming|{friend} came for the party).
"Who ate the cookies?" asked {his} {mom}. {name} turned red. "I did," {he} said. "I am sorry."
"Thank you for telling me," said {his} {mom}. "(What can we do now|Let us bake new ones)." {name} (washed the bowls|\
helped {mhim}|mixed the flour).
At the party, {name} gave the (biggest|first) cookie to {friend}. <m_truth>

# the bridge
{Today} the storm had broken the bridge over the river. Nobody could get (to the mill|to school|to the other side).
"(We need a big strong bear|We cannot do anything)," said (some|the others). But {name} said, "Let us try."
{name} brought (a rope|some wood|a long board). {friend}, a {ftrait} {fkid}, brought (nails|stones|a hammer), and \
the old {owl} showed them how.
They worked (from morning to night|all day|for three days). (Once {name} fell into the water, and everybody laughed|\
{friend} sang so that nobody got tired).
At last, there was a new {color} bridge. {name} was the first to (walk over it|cross it).
"You see," said the {owl}, "(many small hands make a big thing|nothing is too hard when we work together)."
<end>

# balloon
{Day} {name} got a {color} balloon (at the market|from {his} {mom}|at a party). {He} held the string (tight|with \
two fingers).
But a (strong wind|little bee|big sneeze) came, and the balloon flew up (over the trees|over the roofs|into the sky).
"Come back!" cried {name}. {He} ran after it (as fast as {he} could|over the hill), but it got smaller and smaller. \
<sad>
{His} {mom} sat down with {him}. "Where will it go?" asked {name}. "(Maybe to the moon|Maybe it will see the sea|\
Maybe to a child far away)," said {his} {mom}.
{name} (thought about it|looked up). "It will (see the birds|meet a cloud|wave at the stars)," {he} said and smiled \
a little.
(Far away|Over the hills), a {ftrait} {fkid} named {friend} found a {color} balloon (in a tree|in the garden) and \
was very happy.
?And {name} waved at the sky (every day|before going to bed).

# fireflies
{Day} {name} and {friend}, a {ftrait} {fkid}, stayed {at_place} too long. (The sun went down|It got dark), and they \
could not see the (way|road).
"I am (scared|afraid)," said {friend}. "(Me too|Hold my hand)," said {name}.
Then they saw a (tiny|small) light. Then (two|three), then a hundred! They were fireflies.
"(Can you show us the way|Will you help us), little lights?" asked {name}. The fireflies (danced in a line|flew ahead|\
made a path of light).
Step by step, they went (over the bridge|past the dark trees|down the hill), until they saw {his} {mom} with a lamp.
"Thank you!" they called. The fireflies (blinked|went out one by one|flew up to the stars).
<end>

# lost at the market
{Day} {name} went to the market with {his} {mom}. There were (apples|fish|flowers) and (bread|toys|hats) and so \
many people.
{name} stopped to look at a {color} {toy}. When {he} turned around, {his} {mom} was gone!
{He} wanted to (run|cry), but then {he} remembered: "(When you are lost, stand still|Ask somebody who works there)."
{name} went to a (kind|friendly|big) (baker|woman with flowers|man with a {color} hat). "I cannot find my {mom}," \
{he} said.
"(Do not worry|We will find {mhim})," was the answer. "What is {mhis} name?" They called (loudly|together|three \
times).
Soon {his} {mom} came running. {Mhe} (hugged {him}|kissed {him}). "You did (just right|so well)," {mhe} said.
<m_listen>
?<end>

# apple picking
{Today} the apples were red, and {name} wanted one. But they hung too high. {He} jumped (and jumped|three times), \
but could not reach them.
<meet> {friend} jumped too, but {fhe} was too small as well.
"I am too small," said {name}. "(Me too|So am I)," said {friend}. They (looked at the tree|thought hard).
"(I can stand on your back|What if you climb on me)!" said {name}. (Up {he} went|They tried it), and (they fell \
down and laughed|they shook a bit). Then {name} reached the (branch|first apple).
(One, two, three|Plop, plop), the apples fell into the basket.
They gave (the biggest one|some) to {his} {mom}, who made (a pie|sweet juice|apple cake).
<m_kind> <fend>

# slow snail
{Day} {name} was in a hurry {to_place}. {He} ran (past the flowers|so fast) that {he} did not see the little snail \
on the path.
"(Careful|Stop), please!" called the snail. {name} stopped just in time. "(I am sorry|Oh, I did not see you)," {he} \
said. "(Why are you so slow|Where are you going)?"
"I am slow, but I see (everything|a lot)," said the snail. "(Did you see the drop on that leaf|Did you smell the \
roses|Did you hear the bee)?"
{name} sat down and looked. There was (a tiny {color} flower|a web full of drops|a ladybug with seven dots) right \
next to {him}.
"(I never saw it|It is beautiful)," said {name}. "(You must walk slowly to see it|There is always time)," said the \
snail.
{name} (walked home slowly|went on with small steps) and saw (many new things|ten things that {he} had never seen).
{name} learned that (slow is sometimes better|small things are worth a look).

# the moon in the pond
{Night} {name} saw the moon in the pond. "The moon fell into the water!" {he} cried. "(We must save it|It will get \
cold)!"
{He} ran to {friend}, a {ftrait} {fkid}. They took (a net|a long stick|a bucket) and tried to catch the moon. But \
it broke into a hundred pieces (each time|again and again).
"(We broke it|Now it is gone)!" said {name}. <sad>
<meet_owl> "(Look up|Wait until the water is still)," said the {owl}. There was the moon, (round|bright|safe) in \
the sky.
"(So there are two moons|It jumped back)!" said {friend}. The {owl} laughed. "(The pond is a mirror|The water only \
shows you the moon)."
They all laughed, (and the moon laughed too|and sat by the pond for a long time).
<bed>

# lemonade
{Today} it was hot, and {name} wanted to (buy a {color} {toy}|help {his} {mom}|buy a present for {friend}). "I will \
sell lemonade," {he} said.
{He} put a table {at_place} and wrote a sign. But nobody came. (An hour|A long time) went by.
<meet> "(Can I have some|That looks good)?" asked {friend}. "I have no money." {name} (thought about it|smiled). \
"(It is free for you|Have a glass)," {he} said.
"(This is so sweet|It is the best in town)!" {friend} called (very loudly|to everyone on the road). Soon there was \
a long line!
In the evening, the jug was empty and the (box|hat|jar) was full of coins. {name} gave half of them to {friend}.
<m_share>
?<end>

# a letter
{Today} {name} missed {his} {mom}, who was (far away|on a long trip|in another town). So {he} wrote a letter: "(I \
miss you. When|Dear {Mom}, when|When) (will you come home|are you coming home)?"
{He} drew a {color} (heart|flower|cat) on it and put it in the box. Then {he} waited. (One day|Two days|A week) \
went by.
?<aside>
"Is there a letter for me?" {name} asked {friend}, the {ftrait} {fkid} who brought the letters. "(Not today|No, I \
am sorry)," said {friend}. <sad>
The next morning, somebody knocked. It was not {friend}. It was {his} {mom}!
"I read your letter and came (as fast as I could|home at once)," {mhe} said.
{name} jumped into {mhis} arms. (<joy>|<bed>)
""")

"""Words so common in any conversation that hearing one proves nothing (four letters and more).

offers   EVERYDAY, a set; inflected forms are found by their stem (see homophones.everyday)
"""

EVERYDAY = frozenset(
    """
about above accept across actual actually address adult advance afraid after again against agree
ahead airport alive allow almost alone along already also always amount angry animal another
answer anybody anymore anyone anything anyway apart apple area around arrive asleep aunt autumn
available average away awful baby back badly bake ball bank bare bark barrier base bass bath beach
bear beat beautiful because become beer before began begin behind believe bell belong below bench
bend beside best better between beyond bike bill bird birth birthday bite black block blood blow
blue board boat body boil bold book boost bore born borrow both bottle bottom bought bowl boxes
boys brain branch bread break breath breathe bridge bright bring broke broken brother brought
brown brush build bunch burn busy button buyer cake call calm came camera camp cancel card care
carry case cash catch cats caught cause cell cent center chair chance change cheap check cheer
cheese chess chicken child children chip choice choose church city class clean clear clearly clip
clock close clothes cloud club coast coat code coffee cold color come common company complete
computer cook cookie cool cope copy corn corner cost couch could count country couple course court
cousin cover crash crazy cream crew cross crowd damage dance dark date daughter dawn dead deal
dear death deep deer dentist deny desk diet different difficult dinner direct dirty dish dive dock
doctor does dogs dollar done door dose double doubt down drag draw dream dress drink drive drop
drum during dust duty each early earn earth easily east easy eats eggs either else empty ending
enjoy enough enter even evening event ever every everybody everyone everything exact exactly
except excuse expect explain extra eyes face fact fade fail failed fails fair fall family far fare
farm fast fate father favor fear feed feel feet fell felt female fence fever fewer field fight
file fill film final finally find fine finger finish fire first fish five fix flat flew floor
flour flower fold folk fond food fool foot forget fork form fort forward found four frame free
fresh friday friend from front fruit fuel full funny game garden gate gave gear general gets gift
girl give glad glass globe goes gold gone good grab grade grain grand grant grass great green grew
grey ground group grow guard guess guest guide guilt habit hair half hall hand handle hang happen
happy hard harm hate have head heal health hear heard heart heat heavy heel held hello help here
hers hide high hill hint hire hold hole holiday home hook hope horse hospital host hotel hour
house however huge human hundred hungry hurry hurt husband idea important include input inside
instead interest into island item jacket jail jeans join joint joke juice jump jury just keep kept
kick kids kill kind king kiss kitchen knee knew knife knock know known lack lady lake lamp land
lane large last late later laugh lawn lead leaf leak lean learn least leave left legs lens less
lesson letter level lift light like limb line list listen little live loan local lock lone long
look loose lord lose loss lost loud love lover lower luck lunch made maid mail main make male mall
manage many mark market married mate matter maybe meal mean meant meat medicine meet meeting
member menu mess message meter middle might mile milk million mind mine minute miss mistake modern
moment monday money month mood moon more morning most mother mountain mouth move movie much music
must myself nail name near nearly neck need neither nerve nest never news next nice night nine
nobody noise none noon normal north nose note nothing notice novel number nurse ocean offer office
often okay once only open opposite orange order other outside over pace pack page paid pain paint
pair pale palm paper parent park part party pass past patch path patient pause pays peace peak
pear peer people perfect perhaps person phone photo pick picture piece pile pills pine pink pipe
pitch place plain plan plane plant plate play please plenty plot plug pocket point police pool
poor port possible post pour power practice pray prepare present pretty probably problem promise
proof proud pull pulse purple push quarter queen question quick quickly quiet quit quite race
radio rain raise rank rare rate reach read ready real really reason receive record relax remember
rent repair repeat reply rest return rice rich ride right ring rise risk river road roast rock
role roll roof room root rose rough round rude rule rush sack safe said sail sake salad sale salt
same sand saturday save scale scared scene school score sea seat second seed seek seem seen self
sell send sense sent serious serve seven several shade shake shall shame shape share sharp sheet
shift ship shirt shock shoe shop shore short should shoulder shout show shower shut sick side sigh
sight sign silver similar simple since sing single sister site size skin sleep slide slip slow
small smart smell smile smoke smooth snow soap sock soft soil sold sole some somebody someone
something sometimes somewhere song soon sore sorry sort soul sound soup south space spare speak
special spell spend spin split spoke spoon sport spot spring staff stage stairs stand star start
state station stay steak steal steam steel step stick still stock stomach stone stood stop store
storm story straight strange street strong stuck student study stuff such sudden sugar suit summer
sunday supper sure surf surprise sway sweet swim swing table tail take tale talk tall tank tape
task taste teach teacher team tear teeth tell tend term test text than thank that their them then
there these they thick thin thing think third thirsty this those though thought thousand three
threw through throw thumb thursday ticket tide tied tight time tiny tire today together told
tomorrow tone tonight took tool tooth toss touch tour towel town trade traffic train travel tray
treat tree trend tribe trip trouble truck true trust truth tube tuesday turn twice type uncle
under understand until upon upset used useful usual usually vacation vast vein very vice video
view village visit voice vote wage waist wait wake walk wall want warm warn wash waste watch water
wave weak wear weather website wednesday week weigh weight well went were west whale what wheat
wheel when where whether which while white whole whom whose wide wife wild will wind window wine
wing winter wish with within without woman women wonder wood word wore work world worn worry worse
worst worth would wrap wrist write wrong wrote yard yeah year yell yellow yesterday young your
yours yourself zone
""".split()
)

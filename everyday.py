"""Words so common in any conversation that hearing one proves nothing (four letters and more).

offers   EVERYDAY, a set; inflected forms are found by their stem (see homophones.everyday)
"""

EVERYDAY = frozenset(
    """
about above accept across actual actually address adult advance afraid after again against agree
ahead airport alive allow almost alone along already also always amount angry animal another
answer anybody anymore anyone anything anyway apart apple area around arrive asleep aunt autumn
available average away awful baby back badly bake ball bank bare base bath beach bear beat
beautiful because become before began begin behind believe bell belong below bench beside best
better between beyond bike bill bird birth birthday bite black block blood blow blue board boat
body book born borrow both bottle bottom bought bowl boxes boys brain branch bread break breath
breathe bridge bright bring broke broken brother brought brown brush build bunch burn busy button
buyer cake call calm came camera camp cancel card care carry case cash catch cats caught cause
cell cent center chair chance change cheap check cheese chicken child children choice choose
church city class clean clear clearly clock close clothes cloud club coast coat code coffee cold
color come common company complete computer cook cookie cool copy corn corner cost couch could
count country couple course court cousin cover crazy cream cross crowd dance dark date daughter
dead deal dear death deep deer dentist desk diet different difficult dinner direct dirty dish
doctor does dogs dollar done door double doubt down draw dream dress drink drive drop during each
early earn earth easily east easy eats eggs either else empty ending enjoy enough enter even
evening event ever every everybody everyone everything exact exactly except excuse expect explain
extra eyes face fact fair fall family far farm fast fate father favor fear feed feel feet fell
felt female fever fewer field fight file fill film final finally find fine finger finish fire
first fish five fix flat flew floor flour flower fold folk food fool foot forget form forward
found four free fresh friday friend from front fruit full funny game garden gave general gets girl
give glad glass goes gold gone good great green grew grey ground group grow guess guest guide hair
half hall hand handle hang happen happy hard hate have head heal health hear heard heart heat
heavy heel held hello help here hers hide high hill hire hold hole holiday home hope horse
hospital hotel hour house however huge human hundred hungry hurry hurt husband idea important
include inside instead interest into island item jacket join joke juice jump just keep kept kick
kids kill kind king kitchen knee knew knife knock know known lady lake land large last late later
laugh lead leaf learn least leave left legs less lesson letter level lift light like line list
listen little live loan local lock lone long look loose lord lose loss lost loud love lower luck
lunch made mail main make male mall manage many mark market married matter maybe meal mean meant
meat medicine meet meeting member menu message middle might mile milk million mind mine minute
miss mistake modern moment monday money month moon more morning most mother mountain mouth move
movie much music must myself nail name near nearly neck need neither never news next nice night
nine nobody noise none noon normal north nose note nothing notice number nurse ocean offer office
often okay once only open opposite orange order other outside over page paid pain paint pair pale
paper parent park part party pass past patient pause pays peace peak pear people perfect perhaps
person phone photo pick picture piece pills pink place plain plan plane plant plate play please
plenty pocket point police poor possible post pour power practice prepare present pretty probably
problem promise proud pull purple push quarter queen question quick quickly quiet quit quite radio
rain raise reach read ready real really reason receive record relax remember rent repair repeat
reply rest return rice rich ride right ring rise river road rock role roll roof room root rose
rough round rule safe said sail salad sale salt same sand saturday save scared scene school score
sea seat second seem seen self sell send sense sent serious serve seven several shake shall shape
share sharp sheet ship shirt shoe shop short should shoulder shout show shower shut sick side
sight sign silver similar simple since sing single sister site size skin sleep slow small smart
smell smile smoke snow soap sock soft sold some somebody someone something sometimes somewhere
song soon sore sorry sort soul sound soup south space speak special spell spend spoke spoon sport
spring staff stairs stand star start state station stay steak steal steel step still stomach stone
stood stop store storm story straight strange street strong student study stuff such sudden sugar
suit summer sunday supper sure surprise sweet swim table tail take tale talk tall taste teach
teacher team tear teeth tell tend test text than thank that their them then there these they thick
thin thing think third thirsty this those though thought thousand three threw through throw
thursday ticket tied time tire today together told tomorrow tonight took tooth touch tour towel
town traffic train travel treat tree trip trouble truck true trust truth tuesday turn twice type
uncle under understand until upon upset used useful usual usually vacation very video view village
visit voice vote wait wake walk wall want warm warn wash waste watch water wave wear weather
website wednesday week weigh weight well went were west what wheat wheel when where whether which
while white whole whom whose wide wife wild will wind window wine wing winter wish with within
without woman women wonder wood word wore work world worn worry worse worst worth would write
wrong wrote yard yeah year yellow yesterday young your yours yourself zone
""".split()
)

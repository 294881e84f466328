/**
 * Judgments about pairs of words, most written before the table existed. Each line is a query word, a colon, and the words
 * of an index that it must (or must not) match.
 */

/** Each key must have all these targets, strong or weak. */
export const SYNONYMS = parse(`
bin: trash delete garbage
trash: bin garbage
rubbish: trash
gear: settings cog
cog: settings gear
preferences: settings
profile: user account person
user: account person profile
avatar: user profile
magnifying glass: search zoom
magnifier: search
find: search
hamburger menu: menu
mail: email envelope
email: mail envelope
envelope: mail email
photo: image picture
pic: photo picture image
snapshot: photo
shop: store
cart: basket shopping
basket: cart
trolley: cart
movie: film video cinema
film: movie cinema
cinema: movie theater
purchase: buy
buy: purchase
lend: loan
lorry: truck
workout: fitness exercise gym
password vault: password
bell: notification alert
notification: alert bell
alarm: alert
speech bubble: chat message comment
chat: message conversation
talk: speak chat
sms: message text
house: home
residence: home
dwelling: house
picture: image photo
image: picture photo
camera: photo
lens: camera
volume: sound audio
sound: audio
speaker: audio sound
loudspeaker: speaker
mute: silent
mic: microphone
microphone: mic
headset: headphones
earphone: headphones
tune: song music
song: music track
cash: money
money: cash currency
coin: money
dollar: money currency
wallet: purse
credit card: payment card
pay: payment
bill: invoice
invoice: bill receipt
cab: taxi
taxi: cab
automobile: car
auto: car
car: automobile vehicle
vehicle: car
bicycle: bike
bike: bicycle cycling
motorcycle: motorbike
aeroplane: airplane plane
airplane: plane aircraft
plane: airplane
flight: plane
ship: boat
boat: ship
railway: train
subway: metro
underground: subway
coach: bus
petrol: gas fuel
gasoline: petrol fuel
fuel: gas
flat: apartment
apartment: flat
lift: elevator
elevator: lift
holiday: vacation
vacation: holiday
trip: travel journey
journey: trip travel
travel: trip
hotel: lodging accommodation
inn: hotel
suitcase: luggage baggage
luggage: baggage suitcase
map pin: location
marker: pin location
location: place position
gps: location navigation
compass: navigation
route: path
street: road
road: street
meal: food
food: meal
dish: meal
eat: food
restaurant: dining
cutlery: restaurant
cook: recipe
recipe: cooking
takeaway: takeout delivery
coffee: cafe
beverage: drink
drink: beverage
cocktail: drink
beer: pub
doctor: physician medical
physician: doctor
medicine: drug
medication: medicine drug
pill: medicine tablet
drugstore: pharmacy
chemist: pharmacy
pharmacy: drugstore
hospital: clinic
illness: disease
sick: ill
jog: run
exercise: workout fitness
weightlifting: gym
diet: nutrition
meditate: mindfulness
slumber: sleep
nap: sleep
teeth: dental
infant: baby
baby: infant
kid: child
child: kid
football: soccer
soccer: football
gift: present
present: gift
prize: award
trophy: award
award: prize
contest: competition
competition: contest
game: gaming
gamepad: controller
joystick: controller
dice: gamble
gamble: casino betting
bet: gamble
job: work employment
employment: job
career: job
vacancy: job
boss: manager
colleague: coworker
briefcase: business
company: business firm
corporation: company
firm: company
staff: employee
employee: worker
meeting: conference
appointment: calendar
schedule: calendar
agenda: calendar
diary: journal
journal: diary
timetable: schedule
clock: time
watch: clock
stopwatch: timer
countdown: timer
reminder: alarm
todo: task checklist
task: todo
memo: note
note: memo
notepad: note
jot: note
pencil: edit
edit: modify
modify: edit change
alter: change
delete: remove erase
remove: delete
erase: delete
discard: delete
cross: close
tick: check
checkmark: check
ok: confirm
confirm: verify
verify: confirm
duplicate: copy
copy: duplicate
clone: copy
paste: clipboard
scissors: cut
diskette: save
floppy disk: save
save: store
folder: directory
directory: folder
file: document
document: file
paper: document
attachment: paperclip
attach: paperclip
share: export
link: url
hyperlink: link
chain: link
padlock: lock
lock: security
secure: safe
shield: security protection
protect: defend
encryption: cryptography
password: passcode
login: signin
signin: login
sign in: login
sign out: logout
log off: logout
leave: exit
exit: quit
power: electricity
electricity: power
bulb: light idea
lamp: light
lightning: thunder
flash: lightning
cellphone: phone mobile
smartphone: phone mobile
mobile: phone
telephone: phone
call: phone
laptop: notebook computer
pc: computer
computer: pc
monitor: screen display
screen: display monitor
tv: television
television: tv
telly: television
printer: print
wifi: wireless
wireless: wifi
internet: web
globe: world internet
browser: web
website: web
db: database
database: db
k8s: kubernetes
repo: repository
programming: coding
coder: developer
code: programming
bug: insect
beetle: bug
debug: bug
terminal: console
console: terminal
shell: terminal
cli: terminal
ui: interface
gui: interface
app: application
application: app
program: software
software: program
config: configuration settings
setup: configuration
ai: intelligence
artificial intelligence: ai
robot: bot
bot: robot
graph: chart
chart: graph
statistics: analytics
analytics: statistics
finance: money
bank: finance
banking: finance
stock: shares
invest: investment
tax: taxation
budget: spending
save money: savings
donate: charity
charity: donation
insurance: coverage
law: legal
lawyer: attorney
attorney: lawyer
judge: court
gavel: auction
vote: ballot election
election: vote
colour: color
color: colour
grey: gray
gray: grey
centre: center
theatre: theater
catalogue: catalog
favourite: favorite
favorite: star heart
bookmark: favorite
like: heart
love: heart
thumbs up: like
star: favorite
organise: organize
organize: arrange
tyre: tire
jewellery: jewelry
jewelry: jewel
aluminium: aluminum
programme: program
licence: license
mum: mother
mom: mother
dad: father
pal: friend
buddy: friend
friend: buddy
spouse: wife
date: calendar
dating: romance
marriage: wedding
wedding: marriage
fast: quick
quick: fast
rapid: fast
big: large
large: big
tiny: small
little: small
begin: start
start: begin
finish: end
stop: halt
teach: education
tutor: teacher
teacher: instructor
pupil: student
student: pupil
school: education
university: college
college: university
learn: study
study: learn
exam: test
test: exam
quiz: trivia
dictionary: vocabulary
translate: language
tongue: language
book: reading
novel: book
magazine: periodical
newspaper: news press
news: headline
journalist: reporter
podcast: broadcast
radio: broadcast
tv show: series
cartoon: animation comic
paint: art
drawing: sketch
sketch: drawing
painter: artist
wallpaper: background
theme: appearance
moon: night
dark mode: moon
sun: sunny
rainfall: rain
forecast: weather
temperature: thermometer
rubbish bin: trash
forest: woods
woods: forest
sea: ocean
ocean: sea
stone: rock
rock: stone
puppy: dog
dog: puppy
kitten: cat
cat: kitten
bunny: rabbit
rabbit: bunny
flower: blossom
blossom: flower
plant: garden
pet: animal
vet: veterinary
tool: wrench
spanner: wrench
wrench: spanner
fix: repair
repair: fix
mend: repair
build: construct
construction: building
handyman: repair
vacuum: cleaning
washing: laundry
laundry: washing
sofa: couch
couch: sofa
furniture: chair
sale: discount
discount: sale
coupon: voucher discount
bargain: discount
parcel: package
package: parcel
courier: delivery
shipping: delivery
delivery: shipping
seller: vendor
customer: client
client: customer
brolly: umbrella
closet: wardrobe
wardrobe: closet
petrol: fuel
lorry: truck
spanner: wrench
telly: television
airship: zeppelin
excavator: bulldozer
ice lolly: popsicle
video card: gpu
js: javascript
`);

/** No key may have any of these targets. */
export const NOT_SYNONYMS = parse(`
open: close closed
close: open
left: right
right: left wrong
up: down
down: up
on: off
off: on
in: out
out: in
buy: sell
sell: buy
purchase: sell sale
upload: download
download: upload
lock: unlock
unlock: lock
add: remove delete subtract
remove: add
plus: minus
minus: plus
play: pause stop
pause: play
light: dark heavy
dark: light
day: night
night: day
sun: moon
moon: sun
male: female
female: male
man: woman
woman: man
boy: girl
girl: boy
husband: wife
mother: father
father: mother
brother: sister
son: daughter
king: queen
one: two
two: three
ten: hundred
first: last second
red: blue green
blue: red green
green: yellow
black: white
white: black
pink: purple
monday: tuesday
friday: sunday saturday
january: february
spring: autumn
summer: winter
winter: summer
north: south
south: north
east: west
germany: france
france: italy
china: japan
england: scotland
london: paris
english: french
dog: cat bird
cat: dog
horse: cow
cow: pig
lion: tiger
chicken: duck
bee: wasp
car: bus truck bicycle
bus: car train
train: plane bus
plane: helicopter ship
helicopter: airplane
bicycle: motorcycle
apple: orange banana
orange: apple lemon
banana: apple
coffee: tea
tea: coffee
beer: wine
wine: beer
bread: butter
salt: pepper
knife: fork
fork: spoon
breakfast: dinner
lunch: breakfast dinner
football: basketball baseball
basketball: football hockey
tennis: golf
golf: tennis
chess: checkers
guitar: piano drum
piano: violin guitar
jazz: blues rock
rock: pop
hand: foot
eye: ear
nose: mouth
arm: leg
head: tail
teacher: student
student: teacher
doctor: nurse patient
lawyer: judge
employer: employee
employee: employer
bank: river
river: bank
mouse: cat
keyboard: mouse
printer: scanner
laptop: tablet
phone: computer
email: letterhead fax
radio: television
television: radio
circle: square triangle
square: triangle
triangle: circle
inch: mile
meter: kilometer
hour: minute
minute: second
week: month
month: year
dollar: euro
euro: dollar yen
gold: silver
silver: bronze
hydrogen: oxygen
earth: mars
start: stop end
stop: start go
begin: end finish
end: begin start
push: pull
pull: push
win: lose
lose: win
increase: decrease
decrease: increase
rise: fall
hot: cold
cold: hot
warm: cool
big: small
small: big large
large: small
tall: short
long: short
short: long
fast: slow
slow: fast
old: new young
new: old
young: old
rich: poor
happy: sad
sad: happy
good: bad
bad: good
true: false
false: true
yes: no
hard: soft easy
easy: hard difficult
full: empty
empty: full
wet: dry
high: low
low: high
inside: outside
indoor: outdoor
import: export
export: import
input: output
login: logout
logout: login
send: receive
receive: send
show: hide
hide: show
enable: disable
expand: collapse
maximize: minimize
forward: backward
next: previous
before: after
ascending: descending
horizontal: vertical
undo: redo
follow: unfollow
mute: unmute
like: dislike
public: private
online: offline
connect: disconnect
accept: reject
allow: deny
pass: fail
question: answer
enter: exit
arrive: depart
arrival: departure
birth: death
love: hate
war: peace
friend: enemy
attack: defend
borrow: lend
lend: borrow
debit: credit
profit: loss
asset: liability
import: include
sunrise: sunset
positive: negative
wolf: dog
snake: frog
eagle: owl
tulip: rose
oak: pine
shirt: shoe trousers
hat: glove
table: chair
bed: table
kitchen: bathroom
door: window
window: door
hammer: saw
screwdriver: hammer
church: mosque
mosque: synagogue
christian: muslim jewish
hospital: school
airport: station
hotel: restaurant
lion: bear
gun: knife
chart: music
trunk: elephant
apple: iphone
window: microsoft
amazon: river
python: snake
bug: listen
bin: laden
gear: clothes
profile: height
cloud: rain
`);

function parse(lines: string): readonly (readonly [key: string, target: string])[] {
  return lines
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [key, targets] = line.split(": ") as [string, string];
      return targets.split(" ").map((target) => [key, target] as const);
    });
}

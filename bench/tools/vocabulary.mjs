/** Words of synthetic records, in order of frequency. */

export const COMMON_WORDS =
  words(`photo chat cloud note mail music map game video calendar task book news fit weather bank shop
  camera editor player scan translate drive space world home smart easy pro go my one plus daily super mini free live
  quick simple magic star light dark blue red green sky sun moon fire ice ocean river forest mountain city road car bike
  train flight hotel food recipe kitchen coffee pizza health sleep yoga run walk step heart doctor baby kids pet dog cat bird
  learn study math language english word letter write paper draw paint design color font icon pixel art studio gallery
  frame film movie series tv radio podcast sound beat piano guitar drum voice call phone message talk meet date friend
  social group team work office desk time clock timer alarm focus habit plan list goal money budget pay wallet crypto coin
  stock trade invest tax invoice market store deal coupon price auction rent house garden plant farm puzzle chess card
  poker quest hero dragon ninja zombie robot rocket galaxy planet alien battle war tank racing soccer football tennis golf
  ski swim fishing hunt survival craft mine block tower castle king queen knight legend saga story fable dream wish gift
  party wedding event ticket travel trip guide compass beacon signal pulse wave spark flash bolt turbo swift rapid secure
  safe lock key vault shield guard password vpn proxy net web browser search find lens vision eye mirror view reader pdf
  file folder zip sync share send link hub portal bridge port dock deck stack code git terminal shell script debug test
  monitor chart graph data query lab science atom physics bio chem geo history quiz trivia flag anthem bible prayer quran`);

export const SYLLABLES =
  words(`ba be bi bo bu ca ce co da de di do fa fe fi fo ga ge go ha he ho ja jo ka ke ko la le li lo lu ma me mi
  mo na ne no oo pa pe po ra re ri ro sa se so ta te ti to va ve vi wa xi ya yo za zo ffi llo nne sse tto`);

export const ENDINGS = ["", "n", "r", "s", "t", "x", "ly", "io", "ify", "hub"];

export const COMPANY_FORMS = ["Inc", "Labs", "Studio", "GmbH", "Co", "Ltd", "Software", "Games", "Apps", "AB"];

export const CATEGORIES =
  words(`games social productivity finance music video travel shopping education health news food design
  development security utilities photography sports weather business`);

export const STYLES = words("flat gradient glyph outline layered illustrated");

export const MOODS = words("professional playful friendly bold calm elegant technical energetic");

export const COLORS = words("white blue black red green orange yellow purple teal gray pink brown");

export const FOREIGN_NAMES = [
  "Яндекс Карты",
  "Госуслуги",
  "ВКонтакте Музыка",
  "微信",
  "支付宝",
  "网易云音乐",
  "メルカリ",
  "楽天 市場",
  "카카오톡",
  "네이버 지도",
  "تطبيق الطقس",
  "Ελληνικά Νέα",
  "Café Zürich",
  "Señor Fútbol",
  "Ærøskøbing Færge",
  "Łódź Tramwaje",
  "แผนที่ไทย",
  "हिन्दी समाचार",
];

function words(text) {
  return text.trim().split(/\s+/);
}

import type { CheckName } from "#build/dataset/lint-settings.js";
import { drawing, png, sign } from "./images.js";

/** A dataset for one check, and all its expected findings. */
export interface Case {
  readonly records: readonly Readonly<Record<string, unknown>>[];
  /** Additional files by path. */
  readonly files?: Readonly<Record<string, unknown>>;
  /** Content of `dataset.json` in addition to its name. */
  readonly options?: object;
  /** Record or file, field, and texts that message, value and remedy must contain, in the order of the files. */
  readonly found: readonly (readonly [about: string, field: string | undefined, ...says: string[]])[];
}

/** A record; fields other than the given ones are valid. */
const icon = (id: string, more: object = {}): Record<string, unknown> => ({
  id,
  name: `Name of ${id}`,
  developer: `House of ${id}`,
  category: "games",
  ...more,
});
const history = (...versionHistory: object[]): object => ({ versionHistory });
const crowd = Array.from({ length: 20 }, (_, at) => icon(`crowd-${at}`));
const hex = (color: string, share = 1): object => ({ hex: color, name: "blue", share });

export const CASES: Readonly<Record<CheckName, Case>> = {
  valid: {
    records: [icon("fits"), icon("typo", { catgory: "games" }), icon("fits", { rank: "first" })],
    found: [
      ["typo", "catgory", "unknown field", "Did you mean category?"],
      ["fits", "rank", "wrong type"],
      ["fits", "id", "is already used at"],
    ],
  },
  "unused-exception": {
    records: [icon("known", { website: "http://known.com" }), icon("other")],
    options: {
      lint: {
        "website-http": { except: { known: "they have no https", other: "no longer true", "no-such": "gone" } },
      },
    },
    found: [
      ["dataset.json", "lint.website-http.except.other", "no finding of website-http", "Remove the exception"],
      ["dataset.json", "lint.website-http.except.no-such", "no finding of website-http"],
    ],
  },
  placeholder: {
    records: [icon("new", { name: "FILL IN", developer: "FILL IN", category: "FILL IN" }), icon("filled")],
    found: [
      ["new", "name", "not filled in yet", "Write its value"],
      ["new", "developer", "not filled in yet"],
      ["new", "category", "not filled in yet"],
    ],
  },
  "unreadable-image": {
    files: { "good.svg": sign("#d32f2f"), "broken.png": "no image", "clear.svg": drawing("") },
    records: [
      icon("good", { image: "good.svg" }),
      icon("missing", { image: "missing.svg" }),
      icon("broken", { image: "broken.png" }),
      icon("clear", { image: "clear.svg" }),
      icon("none"),
      icon("dark", { image: "good.svg", variants: [{ name: "dark", image: "broken.png" }] }),
    ],
    found: [
      ["missing", "image", "does not exist", '"missing.svg"'],
      ["broken", "image", "can't be used"],
      ["clear", "image", "every pixel is transparent"],
      ["dark", "variants[0].image", "can't be used", '"broken.png"'],
    ],
  },
  "missing-image": {
    records: [icon("file", { image: "a.svg" }), icon("address", { iconUrl: "https://a.com/a.png" }), icon("nothing")],
    found: [["nothing", undefined, "has no image"]],
  },
  "duplicate-image": {
    files: {
      "a.svg": sign("currentColor"),
      "copies/a.svg": sign("currentColor"),
      "b.svg": sign("#d32f2f"),
      "copy.png": await png(sign("#d32f2f"), 64),
      "copy-of-copy.png": await png(sign("#d32f2f"), 64),
    },
    records: [
      icon("first", { image: "a.svg" }),
      icon("again", { image: "a.svg" }),
      icon("tinted", { image: "a.svg", tint: "#ff0000" }),
      icon("grounded", { image: "a.svg", background: "#ff0000" }),
      icon("other", { image: "b.svg" }),
      icon("copied", { image: "copies/a.svg", developer: "House of first", name: "Name of first" }),
      icon("raster", { image: "copy.png" }),
      icon("raster-copied", { image: "copy-of-copy.png", developer: "House of raster" }),
      icon("lost", { image: "missing.svg" }),
      icon("lost-again", { image: "missing.svg" }),
      icon("none"),
      icon("none-either"),
    ],
    found: [
      ["again", "image", 'is also the image of "first"', '"a.svg"'],
      ["copied", "image", 'has the same bytes as "a.svg", the image of "first"', '"copies/a.svg"'],
      ["raster-copied", "image", 'the image of "raster"'],
      ["lost-again", "image", 'is also the image of "lost"'],
    ],
  },
  "near-duplicate": {
    records: [
      icon("kite", { name: "Kite", phash: "abc5e83aa4b5c1ca", colorPalette: [hex("#1877f2")] }),
      icon("stolen", { name: "Dragon", phash: "abc5e83aa4b5c1cb", colorPalette: [hex("#1874f0")] }),
      icon("unmeasured", { name: "Bird", phash: "abc5e83aa4b5c1ff", colorPalette: undefined }),
      icon("red", { name: "Fire", phash: "abc5e83aa4b5c1ca", colorPalette: [hex("#d32f2f")] }),
      icon("family", { name: "Kite Pro", phash: "abc5e83aa4b5c1ca", colorPalette: [hex("#1877f2")] }),
      icon("house", { developer: "HOUSE of kite, Inc.", name: "Sail", phash: "abc5e83aa4b5c1ca" }),
      icon("far", { name: "Boat", phash: "abc5e83aa4b53e35", colorPalette: [hex("#1877f2")] }),
      icon("flat", { name: "Square", phash: "8000000000000000" }),
      icon("flat-too", { name: "Tile", phash: "8000000000000000" }),
      icon("without", { name: "Nothing" }),
    ],
    found: [
      ["stolen", "phash", '"kite" (Kite), Hamming distance 1', "which image is wrong"],
      ["unmeasured", "phash", '"stolen" (Dragon), Hamming distance 3'],
      ["unmeasured", "phash", '"kite" (Kite), Hamming distance 4'],
      ["red", "phash", '"unmeasured"'],
      ["family", "phash", '"stolen"'],
      ["family", "phash", '"unmeasured"'],
      ["house", "phash", '"red"'],
      ["house", "phash", '"family"'],
      ["house", "phash", '"stolen"'],
      ["house", "phash", '"unmeasured"'],
    ],
  },
  "blank-image": {
    files: {
      "blank.svg": drawing('<rect width="100" height="100" fill="#1db954"/>'),
      "sign.svg": sign("#1db954"),
    },
    records: [
      icon("blank", { image: "blank.svg" }),
      icon("sign", { image: "sign.svg" }),
      icon("lost", { image: "sign.svg", background: "#1db954" }),
      icon("grounded", { image: "sign.svg", background: "#ffffff" }),
    ],
    found: [
      ["blank", "image", "shows only #1db954"],
      ["lost", "image", "shows only #1db954"],
    ],
  },
  "white-on-transparent": {
    files: { "white.svg": sign("#ffffff"), "pale.svg": sign("#fff59d"), "black.svg": sign("#000000") },
    records: [
      icon("white", { image: "white.svg" }),
      icon("grounded", { image: "white.svg", background: "#d32f2f" }),
      icon("pale", { image: "pale.svg" }),
      icon("black", { image: "black.svg" }),
    ],
    found: [["white", "image", "invisible on a white page", "Add a background"]],
  },
  "black-on-transparent": {
    files: { "black.svg": sign("#0d1117"), "navy.svg": sign("#1b2a5c"), "white.svg": sign("#ffffff") },
    records: [
      icon("black", { image: "black.svg" }),
      icon("grounded", { image: "black.svg", background: "#ffffff" }),
      icon("navy", { image: "navy.svg" }),
      icon("white", { image: "white.svg" }),
    ],
    found: [["black", "image", "invisible on a dark page"]],
  },
  "low-detail": {
    files: { "sign.svg": sign("#d32f2f"), "cross.svg": drawing('<path d="M0 45h100v10H0zM45 0h10v100H45z"/>') },
    records: [
      icon("sign", { image: "sign.svg" }),
      icon("cross", { image: "cross.svg" }),
      icon("given", { phash: "8000000000000000" }),
      icon("given-detail", { phash: "abc5e83aa4b5c1ca" }),
    ],
    found: [
      ["cross", "image", "too little detail"],
      ["given", "phash", "8000000000000000"],
    ],
  },
  "small-image": {
    files: {
      "small.png": await png(sign("#d32f2f"), 63),
      "enough.png": await png(sign("#d32f2f"), 64),
      "drawing.svg": sign("#d32f2f").replace("<svg", '<svg width="16" height="16"'),
    },
    records: ["small.png", "enough.png", "drawing.svg"].map((image) => icon(image, { image })),
    found: [["small.png", "image", "63 × 63 pixels"]],
  },
  "drawn-text": {
    files: {
      "text.svg": drawing('<text y="60" font-size="50">Ab</text>'),
      "unsized.svg":
        '<?xml version="1.0"?><s:svg xmlns:s="http://www.w3.org/2000/svg"><s:text y="60">A</s:text></s:svg>',
      "titled.svg": sign("#d32f2f", "<title>text</title><desc>&lt;text></desc>"),
    },
    records: [
      icon("text", { image: "text.svg" }),
      icon("unsized", { image: "unsized.svg" }),
      icon("titled", { image: "titled.svg", variants: [{ name: "dark", image: "text.svg" }] }),
    ],
    found: [
      ["text", "image", "contains text", '"text.svg"', "Convert the text to paths"],
      ["unsized", "image", "contains text", '"unsized.svg"'],
      ["titled", "variants[0].image", "contains text", '"text.svg"'],
    ],
  },
  "blurred-image": {
    files: {
      "sharp.png": await png(sign("#ffeb3b"), 200),
      "blurred.png": await png(sign("#ffeb3b"), 200, 14),
      "soft.svg": drawing(
        '<defs><radialGradient id="g"><stop stop-color="#ff0"/><stop offset="1" stop-color="#36f"/></radialGradient></defs><rect width="100" height="100" fill="url(#g)"/>',
      ),
    },
    records: ["sharp.png", "blurred.png", "soft.svg"].map((image) => icon(image, { image })),
    found: [["blurred.png", "image", "has no sharp edge"]],
  },
  "wide-margin": {
    files: {
      "word.svg": drawing('<rect x="0" y="40" width="100" height="20" fill="#d32f2f"/>'),
      "dot.svg": drawing('<circle cx="50" cy="50" r="20" fill="#d32f2f"/>'),
      "full.svg": sign("#d32f2f"),
    },
    records: ["word.svg", "dot.svg", "full.svg"].map((image) => icon(image, { image })),
    found: [
      ["word.svg", "image", "100 % of the width", "20 % of the height"],
      ["dot.svg", "image", "41 % of the width and 41 % of the height"],
    ],
  },
  "reversed-variants": {
    files: {
      ...{ "white.svg": sign("#fafafa"), "black.svg": sign("#14213d"), "red.svg": sign("#d32f2f") },
      "red-too.svg": sign("#d13030"),
    },
    records: [
      icon("right", {
        image: "red.svg",
        variants: [
          { name: "light", image: "white.svg" },
          { name: "dark", image: "black.svg" },
        ],
      }),
      icon("reversed", {
        image: "red.svg",
        variants: [
          { name: "wordmark-dark", image: "white.svg" },
          { name: "dark", image: "white.svg" },
          { name: "light", image: "black.svg" },
          { name: "wordmark-light", image: "red.svg" },
        ],
      }),
      icon("alike", {
        image: "red.svg",
        variants: [
          { name: "light", image: "red.svg" },
          { name: "dark", image: "red-too.svg" },
        ],
      }),
      icon("grounded", {
        variants: [
          { name: "light", image: "red.svg", background: "#000000" },
          { name: "dark", image: "red.svg", background: "#ffffff" },
        ],
      }),
      icon("alone", { image: "white.svg", variants: [{ name: "light", image: "black.svg" }] }),
      icon("lost", {
        variants: [
          { name: "light", image: "black.svg" },
          { name: "dark", image: "missing.svg" },
        ],
      }),
    ],
    found: [
      ["reversed", "variants[2].name", 'darker than the variant "dark": lightness 0.25 and 0.99', "Exchange the names"],
      ["reversed", "variants[3].name", '"wordmark-dark"'],
      ["grounded", "variants[0].name", '"dark"'],
    ],
  },
  "unused-image": {
    files: {
      "pictures/used.svg": sign("#d32f2f"),
      "pictures/Unused.PNG": "",
      "pictures/notes.txt": "",
      ".hidden/old.svg": "",
      "node_modules/some/logo.svg": "",
    },
    records: [icon("used", { image: "./pictures/../pictures/used.svg" })],
    found: [["pictures/Unused.PNG", undefined, "not referenced by any record"]],
  },
  "color-label": {
    files: {
      "red.svg": sign("#d32f2f"),
      "two.svg": sign("#1877f2", '<circle cx="20" cy="80" r="20" fill="#ffd700"/>'),
    },
    records: [
      icon("right", { image: "red.svg", colors: ["red"] }),
      icon("wrong", { image: "red.svg", colors: ["red", "green"] }),
      icon("between", { image: "red.svg", colors: ["red", "orange"], tint: "#000000" }),
      icon("lacking", { image: "two.svg", colors: ["yellow"] }),
      icon("both", { image: "two.svg", colors: ["blue", "yellow"] }),
      icon("measured", { image: "two.svg" }),
    ],
    found: [
      ["wrong", "colors[1]", '"green"', "which is red"],
      ["lacking", "colors", "lacks blue", "#1877f2"],
    ],
  },
  "style-label": {
    files: { "glyph.svg": sign("#d32f2f") },
    records: [
      icon("wrong", { image: "glyph.svg", style: "gradient" }),
      icon("right", { image: "glyph.svg", style: "glyph" }),
      icon("other", { image: "glyph.svg", style: "outline" }),
      icon("measured", { image: "glyph.svg" }),
    ],
    found: [["wrong", "style", '"gradient"', "is measured as glyph"]],
  },
  "single-use-label": {
    options: { labels: { mood: ["calm", "bold"] } },
    records: [
      ...crowd,
      icon("typo", { category: "gamse" }),
      icon("alone", { category: "weather", mood: "calm" }),
      icon("styled", { style: "outline" }),
    ],
    found: [
      ["typo", "category", '"gamse"', "Did you mean games?"],
      ["alone", "category", '"weather"', "Use a label that other records have"],
      ["styled", "style", '"outline"'],
    ],
  },
  "unused-label": {
    files: { "glyph.svg": sign("#d32f2f") },
    options: {
      image: { license: "MIT" },
      labels: { category: ["games", "music"], style: ["glyph", "outline"], mood: ["calm"], license: ["MIT", "ISC"] },
    },
    records: [icon("calm", { mood: "calm", image: "glyph.svg" })],
    found: [
      ["dataset.json", "labels.category[1]", '"music"', "used by no record"],
      ["dataset.json", "labels.style[1]", '"outline"'],
      ["dataset.json", "labels.license[1]", '"ISC"'],
    ],
  },
  "tag-spelling": {
    records: [
      ...["camera", "camera", "camera", "assistant", "assistant", "assistant"].map((tag, at) =>
        icon(`usual-${at}`, { aiTags: [{ tag }] }),
      ),
      icon("typo", { aiTags: [{ tag: "red" }, { tag: "camrea" }, { tag: "assistent" }] }),
      icon("other", { aiTags: [{ tag: "cinema" }, { tag: "camels" }] }),
      icon("short", { aiTags: [{ tag: "rod" }] }),
    ],
    found: [
      ["typo", "aiTags[1].tag", '"camrea"', '"camera" by 3'],
      ["typo", "aiTags[2].tag", '"assistent"', '"assistant" by 3'],
    ],
  },
  "unused-synonym": {
    files: {
      "synonyms.json": {
        bin: ["trash", "Abfall"],
        kites: { to: ["compass"], from: ["drachen"], related: ["paper plane"] },
        zzz: ["kite"],
        gear: { not: ["settings", "clothes"] },
        lorry: false,
        qqq: false,
      },
    },
    records: [icon("kite", { keywords: ["Trash can"] }), icon("other")],
    found: [
      ["synonyms.json", "bin[1]", "no record contains", '"abfall" or "bin"'],
      ["synonyms.json", "kites.to[0]", '"compass"'],
      ["synonyms.json", "gear.not[1]", "no such built-in pair", "Fix its spelling or remove it"],
      ["synonyms.json", "qqq", "no such built-in pair"],
    ],
  },
  "website-format": {
    records: [
      ...[
        "https://a.com",
        "http://sub.xn--mnchen-3ya.de./x?y=1",
        "https://xn--p1ai.xn--p1ai",
        "https://examples.com",
      ].map((website, at) => icon(`fine-${at}`, { website })),
      icon("dotless", { website: "https://intranet/app" }),
      icon("reserved", { website: "https://www.example.com" }),
      icon("private", { website: "http://10.0.0.1/" }),
      icon("six", { website: "http://[::1]/" }),
      icon("local", { iconUrl: "https://printer.local/a.png" }),
      icon("user", { website: "https://me@a.com" }),
      icon("port", { website: "https://a.com:8443" }),
      icon("ending", { website: "https://app.c0m" }),
    ],
    found: [
      ["dotless", "website", "without a dot", "intranet"],
      ["reserved", "website", "is not public", "www.example.com"],
      ["private", "website", "IP address", "10.0.0.1"],
      ["six", "website", "IP address"],
      ["local", "iconUrl", "is not public"],
      ["user", "website", "contains a user"],
      ["port", "website", "8443"],
      ["ending", "website", "can't exist"],
    ],
  },
  "website-http": {
    records: [icon("plain", { website: "http://a.com" }), icon("fine", { website: "https://a.com/http://b.com" })],
    found: [["plain", "website", "not encrypted", "Use https:"]],
  },
  "website-tracking": {
    records: [
      icon("tracked", { website: "https://a.com/?utm_source=x&page=2&fbclid=1" }),
      icon("fine", { website: "https://a.com/?reference=1&page=2#utm_source=x" }),
    ],
    found: [["tracked", "website", "has utm_source, fbclid"]],
  },
  "future-date": {
    records: [
      icon("today", { updatedAt: "2024-05-11" }),
      icon("this-year", history({ version: "1", date: "2024" }, { version: "0", date: "2024-05" })),
      icon("tomorrow", { updatedAt: "2024-05-12" }),
      icon("east", { updatedAt: "2024-05-12T05:00:00+09:00" }),
      icon("west", { updatedAt: "2024-05-11T20:00:00-09:00" }),
      icon("next-month", history({ version: "1", date: "2024-06" })),
    ],
    found: [
      ["tomorrow", "updatedAt", '"2024-05-12"', "in the future"],
      ["west", "updatedAt"],
      ["next-month", "versionHistory[0].date", '"2024-06"'],
    ],
  },
  "duplicate-version": {
    records: [
      icon("twice", history({ version: "2016", date: "2016-09" }, { version: "2016", date: "2016-02" })),
      icon("fine", history({ version: "2016-2", date: "2016-09" }, { version: "2016", date: "2016-02" })),
    ],
    found: [["twice", "versionHistory[1].version", '"2016"', "entry 0"]],
  },
  "version-year": {
    records: [
      icon("typo", history({ version: "2016", date: "2015-09" })),
      icon("fine", history({ version: "2016", date: "2016-09" }, { version: "7.0", date: "2015" })),
    ],
    found: [["typo", "versionHistory[0].version", "differs from the year", "2015-09"]],
  },
  "version-hash": {
    records: [
      icon(
        "same",
        history(
          { version: "3", date: "2016", phash: "abc5e83aa4b5c1ca" },
          { version: "2", date: "2015", phash: "abc5e83aa4b5c1ca" },
          { version: "1", date: "2014", phash: "abc5e83aa4b5c1cb" },
        ),
      ),
      icon("unknown", history({ version: "2", date: "2016" }, { version: "1", date: "2015" })),
    ],
    found: [["same", "versionHistory[1].phash", "previous entry"]],
  },
  "name-spacing": {
    records: [
      icon("ends", { name: " Kite", developer: "Acme ", aliases: ["a b", "a  b"] }),
      icon("note", history({ version: "1", date: "2016", note: "It  moved." })),
      icon("fine", { description: "One space. And one more." }),
    ],
    found: [
      ["ends", "name", "leading or trailing"],
      ["ends", "developer", "leading or trailing"],
      ["ends", "aliases[1]", "double spaces"],
      ["note", "versionHistory[0].note", "double spaces"],
    ],
  },
  "invisible-character": {
    records: [
      icon("zero-width", { name: "Ki\u200bte" }),
      icon("no-break", { developer: "Acme\u00a0Inc." }),
      icon("direction", { description: "Left \u202eto right." }),
      icon("lost", { aliases: ["Caf\ufffd"] }),
      icon("joiner", { name: "Ki\u200dte" }),
      icon("emoji", { name: "👩‍💻 ❤️ 🏴\u{e0067}\u{e0062}\u{e007f}" }),
      icon("persian", { name: "می‌خواهم" }),
      icon("hindi", { name: "क्‍ष" }),
      icon("accents", { name: "Łódź — “Über”…" }),
    ],
    found: [
      ["zero-width", "name", "U+200B", "Retype the text"],
      ["no-break", "developer", "U+00A0"],
      ["direction", "description", "U+202E"],
      ["lost", "aliases[0]", "U+FFFD"],
      ["joiner", "name", "U+200D"],
    ],
  },
  "mixed-scripts": {
    records: [
      icon("cyrillic", { name: "Nаme" }),
      icon("greek", { developer: "Οpera" }),
      icon("russian", { name: "Яндекс Maps", aliases: ["Карты"] }),
      icon("torrent", { name: "µTorrent", aliases: ["μTorrent", "λ-calculus"] }),
      icon("japanese", { name: "LINEマンガ" }),
    ],
    found: [
      ["cyrillic", "name", "N[а]me"],
      ["greek", "developer", "[Ο]pera"],
    ],
  },
  "duplicate-name": {
    records: [
      icon("first", { name: "Kite", developer: "Acme" }),
      icon("again", { name: "KITE!", developer: "Acme, Inc." }),
      icon("elsewhere", { name: "Kite", developer: "Acme", category: "music" }),
      icon("other", { name: "Kite", developer: "Kite Works" }),
      ...["C++", "C", "C#", ".NET", "Net", "Notepad", "Notepad++"].map((name, at) =>
        icon(`language-${at}`, { name, developer: "Acme" }),
      ),
      icon("language-again", { name: "Ｃ++ ", developer: "ACME" }),
    ],
    found: [
      ["again", "name", '"first" by the same developer'],
      ["language-again", "name", '"language-0" by the same developer'],
    ],
  },
  "redundant-alias": {
    records: [
      icon("kite", { name: "Kite", aliases: ["kite!", "sail", "dragon", "Sáil"] }),
      icon("c-sharp", { name: "C#", aliases: ["C", "c#", "C++"] }),
    ],
    found: [
      ["kite", "aliases[0]", "repeats the name"],
      ["kite", "aliases[3]", "repeats alias 1", '"Sáil"'],
      ["c-sharp", "aliases[1]", "repeats the name", '"c#"'],
    ],
  },
  "ambiguous-alias": {
    records: [
      icon("kite", { name: "Kite", aliases: ["kite", "Maps"] }),
      icon("maps", { name: "maps", aliases: ["atlas"] }),
      icon("globe", { name: "Globe", aliases: ["atlas"] }),
    ],
    found: [["kite", "aliases[1]", '"Maps"', 'the name of "maps"']],
  },
  "redundant-keyword": {
    records: [
      icon("kite", { name: "Kite", aliases: ["Dragon"], keywords: ["kite!", "wind", "fly a kite", "dragon", "Wínd"] }),
    ],
    found: [
      ["kite", "keywords[0]", "repeats the name"],
      ["kite", "keywords[3]", "repeats alias 0"],
      ["kite", "keywords[4]", "repeats keyword 1", '"Wínd"'],
    ],
  },
  "developer-spelling": {
    records: [
      ...["Acme", "Acme", "ACME", "Acme, Inc.", "Acme GmbH & Friends", "Société", "Societe", "Acme Games"].map(
        (developer, at) => icon(`by-${at}`, { developer }),
      ),
    ],
    found: [
      ["by-2", "developer", '"ACME"', '"Acme" by 2 records'],
      ["by-3", "developer", '"Acme, Inc."', '"Acme" by 2 records'],
      ["by-6", "developer", '"Societe"', '"Société" by "by-5"'],
    ],
  },
  "duplicate-rank": {
    options: { lint: { "duplicate-rank": { severity: "warning" } } },
    records: [
      icon("first", { rank: 1 }),
      icon("second", { rank: 2 }),
      icon("tie", { rank: 1 }),
      icon("none"),
      icon("no"),
    ],
    found: [["tie", "rank", 'also the rank of "first"']],
  },
  "shared-identity": {
    records: [
      icon("first", {
        website: "https://kite.app",
        identifiers: { bundles: ["com.kite"], containerImages: ["kite/app"], packages: ["npm:kite"] },
      }),
      icon("second", {
        website: "https://www.kite.app/",
        identifiers: { bundles: ["com.Kite"], containerImages: ["docker.io/kite/app", "ghcr.io/kite/app"] },
      }),
      icon("third", { identifiers: { packages: ["debian:kite", "pkg:npm/kite@2"], domains: ["www.other.app"] } }),
      icon("fourth", { website: "https://other.app", identifiers: { domains: ["a.app", "OTHER.app"] } }),
      icon("fifth", { website: "https://other.app" }),
      icon("path", { website: "https://kite.app/path" }),
      icon("shared", { website: "https://kite.app", identifiers: { domains: [] } }),
    ],
    found: [
      ["second", "website", 'also claimed by "first"', "kite.app", '"domains": []'],
      ["second", "identifiers.bundles[0]", 'also claimed by "first"', "com.kite"],
      ["second", "identifiers.containerImages[0]", "docker.io/kite/app"],
      ["third", "identifiers.packages[1]", 'also claimed by "first"', "npm:kite"],
      ["fourth", "identifiers.domains[1]", 'also claimed by "third"', "other.app"],
    ],
  },
  "reserved-prefix": {
    records: [icon("images:kite"), icon("openapi:kite"), icon("image:kite"), icon("images"), icon("kite:images")],
    found: [
      ["images:kite", "id", 'reserved prefix "images"', "Choose another prefix"],
      ["openapi:kite", "id", 'reserved prefix "openapi"'],
    ],
  },
};

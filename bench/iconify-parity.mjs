// Responses of the Iconify API compared with those of @iconify/api: node bench/iconify-parity.mjs --artifacts FOLDER
// [--package FOLDER] [--prefixes lucide,mdi] [--requests 20000] [--seed 1]
//
// FOLDER is the result of `icons import iconify` and `icons build` for the same package, or for these sets of it.
// Requests are drawn over all operations, with real names, aliases, hidden icons, characters, unknown and hostile
// texts. Exits with 1 if a response differs other than intended.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { openCatalog } from "../dist/src/index.js";
import { iconifyApi } from "./tools/iconify-api.mjs";
import { createRandom } from "./tools/random.mjs";
import { saveResult } from "./tools/results.mjs";
import { ourIconifyServer, startServer } from "./tools/servers.mjs";

/** Headers that clients and caches depend on. */
const HEADERS = [
  "content-type",
  "content-disposition",
  "access-control-allow-origin",
  "access-control-allow-methods",
  "access-control-allow-headers",
  "access-control-max-age",
  "cross-origin-resource-policy",
  "cache-control",
];
const SHOWN = 10;

/** What is meant to differ; the first that applies counts. */
const INTENDED = [
  ["long queries are refused", ({ path, ours }) => /^\/search\?query=[^&]{201}/.test(path) && ours.status === 400],
  [
    "the ranking of /search is ours",
    ({ path, ours, theirs }) => path.startsWith("/search?") && haveEqualHead(ours, theirs) && ours.status === 200,
  ],
  [
    "an error of a set's data has its status, not 200 with the number as body",
    ({ ours, theirs }) => theirs.status === 200 && theirs.body === String(ours.status),
  ],
  ["a repeated parameter is not an internal error", ({ theirs }) => theirs.status === 500],
  [
    "unsafe and invalid parts of drawings are removed",
    ({ path, ours, theirs }) => names(path, sanitizedNames) && haveEqualHead(ours, theirs),
  ],
  ["long names are not found", ({ ours, theirs }) => theirs.status === 414 && ours.status === 404],
  [
    "icons with an empty body do not exist",
    ({ path, ours, theirs }) =>
      names(path, emptyNames) ||
      (haveEqualHead(ours, theirs) && isDeepStrictEqual(parsed(ours), withoutEmpty(path, parsed(theirs)))),
  ],
  [
    "errors are not cached and need no content type",
    ({ ours, theirs }) =>
      ours.status >= 400 && ours.status === theirs.status && (ours.body === theirs.body || theirs.body === ""),
  ],
];

const {
  artifacts,
  package: installed,
  prefixes: only,
  requests,
  seed,
} = parseArgs({
  options: {
    artifacts: { type: "string" },
    package: { type: "string" },
    prefixes: { type: "string" },
    requests: { type: "string", default: "20000" },
    seed: { type: "string", default: "1" },
  },
}).values;
if (artifacts === undefined) {
  console.error("give --artifacts, see README.md");
  process.exit(2);
}

/** By prefix, the names of icons that are not imported since their body is empty, and of those that are sanitized. */
const emptyNames = new Map();
const sanitizedNames = new Map();
const source = installed ?? dirname(createRequire(import.meta.url).resolve("@iconify/json/package.json"));
const stored = openCatalog(artifacts).iconSets("apps");
const folder = only === undefined ? source : packageOf(only.split(","));
const random = createRandom(Number(seed));
const running = [];
try {
  for (const server of [ourIconifyServer(artifacts, []), iconifyApi(folder)]) running.push(await startServer(server));
  await compare();
} finally {
  await Promise.all(running.map((server) => server.stop()));
  if (folder !== source) rmSync(folder, { recursive: true });
}

/** The package with some of its sets, in this order. */
function packageOf(prefixes) {
  const copy = mkdtempSync(join(tmpdir(), "iconify-json-"));
  mkdirSync(join(copy, "json"));
  const listed = JSON.parse(readFileSync(join(source, "collections.json"), "utf8"));
  writeFileSync(join(copy, "package.json"), readFileSync(join(source, "package.json")));
  const kept = prefixes.filter((prefix) => prefix in listed);
  const sets = Object.fromEntries(kept.map((prefix) => [prefix, listed[prefix]]));
  writeFileSync(join(copy, "collections.json"), JSON.stringify(sets));
  for (const prefix of kept) symlinkSync(join(source, "json", `${prefix}.json`), join(copy, "json", `${prefix}.json`));
  return copy;
}

async function compare() {
  const nextPath = requestMaker();
  const kinds = new Map();
  const unexpected = [];
  for (let done = 0; done < Number(requests); done++) {
    const path = nextPath();
    const [ours, theirs] = await Promise.all(running.map((server) => responseOf(server, path)));
    const kind = kindOf({ path, ours, theirs });
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    if (kind === "different" && unexpected.length < SHOWN) unexpected.push({ path, ours, theirs });
  }
  for (const [kind, count] of kinds) console.log(`${count}\t${kind}`);
  for (const { path, ours, theirs } of unexpected) {
    console.log(`\n${path}`);
    for (const header of HEADERS)
      if (ours.headers[header] !== theirs.headers[header])
        console.log(`  ${header}: ${ours.headers[header]} instead of ${theirs.headers[header]}`);
    for (const [name, { status, body }] of Object.entries({ ours, theirs }))
      console.log(`  ${name}: ${status} ${body.slice(0, 300)}`);
  }
  saveResult("iconify-parity", {
    requests: Number(requests),
    kinds: Object.fromEntries(kinds),
  });
  if (kinds.has("different")) process.exitCode = 1;
}

function kindOf(responses) {
  const { ours, theirs } = responses;
  if (haveEqualHead(ours, theirs) && isDeepStrictEqual(parsed(ours), parsed(theirs))) return "equal";
  return INTENDED.find(([, applies]) => applies(responses))?.[0] ?? "different";
}

function haveEqualHead(ours, theirs) {
  return ours.status === theirs.status && isDeepStrictEqual(ours.headers, theirs.headers);
}

/** Whether a path names one of the icons. */
function names(path, icons) {
  return [...icons].some(([prefix, list]) => path.startsWith(`/${prefix}`) && list.some((name) => path.includes(name)));
}

/** Finds the icons whose bodies are not those of the package. */
function findChangedIcons(prefix, icons) {
  const bodyOf = (name) => stored.icon(prefix, name)?.body;
  const changed = Object.keys(icons).filter((name) => bodyOf(name) !== icons[name].body);
  const empty = changed.filter((name) => icons[name].body.trim() === "");
  const sanitized = changed.filter((name) => bodyOf(name) !== undefined);
  if (empty.length > 0) emptyNames.set(prefix, empty);
  if (sanitized.length > 0) sanitizedNames.set(prefix, sanitized);
}

/** A list without icons that have an empty body, and the totals without them. */
function withoutEmpty(path, response) {
  if (typeof response === "string") return response;
  if (response.callback !== undefined) return { ...response, argument: withoutEmpty(path, response.argument) };
  const isCollection = path.startsWith("/collection?");
  const list = isCollection ? new URLSearchParams(path.slice(path.indexOf("?"))).get("prefix") : undefined;
  return JSON.parse(JSON.stringify(response), (key, value) => {
    if (Array.isArray(value)) return value.filter((name) => !emptyNames.get(list)?.includes(name));
    const gone = emptyNames.get(key) ?? (key === "info" || key === "" ? emptyNames.get(list) : undefined);
    return gone !== undefined && value.total !== undefined ? { ...value, total: value.total - gone.length } : value;
  });
}

function parsed({ headers, body }) {
  const type = headers["content-type"] ?? "";
  if (type.startsWith("application/json")) return JSON.parse(body);
  const [, callback, argument] = (type.includes("javascript") && /^([\w.]+)\(([\s\S]*)\);$/.exec(body)) || [];
  return callback === undefined ? body : { callback, argument: JSON.parse(argument) };
}

async function responseOf({ port }, path) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: "manual" });
  const body = await response.text();
  return {
    status: response.status,
    headers: Object.fromEntries(
      HEADERS.flatMap((name) => (response.headers.has(name) ? [[name, response.headers.get(name)]] : [])),
    ),
    body: body.replaceAll(/SVG[0-9A-Za-z]+/g, "SVG"),
  };
}

/** Draws paths over all operations. */
function requestMaker() {
  const listed = Object.keys(JSON.parse(readFileSync(join(folder, "collections.json"), "utf8")));
  const sets = listed.filter((prefix) => existsSync(join(folder, "json", `${prefix}.json`)));
  const known = new Map();
  for (const prefix of sets)
    findChangedIcons(prefix, JSON.parse(readFileSync(join(folder, "json", `${prefix}.json`), "utf8")).icons);
  const namesOf = (prefix) => {
    if (!known.has(prefix)) {
      const set = JSON.parse(readFileSync(join(folder, "json", `${prefix}.json`), "utf8"));
      const all = [set.icons, set.aliases ?? {}, set.chars ?? {}].map(Object.keys);
      const hidden = Object.keys(set.icons).filter((name) => set.icons[name].hidden);
      known.set(
        prefix,
        [...all, hidden].filter((list) => list.length > 0),
      );
    }
    return known.get(prefix);
  };
  const pick = (list) => list[Math.floor(random() * list.length)];
  const hostile = [
    "constructor",
    "__proto__",
    "toString",
    "no-such-icon",
    "-",
    "A",
    "é",
    "%00",
    "a b",
    "..",
    "<b>",
    "x".repeat(300),
  ];
  const prefixOf = () => (random() < 0.95 ? pick(sets) : pick(["nope", "constructor", "__proto__", "a--b", "-"]));
  const nameOf = (prefix) => (random() < 0.9 && sets.includes(prefix) ? pick(pick(namesOf(prefix))) : pick(hostile));
  const list = (prefix) =>
    Array.from({ length: pick([1, 1, 2, 5, 20]) }, () => encodeURIComponent(nameOf(prefix))).join(",");
  const some = (options) => {
    const chosen = options.filter(() => random() < 0.25).map((make) => make());
    return chosen.length === 0 ? "" : `${chosen.join("&")}`;
  };
  const size = () => pick(["24", "1em", "unset", "none", "auto", "0", "-1", "48px", "50%25", "", 'a"b', "1e3"]);
  const look = [
    () => `color=${pick(["red", "%23ff0000", "currentColor", '"><script>', "", "rgb(1,2,3)", "$%26"])}`,
    () => `width=${size()}`,
    () => `height=${size()}`,
    () => `rotate=${pick(["1", "90deg", "180deg", "25%25", "3", "-1", "5", "x", "0.5", "100%25"])}`,
    () => `flip=${pick(["horizontal", "vertical", "horizontal,vertical", "both", "horizontal%20vertical", ""])}`,
    () => `box=${pick(["1", "true", "0", ""])}`,
    () => `download=${pick(["1", "true", "", "0"])}`,
  ];
  const styles = [
    () => `format=${pick(["compact", "compressed", "expanded", "odd"])}`,
    () => `color=${pick(["red", "%23f00", "nocolor", ""])}`,
    () => `mode=${pick(["mask", "background", "bg", "x"])}`,
    () => `${pick(["square", "forceSquare", "force-square"])}=${pick(["1", "true", "no", "x"])}`,
    () => `${pick(["pseudo", "pseudoSelector"])}=${pick(["1", "0", "x"])}`,
    () => `${pick(["common", "commonSelector"])}=${pick([".a", ".{prefix}", "a{b}", "", ".x<y"])}`,
    () => `${pick(["selector", "iconSelector"])}=${pick([".i-{name}", ".{prefix}-{name}::before", "{bad}"])}`,
    () => `${pick(["override", "overrideSelector"])}=${pick([".o-{name}", "x"])}`,
    () => `${pick(["var", "varName"])}=${pick(["svg", "null", "false", "A", "my-var", ""])}`,
    () => "download=1",
  ];
  const json = [() => `pretty=${pick(["1", ""])}`, () => `callback=${pick(["cb", "a.b_1", "a-b", "alert(1)", ""])}`];
  const filters = [
    () => `prefix=${prefixOf()}`,
    () => `prefixes=${pick([prefixOf(), `${prefixOf()},${prefixOf()}`, `${prefixOf().split("-")[0]}-`, ","])}`,
  ];
  const makers = [
    () => {
      const prefix = prefixOf();
      return `/${prefix}/${encodeURIComponent(nameOf(prefix))}.svg?${some(look)}`;
    },
    () => {
      const prefix = prefixOf();
      return `/${prefix}${pick([":", "-"])}${encodeURIComponent(nameOf(prefix))}.svg?${some(look)}`;
    },
    () => {
      const prefix = prefixOf();
      return `/${prefix}${pick([".json", "/icons.json", ".js", "/icons.js"])}?${pick(["icons=", "icons=", "icons=", "x="])}${list(prefix)}&${some(json)}`;
    },
    () => {
      const prefix = prefixOf();
      return `/${prefix}.css?icons=${list(prefix)}&${some(styles)}`;
    },
    () => `/collection?prefix=${prefixOf()}&${some([() => "info=1", () => "chars=true", ...json])}`,
    () => `/${pick(["collections", "last-modified"])}?${some([...filters, ...json])}`,
    () =>
      `/search?query=${encodeURIComponent(pick([nameOf(prefixOf()).replaceAll("-", " "), "home", ":::", ""]))}&${some([() => `limit=${pick(["32", "999", "5", "x", "0"])}`, () => `start=${pick(["1", "-1", "64", "x"])}`])}`,
    () =>
      `/keywords?${pick(["prefix", "keyword", "x"])}=${encodeURIComponent(nameOf(prefixOf()).slice(0, 1 + Math.floor(random() * 12)))}`,
    () => pick(["/nothing", "/lucide", "/lucide/home.png", "/search", "/collection", "/keywords", "/a/b/c.svg"]),
  ];
  return () => pick(makers)();
}

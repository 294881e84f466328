import { request } from "node:http";
import { isDeepStrictEqual } from "node:util";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { Ajv } from "ajv";
import { unpack } from "msgpackr";
import { CategoryList, ErrorResponse, IconDetail, IconList, SimilarList } from "#src/http/contract/response-schemas.js";

const ajv = new Ajv({ strict: true });
const CHECKS = {
  list: ajv.compile(IconList),
  detail: ajv.compile(IconDetail),
  categories: ajv.compile(CategoryList),
  similar: ajv.compile(SimilarList),
};
const checkError = ajv.compile(ErrorResponse);
/** The forms of a response, which must be equivalent. */
const FORMS = {
  JSON: {},
  MessagePack: { accept: "application/vnd.msgpack" },
  "JSON in gzip": { "accept-encoding": "gzip" },
  "MessagePack in brotli": { accept: "application/msgpack", "accept-encoding": "br" },
};
/** Requests of the Iconify API for `tiny`, the set of the artifacts. */
const ICONIFY = [
  "/tiny/dot.svg",
  "/tiny/back.svg?color=red",
  "/tiny/f1.svg",
  "/tiny.json?icons=dot,back,point,gone,f1,nope",
  "/tiny.js?callback=cb&icons=point",
  "/tiny.css?icons=dot,back",
  "/collections",
  "/collection?prefix=tiny&info=1&chars=1",
  "/search?query=do",
  "/keywords?prefix=do",
  "/last-modified",
];
/** The number of items on a page. */
const PAGE = 100;
const REFUSALS = new Set([400, 404, 422, 500]);
const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Sends requests in every form to a server whose artifacts may be damaged, mainly about one icon.
 *
 * @param ordinal of the icon among `icons`, with its `id` and `name` before the damage
 * @returns number of responses by status, and problems of those with status 200
 */
export async function askServer(port, agent, { ordinal, icons, id, name }) {
  const page = Math.floor(ordinal / PAGE) + 1;
  const last = Math.ceil(icons / PAGE);
  const icon = encodeURIComponent(id);
  const q = encodeURIComponent(name);
  const paths = [
    ["list", `icons?limit=${PAGE}&page=${page}`],
    ["list", `icons?limit=${PAGE}&page=${last}&facets=category,color,style,mood`],
    ["list", `icons?limit=${PAGE}&q=${q}&highlight=true`],
    ["list", `icons?q=${q}x&highlight=true&category=games,music&color=blue`],
    ["detail", `icons/${icon}`],
    ["categories", "categories"],
    ["similar", `similar?id=${icon}&limit=20`],
    ["similar", `similar?id=${icon}&limit=20&by=color`],
    ["similar", "similar?phash=c3c3c3c33c3c3c3c&include=mirrored,inverted"],
  ];
  const statuses = {};
  const faults = [];
  for (const [kind, path] of paths) {
    const told = {};
    for (const [form, headers] of Object.entries(FORMS)) {
      const response = await ask(port, agent, `/api/v1/${path}`, headers);
      statuses[response.status] = (statuses[response.status] ?? 0) + 1;
      const fault = faultOf(kind, response);
      if (fault !== undefined) faults.push(`${path} as ${form}: ${fault}`);
      else told[form] = { status: response.status, data: response.value.data };
    }
    const [first, ...others] = Object.values(told);
    if (faults.length === 0 && others.some((other) => !isDeepStrictEqual(other, first)))
      faults.push(`${path}: not the same in every form`);
  }
  for (const path of [...ICONIFY, `/apps/${icon}.svg`, `/apps.json?icons=${icon}`, `/search?query=${q}`]) {
    const { status, headers, body } = await ask(port, agent, path, {});
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status !== 200 && !REFUSALS.has(status)) faults.push(`${path}: status ${status}`);
    if (status === 200 && !isContent(headers["content-type"], body)) faults.push(`${path}: is not what its type says`);
  }
  return { statuses, faults };
}

/** Whether a body of the Iconify API is UTF-8 and JSON, a drawing, a script or a style sheet, as its type says. */
function isContent(type, body) {
  try {
    const text = utf8.decode(body);
    if (type.includes("json")) return typeof JSON.parse(text) === "object";
    if (type.includes("svg")) return text.startsWith("<svg ") && text.endsWith("</svg>");
    if (type.includes("javascript")) return typeof JSON.parse(text.slice("cb(".length, -");".length)) === "object";
    return type.startsWith("text/css");
  } catch {
    return false;
  }
}

/** The problem of a response; undefined if there is none. Stores the parsed `value` in it. */
function faultOf(kind, response) {
  try {
    const { status, headers, body } = response;
    response.value = read(headers, body);
    if (status !== 200 && !REFUSALS.has(status)) return `status ${status}`;
    const check = status === 200 ? CHECKS[kind] : checkError;
    return check(response.value) ? undefined : `${status}, not as its schema says: ${ajv.errorsText(check.errors)}`;
  } catch (error) {
    return `${response.status}, not to be read: ${error.message}`;
  }
}

function read(headers, body) {
  const encoding = headers["content-encoding"];
  const bytes = encoding === "br" ? brotliDecompressSync(body) : encoding === "gzip" ? gunzipSync(body) : body;
  return headers["content-type"].includes("msgpack") ? unpack(bytes) : JSON.parse(utf8.decode(bytes));
}

function ask(port, agent, path, headers) {
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, path, headers, agent }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    })
      .on("error", reject)
      .end();
  });
}

import type { FastifyReply, FastifyRequest } from "fastify";
import type { IconSet, IconSets } from "../../catalog/icon-sets.js";
import { asByteText, type ByteText, fromByteText, toByteText } from "../../text/byte-text.js";
import type { Service } from "../api.js";
import { READING } from "../contract/methods.js";
import type { RawQuery } from "../requests/query-string.js";
import type { TaskScheduler } from "../transport/task-scheduler.js";
import { createPlainDrawer, drawIcon, isPlain, type PlainDrawer } from "./drawing.js";
import { iconDataText, iconOf, iconSetOf } from "./icon-data.js";
import { filterPrefixes, type IconifyRequest, type Listed, type Parameters, readParameters } from "./parameters.js";
import { DATA_PATHS, ICON_PATHS, LISTS, VERSION_PATH } from "./paths.js";
import type { Content, IconifyResponses, Refused } from "./responses.js";
import { createFoundIcons, searchText } from "./search.js";
import { writeStyleSheet } from "./style-sheet.js";

const CALLBACK = /^[a-z0-9_.]+$/i;
/** The callback that clients of the first version of the API define. */
const DEFAULT_CALLBACK = "SimpleSVG._loaderCallback";
/** A shorter last word is not taken as a part of a word. */
const MIN_PART = 2;
const WORD = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

const VERSION = toByteText("Iconify API version 3 (icon-data-api)");

/** Dependencies of the routes. */
interface IconifyOptions extends Service {
  readonly writer: IconifyResponses;
  readonly tasks: TaskScheduler;
  /** Prefix of the records whose ids have none. */
  readonly ownPrefix: string;
  readonly maxParameters: number;
}

type Outcome = Content | Refused;
type Responder = (request: IconifyRequest) => Outcome | Promise<Outcome | undefined>;

/** Registers the images of the Iconify API: icons as SVG. */
export function routeIconifyImages(options: IconifyOptions): void {
  const [nested, flat] = ICON_PATHS;
  const drawPlain = createPlainDrawer();
  route(options, nested, (request) => svgResponse(request, request.path.prefix!, request.path.name!, drawPlain));
  route(options, flat, (request) => {
    const [, prefix, name] = /^([^:-]+(?:[^:]*(?=:))?)[:-](.+)$/.exec(request.path.name!) ?? [];
    return prefix === undefined ? 404 : svgResponse(request, prefix, name!, drawPlain);
  });
}

/** Registers the data of the Iconify API. Source of paths, parameters and responses: its documentation, @iconify/api. */
export function routeIconifyData(options: IconifyOptions): void {
  for (const url of DATA_PATHS.json) route(options, url, (request) => iconsResponse(request, false));
  for (const url of DATA_PATHS.script) route(options, url, (request) => iconsResponse(request, true));
  for (const url of DATA_PATHS.css) route(options, url, styleResponse);
  const foundIcons = createFoundIcons();
  const lists: Readonly<Record<(typeof LISTS)[number], (request: IconifyRequest) => Listed | Promise<Listed>>> = {
    collections: ({ sets, parameters }) =>
      objectText(sets, filterPrefixes(sets.all.keys(), parameters), ({ info }) => info),
    collection: collectionText,
    search: (request) => searchText(request, foundIcons),
    keywords: keywordsText,
    "last-modified": ({ sets, parameters }) => {
      const times = objectText(sets, filterPrefixes(sets.all.keys(), parameters), ({ facts: { lastModified } }) =>
        lastModified === undefined ? undefined : asByteText(String(lastModified)),
      );
      return asByteText(`{"lastModified":${times}}`);
    },
  };
  for (const list of LISTS) {
    route(options, `/${list}`, (request) => {
      const { callback } = request.parameters;
      if (callback && !CALLBACK.test(callback)) return 400;
      const text = lists[list](request);
      return text instanceof Promise
        ? text.then((text) => wrapped(text, request.parameters, callback))
        : wrapped(text, request.parameters, callback)!;
    });
  }
  route(options, VERSION_PATH, () => ({ type: "text", body: VERSION }));
}

function route(
  { app, catalog, writer, tasks, ownPrefix, maxParameters }: IconifyOptions,
  url: string,
  respond: Responder,
): void {
  app.route({
    method: READING,
    url,
    schema: { hide: true } as object,
    handler(request: FastifyRequest, reply: FastifyReply) {
      const current = catalog();
      const etag = writer.etag(request, current.generation);
      if (writer.sendIfKnown(request, reply, etag)) return;
      const parameters = readParameters(request, maxParameters);
      if (parameters === undefined) return void writer.send(request, reply, etag, 400);
      const parsed: IconifyRequest = {
        catalog: current,
        sets: current.iconSets(ownPrefix),
        parameters,
        path: request.params as Record<string, string>,
        query: request.query as RawQuery,
        run: (task) => tasks.run(task, () => !reply.raw.destroyed),
      };
      const content = respond(parsed);
      if (!(content instanceof Promise)) return void writer.send(request, reply, etag, content);
      return content.then((content) => {
        if (content === undefined) reply.hijack();
        else writer.send(request, reply, etag, content);
        return reply;
      });
    },
  });
}

function svgResponse(
  { sets, parameters }: IconifyRequest,
  prefix: string,
  name: string,
  drawPlain: PlainDrawer,
): Outcome {
  const set = sets.find(prefix);
  const stored = set === undefined ? undefined : sets.icon(prefix, name);
  if (stored === undefined) return 404;
  const fileName = parameters.download ? `${name}.svg` : undefined;
  const plain = isPlain(parameters) && "body" in stored ? drawPlain(stored, set!.facts) : undefined;
  if (plain !== undefined) return { type: "svg", body: plain, fileName };
  const icon = iconOf(sets, set!, stored);
  if (icon === undefined) return 404;
  return { type: "svg", body: toByteText(drawIcon(icon, parameters)), fileName };
}

function iconsResponse({ sets, path, query, parameters }: IconifyRequest, isScript: boolean): Outcome {
  const callback = isScript ? parameters.callback || DEFAULT_CALLBACK : undefined;
  if (callback !== undefined && !CALLBACK.test(callback)) return 400;
  const names = namesIn(query);
  const set = sets.find(path.prefix!);
  if (names.length === 0 || set === undefined) return 404;
  return wrapped(iconDataText(sets, set, names) ?? 422, parameters, callback);
}

/** The names of the parameter `icons`; of several, each is one name, as in @iconify/api. */
function namesIn(query: RawQuery): string[] {
  const values = query.filter((_, at) => at % 2 === 1 && query[at - 1] === "icons");
  if (values.length > 1) return values;
  return values[0] ? values[0].split(",") : [];
}

function styleResponse({ sets, path, parameters }: IconifyRequest): Outcome {
  const names = parameters.icons ? parameters.icons.split(",") : [];
  const set = sets.find(path.prefix!);
  if (names.length === 0 || set === undefined) return 404;
  const data = iconSetOf(sets, set, names);
  if (data === undefined) return 422;
  const body = toByteText(writeStyleSheet(data, names, parameters));
  return { type: "css", body, fileName: parameters.download ? `${set.prefix}.css` : undefined };
}

async function collectionText({ sets, parameters, run }: IconifyRequest): Promise<Listed> {
  const set = sets.all.get(parameters.prefix ?? "");
  if (set === undefined) return 404;
  const listed = await run(sets.list(set));
  if (listed === undefined) return undefined;
  const { list, characters } = listed;
  const info = parameters.info && set.info !== undefined ? `,"info":${set.info}` : "";
  const chars = parameters.chars && characters !== undefined ? `,"chars":${characters}` : "";
  return asByteText(`${list}${info}${chars}}`);
}

async function keywordsText({ sets, parameters, run }: IconifyRequest): Promise<Listed> {
  const given = parameters.prefix ?? parameters.keyword;
  if (given === undefined) return 400;
  const keywords = await run(sets.keywords());
  if (keywords === undefined) return undefined;
  const known = new Set(keywords);
  const text = given.toLowerCase().trim();
  const isInvalid = !WORD.test(text);
  const parts = isInvalid ? [text] : text.split("-");
  const last = parts.pop()!;
  const isFailed = parts.some((part) => !known.has(part));
  const withEndings = parameters.prefix === undefined && parts.length === 0;
  const matches = isFailed || isInvalid ? [] : wordsLike(keywords, last, withEndings);
  const response = { ...parameters, ...(isInvalid ? { invalid: true } : {}) };
  return toByteText(JSON.stringify({ ...response, exists: !isFailed && known.has(last), matches }));
}

/** Longer words that begin with a text, then those that end with it; the shortest first. @param words sorted */
function wordsLike(words: readonly string[], text: string, withEndings: boolean): string[] {
  if (text.length < MIN_PART) return [];
  const longer = words.filter((word) => word.length > text.length);
  const beginning = longer.filter((word) => word.startsWith(text));
  const ending = withEndings ? longer.filter((word) => !word.startsWith(text) && word.endsWith(text)) : [];
  // Sorting is stable.
  for (const some of [beginning, ending]) some.sort((a, b) => a.length - b.length);
  return [...beginning, ...ending];
}

/** A JSON object with a member for each set that has a value. */
function objectText(
  sets: IconSets,
  prefixes: readonly string[],
  textOf: (set: IconSet) => ByteText | undefined,
): ByteText {
  const members: string[] = [];
  for (const prefix of prefixes) {
    const value = textOf(sets.all.get(prefix)!);
    if (value !== undefined) members.push(`"${prefix}":${value}`);
  }
  return asByteText(`{${members.join()}}`);
}

/** JSON as it was requested: indented, or as the argument of a callback. */
function wrapped(text: ByteText | Refused, parameters: Parameters, callback: string | undefined): Outcome;
function wrapped(text: Listed, parameters: Parameters, callback: string | undefined): Outcome | undefined;
function wrapped(text: Listed, { pretty }: Parameters, callback: string | undefined): Outcome | undefined {
  if (text === undefined || typeof text === "number") return text;
  const json = pretty ? toByteText(JSON.stringify(JSON.parse(fromByteText(text)), null, 4)) : text;
  if (!callback) return { type: "json", body: json };
  return { type: "script", body: asByteText(`${callback}(${json});`) };
}

import type { FastifyRequest } from "fastify";
import type { Catalog } from "../../catalog/catalog.js";
import { SORTS, type Sort } from "../../catalog/sorts.js";
import type { Service } from "../api.js";
import { ApiError } from "../contract/error-codes.js";
import { READING, refuseOtherMethods } from "../contract/methods.js";
import type { RequestLog } from "../log/request-log.js";
import { type ExplorerFacts, pagesOnDemand } from "../pages/built-pages.js";
import { FEED_PATHS } from "../pages/feed.js";
import { createPageDrawings, type PageDrawings } from "../pages/page-drawings.js";
import { pagePolicy, THEME_SCRIPT } from "../pages/page-policy.js";
import { publicPathOf } from "../requests/public-origin.js";
import { pathOf } from "../requests/query-string.js";
import type { ErrorBody } from "../responses/error-responses.js";
import { etagOf, sendIfKnown } from "../responses/etag.js";
import { API_PREFIX } from "../responses/headers.js";
import { addCompressed, type StaticResponse, sendStatic } from "../responses/static-response.js";

const PAGE_PATH = "/";
const ASSETS_PATH = "/assets/:version/*";
/** Browsers ask for it on pages that name no icon, such as responses of the API. */
const FAVICON_PATH = "/favicon.ico";
/** The bundled module with which the server renders the page. */
const RENDERER = new URL("../../explorer/rendering/", import.meta.url).href.concat("render.js");
/** Number of rendered views that are kept, and of whole pages. */
const MAX_VIEWS = 32;
/** Statuses of responses that the page contains: also that its icon is unknown or was removed. */
const PAGE_STATUSES: readonly number[] = [200, 404, 410];
/** Longer queries render a page without icons, which requests them itself. */
const MAX_SEARCH = 2000;

interface ExplorerOptions extends Service {
  readonly log: RequestLog;
  /** The public URL as configured. */
  readonly publicUrl: string | undefined;
  /** Whether callers without a key have a plan. */
  readonly isOpen: boolean;
  /** Whether pages reload when a new generation is live. */
  readonly isEdited: boolean;
}

/** The facts that the page shows. */
interface PageFacts {
  readonly dataset: string;
  readonly icons: number;
  readonly licensed: number;
  readonly generation: string;
  readonly version: string;
  readonly orders: readonly Sort[];
  readonly place?: number;
  readonly isEdited: boolean;
}

/** A view of the page as HTML. */
interface RenderedView {
  readonly title: string;
  readonly html: string;
}

/** What the bundled module for the server exports; `src/explorer/render.tsx` documents it. */
interface PageRenderer {
  firstRequests(search: string): readonly string[];
  searchWithIcon(search: string, icon: string): string;
  renderView(
    search: string,
    facts: PageFacts,
    responses: ReadonlyMap<string, unknown>,
    drawings: PageDrawings,
  ): RenderedView;
}

/** Responses of the API for a view, or the current id of its icon, which was renamed. */
type ViewResponses = readonly ResponseText[] | { readonly currentId: string };

/** A response of the API as JSON, by its request below the API's prefix. */
type ResponseText = readonly [request: string, json: string];

/**
 * GET /: the explorer page, and its files below /assets. The page contains the first icons with their drawings if
 * callers without a key have a plan; these count like requests of the API. Otherwise it needs no key and counts against
 * no quota.
 */
export function routeExplorer({ app, catalog, log, publicUrl, isOpen, isEdited }: ExplorerOptions): void {
  const loadPages = pagesOnDemand("explorer", log);
  const loadRenderer = rendererOnDemand();
  const publicPath = publicPathOf(publicUrl);
  // Of the page's addresses with and without a slash at the end, relative links suit one.
  const base = publicPath === "" ? "" : `<base href="${escapeHtml(publicPath)}/">\n`;
  const head = isOpen ? base + FEED_LINKS : base;
  const views = new Map<string, RenderedView>();
  /** Whole pages by what they contain, since ETags may be forged. They differ while a quota is counted. */
  const pages = new Map<string, StaticResponse>();
  /** Those that have been, or are being, compressed. */
  const compressed = new WeakSet<StaticResponse>();

  /** Sends the requests of the view as its caller, through the same routes. */
  const responsesFor = async (request: FastifyRequest, requests: readonly string[]): Promise<ViewResponses> => {
    const { host } = request.headers;
    const responses: ResponseText[] = [];
    for (const path of requests) {
      const url = `${API_PREFIX}/${path}`;
      const response = await app.inject({
        url,
        remoteAddress: request.ip,
        headers: host === undefined ? {} : { host },
      });
      if (response.statusCode === 308) return response.json<ErrorBody>().error as { currentId: string };
      if (PAGE_STATUSES.includes(response.statusCode)) responses.push([path, response.payload]);
    }
    return responses;
  };
  const viewOf = (
    renderer: PageRenderer,
    search: string,
    facts: PageFacts,
    responses: readonly ResponseText[],
    current: Catalog,
  ): RenderedView => {
    const key = JSON.stringify([facts.generation, search, ...responses.map(([path, json]) => [path, tierOf(json)])]);
    const known = views.get(key);
    if (known !== undefined) return known;
    const parsed = new Map(responses.map(([path, json]) => [path, JSON.parse(json)] as const));
    const view = renderer.renderView(search, facts, parsed, createPageDrawings(current));
    keep(views, key, view);
    return view;
  };

  app.route({
    method: READING,
    url: PAGE_PATH,
    async handler(request, reply) {
      const files = loadPages(request).facts;
      const current = catalog();
      const search = request.url.slice(PAGE_PATH.length);
      const facts = { ...factsOf(current, files.release, search), isEdited };
      const isRendered = isOpen && request.headers["x-api-key"] === undefined && search.length <= MAX_SEARCH;
      const renderer = isRendered ? await loadRenderer(request, log) : undefined;
      const responses = renderer === undefined ? [] : await responsesFor(request, renderer.firstRequests(search));
      if ("currentId" in responses) {
        // Relative, so that it also holds below the path of a proxy. Ids may be given to other icons later.
        const location = renderer!.searchWithIcon(search, responses.currentId);
        return reply.code(308).headers({ location, "cache-control": "private, no-cache" }).send();
      }
      // A URL contains no line break.
      const content = [publicUrl ?? "", facts.generation, search, ...responses.map(([, json]) => json)].join("\n");
      const etag = etagOf("explorer", files.version, content);
      const headers = {
        "cache-control": isOpen ? "private, no-cache" : "no-cache",
        "content-security-policy": pagePolicy(publicPath !== ""),
        "content-type": "text/html; charset=utf-8",
      };
      reply.headers(headers);
      if (sendIfKnown(request, reply, etag)) return reply;
      const known = pages.get(content);
      if (known !== undefined) {
        // Compressing takes twice as long as everything else, so that it is done once for a page that is sent again.
        if (!compressed.has(known)) {
          compressed.add(known);
          addCompressed(known).catch((error: Error) => log.failure(request, error));
        }
        return sendStatic(request, reply, known);
      }
      const view = responses.length === 0 ? undefined : viewOf(renderer!, search, facts, responses, current);
      const page = {
        headers,
        etag,
        bodies: {
          identity: Buffer.from(pageOf(files, facts, view, responses, head + previewOf(publicUrl, search, current))),
        },
      };
      if (view !== undefined) keep(pages, content, page);
      return sendStatic(request, reply, page);
    },
  });
  for (const url of [ASSETS_PATH, FAVICON_PATH]) {
    app.route({
      method: READING,
      url,
      config: { compress: false },
      handler(request, reply) {
        const response = loadPages(request).responses.get(pathOf(request.url));
        if (response === undefined) throw new ApiError("route_not_found", "this file does not exist");
        return sendStatic(request, reply, response);
      },
    });
  }
  for (const url of [PAGE_PATH, ASSETS_PATH, FAVICON_PATH]) refuseOtherMethods(app, url);
}

/** Adds an entry to a cache; the oldest one gives way. */
function keep<Value>(cache: Map<string, Value>, key: string, value: Value): void {
  if (cache.size === MAX_VIEWS) cache.delete(cache.keys().next().value!);
  cache.set(key, value);
}

function factsOf(catalog: Catalog, version: string, search: string): Omit<PageFacts, "isEdited"> {
  const { manifest, size: icons, generation } = catalog;
  const { license: licensed = 0, createdAt, updatedAt } = manifest.fields;
  const isDated = { newest: createdAt !== undefined, updated: (updatedAt ?? createdAt) !== undefined };
  const orders = SORTS.filter((sort) => isDated[sort as keyof typeof isDated] !== false);
  const icon = iconIn(search);
  const place = icon !== undefined && catalog.has(icon) ? { place: catalog.ordinalOf(icon) } : {};
  return { dataset: manifest.dataset.name, icons, licensed, generation, version, orders, ...place };
}

/** The id of the icon that the page shows. */
function iconIn(search: string): string | undefined {
  return new URLSearchParams(search).get("icon") ?? undefined;
}

/** The plan in a response, which decides what else it contains. */
function tierOf(json: string): string | undefined {
  return /"tier":"(\w+)"/.exec(json)?.[1];
}

/**
 * Loads the renderer with the first page. Returns undefined if that fails, for example for lack of descriptors; a later
 * request tries again. Node 20 caches a failed import, so each attempt has its own URL.
 */
function rendererOnDemand(): (request: FastifyRequest, log: RequestLog) => Promise<PageRenderer | undefined> {
  let renderer: Promise<PageRenderer> | undefined;
  let attempts = 0;
  return async (request, log) => {
    renderer ??= import(`${RENDERER}?${attempts++}`);
    try {
      return await renderer;
    } catch (error) {
      renderer = undefined;
      log.failure(request, error as Error);
      return undefined;
    }
  };
}

/**
 * The page as HTML. URLs are relative, so that it also works behind a proxy that serves it below a path.
 *
 * @param view undefined: the page requests everything itself
 * @param head further elements of the head
 */
function pageOf(
  { version }: ExplorerFacts,
  facts: PageFacts,
  view: RenderedView | undefined,
  responses: readonly ResponseText[],
  head: string,
): string {
  const at = (path: string): string => `./assets/${version}/${path}`;
  const { title, html } = view ?? { title: facts.dataset, html: PLAIN };
  const known = `[${responses.map(([path, json]) => `[${JSON.stringify(path)},${json}]`).join(",")}]`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${head}<title>${escapeHtml(title)}</title>
<meta property="og:title" content="${escapeHtml(title)}">
<meta property="og:type" content="website">
<meta name="description" property="og:description" content="Search application icons, filter them, and find similar ones.">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<script>${THEME_SCRIPT}</script>
<link rel="stylesheet" href="${at("explorer.css")}">
<script type="module" src="${at("main.js")}"></script>
<link rel="icon" href="${at("favicon.svg")}" type="image/svg+xml">
</head>
<body>
<div id="explorer">${html}</div>
${dataBlock("facts", JSON.stringify(facts))}${dataBlock("responses", known)}</body>
</html>
`;
}

/** The image of a link to an icon in chats and feeds, which only take whole URLs. */
function previewOf(publicUrl: string | undefined, search: string, catalog: Catalog): string {
  const icon = iconIn(search);
  if (publicUrl === undefined || icon === undefined || !catalog.has(icon)) return "";
  const image = `${publicUrl.replace(/\/+$/, "")}/images/${encodeURIComponent(icon)}`;
  return `<meta property="og:image" content="${escapeHtml(image)}">\n`;
}

/** Only where feed readers, which send no key, can read them. */
const FEED_LINKS = `<link rel="alternate" href=".${FEED_PATHS.atom}" type="application/atom+xml" title="News">
<link rel="alternate" href=".${FEED_PATHS.json}" type="application/feed+json" title="News">
`;

/** Shown without JavaScript by servers that require a key. */
const PLAIN = `<noscript>
<p class="message">This server requires an API key, which this page can only ask for with JavaScript.</p>
</noscript>`;

/** JSON for scripts of the page. Data blocks do not run, so the policy does not apply to them. */
function dataBlock(id: string, json: string): string {
  return `<script type="application/json" id="${id}">${json.replaceAll("<", "\\u003c")}</script>\n`;
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character]!);
}

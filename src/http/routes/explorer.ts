import { createHash } from "node:crypto";
import type { Catalog } from "../../catalog/catalog.js";
import { type IconRecord, imagePath } from "../../format/record.js";
import type { Service } from "../api.js";
import { ApiError } from "../error-codes.js";
import { etagOf } from "../etag.js";
import { type ExplorerFiles, ICON_PATH, STYLE_PATH } from "../explorer-files.js";
import { makeInThread, type StaticSet } from "../made-in-thread.js";
import { READING, refuseOtherMethods } from "../methods.js";
import { pathOf } from "../query-string.js";
import type { RequestLog } from "../request-log.js";
import { addCompressed, type StaticAnswer, sendStatic } from "../static-answers.js";

const PAGE_PATH = "/";
const ASSETS_PATH = "/assets/:version/*";
const THREAD = new URL("./explorer-thread.js", import.meta.url);
/** Number of icons shown to browsers without JavaScript. */
const PLAIN_ICONS = 60;

/** What the page needs to know about its files. */
export interface ExplorerFacts extends Pick<ExplorerFiles, "version" | "packages"> {
  /** Paths of all files, in loading order. */
  readonly paths: readonly string[];
}

/** The parts of the explorer page that don't depend on the dataset. */
interface ExplorerPage {
  /** The page's Content-Security-Policy: only same-origin content, nothing inline except the import map. */
  readonly policy: string;
  /** @param icons shown to browsers without JavaScript */
  render(icons: readonly IconRecord[]): string;
}

/** GET /: the explorer page, and its files below /assets. Requires no key and does not count against any quota. */
export function routeExplorer({ app, catalog, log }: Service & { readonly log: RequestLog }): void {
  const explorer = makeInThread<ExplorerFacts>(THREAD, log);
  const pageOf = pageOncePerGeneration();
  app.addHook("onClose", () => explorer.close());
  app.route({
    method: READING,
    url: PAGE_PATH,
    config: { compress: false },
    async handler(request, reply) {
      const set = await explorer.get(request);
      return sendStatic(request, reply, pageOf(set, catalog()));
    },
  });
  app.route({
    method: READING,
    url: ASSETS_PATH,
    config: { compress: false },
    async handler(request, reply) {
      const answer = (await explorer.get(request)).answers.get(pathOf(request.url));
      if (answer === undefined) throw new ApiError("route_not_found", "this file does not exist");
      return sendStatic(request, reply, answer);
    },
  });
  refuseOtherMethods(app, PAGE_PATH);
  refuseOtherMethods(app, ASSETS_PATH);
}

/** Renders the page on the first request for each generation, and compresses it in the background. */
function pageOncePerGeneration(): (set: StaticSet<ExplorerFacts>, current: Catalog) => StaticAnswer {
  let page: ExplorerPage | undefined;
  let rendered: { readonly generation: string; readonly answer: StaticAnswer } | undefined;
  return ({ facts }, current) => {
    const { generation } = current;
    if (rendered?.generation === generation) return rendered.answer;
    page ??= createExplorerPage(facts);
    const { ordinals } = current.list({ limit: PLAIN_ICONS });
    const answer: StaticAnswer = {
      headers: {
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-cache",
        "content-security-policy": page.policy,
      },
      etag: etagOf("explorer", facts.version, generation),
      bodies: { identity: Buffer.from(page.render(Array.from(ordinals, current.record))) },
    };
    rendered = { generation, answer };
    addCompressed(answer).catch(() => {
      // For example, out of memory: the next request retries.
      if (rendered?.answer === answer) rendered = undefined;
    });
    return answer;
  };
}

/** URLs are relative, so that the page also works behind a proxy that serves it below a path. */
function createExplorerPage({ version, paths, packages }: ExplorerFacts): ExplorerPage {
  const at = (path: string): string => `./assets/${version}/${path}`;
  const imports = Object.fromEntries(Object.entries(packages).map(([name, path]) => [name, at(path)]));
  const importMap = JSON.stringify({ imports });
  // Without preloading, a browser would discover modules one import after the other.
  const modules = paths.filter((path) => /\.m?js$/.test(path));
  const head = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Icon explorer</title>
<meta name="description" content="Search application icons, filter them, and find similar ones.">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${at(ICON_PATH)}" type="image/svg+xml">
<link rel="stylesheet" href="${at(STYLE_PATH)}">
<script type="importmap">${importMap}</script>
${modules.map((path) => `<link rel="modulepreload" href="${at(path)}">`).join("\n")}
<script type="module" src="${at("explorer/main.js")}"></script>
</head>
<body>
<div id="explorer"></div>
`;
  return {
    policy: [
      "default-src 'none'",
      `script-src 'self' 'sha256-${createHash("sha256").update(importMap).digest("base64")}'`,
      "style-src 'self'",
      "img-src 'self' blob:",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ].join("; "),
    render: (icons) => `${head}${renderPlainList(icons)}</body>\n</html>\n`,
  };
}

function renderPlainList(icons: readonly IconRecord[]): string {
  const items = icons.map(({ id, name, developer }) => {
    // The name is next to it.
    const image = `<img src=".${escapeHtml(imagePath(id))}" alt="" width="64" height="64" loading="lazy">`;
    return `<li>${image}<b>${escapeHtml(name)}</b> <span>${escapeHtml(developer)}</span></li>\n`;
  });
  return `<noscript>
<main class="plain">
<h1>Icon explorer</h1>
<p>With JavaScript, this page searches all icons. Without it, it shows the first of them.</p>
<ul>
${items.join("")}</ul>
</main>
</noscript>
`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);
}

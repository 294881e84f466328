import { readdirSync, readFileSync } from "node:fs";
import { h } from "preact";
import { OperationIntro, OperationText } from "../../dist/src/explorer/docs/operation-page.js";
import { Html, renderPage } from "../../dist/src/explorer/docs/page.js";
import { StartIntro, StartText } from "../../dist/src/explorer/docs/start-page.js";
import { ERRORS } from "../../dist/src/http/contract/error-codes.js";
import { pagePolicy, THEME_SCRIPT } from "../../dist/src/http/pages/page-policy.js";
import { planList } from "../../dist/src/http/reference/document.js";
import { EXAMPLE_ORIGIN } from "../../dist/src/http/reference/example-requests.js";
import { readDocsFiles } from "./page-files.mjs";
import { escapeHtml, plainOf, renderGuide, renderInline } from "./render-guide.mjs";

const DOCS = new URL("../../docs/", import.meta.url);
/** Documents by the group of the table of contents. The operations come after the first one. */
const GUIDES = {
  "Use icons": ["tutorial", "search", "client", "assistants", "dashboards", "iconify"],
  "Make a dataset": ["dataset", "linting", "maintaining"],
  "Run a server": ["operations", "configuration", "observing", "security"],
  Background: ["analysis", "format", "decisions", "glossary"],
};
/** Generated documents, which belong to the operations. */
const TABLES = ["image-parameters", "errors"];
/** Paths of operations that are not about icons. */
const SERVICE = /^\/(?!api|images|logos|stack|r\/)/;
const START = { title: "Overview", path: "docs" };
const HTML_HEADERS = { "content-type": "text/html; charset=utf-8", "cache-control": "no-cache" };
const LEAD = "Search application icons, get them as SVG or PNG in any size and color, and find similar ones.";
/** Follows the description of the only operation that is not a GET. */
const MCP_NOTE =
  "Only servers that were started with `--mcp` have it. [Coding assistants](assistants.md#shared-server) connect to it.";
/** Members of lists in examples that are shown. */
const MAX_EXAMPLES = 3;

/**
 * The pages of the documentation with their files, as responses.
 *
 * @param document the OpenAPI document
 * @param icon path of the icon that browsers show
 */
export function createDocsPages(document, icon) {
  const documents = readGuides();
  const operations = operationsOf(document);
  const contents = contentsOf(documents, operations);
  const pages = new Map([...documents, ...operations.map((operation) => [operation.page.path, operation])]);
  const index = JSON.stringify(entriesOf(contents, pages));
  const { version, files } = readDocsFiles(index);
  const at = (name) => `docs/assets/${version}/${name}`;
  const common = { contents, index: at("index.json") };
  const respond = (path, root, props) => {
    const body = renderPage({ root, path, headings: [], ...common, ...props });
    const bytes = Buffer.from(shellOf({ root, title: props.title, body, at, icon }));
    return { headers: { ...HTML_HEADERS, "content-security-policy": pagePolicy(false) }, bytes };
  };
  const start = startOf(contents, operations);
  const made = [
    { paths: ["/docs"], ...respond("docs", "", start("")) },
    { paths: ["/docs/"], ...respond("docs", "../", start("../")) },
  ];
  for (const [path] of documents) {
    const root = "../";
    const { title, html, headings } = renderGuide(readDocument(path), root);
    const text = { intro: h("h1", null, title), children: h(Html, { of: html }) };
    made.push({ paths: [`/${path}`], ...respond(path, root, { title, headings, ...text }) });
  }
  for (const { page, text, request } of operations) {
    const props = { title: page.title, request, intro: h(OperationIntro, text), children: h(OperationText, text) };
    made.push({ paths: [`/${page.path}`], ...respond(page.path, "../../", props) });
  }
  for (const [name, { type, bytes }] of files) {
    const headers = { "content-type": type, "cache-control": "public, max-age=31536000, immutable" };
    made.push({ paths: [`/${at(name)}`], headers, bytes });
  }
  return made;
}

/** Documents with their titles and headings, by path. A document without a place in the contents is an error. */
function readGuides() {
  const names = [...Object.values(GUIDES).flat(), ...TABLES];
  const files = readdirSync(DOCS).filter((file) => file.endsWith(".md") && file !== "README.md");
  const lost = files.filter((file) => !names.includes(file.slice(0, -3)));
  if (lost.length > 0) throw new Error(`tools/pages/docs-pages.mjs has no place for docs/${lost.join(", docs/")}`);
  return new Map(names.map((name) => [`docs/${name}`, renderGuide(readDocument(`docs/${name}`))]));
}

function readDocument(path) {
  return readFileSync(new URL(`${path.slice("docs/".length)}.md`, DOCS), "utf8");
}

function contentsOf(documents, operations) {
  const items = (names) => names.map((name) => ({ title: documents.get(`docs/${name}`).title, path: `docs/${name}` }));
  const [[first, guides], ...others] = Object.entries(GUIDES);
  const service = operations.filter(({ text }) => SERVICE.test(text.path));
  const api = operations.filter((operation) => !service.includes(operation));
  return [
    { title: "Start", items: [START] },
    { title: first, items: items(guides) },
    { title: "API", items: [...api.map(({ page }) => page), ...items(TABLES)] },
    { title: "Service", items: service.map(({ page }) => page) },
    ...others.map(([title, names]) => ({ title, items: items(names) })),
  ];
}

/** What the search finds: pages, their headings, and parameters of operations, each with its text. */
function entriesOf(contents, pages) {
  return contents.flatMap(({ title: group, items }) =>
    items.flatMap(({ title, path }) => {
      const { headings = [], html = "", text } = pages.get(path) ?? {};
      const [start, ...sections] = html.split(/<h[23] [^>]*>.*?<\/h[23]>/).map(plainOf);
      return [
        [title, group, path, text === undefined ? start : plainOf(text.text)],
        ...headings.map(({ id, text: heading }, at) => [heading, title, `${path}#${id}`, sections[at]]),
        ...(text?.parameters ?? []).map(({ name, description = "" }) => [
          ...[name, title, `${path}#parameter-${name}`, plainOf(renderInline(description))],
        ]),
      ];
    }),
  );
}

function operationsOf(document) {
  const resolve = (reference) => document.components.schemas[reference.split("/").at(-1)];
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { operationId, summary: title, description, parameters = [], responses, security } = operation;
      const [type, { schema, example }] = Object.entries(responses[200].content)[0];
      const text = description.replace(/\n*```sh\n[\s\S]*?```\n*/, "");
      const values = valuesOf(path, description);
      const common = { path, base: `${EXAMPLE_ORIGIN}/`, takesKey: security?.length !== 0, values: [...values] };
      const page = {
        title,
        path: `docs/api/${operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      };
      return {
        page,
        text: {
          ...{ method: method.toUpperCase(), path, title, values, resolve, markdown: renderInline },
          text: renderGuide(method === "get" ? text : `${description}\n\n${MCP_NOTE}`, "../../").html,
          // Those of the path are first, and required.
          parameters: parameters.toSorted((one, other) => other.required - one.required),
          response: schema?.properties === undefined && schema?.$ref === undefined ? undefined : schema,
          errors: errorsOf(responses),
          errorsPath: "../errors",
        },
        ...(method === "get" && { request: { ...common, kind: kindOf(type), example: exampleText(example) } }),
      };
    }),
  );
}

/** Values of the parameters in the example request of a description. */
function valuesOf(path, description) {
  const shown = new RegExp(`'${EXAMPLE_ORIGIN}([^']*)'`).exec(description)?.[1] ?? "";
  const { pathname, searchParams } = new URL(shown, EXAMPLE_ORIGIN);
  const [, name] = /\{(\w+)\}/.exec(path) ?? [];
  return new Map([...(name === undefined ? [] : [[name, pathname.split("/").at(-1)]]), ...searchParams]);
}

function errorsOf(responses) {
  const named = Object.values(responses).flatMap(({ content = {} }) =>
    Object.keys(content["application/json"]?.examples ?? {}),
  );
  return named.map((code) => ({ code, ...ERRORS[code] }));
}

function kindOf(type) {
  return type.startsWith("image/") ? "image" : /json$/.test(type) ? "json" : "text";
}

function exampleText(example) {
  if (typeof example !== "object") return example;
  const isLong = Array.isArray(example.data) && example.data.length > MAX_EXAMPLES;
  return JSON.stringify(isLong ? { ...example, data: example.data.slice(0, MAX_EXAMPLES) } : example, null, 2);
}

/** @returns a function of the server's root that returns title, request and text of the first page */
function startOf(contents, operations) {
  const list = readFileSync(new URL("README.md", DOCS), "utf8").matchAll(/^- \[([\w-]+)\.md\]\(.*?\): (.+)$/gm);
  const about = new Map([
    ...Array.from(list, ([, name, text]) => [`docs/${name}`, renderInline(text)]),
    ...operations.map(({ page, text: { method, path } }) => [page.path, renderInline(`${method} \`${path}\``)]),
  ]);
  const { request } = operations[0];
  const plans = renderGuide(planList()).html;
  return (root) => ({
    title: "Documentation",
    request,
    intro: h(StartIntro, { root, lead: LEAD }),
    children: h(StartText, { root, contents, about, plans }),
  });
}

function shellOf({ root, title, body, at, icon }) {
  return `<!doctype html>
<html lang="en" data-root="${root}">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)} · Icon Data API</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<script>${THEME_SCRIPT}</script>
<link rel="stylesheet" href="${root}${at("docs.css")}">
<script type="module" src="${root}${at("main.js")}"></script>
<link rel="icon" href="${root}${icon}" type="image/svg+xml">
</head>
<body>
${body}
</body>
</html>
`;
}

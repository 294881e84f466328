import { createHash } from "node:crypto";
import { type IconRecord, imagePath } from "../format/record.js";
import { type ExplorerFiles, PICTURE_PATH, STYLE_PATH } from "./explorer-files.js";

/** What the page says of the files that it loads. */
export interface ExplorerFacts extends Pick<ExplorerFiles, "version" | "packages"> {
  /** Of all files, in the order in which they are loaded. */
  readonly paths: readonly string[];
}

/** The explorer page without what depends on the dataset. */
export interface ExplorerPage {
  /** The page's policy: nothing inline but the import map, nothing from elsewhere. */
  readonly policy: string;
  /** @param icons what a browser without JavaScript shows */
  render(icons: readonly IconRecord[]): string;
}

/** Addresses are relative, so that the page also works behind a proxy that serves it below a path. */
export function createExplorerPage({ version, paths, packages }: ExplorerFacts): ExplorerPage {
  const at = (path: string): string => `./assets/${version}/${path}`;
  const imports = Object.fromEntries(Object.entries(packages).map(([name, path]) => [name, at(path)]));
  const importMap = JSON.stringify({ imports });
  // Without being told, a browser would find modules one import after the other.
  const modules = paths.filter((path) => /\.m?js$/.test(path));
  const head = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Icon explorer</title>
<meta name="description" content="Search application icons, filter them, and find similar ones.">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${at(PICTURE_PATH)}" type="image/svg+xml">
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
    // The name stands beside it.
    const picture = `<img src=".${escapeHtml(imagePath(id))}" alt="" width="64" height="64" loading="lazy">`;
    return `<li>${picture}<b>${escapeHtml(name)}</b> <span>${escapeHtml(developer)}</span></li>\n`;
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

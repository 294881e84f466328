import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { getIconData } from "@iconify/utils";
import { convertParsedSVG, parseSVGContent } from "@iconify/utils/lib/svg/parse";
import { readColored, SYMBOLS } from "./adapted.mjs";

const THESVG = {
  package: "@thesvg/icons",
  author: { name: "theSVG contributors", url: "https://thesvg.org" },
  license: { title: "MIT", spdx: "MIT" },
};

const SIMPLE_ICONS = {
  author: { name: "Simple Icons contributors", url: "https://simpleicons.org" },
  license: { title: "CC0-1.0", spdx: "CC0-1.0" },
};

/**
 * Packages with drawings of brands that are not dependencies: too large, or only few of their drawings are used. The key
 * is the set's name in `image` of a record.
 *
 * @type {Record<string, { package: string; name: string; author: object; license: object; read: Function }>}
 */
export const COLLECTED = {
  devicon: iconifyPackage("devicon"),
  selfhst: iconifyPackage("selfhst", { package: "@iconify/json", file: "json/selfhst.json" }),
  "skill-icons": iconifyPackage("skill-icons"),
  "streamline-logos": iconifyPackage("streamline-logos"),
  "token-branded": iconifyPackage("token-branded"),
  "vscode-icons": iconifyPackage("vscode-icons"),
  cib: iconifyPackage("cib"),
  "fa7-brands": iconifyPackage("fa7-brands"),
  "colored-simple-icons": {
    package: "simple-icons",
    name: "Simple Icons, in several colors",
    ...SIMPLE_ICONS,
    read: readColored,
  },
  "former-simple-icons": {
    package: "",
    name: "Simple Icons, earlier versions",
    ...SIMPLE_ICONS,
    read: readFormer,
  },
  "lobe-icons": {
    package: "@lobehub/icons-static-svg",
    name: "Lobe Icons",
    author: { name: "LobeHub", url: "https://github.com/lobehub/lobe-icons" },
    license: { title: "MIT", spdx: "MIT" },
    read: async (folder, name) => toIcon(await readFile(join(folder, "icons", `${name}.svg`), "utf8")),
  },
  "super-tiny-icons": {
    package: "super-tiny-icons",
    name: "Super Tiny Icons",
    author: { name: "Terence Eden and contributors", url: "https://github.com/edent/SuperTinyIcons" },
    license: { title: "MIT", spdx: "MIT" },
    read: async (folder, name) =>
      toIcon(await readFile(join(folder, "images/svg", `${name.replaceAll("-", "_")}.svg`), "utf8")),
  },
  thesvg: { ...THESVG, name: "theSVG", read: readTheSvg },
  "thesvg-symbols": {
    ...THESVG,
    name: "theSVG, without wordmarks",
    read: async (folder, name) => {
      const [left, top, width, height] = SYMBOLS[name];
      return { ...(await readTheSvg(folder, name)), left, top, width, height };
    },
  },
};

async function readTheSvg(folder, name) {
  const { default: icon } = await import(pathToFileURL(join(folder, "dist", `${name}.js`)).href);
  return toIcon(icon.svg);
}

/** Major versions of Simple Icons, newest first; `npm install simple-icons-15@npm:simple-icons@15 …` installs them. */
const FORMER_VERSIONS = [15, 14, 13, 12, 11, 9, 7];

/** A drawing that Simple Icons has removed, from the last version that had it. */
async function readFormer(modules, name) {
  for (const version of FORMER_VERSIONS) {
    const file = join(modules, `simple-icons-${version}`, "icons", `${name}.svg`);
    const svg = await readFile(file, "utf8").catch(() => undefined);
    if (svg !== undefined) return toIcon(svg);
  }
  return undefined;
}

/** What a package of Iconify has. @param from the package and its file; by default, the set has a package of its own */
function iconifyPackage(prefix, from = { package: `@iconify-json/${prefix}`, file: "icons.json" }) {
  const sets = new Map();
  const load = async (folder) => {
    if (!sets.has(folder)) sets.set(folder, JSON.parse(await readFile(join(folder, from.file), "utf8")));
    return sets.get(folder);
  };
  return {
    package: from.package,
    info: async (folder) => (await load(folder)).info ?? JSON.parse(await readFile(join(folder, "info.json"), "utf8")),
    read: async (folder, name) => getIconData(await load(folder), name),
  };
}

const SHAPE = /<(?:path|circle|ellipse|rect|line|polyline|polygon)\b[^>]*>/g;
const PAINT = /(?:fill|stroke|stop-color)\s*[=:]\s*["']?\s*(#[0-9a-f]+|rgb[^"';]+|[a-z]+)/gi;

/** Comments, titles, and what editors add under prefixes of their own. */
const EXTRAS = [
  /<!--[\s\S]*?-->/g,
  /<(title|metadata|sodipodi:\w+)\b[^>]*(?:\/>|>[\s\S]*?<\/\1>)/g,
  /<(?:inkscape|sodipodi):[^>]*\/>/g,
  /\s(?!xlink:|xml:|xmlns)[a-z]+:[\w-]+="[^"]*"/g,
];

/** A drawing as an Iconify icon; one that is all in one color gets `currentColor`, as Iconify's do. */
function toIcon(svg) {
  const plain = withViewBox(EXTRAS.reduce((text, extra) => text.replaceAll(extra, ""), svg));
  const icon = convertParsedSVG(parseSVGContent(plain));
  const colors = new Set([...icon.body.matchAll(PAINT)].map(([, color]) => color.toLowerCase()));
  for (const word of ["none", "currentcolor", "inherit", "evenodd", "nonzero"]) colors.delete(word);
  const shapes = icon.body.match(SHAPE) ?? [];
  const isAllPainted =
    shapes.every((shape) => /fill[=:]/.test(shape)) || !shapes.some((shape) => /fill=|fill:/.test(shape));
  if (colors.size > 1 || (colors.size === 1 && !isAllPainted) || /<(?:image|style|use)|url\(/.test(icon.body))
    return icon;
  const body = icon.body.replaceAll(/(fill|stroke)(="|:)(?!none)[^";]+/gi, "$1$2currentColor");
  return { ...icon, body: /fill[=:]/.test(body) ? body : `<g fill="currentColor">${body}</g>` };
}

/** The view box of a drawing that only has a size is this size. */
function withViewBox(svg) {
  const [tag] = /<svg\b[^>]*>/.exec(svg);
  if (/\bviewBox=/.test(tag)) return svg;
  const side = (name) => Number.parseFloat(new RegExp(`\\b${name}="([\\d.]+)`).exec(tag)[1]);
  return svg.replace(tag, tag.replace("<svg", `<svg viewBox="0 0 ${side("width")} ${side("height")}"`));
}

import { componentCode, componentName } from "../images/component-code.js";

/** Code formats in which a drawing can be copied. */
export const CODE_FORMS = {
  svg: "SVG",
  react: "React",
  tsx: "React, TSX",
  vue: "Vue",
  svelte: "Svelte",
  html: "<img>",
  picture: "<picture>, light and dark",
  url: "URL",
  css: "CSS",
  dataUrl: "Data URL",
} as const;

export type CodeForm = keyof typeof CODE_FORMS;

/** Formats that refer to the image by its URL, so they need no drawing. */
export const BY_ADDRESS: ReadonlySet<CodeForm> = new Set(["html", "picture", "url"]);

/** The facts about an icon that code contains. */
export interface CodeSubject {
  readonly id: string;
  readonly name: string;
  /** The URL of the image in the chosen form. */
  readonly url: string;
}

/** A drawing as its text and as a DOM tree. */
export interface Drawing {
  readonly text: string;
  readonly root: Element;
}

/**
 * Loads a drawing as a document, since this page's content policy forbids parsing text. @throws Error if it can't be
 * loaded
 */
export function loadDrawing(url: string): Promise<Drawing> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.onload = () => {
      const root = request.responseXML?.documentElement;
      if (request.status !== 200 || root === undefined) reject(new Error(`${url} is not a drawing`));
      else resolve({ text: request.responseText, root });
    };
    request.onerror = () => reject(new Error(`${url} can't be loaded`));
    request.open("GET", url);
    request.send();
  });
}

/** Used by drawings without a view box. */
const SIZE = { width: 128, height: 128 };

/**
 * The code that shows an icon. Components work side by side on a page, also several of one icon.
 *
 * @param drawing not needed for formats that only contain the URL
 */
export function codeOf(form: CodeForm, subject: CodeSubject, drawing: Drawing | undefined): string {
  const { id, name, url } = subject;
  if (form === "html") return imageTag(url, name);
  if (form === "picture") {
    const source = `<source media="(prefers-color-scheme: dark)" srcset="${escapeAttribute(themed(url, "dark"))}">`;
    return `<picture>\n  ${source}\n  ${imageTag(themed(url, "light"), name)}\n</picture>\n`;
  }
  if (form === "url") return url;
  const { text } = drawing!;
  switch (form) {
    case "svg":
      return text;
    case "react":
    case "tsx":
      return componentCode("react", componentName(id, name), { text, ...SIZE }, { typed: form === "tsx" })!;
    case "vue":
    case "svelte":
      return componentCode(form, componentName(id, name), { text, ...SIZE })!;
    case "css":
      return `.icon-${className(id)} {\n  background: url("${toDataUrl(text)}") center / contain no-repeat;\n}\n`;
    case "dataUrl":
      return toDataUrl(text);
  }
}

function imageTag(url: string, name: string): string {
  return `<img src="${escapeAttribute(url)}" alt="${escapeAttribute(name)}" width="128" height="128">`;
}

/** The URL of the same image for a light or dark page. */
function themed(url: string, theme: "light" | "dark"): string {
  const address = new URL(url);
  address.searchParams.set("theme", theme);
  return address.href;
}

/** A drawing as a data URL. Escapes everything that CSS or HTML could misread. */
export function toDataUrl(svg: string): string {
  const escaped = encodeURIComponent(svg).replaceAll(/['()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `data:image/svg+xml,${escaped}`;
}

function className(id: string): string {
  return id.toLowerCase().replaceAll(/[^a-z0-9_-]+/g, "-");
}

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

import { hasStyleSheet, prefixIds } from "./isolate-drawing.js";

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

/**
 * The code that shows an icon. Components work side by side on a page: ids within their drawings get the icon's id as a
 * prefix, and a drawing with a style sheet becomes an image.
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
  const { text, root } = drawing!;
  switch (form) {
    case "svg":
      return text;
    case "react":
      return `export function ${componentName(id, name)}(props) {\n  return ${elementToJsx(isolated(root, subject), " {...props}")};\n}\n`;
    case "tsx":
      return typedComponent(componentName(id, name), isolated(root, subject));
    case "vue":
      return `<template>\n  ${serialize(isolated(root, subject))}\n</template>\n`;
    case "svelte":
      return `${escapeBraces(serialize(isolated(root, subject)))}\n`;
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

/** A copy of a drawing that neither affects other drawings of a page nor depends on them. */
function isolated(root: Element, { id, name }: CodeSubject): Element {
  if (hasStyleSheet(root)) {
    const image = root.ownerDocument.createElementNS(null, "img");
    image.setAttribute("src", toDataUrl(serialize(root)));
    image.setAttribute("alt", name);
    // Without a width of its own, a drawing in a page is as wide as its container.
    image.setAttribute("width", root.getAttribute("width") ?? "100%");
    const height = root.getAttribute("height");
    if (height !== null) image.setAttribute("height", height);
    return image;
  }
  const copy = root.cloneNode(true) as Element;
  prefixIds(copy, `${className(id)}-`);
  return copy;
}

function serialize(element: Element): string {
  return new XMLSerializer().serializeToString(element);
}

/** A drawing as a data URL. Escapes everything that CSS or HTML could misread. */
export function toDataUrl(svg: string): string {
  const escaped = encodeURIComponent(svg).replaceAll(/['()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `data:image/svg+xml,${escaped}`;
}

/**
 * A component name: GitHub for github, Icon7zip for 7zip. @param name of the icon; its capitals count if it has the same
 * letters as the id
 */
export function componentName(id: string, name = id): string {
  const own = joined(id);
  const named = joined(name);
  const component = named.toLowerCase() === own.toLowerCase() ? named : own;
  return /^[A-Z]/.test(component) ? component : `Icon${component}`;
}

/** The words of a text as one, each with a capital. */
function joined(text: string): string {
  const words = text.normalize("NFKD").match(/[A-Za-z0-9]+/g) ?? [];
  return words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join("");
}

/** A React component with types, as high and wide as its property `size`. */
function typedComponent(component: string, element: Element): string {
  element.removeAttribute("width");
  element.removeAttribute("height");
  const jsx = elementToJsx(element, " width={size} height={size} {...props}");
  return `import type { ComponentProps } from "react";

type ${component}Props = ComponentProps<"${element.tagName}"> & { size?: number | string };

export function ${component}({ size = 24, ...props }: ${component}Props) {
  return ${jsx};
}
`;
}

function className(id: string): string {
  return id.toLowerCase().replaceAll(/[^a-z0-9_-]+/g, "-");
}

/**
 * The drawing as JSX: attributes in camel case, styles as objects. @param more additional attributes of the element,
 * such as the component's props
 */
function elementToJsx(element: Element, more = ""): string {
  const attributes = [...element.attributes].map(attributeToJsx).join("");
  const children = [...element.childNodes].map((node) =>
    node instanceof Element ? elementToJsx(node) : textToJsx(node.textContent ?? ""),
  );
  const content = children.join("");
  const opening = `<${element.tagName}${attributes}${more}`;
  return content === "" ? `${opening} />` : `${opening}>${content}</${element.tagName}>`;
}

function attributeToJsx({ name, value }: Attr): string {
  if (name === "style") return ` style={${JSON.stringify(styleObject(value))}}`;
  const written = name === "class" ? "className" : camelCase(name);
  // A string in braces needs no JSX escapes.
  return /["{}&\\\n]/.test(value) ? ` ${written}={${JSON.stringify(value)}}` : ` ${written}="${value}"`;
}

function textToJsx(text: string): string {
  return text.trim() === "" ? "" : `{${JSON.stringify(text)}}`;
}

function styleObject(style: string): Record<string, string> {
  const declarations = style.split(";").map((declaration) => declaration.split(/:(.*)/s));
  return Object.fromEntries(
    declarations.flatMap(([name = "", value = ""]) =>
      value.trim() === "" ? [] : [[name.trim().startsWith("--") ? name.trim() : camelCase(name.trim()), value.trim()]],
    ),
  );
}

/** React keeps `aria-*` as it is. */
function camelCase(name: string): string {
  return name.startsWith("aria-") ? name : name.replaceAll(/[-:]([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function escapeBraces(svg: string): string {
  return svg.replaceAll(/[{}]/g, (brace) => (brace === "{" ? "&#123;" : "&#125;"));
}

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

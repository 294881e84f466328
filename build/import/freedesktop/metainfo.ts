import { parseXml, XmlElement } from "@rgrove/parse-xml";
import { parseNested } from "#src/platform/nesting.js";
import { oneLine } from "../one-line.js";

/** Component types that appear in menus; the second is the former name. */
const KINDS = new Set(["desktop-application", "desktop"]);
const DESKTOP = /\.desktop$/;

/** The AppStream metainfo of an application. Texts are single-line and may be empty. */
export interface Metainfo {
  /** Ids of its desktop entries, without `.desktop`, most likely ones first. */
  readonly desktopIds: readonly string[];
  readonly id: string;
  readonly name: string;
  /** By locale. */
  readonly names: ReadonlyMap<string, string>;
  readonly summary: string;
  readonly description: string;
  readonly developer: string;
  readonly homepage: string;
  readonly license: string;
  readonly keywords: readonly string[];
  readonly releases: readonly Release[];
}

/** A release; the date has the form 2024-05-11 or is empty. */
export interface Release {
  readonly version: string;
  readonly date: string;
  readonly note: string;
}

/**
 * Parses a metainfo file. Resolves no entities but XML's own five, and reads no document type.
 *
 * @returns undefined if it is another type of component, such as a font
 * @throws Error if it is not XML
 */
export function parseMetainfo(text: string): Metainfo | undefined {
  const { root } = parseNested(() => parseXml(text));
  if (root === null) return undefined;
  const id = textOf(child(root, "id"));
  // Before 2014, this was the name of the root, and the type was an attribute of the id.
  const kind = root.name === "application" ? child(root, "id")?.attributes.type : root.attributes.type;
  if (!["component", "application"].includes(root.name) || !KINDS.has(kind ?? "")) return undefined;
  const launchables = children(root, "launchable").filter(({ attributes }) => attributes.type === "desktop-id");
  const provided = children(child(root, "provides"), "id");
  const ids = [...launchables.map(textOf), id, ...provided.map(textOf)].map((name) => name.replace(DESKTOP, ""));
  return {
    desktopIds: [...new Set(ids)].filter((name) => name !== ""),
    id,
    name: textOf(child(root, "name")),
    names: translations(root, "name"),
    summary: textOf(child(root, "summary")),
    description: proseOf(child(root, "description")),
    developer:
      textOf(child(child(root, "developer"), "name")) ||
      textOf(child(root, "developer_name")) ||
      textOf(child(root, "project_group")),
    homepage: textOf(children(root, "url").find(({ attributes }) => attributes.type === "homepage")),
    license: textOf(child(root, "project_license")),
    keywords: children(child(root, "keywords"), "keyword").map(textOf),
    releases: children(child(root, "releases"), "release").map(releaseOf),
  };
}

function releaseOf(release: XmlElement): Release {
  const { version = "", date = "", timestamp = "" } = release.attributes;
  const time = /^\d{1,10}$/.test(timestamp) ? new Date(Number(timestamp) * 1000).toISOString() : date;
  return {
    version: oneLine(version),
    date: /^\d{4}-\d\d-\d\d/.exec(time)?.[0] ?? "",
    note: proseOf(child(release, "description")),
  };
}

/** Elements of a name without a locale. */
function children(parent: XmlElement | undefined, name: string): XmlElement[] {
  return elementsIn(parent).filter((element) => element.name === name && !isTranslated(element));
}

function child(parent: XmlElement | undefined, name: string): XmlElement | undefined {
  return children(parent, name)[0];
}

function translations(parent: XmlElement, name: string): ReadonlyMap<string, string> {
  const elements = elementsIn(parent).filter((element) => element.name === name && isTranslated(element));
  return new Map(elements.map((element) => [element.attributes["xml:lang"] as string, textOf(element)]));
}

/** Paragraphs and list items, concatenated. */
function proseOf(description: XmlElement | undefined): string {
  const parts = elementsIn(description).filter((element) => !isTranslated(element));
  const texts = parts.flatMap((part) =>
    ["ul", "ol"].includes(part.name) ? children(part, "li").map(textOf) : [textOf(part)],
  );
  return texts.filter((text) => text !== "").join(" ");
}

function elementsIn(parent: XmlElement | undefined): XmlElement[] {
  return (parent?.children ?? []).filter((node) => node instanceof XmlElement);
}

function isTranslated({ attributes }: XmlElement): boolean {
  return attributes["xml:lang"] !== undefined;
}

function textOf(element: XmlElement | undefined): string {
  return oneLine(element?.text, Number.POSITIVE_INFINITY);
}

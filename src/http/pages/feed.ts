import type { Catalog } from "../../catalog/catalog.js";
import type { Change } from "../../catalog/changes.js";
import { IMAGE_FORMATS } from "../../images/image-options.js";
import { API_PREFIX } from "../responses/headers.js";

/** The latest changes of a dataset, independent of the form of the feed. */
export interface Feed {
  readonly title: string;
  /** The public origin. */
  readonly origin: string;
  /** ISO 8601; that of the newest entry, so that equal datasets have equal feeds. */
  readonly updated: string;
  readonly entries: readonly FeedEntry[];
}

interface FeedEntry {
  /** A URL that no other entry has, also in later feeds. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly updated: string;
  readonly published?: string;
  readonly author?: string;
  readonly category?: string;
  /** URL of the page that shows the icon. */
  readonly page?: string;
  readonly image?: string;
}

/** Paths of the feeds. */
export const FEED_PATHS = { atom: "/feed.atom", json: "/feed.json" } as const;
/** The time of a feed without entries. */
const NO_TIME = new Date(0).toISOString();
/** Characters that XML can't represent. Records contain no other ones. */
const NO_XML = /[\uFFFE\uFFFF]/g;

/** Describes changes by fields of the free plan. Decodes the records. */
export function createFeed(catalog: Catalog, changes: readonly Change[], origin: string): Feed {
  const entries = changes.map((change) =>
    change.kind === "icon" ? iconEntry(catalog, change, origin) : gone(change, origin),
  );
  return { title: catalog.manifest.dataset.name, origin, updated: entries[0]?.updated ?? NO_TIME, entries };
}

function iconEntry(catalog: Catalog, { ordinal, time }: Change & { readonly kind: "icon" }, origin: string): FeedEntry {
  const { id, name, developer, category, description, createdAt } = catalog.record(ordinal);
  const added = createdAt === undefined ? undefined : Date.parse(createdAt);
  return {
    id: detailUrl(origin, id),
    title: `${added === time ? "Added" : "Updated"}: ${name}`,
    text: description ?? `${name} by ${developer}`,
    updated: new Date(time).toISOString(),
    ...(added === undefined ? {} : { published: new Date(added).toISOString() }),
    author: developer,
    category,
    page: pageUrl(origin, id),
    ...(catalog.hasImage(ordinal) ? { image: `${origin}/images/${encodeURIComponent(id)}` } : {}),
  };
}

function gone({ id, time, removal }: Change & { readonly kind: "removed" }, origin: string): FeedEntry {
  const { reason, successor } = removal;
  return {
    // An icon with this id may be added again.
    id: `${detailUrl(origin, id)}#removed`,
    title: `Removed: ${id}`,
    text: successor === undefined ? reason : `${reason}. Replaced by ${successor}.`,
    updated: new Date(time).toISOString(),
    ...(successor === undefined ? {} : { page: pageUrl(origin, successor) }),
  };
}

function detailUrl(origin: string, id: string): string {
  return `${origin}${API_PREFIX}/icons/${encodeURIComponent(id)}`;
}

function pageUrl(origin: string, id: string): string {
  return `${origin}/?icon=${encodeURIComponent(id)}`;
}

/** The feed as JSON Feed 1.1. */
export function jsonFeed({ title, origin, entries }: Feed): string {
  const items = entries.map(({ id, title: itemTitle, text, updated, published, author, category, page, image }) => ({
    id,
    url: page,
    title: itemTitle,
    content_text: text,
    image,
    date_published: published ?? updated,
    date_modified: updated,
    authors: author === undefined ? undefined : [{ name: author }],
    tags: category === undefined ? undefined : [category],
  }));
  return JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title,
    home_page_url: `${origin}/`,
    feed_url: origin + FEED_PATHS.json,
    items,
  });
}

/** The feed as Atom 1.0, RFC 4287. */
export function atomFeed({ title, origin, updated, entries }: Feed): string {
  const self = origin + FEED_PATHS.atom;
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
${element("id", self)}
${element("title", title)}
${element("updated", updated)}
<author>${element("name", title)}</author>
<link rel="self" type="application/atom+xml" href="${escapeXml(self)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(`${origin}/`)}"/>
${entries.map(atomEntry).join("")}</feed>
`;
}

function atomEntry({ id, title, text, updated, published, author, category, page, image }: FeedEntry): string {
  const lines = [
    "<entry>",
    element("id", id),
    element("title", title),
    element("updated", updated),
    published === undefined ? "" : element("published", published),
    author === undefined ? "" : `<author>${element("name", author)}</author>`,
    category === undefined ? "" : `<category term="${escapeXml(category)}"/>`,
    // An entry without content needs a link (RFC 4287, section 4.1.2).
    `<link rel="alternate" href="${escapeXml(page ?? id)}"/>`,
    image === undefined ? "" : `<link rel="enclosure" type="${IMAGE_FORMATS.webp}" href="${escapeXml(image)}"/>`,
    element("summary", text),
    "</entry>",
  ];
  return `${lines.filter((line) => line !== "").join("\n")}\n`;
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escapeXml(text: string): string {
  return text.replace(NO_XML, "\uFFFD").replace(/[&<>"]/g, (character) => ESCAPES[character]!);
}

import { words } from "#src/text/fold.js";
import type { SourceRecord } from "../../dataset/source-record.js";
import { cut, MAX_NAME, nonEmpty, oneLine, present, shortened, webAddress } from "../one-line.js";
import type { DesktopEntry } from "./desktop-entry.js";
import type { Metainfo } from "./metainfo.js";

const MAX_DESCRIPTION = 1000;
const MAX_NOTE = 500;
const MAX_VERSION = 60;
const MAX_VERSIONS = 200;
const MAX_TAG = 60;
const MAX_TAGS = 100;
const MAX_ALIASES = 50;
/**
 * Names in these languages, the most widely read on the web, come first, since a record has no room for all languages.
 */
const LANGUAGES = "zh es ar pt ru ja de fr ko hi it tr fa vi pl id uk nl th cs ro hu el sv he da fi nb sk bg".split(
  " ",
);

/** The main categories that the Desktop Menu Specification registers, as labels. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ["AudioVideo", "multimedia"],
  ["Audio", "music"],
  ["Video", "video"],
  ["Development", "development"],
  ["Education", "education"],
  ["Game", "games"],
  ["Graphics", "graphics"],
  ["Network", "internet"],
  ["Office", "office"],
  ["Science", "science"],
  ["Settings", "settings"],
  ["System", "system"],
  ["Utility", "utilities"],
]);
const NONE = "other";

/**
 * The record of an application.
 *
 * @param id of its desktop entry, without `.desktop`
 * @param developer the default if the application names none
 * @param image its image, undefined for none
 */
export function appRecord(
  id: string,
  entry: DesktopEntry,
  metainfo: Metainfo | undefined,
  developer: string,
  image: string | undefined,
): SourceRecord {
  const name = cut(metainfo?.name || oneLine(entry.text("Name")), MAX_NAME);
  const website = webAddress(metainfo?.homepage);
  const history = historyOf(metainfo);
  const about = metainfo?.description || metainfo?.summary || entry.text("Comment");
  return {
    id,
    name,
    developer: oneLine(metainfo?.developer) || hostOf(website) || developer,
    category: categoryOf(entry.list("Categories")),
    ...present({
      image,
      aliases: nonEmpty(aliasesOf(id, name, entry, metainfo)),
      description: shortened(about, MAX_DESCRIPTION) || undefined,
      website,
      updatedAt: history[0]?.date,
      versionHistory: nonEmpty(history),
      aiTags: nonEmpty(tagsOf(entry, metainfo)),
    }),
    attributes: present({
      desktopId: `${id}.desktop`,
      appStreamId: metainfo?.id || undefined,
      genericName: oneLine(entry.text("GenericName")) || undefined,
      license: oneLine(metainfo?.license) || undefined,
      categories: nonEmpty(entry.list("Categories").map((category) => oneLine(category))),
    }),
  };
}

/**
 * Aliases: the names in both files, the last part of the id, which is usually the name of the program, and other
 * languages.
 */
function aliasesOf(id: string, name: string, entry: DesktopEntry, metainfo: Metainfo | undefined): string[] {
  const translated = [...entry.translations("Name"), ...(metainfo?.names ?? [])];
  const aliases = [
    oneLine(entry.text("Name")),
    oneLine(entry.text("X-GNOME-FullName")),
    id.replace(/^.*\./, ""),
    ...translated.sort(([a], [b]) => placeOf(a) - placeOf(b)).map(([, text]) => oneLine(text)),
  ];
  return distinct(aliases, name).slice(0, MAX_ALIASES);
}

/** Removes names that search treats as equal to an earlier one or to `known`, and names without a letter. */
function distinct(texts: readonly string[], known = ""): string[] {
  const bySpelling = new Map<string, string>();
  for (const text of texts) {
    const spelling = words(text).join(" ");
    if (!bySpelling.has(spelling)) bySpelling.set(spelling, text);
  }
  for (const left of [words(known).join(" "), ""]) bySpelling.delete(left);
  return [...bySpelling.values()];
}

/** `pt_BR` ranks like `pt`. */
function placeOf(locale: string): number {
  const place = LANGUAGES.indexOf(locale.split(/[_@.-]/)[0] as string);
  return place < 0 ? LANGUAGES.length : place;
}

function historyOf(metainfo: Metainfo | undefined): NonNullable<SourceRecord["versionHistory"]> {
  return (metainfo?.releases ?? [])
    .filter(({ version, date }) => version !== "" && !Number.isNaN(Date.parse(date)))
    .sort((a, b) => (a.date === b.date ? 0 : a.date < b.date ? 1 : -1))
    .slice(0, MAX_VERSIONS)
    .map(({ version, date, note }) => ({
      version: cut(version, MAX_VERSION),
      date,
      ...(note === "" ? {} : { note: shortened(note, MAX_NOTE) }),
    }));
}

function tagsOf(entry: DesktopEntry, metainfo: Metainfo | undefined): { tag: string }[] {
  const keywords = [...(metainfo?.keywords ?? []), ...entry.list("Keywords")].map((word) => oneLine(word, MAX_TAG));
  return distinct(keywords)
    .slice(0, MAX_TAGS)
    .map((tag) => ({ tag }));
}

function hostOf(website: string | undefined): string {
  return website === undefined ? "" : cut(new URL(website).hostname.replace(/^www\./, ""), MAX_NAME);
}

/**
 * The label of an application by its `Categories`: that of the first main category. `AudioVideo` is required in
 * addition to `Audio` and `Video`, so if only one of those two is present, it takes precedence.
 */
export function categoryOf(categories: readonly string[]): string {
  const main = categories.filter((category) => LABELS.has(category));
  const kinds = main.filter((category) => category === "Audio" || category === "Video");
  const first = main[0] === "AudioVideo" && kinds.length === 1 ? kinds[0] : main[0];
  return LABELS.get(first ?? "") ?? NONE;
}

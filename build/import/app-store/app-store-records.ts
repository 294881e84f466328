import { words } from "#src/text/fold.js";
import type { SourceRecord } from "../../dataset/source-record.js";
import { cut, MAX_NAME, nonEmpty, oneLine, present, shortened, slugOf, webAddress } from "../one-line.js";
import type { SkippedIcon } from "../write-records.js";
import type { StoreResult } from "./look-ups.js";

const MAX_DESCRIPTION = 1000;
const MAX_NOTE = 500;
const MAX_VERSION = 60;
const MAX_VERSIONS = 200;
const MAX_GENRES = 20;
/** Separators between an application's name and additions in its title. */
const SUFFIX = /\s+[-–—|·]\s+|\s*:\s+/;

type Version = NonNullable<SourceRecord["versionHistory"]>[number];

/** An application, merged from one or several responses. */
export interface StoreApp {
  /** Without its history. */
  readonly record: SourceRecord;
  /** Its number in the store; images may be named after it. */
  readonly trackId: string | undefined;
  /** By version. */
  readonly versions: ReadonlyMap<string, Version>;
}

/** Converts a result to an application, or returns why it is not one. */
export function appOf(result: StoreResult): StoreApp | SkippedIcon {
  const trackId = Number.isSafeInteger(result.trackId) ? String(result.trackId) : undefined;
  const bundleId = oneLine(result.bundleId);
  const name = oneLine(result.trackName);
  const id = bundleId || trackId;
  if (id === undefined) return { icon: name || "a result", reason: "has neither bundleId nor trackId" };
  if (name === "") return { icon: id, reason: "has no trackName" };
  if (!/^(software|mac-software|undefined)$/.test(String(result.kind))) {
    return { icon: id, reason: `is not an application, but of the kind ${oneLine(String(result.kind))}` };
  }
  const record: SourceRecord = {
    id,
    name,
    developer: oneLine(result.artistName) || oneLine(result.sellerName) || "Unknown",
    category: slugOf(result.primaryGenreName) || "other",
    ...present({
      image: imageOf(result),
      aliases: aliasesOf(name),
      description: shortened(result.description, MAX_DESCRIPTION) || undefined,
      website: webAddress(result.sellerUrl),
      updatedAt: dateOf(result.currentVersionReleaseDate),
    }),
    attributes: attributesOf(result, bundleId, trackId),
  };
  return { record, trackId, versions: versionsOf(result) };
}

/**
 * Merges two responses about an application: the facts of the newer response (the second if equally old), and the
 * versions of both.
 */
export function merged(first: StoreApp, second: StoreApp): StoreApp {
  const newer = (second.record.updatedAt ?? "") >= (first.record.updatedAt ?? "") ? second : first;
  const older = newer === second ? first : second;
  return { ...newer, versions: new Map([...older.versions, ...newer.versions]) };
}

/** The application's record, its history newest first. @param image its image, undefined for none */
export function recordOf({ record, versions }: StoreApp, image: string | undefined): SourceRecord {
  const versionHistory = [...versions.values()]
    .sort((a, b) => (a.date === b.date ? 0 : a.date < b.date ? 1 : -1))
    .slice(0, MAX_VERSIONS);
  const { image: _address, attributes = {}, ...facts } = record;
  return { ...facts, ...present({ image, versionHistory: nonEmpty(versionHistory) }), attributes };
}

/** "Kite: Fly & Relax" also gets the alias "Kite". */
function aliasesOf(name: string): string[] | undefined {
  const [start = ""] = name.split(SUFFIX);
  const short = cut(start, MAX_NAME);
  return words(short).length > 0 && short !== name ? [short] : undefined;
}

function imageOf(result: StoreResult): string | undefined {
  const address = [result.artworkUrl512, result.artworkUrl100, result.artworkUrl60].map(webAddress).find(Boolean);
  return address?.replace(/^http:/, "https:");
}

function versionsOf(result: StoreResult): ReadonlyMap<string, Version> {
  const version = oneLine(result.version, MAX_VERSION);
  const date = dateOf(result.currentVersionReleaseDate)?.slice(0, 10);
  if (version === "" || date === undefined) return new Map();
  const note = shortened(result.releaseNotes, MAX_NOTE);
  return new Map([[version, { version, date, ...(note === "" ? {} : { note }) }]]);
}

function attributesOf(
  { genres, price, currency, averageUserRating, userRatingCount, trackViewUrl }: StoreResult,
  bundleId: string,
  trackId: string | undefined,
): Record<string, unknown> {
  const names = Array.isArray(genres) ? genres.map((genre) => oneLine(genre)).filter(Boolean) : [];
  const store = webAddress(trackViewUrl);
  return present({
    bundleId: bundleId || undefined,
    appStoreId: trackId,
    // The query string only identifies the referrer.
    appStoreUrl: store?.replace(/\?.*$/, ""),
    genres: nonEmpty(names.slice(0, MAX_GENRES)),
    price: typeof price === "number" ? present({ amount: price, currency: oneLine(currency) || undefined }) : undefined,
    rating:
      typeof averageUserRating === "number" && typeof userRatingCount === "number" && userRatingCount > 0
        ? { average: Math.round(averageUserRating * 100) / 100, count: userRatingCount }
        : undefined,
  });
}

/** A date as stored in records; undefined if it is invalid. */
function dateOf(value: unknown): string | undefined {
  const text = typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value) ? value : "";
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text.slice(0, 10)) ? text : undefined;
}

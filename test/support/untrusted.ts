import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { ANALYSIS_VERSION } from "#build/analysis/analysis.js";
import { finishGeneration, prepareFolder } from "#build/write/finish-generation.js";
import { createGenerationWriter } from "#build/write/generation-writer.js";
import { createWritePool } from "#build/write/write-pool.js";
import { FORMAT_VERSION } from "#src/format/container.js";
import type { Manifest } from "#src/format/manifest.js";
import { PHASH_VERSION } from "#src/phash/phash.js";
import { FOLD_VERSION } from "#src/text/fold.js";

/**
 * Control sequences: a title by OSC, a color by the C1 form of CSI, a bell, a cleared screen, a line that overwrites,
 * and text with reversed direction.
 */
export const STEERING = "\u001b]0;owned\u0007\u009b666m\u001b[2J\rforged\u202etxt.exe\u2066\u200f\u061c\u007f\u0085";

/** The beginning of its escaped form, since columns may be narrow. */
export const SHOWN = "\\u001b]0;owned";

/** Both sets of control characters except tabs and line ends, and characters that change the text direction. */
const CONTROL = /(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;
/** Sequences that must not reach a terminal. Styles of the program itself start with ESC. */
const OBEYED = [
  "\u001b]0;owned",
  "\u0007",
  "\u009b",
  "\u001b[2J",
  "\rforged",
  "\u007f",
  "\u0085",
  ..."\u202e\u2066\u200f\u061c",
];

/**
 * The first forbidden control sequence in a text; undefined if there is none. @param piped whether styles are
 * forbidden, too
 */
export function steeringIn(text: string, piped: boolean): string | undefined {
  const places = piped ? [text.search(CONTROL)] : OBEYED.map((part) => text.indexOf(part));
  const [first] = places.filter((place) => place >= 0);
  return first === undefined ? undefined : JSON.stringify(text.slice(Math.max(0, first - 60), first + 60));
}

/** A unique text with control sequences. */
export const steering = (name: string): string => `${name}${STEERING}`;

/**
 * A record in which every text contains control sequences. Builds reject it, but artifacts from other programs may
 * contain it.
 */
export function steeringRecord(id: string): object {
  return {
    id: steering(id),
    name: steering(`Kite ${id}`),
    category: steering("category"),
    developer: steering("developer"),
    aliases: [steering("alias")],
    keywords: [steering("keyword")],
    description: steering("description"),
    website: steering("website"),
    iconUrl: steering("icon"),
    style: steering("style"),
    mood: steering("mood"),
    colors: [steering("color")],
    // Near duplicates of each other.
    phash: `93c4a5f06b1d2e7${createHash("md5").update(id).digest("hex")[0]}`,
    colorPalette: [{ hex: "#336699", name: steering("blue"), share: 1 }],
    updatedAt: steering("updated"),
    aiTags: [{ tag: steering("tag"), confidence: 0.5 }],
    versionHistory: [{ version: steering("version"), date: steering("date"), note: steering("note") }],
    attributes: { [steering("key")]: [steering("value")] },
  };
}

/** Writes a generation of such records and makes it live, bypassing the checks of a build. */
export async function writeSteeringGeneration(artifacts: string, ids: readonly string[]): Promise<string> {
  mkdirSync(artifacts, { recursive: true });
  const folder = await prepareFolder(artifacts);
  const pool = createWritePool(1);
  const none = new Uint8Array(0);
  const writer = await createGenerationWriter(folder, pool, {
    removed: [],
    meaning: { language: undefined, synonyms: new Map() },
    vectors: undefined,
  });
  const records = ids.map((id) => Buffer.from(JSON.stringify(steeringRecord(id))));
  await writer.append(records.map((json) => ({ json, measured: none, image: none, variants: none })));
  const written = await writer.finish([]);
  writer.close();
  await pool.close();
  const manifest: Manifest = {
    format: FORMAT_VERSION,
    dataset: { name: steering("dataset") },
    ...written,
    fields: { ...written.fields, [steering("field")]: 1 },
    fold: FOLD_VERSION,
    phash: PHASH_VERSION,
    analysis: ANALYSIS_VERSION,
    decoder: steering("decoder"),
    options: { [steering("option")]: steering("option") },
  };
  return (await finishGeneration(artifacts, folder, manifest, 3)).name;
}

/** A folder whose name contains control sequences. */
export function steeringFolder(parent: string): string {
  return mkdtempSync(join(parent, steering("folder")));
}

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { type Catalog, openCatalog } from "#src/catalog/catalog.js";
import { VariantNotFoundError } from "#src/catalog/generation/catalog-errors.js";
import { nearestLabel } from "#src/color/nearest-label.js";
import type { IconRecord } from "#src/format/record.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";
import { shippedSource } from "../support/source-records.js";
import { ALIAS_IS_A_NAME, ALIAS_OF_SEVERAL, ON_THE_BORDER } from "./families.js";

const records = shippedSource();
let catalog: Catalog;
let built: IconRecord[];
beforeAll(() => {
  catalog = openCatalog(shippedArtifacts);
  built = Array.from({ length: catalog.size }, (_, ordinal) => catalog.record(ordinal));
});

describe("shipped dataset", () => {
  it("has at least 3,000 applications in 15 to 30 categories of at least 8", () => {
    expect(records.length).toBeGreaterThanOrEqual(3000);
    const categories = catalog.labels("category");
    expect(categories.length).toBeGreaterThanOrEqual(15);
    expect(categories.length).toBeLessThanOrEqual(30);
    for (const { label, count } of categories) expect(count, label).toBeGreaterThanOrEqual(8);
  });

  it("gives purpose, appearance and mood of every application, and website of nearly all", () => {
    for (const { id, style, mood, description, keywords, colors } of built) {
      const given = { style, mood, description, keywords, colors };
      for (const [field, value] of Object.entries(given)) expect(value?.length, `${id} ${field}`).toBeGreaterThan(0);
    }
    const share = (field: "website" | "aiTags"): number =>
      built.filter((icon) => icon[field] !== undefined).length / built.length;
    expect(share("website")).toBeGreaterThan(0.95);
    expect(share("aiTags")).toBeGreaterThan(0.5);
  });

  it("names license, source and author of each image: those of its package, unless the record has another license", () => {
    const SETS: Record<string, readonly [source: string, attribution: string, license: string]> = {
      logos: ["https://github.com/gilbarbara/logos", "Gil Barbara, SVG Logos", "CC0-1.0"],
      "simple-icons": [
        "https://github.com/simple-icons/simple-icons",
        "Simple Icons Collaborators, Simple Icons",
        "CC0-1.0",
      ],
    };
    const collected = join("data", "iconify");
    for (const file of readdirSync(collected)) {
      const { prefix, info } = JSON.parse(readFileSync(join(collected, file), "utf8"));
      SETS[prefix] = [info.author.url, `${info.author.name}, ${info.name}`, info.license.spdx];
    }
    for (const [at, { id, source, attribution, license, licenseUrl }] of built.entries()) {
      const given = records[at]!;
      const [, set] = /^iconify:([^/]+)/.exec(given.image!)!;
      const [setSource, author, setLicense] = SETS[set!]!;
      expect([source, attribution], id).toEqual([setSource, author]);
      expect(license, id).toBe(given.license ?? setLicense);
      if (given.license !== undefined) expect(licenseUrl, id).toBe(given.licenseUrl);
    }
  });

  it("names each application once", () => {
    const names = records.map(({ name }) => name.toLowerCase());
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    const images = records.map(({ image }) => image);
    expect(images.filter((image, at) => images.indexOf(image) !== at)).toEqual([]);
  });

  it("has at least 60 version histories, newest first, none in the future", () => {
    const histories = records.flatMap(({ id, versionHistory }) => (versionHistory ? [{ id, versionHistory }] : []));
    expect(histories.length).toBeGreaterThanOrEqual(60);
    for (const { id, versionHistory } of histories) {
      const dates = versionHistory.map(({ date }) => date);
      expect(dates, id).toEqual([...dates].sort().reverse());
      expect(
        versionHistory.every(({ note = "" }) => note.endsWith(".")),
        id,
      ).toBe(true);
      expect(dates[0]! < "2027", id).toBe(true);
    }
  });

  it("describes every application in one plain sentence", () => {
    for (const { id, description = "" } of records) {
      expect(description, id).toMatch(/^[\p{Lu}\d].{10,140}\.$/u);
      expect(description, id).not.toMatch(
        /\b(best|leading|world-class|powerful|amazing|revolutionary|seamless|cutting-edge)\b/i,
      );
    }
  });

  it("gives plausible website URLs on the application's own domain", () => {
    const shared =
      /\b(wikipedia\.org\/wiki|facebook\.com\/pages|linktr\.ee\/|bit\.ly|twitter\.com\/|sourceforge\.net\/projects)/;
    for (const { id, website } of records) {
      if (website === undefined) continue;
      const { protocol, hostname, search, hash } = new URL(website);
      expect([protocol, search, hash], id).toEqual(["https:", "", ""]);
      expect(hostname, id).toMatch(/^([a-z0-9-]+\.)+[a-z]{2,}$/);
      expect(website, id).not.toMatch(shared);
      expect(website, id).not.toMatch(/\/$/);
    }
    const sites = records.flatMap(({ website, identifiers }) =>
      website === undefined || identifiers?.domains?.length === 0 ? [] : [website],
    );
    expect(sites.filter((site, at) => sites.indexOf(site) !== at)).toEqual([]);
  });

  it("resolves each application from the domain of its website, if that has no path", () => {
    const resolved = (value: string): string | undefined => {
      const { ordinal } = catalog.resolve([{ kind: "domain", value }])[0]!;
      return ordinal === undefined ? undefined : catalog.record(ordinal).id;
    };
    for (const { id, website, identifiers = {} } of records) {
      if (website === undefined) continue;
      const { hostname, pathname } = new URL(website);
      const claims = pathname === "/" && identifiers.domains?.length !== 0;
      if (claims) expect(resolved(hostname), hostname).toBe(id);
      for (const domain of identifiers.domains ?? []) expect(resolved(domain), domain).toBe(id);
    }
  });

  it("has no duplicate alias, and no unintended alias that is another application's name", () => {
    const aliases = records.flatMap(({ aliases: own = [] }) => own.map((alias) => alias.toLowerCase()));
    const repeated = aliases.filter((alias, at) => aliases.indexOf(alias) !== at);
    expect(repeated.filter((alias) => !ALIAS_OF_SEVERAL.includes(alias))).toEqual([]);
    const names = new Set(records.map(({ name }) => name.toLowerCase()));
    expect(aliases.filter((alias) => names.has(alias) && !ALIAS_IS_A_NAME.includes(alias))).toEqual([]);
  });

  it("uses every declared label", () => {
    const { labels } = JSON.parse(readFileSync("data/dataset.json", "utf8")) as { labels: Record<string, string[]> };
    for (const [facet, declared] of Object.entries(labels)) {
      const used = new Set(built.map((record) => record[facet as "category" | "style" | "mood"]));
      expect(
        declared.filter((label) => !used.has(label)),
        facet,
      ).toEqual([]);
    }
  });
});

describe("shipped images", () => {
  it("reads all shipped images", () => {
    expect(built.filter(({ phash }) => phash === undefined).map(({ id }) => id)).toEqual([]);
  });

  it("labels every icon with the colors of its large areas and no others", { timeout: 240_000 }, async () => {
    const wrong: string[] = [];
    const labels = new Map<number, string>();
    for (const { id, colors = [] } of built) {
      const shares = await labelShares((await withoutBackground(id))!, labels);
      for (const label of colors) if ((shares.get(label) ?? 0) < 0.005) wrong.push(`${id} is hardly ${label}`);
      for (const [label, share] of shares) {
        if (share > 0.25 && !colors.includes(label)) wrong.push(`${id} is ${Math.round(share * 100)} % ${label}`);
      }
    }
    expect(wrong.filter((finding) => !ON_THE_BORDER.includes(finding.split(" ")[0]!))).toEqual([]);
  });
});

/** The image of an icon without its background. */
async function withoutBackground(id: string): Promise<Buffer | undefined> {
  try {
    return await catalog.image(id, { variant: "bare" });
  } catch (error) {
    // It has no background.
    if (error instanceof VariantNotFoundError) return catalog.image(id);
    throw error;
  }
}

/**
 * The share of the visible pixels that each label has, computed per pixel without the palette.
 *
 * @param labels of colors that were seen before, by their 24 bits
 */
async function labelShares(picture: Buffer, labels: Map<number, string>): Promise<Map<string, number>> {
  const { data } = await sharp(picture)
    .resize(64, 64, { kernel: "nearest" })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const counts = new Map<string, number>();
  let visible = 0;
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3]! < 200) continue;
    visible++;
    const color = data.readUIntBE(at, 3);
    let label = labels.get(color);
    if (label === undefined) {
      label = nearestLabel({ mode: "rgb", r: data[at]! / 255, g: data[at + 1]! / 255, b: data[at + 2]! / 255 });
      labels.set(color, label);
    }
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return new Map([...counts].map(([label, count]) => [label, count / visible]));
}

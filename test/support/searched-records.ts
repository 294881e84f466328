import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { compile } from "#build/compile/compile.js";
import { type Catalog, openCatalog } from "#src/catalog/catalog.js";

/** What a list request finds. */
export interface Found {
  readonly ids: readonly string[];
  readonly matched: string | undefined;
  readonly total: number;
}

/** A record named `name`, with an id made from it. Its description has no word, but keeps common words away. */
export function recordNamed(name: string, more: object = {}): object {
  const id = name.toLowerCase().replaceAll(" ", "-");
  return { id, name, developer: "Ann", category: "tools", description: "–", ...more };
}

/**
 * Builds records before the tests of a file and removes them afterwards.
 *
 * @param synonyms content of the dataset's `synonyms.json`
 * @param settings of `dataset.json`
 */
export function searchedRecords(records: readonly object[], synonyms: object = {}, settings: object = {}) {
  const folder = mkdtempSync(join(tmpdir(), "icons-searched-records-"));
  let opened: Catalog;
  beforeAll(async () => {
    mkdirSync(join(folder, "icons"));
    const write = (file: string, value: unknown) => writeFileSync(join(folder, file), JSON.stringify(value));
    write("dataset.json", { name: "x", ...settings });
    write("synonyms.json", synonyms);
    write("icons/a.json", records);
    await compile({ data: folder, out: join(folder, "out"), jobs: 1, cache: false });
    opened = openCatalog(join(folder, "out"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  return {
    catalog: () => opened,
    found(request: Parameters<Catalog["list"]>[0]): Found {
      const { ordinals, matched, total } = opened.list(request);
      return { ids: [...ordinals].map((ordinal) => opened.record(ordinal).id), matched, total };
    },
  };
}

import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CHECK_NAMES, type CheckName } from "#build/dataset/lint-settings.js";
import { lintDataset } from "#build/lint/lint.js";
import { temporaryFolder } from "../../support/folder.js";
import { CASES } from "./cases.js";

/** Additional checks that a case needs: the check of exceptions needs a check with an exception. */
const BESIDE: Partial<Record<CheckName, readonly CheckName[]>> = { "unused-exception": ["website-http"] };

describe("lint checks", () => {
  it.each(CHECK_NAMES)("reports exactly the expected findings of the check %s", async (name) => {
    const { records, files = {}, options = {}, found } = CASES[name];
    const folder = temporaryFolder({
      ...files,
      "dataset.json": { name: "Case", ...options },
      "icons/a.json": records,
    });
    const only = [name, ...(BESIDE[name] ?? [])];
    const { findings, counts } = await lintDataset({
      data: folder,
      out: join(folder, "out"),
      cache: false,
      only,
      today: "2024-05-11",
      jobs: 1,
    });
    expect(counts[name]).toBe(found.length);
    expect(findings.map(({ id, file, field }) => [id ?? file, field])).toEqual(
      found.map(([about, field]) => [
        /\.(json|png)$/i.test(about) && field !== "image" ? join(folder, about) : about,
        field,
      ]),
    );
    for (const [at, [, , ...says]] of found.entries()) {
      const { check, message, value, remedy, line } = findings[at]!;
      expect(check).toBe(name);
      for (const part of says) expect(`${message}, got ${value}. ${remedy}`).toContain(part);
      if (!findings[at]!.file.endsWith(".PNG")) expect(line).toBeGreaterThan(0);
    }
  });
});

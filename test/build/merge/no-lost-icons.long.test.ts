import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { MergeDecision } from "#build/dataset/merge-decisions.js";
import { mergeDatasets } from "#build/merge/merge-datasets.js";
import { temporaryFolder } from "../../support/folder.js";
import { randomRuns } from "../../support/random-runs.js";
import { icon, recordsIn } from "./merged-records.js";

it("loses no icon: each id of an input is an id, a former id or a removed icon of the result", async () => {
  const ids = ["a", "b", "c", "d", "e", "f"];
  const dataset = fc.record({
    records: fc.uniqueArray(
      fc.record({
        id: fc.constantFrom(...ids),
        name: fc.constantFrom("One", "Two", "Three"),
        website: fc.constantFrom("https://one.example", "https://two.example"),
      }),
      { selector: ({ id }) => id, minLength: 1, maxLength: 5 },
    ),
    former: fc.uniqueArray(fc.constantFrom(...ids, "g", "h"), { maxLength: 3 }),
    removed: fc.uniqueArray(fc.constantFrom(...ids, "i", "j"), { maxLength: 2 }),
  });
  const edits = fc.array(fc.constantFrom("same", "different", "keep"), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fc.array(dataset, { minLength: 2, maxLength: 3 }), edits, async (datasets, edit) => {
      const known = datasets.map(({ records, former, removed }) => {
        const own = new Set(records.map(({ id }) => id));
        const formerIds = former.filter((id) => !own.has(id));
        return { records, formerIds, removed: removed.filter((id) => !own.has(id) && !formerIds.includes(id)) };
      });
      const files = known.flatMap(({ records, formerIds, removed }, at) => [
        [`d${at}/dataset.json`, { name: `d${at}` }],
        [
          `d${at}/icons/icons.json`,
          records.map((record, first) => icon({ ...record, ...(first === 0 && { formerIds }) })),
        ],
        [`d${at}/removed.json`, removed.map((id) => ({ id, date: "2026-01-01", reason: "Gone." }))],
      ]);
      const folder = temporaryFolder(Object.fromEntries(files));
      const out = join(folder, "merged");
      const decisions = join(folder, "decisions.json");
      const merge = () =>
        mergeDatasets({
          sources: known.map((_, at) => ({ data: join(folder, `d${at}`) })),
          out,
          decisions,
          force: true,
          renameCollisions: true,
          limit: 0,
          artifacts: join(folder, "artifacts"),
          jobs: 1,
        });
      await merge();
      const { pairs } = JSON.parse(readFileSync(decisions, "utf8")) as { pairs: MergeDecision[] };
      const edited = pairs.map(({ rename, ...pair }, at) =>
        (edit[at] ?? "keep") === "keep" ? { ...pair, rename } : { ...pair, decision: edit[at] },
      );
      writeFileSync(decisions, JSON.stringify({ pairs: edited }));
      try {
        await merge();
      } catch (error) {
        // Edits may contradict each other; the first result remains.
        if ((error as Error).name !== "DecisionError") throw error;
      }
      const records = recordsIn(out);
      const removed: string[] = readdirSync(out).includes("removed.json")
        ? JSON.parse(readFileSync(join(out, "removed.json"), "utf8")).map(({ id }: { id: string }) => id)
        : [];
      const all = [...records.flatMap(({ id, formerIds = [] }) => [id, ...formerIds]), ...removed];
      expect(all.length).toBe(new Set(all).size);
      for (const { records, formerIds, removed } of known)
        for (const id of [...records.map(({ id }) => id), ...formerIds, ...removed]) expect(all).toContain(id);
    }),
    randomRuns(60),
  );
});

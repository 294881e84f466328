import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";
import { type JudgedQuery, judge, PLACES } from "./judge.mjs";

it("finds the expected icon among the first five for at least 98 of 100 judged queries", async () => {
  const service = await startService(shippedArtifacts);
  try {
    const judged = JSON.parse(readFileSync("test/judged/shipped.json", "utf8")) as JudgedQuery[];
    const { total, missed } = await judge(judged, async (q) => {
      const query = new URLSearchParams({ q, limit: String(PLACES) });
      const { body } = await service.ask(`/api/v1/icons?${query}`, { "x-api-key": service.pro });
      return body.data.map(({ id }: { id: string }) => id);
    });
    const misses = missed.map(({ query, kind, found }) => `${kind} ${JSON.stringify(query)}: ${found.join(", ")}`);
    expect(total.success5, misses.join("\n")).toBeGreaterThanOrEqual(0.98);
  } finally {
    await service.close();
  }
});

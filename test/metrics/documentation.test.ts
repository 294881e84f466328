import { readFileSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { createServiceMetrics } from "#src/metrics/service-metrics.js";

const SUPERVISORS = ["icons_workers", "icons_worker_exits_total"];

it("documents every served metric of the service in docs/observing.md, and no others", async () => {
  const metrics = createServiceMetrics("1");
  onTestFinished(() => metrics.close());
  const served = metrics.registry.getMetricsAsArray().filter(({ name }) => name.startsWith("icons_"));
  const rows = readFileSync("docs/observing.md", "utf8").matchAll(/^\| `(icons_\w+)` \| (\w+) \|(.*)\| (.*) \|$/gm);
  const documented = [...rows].map(([, name, type, , help]) => ({ name, type, help }));
  const ofWorkers = documented.filter(({ name }) => !SUPERVISORS.includes(name!));
  const sorted = (list: readonly object[]): string[] => list.map((metric) => JSON.stringify(metric)).sort();
  expect(sorted(ofWorkers)).toEqual(sorted(served.map(({ name, type, help }) => ({ name, type, help }))));
  expect(documented.length - ofWorkers.length).toBe(SUPERVISORS.length);
});

it("documents only process metrics that are served in docs/observing.md", async () => {
  const metrics = createServiceMetrics("1");
  onTestFinished(() => metrics.close());
  const served = metrics.registry.getMetricsAsArray().map(({ name }) => name);
  const named = readFileSync("docs/observing.md", "utf8").match(/`(process|nodejs)_\w+`/g)!;
  for (const name of named) expect(served).toContain(name.slice(1, -1));
});

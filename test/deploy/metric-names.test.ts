import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { freePort, serve } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { PATIENTLY } from "../support/patiently.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

const FILES = ["deploy/prometheus/alerts.yaml", "deploy/prometheus/alerts.test.yaml", "deploy/grafana/icons.json"];

it("uses only metrics that the server has in alerts and dashboard", async () => {
  const folder = temporaryFolder();
  const metrics = `127.0.0.1:${await freePort()}`;
  const own = ["--keys", join(folder, "keys.json"), "--usage", join(folder, "usage.bin")];
  const server = await serve(["serve", shippedArtifacts, "--workers", "2", "--metrics", metrics, ...own]);
  const served = new Set<string>();
  await vi.waitFor(async () => {
    const text = await (await fetch(`http://${metrics}/metrics`)).text();
    for (const [, name, type] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
      served.add(name!);
      if (type === "histogram") for (const end of ["bucket", "sum", "count"]) served.add(`${name}_${end}`);
    }
    expect(served).toContain("icons_workers");
    expect(served).toContain("icons_generation_info");
  }, PATIENTLY);
  for (const file of FILES) {
    const used = [...readFileSync(file, "utf8").matchAll(/\b(?:icons|process|nodejs)_\w+/g)].map(([name]) => name);
    expect(used.length).toBeGreaterThan(0);
    expect(
      [...new Set(used)].filter((name) => !served.has(name)),
      file,
    ).toEqual([]);
  }
  await server.stop();
});

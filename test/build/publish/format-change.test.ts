import { readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { rollBack } from "#build/publish/rollback.js";
import { CURRENT_FILE, readCurrent } from "#src/catalog/generation/generation.js";
import { FORMAT_VERSION } from "#src/format/container.js";
import { encodeManifest, generationName, MANIFEST_FILE } from "#src/format/manifest.js";
import { askOver } from "../../support/ask.js";
import { icons, serve } from "../../support/cli.js";
import { temporaryFolder } from "../../support/folder.js";
import { buildNamed } from "../../support/published.js";

const EARLIER = FORMAT_VERSION - 1;
const REFUSED = new RegExp(
  `manifest\\.json: has format version ${EARLIER}, this program reads ${FORMAT_VERSION}; rebuild it with this version`,
);

/** A folder whose only generation has the previous format version. */
async function earlierArtifacts(): Promise<{ folder: string; out: string; earlier: string }> {
  const folder = temporaryFolder();
  const out = join(folder, "out");
  const built = await buildNamed(folder, out, "Earlier");
  const manifest = JSON.parse(readFileSync(join(out, built, MANIFEST_FILE), "utf8"));
  const bytes = encodeManifest({ ...manifest, format: EARLIER });
  const earlier = generationName(bytes);
  renameSync(join(out, built), join(out, earlier));
  const path = join(out, earlier, MANIFEST_FILE);
  rmSync(path);
  writeFileSync(path, bytes);
  writeFileSync(join(out, CURRENT_FILE), `${earlier}\n`);
  const hourAgo = new Date(Date.now() - 3_600_000);
  utimesSync(path, hourAgo, hourAgo);
  return { folder, out, earlier };
}

it("refuses the generation of an earlier version in every command, with the remedy, and changes nothing", async () => {
  const { out, earlier } = await earlierArtifacts();
  for (const args of [["search", "Earlier"], ["show", "icon-1"], ["image", "icon-1"], ["verify"], ["stats"]]) {
    const { code, stdout, stderr } = await icons([...args, "--artifacts", out]);
    expect([args[0], code, stdout]).toEqual([args[0], 1, ""]);
    expect(stderr).toMatch(REFUSED);
  }
  expect(readCurrent(out)).toBe(earlier);
});

it("serves 503 from the folder of an earlier version, says why, and takes the first build of its own", async () => {
  const { folder, out } = await earlierArtifacts();
  const server = await serve(["serve", out, "--anonymous", "pro"]);
  expect((await askOver(server.port, "/api/v1/icons?q=earlier", {})).status).toBe(503);
  const rejected = server
    .stdout()
    .split("\n")
    .find((line) => line.includes("generation rejected"));
  expect(rejected).toMatch(REFUSED);
  expect(rejected).toContain("generation rejected; responding with 503 until another one is built or fetched");
  await buildNamed(folder, out, "Later");
  await expect
    .poll(async () => (await askOver(server.port, "/api/v1/icons?q=later", {})).status, { timeout: 10_000 })
    .toBe(200);
  expect(await server.stop()).toBe(0);
});

it("refuses to roll back across the change of format, and keeps serving", async () => {
  const { folder, out, earlier } = await earlierArtifacts();
  const later = await buildNamed(folder, out, "Later");
  const server = await serve(["serve", out, "--anonymous", "pro"]);
  for (const args of [["rollback"], ["rollback", "--to", earlier]]) {
    const { code, stderr } = await icons([...args, "--artifacts", out]);
    expect(code).toBe(1);
    expect(stderr).toMatch(REFUSED);
    expect(stderr).toContain(`Generation ${later} stays live`);
  }
  expect(readCurrent(out)).toBe(later);
  expect((await askOver(server.port, "/api/v1/icons?q=later", {})).body.data.length).toBe(20);
  const latest = await buildNamed(folder, out, "Latest");
  expect(await rollBack(out)).toEqual({ generation: later, before: latest });
});

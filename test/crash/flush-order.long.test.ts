import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readCurrent } from "#src/catalog/generation/generation.js";
import { icon } from "../build/merge/merged-records.js";
import { describeWith } from "../support/debian.js";
import { temporaryFolder } from "../support/folder.js";
import { buildHere, makeDataset } from "./generations.js";
import { type FileCall, PID, trace } from "./traced.js";

const BUILDING = `out/.building-${PID}`;

/** The trace of a build in a folder with or without a generation. */
async function traceBuild(had: boolean): Promise<{ calls: readonly FileCall[]; files: string[] }> {
  const folder = temporaryFolder();
  const out = join(folder, "out");
  if (had) await buildHere(makeDataset(folder, "old"), out);
  const traced = join(folder, "traced");
  mkdirSync(traced, { recursive: true });
  const data = makeDataset(folder, "new");
  const { code, calls } = await trace(["build", data, "--out", out, "--jobs", "1", "--keep", "1"], folder);
  expect(code).toBe(0);
  return { calls, files: readdirSync(join(out, readCurrent(out)!)) };
}

/** The only call of a kind on a path. */
function only(calls: readonly FileCall[], call: string, path: string): FileCall {
  const found = calls.filter((one) => one.call === call && one.path === path);
  expect(found, `${call} ${path}`).toHaveLength(1);
  return found[0]!;
}

/** The last write to a file, and the close of the descriptor that wrote. Others may read the file again later. */
function lastWriteAndItsClose(calls: readonly FileCall[], path: string): [write: FileCall, close: FileCall] {
  const write = calls.findLast((one) => one.call === "write" && one.path === path)!;
  const close = calls.find(
    (one) =>
      one.call === "close" && one.path === path && one.descriptor === write.descriptor && one.began >= write.ended,
  );
  expect(close, `close of ${path} by ${write.descriptor}`).toBeDefined();
  return [write, close!];
}

function expectInOrder(...calls: readonly FileCall[]): void {
  for (const [at, next] of calls.slice(1).entries())
    expect(calls[at]!.ended, `${JSON.stringify(calls[at])} before ${JSON.stringify(next)}`).toBeLessThanOrEqual(
      next.began,
    );
}

describeWith(["strace"], "flush order", () => {
  it.each([
    ["first", false],
    ["later", true],
  ])("flushes files to disk before the files that refer to them (%s build)", async (_which, had) => {
    const { calls, files } = await traceBuild(had);
    const manifest = calls.find(({ path, creates }) => creates && path === `${BUILDING}/manifest.json`)!;
    // Every file of the generation is written and flushed before the manifest that describes it is started.
    const artifacts = files.filter((name) => name !== "manifest.json");
    expect(artifacts.length).toBeGreaterThan(15);
    for (const name of artifacts) {
      const path = `${BUILDING}/${name}`;
      const flush = only(calls, "fsync", path);
      const [write, close] = lastWriteAndItsClose(calls, path);
      expect(flush.descriptor, `flush of ${path}`).toBe(write.descriptor);
      expectInOrder(write, flush, close);
      expectInOrder(flush, manifest);
    }
    const flushes = calls.filter(({ call, path }) => call === "fsync" && path === "out");
    // Once for the generation's final name, once for CURRENT.
    expect(flushes).toHaveLength(2);
    const named = only(calls, "rename", BUILDING);
    expect(named.to).toMatch(/^out\/[0-9a-f]{32}$/);
    const live = only(calls, "rename", "out/CURRENT.tmp");
    expect(live.to).toBe("out/CURRENT");
    expectInOrder(
      manifest,
      only(calls, "write", `${BUILDING}/manifest.json`),
      only(calls, "fsync", `${BUILDING}/manifest.json`),
      only(calls, "fsync", BUILDING),
      named,
      flushes[0]!,
      only(calls, "write", "out/CURRENT.tmp"),
      only(calls, "fsync", "out/CURRENT.tmp"),
      live,
      flushes[1]!,
    );
    // Nothing of the previous generation is removed before the new one is durably live.
    const removals = calls.filter(
      ({ call, path }) => /^(rename|unlink|rmdir)/.test(call) && /^out\/(\.removing-)?[0-9a-f]{32}/.test(path),
    );
    expect(removals.length > 0).toBe(had);
    for (const removal of removals) expectInOrder(flushes[1]!, removal);
    // The folder itself is new, so its own entry is flushed, too.
    if (!had) expectInOrder(only(calls, "mkdir", "out"), only(calls, "fsync", ""), manifest);
  });

  it("writes all images of a merge, flushes them, and only then exchanges the folders", async () => {
    const folder = temporaryFolder({
      "a.json": Array.from({ length: 5 }, (_, n) => icon({ id: `icon-${n}`, name: `Icon ${n}`, image: `${n}.svg` })),
      ...Object.fromEntries(
        Array.from({ length: 5 }, (_, n) => [
          `${n}.svg`,
          `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M${n} 0h${n + 1}v9z"/></svg>`,
        ]),
      ),
    });
    const { code, calls } = await trace(
      ["merge", join(folder, "a.json"), "--out", join(folder, "out"), "--jobs", "1"],
      folder,
    );
    expect(code).toBe(0);
    const temporary = `.out.importing-${PID}`;
    const images = Array.from({ length: 5 }, (_, n) => `${temporary}/images/icon-${n}.svg`);
    const synced = only(calls, "syncfs", `${temporary}/images`);
    const flushed = only(calls, "fsync", `${temporary}/images`);
    const exchanged = only(calls, "renameat2", temporary);
    expect(exchanged.to).toBe("out");
    for (const image of images)
      expectInOrder(only(calls, "write", image), synced, only(calls, "fsync", image), flushed, exchanged);
    expectInOrder(
      only(calls, "fsync", `${temporary}/icons/1-a.ndjson`),
      only(calls, "fsync", `${temporary}/icons`),
      exchanged,
    );
    expectInOrder(exchanged, calls.findLast(({ call, path }) => call === "fsync" && path === "")!);
  });
});

import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { compile } from "#build/compile/compile.js";
import { openCatalog } from "#src/catalog/catalog.js";
import { readCurrent } from "#src/catalog/generation/generation.js";
import { start } from "../support/cli.js";
import { describeWith } from "../support/debian.js";
import { colorOf, drawing, drawnDataset, drawnRecord } from "../support/drawings.js";
import { failCalls } from "../support/failing-files.js";
import { PATIENTLY } from "../support/patiently.js";

/** `icons build --watch` on a dataset of six drawings, with its output. */
async function watching(...flags: string[]) {
  const folder = drawnDataset(6);
  const out = join(folder, "out");
  const running = start(["build", join(folder, "data"), "--out", out, "--watch", ...flags]);
  const rebuilt = (): string[] => running.stdout().match(/^rebuilt .*$/gm) ?? [];
  await vi.waitFor(() => expect(running.stdout()).toContain("Watching "), PATIENTLY);
  return {
    ...running,
    folder,
    out,
    icons: join(folder, "data/icons/a.json"),
    rebuilt,
    /** Edits the dataset and waits for the build. @returns the line that reports the build */
    async edit(change: () => void): Promise<string> {
      const before = rebuilt().length;
      change();
      await vi.waitFor(() => expect(rebuilt().length).toBeGreaterThan(before), PATIENTLY);
      return rebuilt().at(-1) as string;
    },
  };
}

it("icons build --watch rebuilds after an edit, analyzes only changed images, and ends with the generation of a clean build", async () => {
  const { edit, folder, out, icons } = await watching("--keep", "2", "--allow-removals");
  const pictures = join(folder, "data/pictures");
  const records = JSON.parse(readFileSync(icons, "utf8"));

  expect(await edit(() => writeFileSync(icons, JSON.stringify(records.slice(1))))).toContain(
    "5 icons, 0 images analyzed",
  );
  expect(await edit(() => writeFileSync(join(pictures, "3.svg"), drawing("#123456")))).toContain(
    "5 icons, 1 image analyzed",
  );
  // As editors save: a temporary file, then renamed.
  writeFileSync(join(folder, "aside"), drawing("#654321"));
  expect(await edit(() => renameSync(join(folder, "aside"), join(pictures, "4.svg")))).toContain("1 image analyzed");
  expect(
    await edit(() => {
      writeFileSync(join(pictures, "6.svg"), drawing("#abcdef"));
      writeFileSync(join(folder, "data/icons/b.json"), JSON.stringify([drawnRecord(6)]));
    }),
  ).toContain("6 icons");
  expect(await edit(() => rmSync(join(folder, "data/icons/b.json")))).toContain("5 icons, 0 images analyzed");
  expect(await edit(() => writeFileSync(join(folder, "data/dataset.json"), `{"name":"Renamed"}`))).toContain("5 icons");

  const cold = await compile({ data: join(folder, "data"), out: join(folder, "cold"), jobs: 1, cache: false });
  expect(readCurrent(out)).toBe(cold.generation);
  const left = readdirSync(out).filter((name) => !["CURRENT", "LOCK", "cache"].includes(name));
  expect(left).toHaveLength(2);
  expect(left).toContain(cold.generation);
});

it("icons build --watch reports a problem, keeps the last good generation, continues after the fix, and exits with 0", async () => {
  const { edit, out, icons, stdout, stderr, process } = await watching();
  const good = readFileSync(icons, "utf8");
  const before = readCurrent(out);
  writeFileSync(icons, good.replace('"category"', '"catgory"'));
  await vi.waitFor(() => expect(stderr()).toContain("Did you mean category?"), PATIENTLY);
  await vi.waitFor(() => expect(stdout()).toContain("the last good generation stays live"), PATIENTLY);
  expect(readCurrent(out)).toBe(before);
  const mended = good.replace('"Icon 0"', '"Mended"');
  expect(await edit(() => writeFileSync(icons, mended))).toContain("6 icons, 0 images analyzed");
  process.kill("SIGINT");
  await vi.waitFor(() => expect(process.exitCode).toBe(0), PATIENTLY);
  expect(readdirSync(out).filter((name) => name.startsWith("."))).toEqual([]);
});

it("icons build --watch survives the removal of the dataset's folder, and builds once for hundreds of simultaneous files", async () => {
  const { edit, folder, out, rebuilt, stderr, stop } = await watching();
  const data = join(folder, "data");
  renameSync(data, join(folder, "elsewhere"));
  await vi.waitFor(() => expect(stderr()).toContain("does not exist"), PATIENTLY);
  writeFileSync(join(folder, "elsewhere/pictures/2.svg"), drawing("#123456"));
  await edit(() => renameSync(join(folder, "elsewhere"), data));
  await edit(() => writeFileSync(join(data, "pictures/3.svg"), drawing("#654321")));

  const before = rebuilt().length;
  const many = join(folder, "many");
  mkdirSync(many);
  for (let n = 0; n < 300; n++) writeFileSync(join(many, `${n}.svg`), drawing(colorOf(n % 6)));
  const records = Array.from({ length: 300 }, (_, n) => ({
    ...drawnRecord(n),
    id: `new-${n}`,
    image: `many/${n}.svg`,
  }));
  writeFileSync(join(many, "records.json"), JSON.stringify(records));
  renameSync(many, join(data, "many"));
  expect(await edit(() => renameSync(join(data, "many/records.json"), join(data, "icons/b.json")))).toContain(
    "306 icons",
  );
  expect(rebuilt().length).toBe(before + 1);
  expect(openCatalog(out).size).toBe(306);
  expect(await stop()).toBe(0);
});

it("icons build --watch waits for the fix of a problem in the first build, and reports each build as JSON", async () => {
  const folder = drawnDataset(2);
  const file = join(folder, "data/icons/a.json");
  const good = readFileSync(file, "utf8");
  writeFileSync(file, good.replace('"name"', '"nmae"'));
  const out = join(folder, "out");
  const { stdout, stderr, stop } = start(["build", join(folder, "data"), "--out", out, "--watch", "--json"]);
  await vi.waitFor(() => expect(stderr()).toContain('"count":'), PATIENTLY);
  expect(stdout()).toBe("");
  writeFileSync(file, good);
  await vi.waitFor(() => expect(stdout()).toMatch(/\}\n$/), PATIENTLY);
  expect(JSON.parse(stdout())).toMatchObject({ generation: readCurrent(out), icons: 2, analyzed: 2 });
  expect(await stop()).toBe(0);
});

it("icons build --watch of one file rebuilds when an image next to it changes, and for no other file", async () => {
  const folder = drawnDataset(2);
  const data = join(folder, "data");
  renameSync(join(data, "icons/a.json"), join(data, "all.json"));
  const out = join(data, "out");
  const { stdout, stop } = start(["build", join(data, "all.json"), "--out", out, "--watch"]);
  await vi.waitFor(() => expect(stdout()).toContain("Watching "), PATIENTLY);
  writeFileSync(join(data, "server.log"), "a line\n");
  writeFileSync(join(data, "pictures/1.svg"), drawing("#123456"));
  await vi.waitFor(() => expect(stdout()).toContain("rebuilt 2 icons, 1 image analyzed"), PATIENTLY);
  expect(await stop()).toBe(0);
});

it("icons build --watch finishes a running build with all its images after Ctrl+C", async () => {
  const count = 50;
  const folder = drawnDataset(count);
  const out = join(folder, "out");
  const running = start(["build", join(folder, "data"), "--out", out, "--watch"], {}, { group: true });
  const analyses = (): number =>
    readdirSync(join(out, "cache"), { recursive: true }).filter((name) => String(name).endsWith(".analysis")).length;
  await vi.waitFor(() => expect(running.stdout()).toContain("Watching "), PATIENTLY);
  for (let n = 0; n < count; n++) writeFileSync(join(folder, `data/pictures/${n}.svg`), drawing(colorOf(n + 1000)));
  await vi.waitFor(() => expect(analyses()).toBeGreaterThan(count + 2), { ...PATIENTLY, interval: 2 });
  expect(analyses()).toBeLessThan(2 * count);
  const ended = once(running.process, "close");
  process.kill(-running.process.pid!, "SIGINT");
  await ended;
  expect(running.process.exitCode).toBe(0);
  const cold = await compile({ data: join(folder, "data"), out: join(folder, "cold"), cache: false });
  expect(readCurrent(out)).toBe(cold.generation);
});

describeWith(["strace"], "icons build --watch without permission to watch the folder for a while", () => {
  it("watches the folder again as soon as possible, and builds later edits", async () => {
    const { edit, folder, process, stderr } = await watching();
    const data = join(folder, "data");
    renameSync(data, join(folder, "elsewhere"));
    // Only a folder that was missing is watched again.
    await vi.waitFor(() => expect(stderr()).toContain(data), PATIENTLY);
    const fault = await failCalls(process.pid!, data, "inotify_add_watch", "error=ENOSPC");
    renameSync(join(folder, "elsewhere"), data);
    await vi.waitFor(() => expect(fault.count()).toBeGreaterThan(0), PATIENTLY);
    await fault.end();
    // An edit before the folder is watched again is included in the next build.
    await edit(() => writeFileSync(join(data, "pictures/3.svg"), drawing("#654321")));
    await edit(() => writeFileSync(join(data, "pictures/4.svg"), drawing("#123456")));
  });
});

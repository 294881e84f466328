import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import type { BuildResult } from "#build/compile/options.js";
import { openCatalog } from "#src/catalog/catalog.js";
import { DEBIAN, describeWith } from "../../support/debian.js";
import { temporaryFolder } from "../../support/folder.js";
import { FORBIDDEN_ADDRESSES } from "./download/forbidden-addresses.js";
import { GOOD, heavyPictures, makeOddFiles, reachingDrawings, svg } from "./hostile-images.js";

const SECRET = svg('<rect width="256" height="256" fill="lime"/>');
const HUGE = svg('<rect width="30000" height="20000" fill="red"/>', "", 'width="30000" height="30000"');
const MAX_MEMORY = 256 * 2 ** 20;

/** Writes a dataset of images into a folder, with a valid one before and after all others. */
function writeDataset(folder: string, images: readonly string[]): void {
  const all = ["good.svg", ...images, "huge.svg"];
  const records = all.map((image, at) => ({ id: `i${at}`, name: "N", developer: "D", category: "c", image }));
  writeFileSync(join(folder, "dataset.json"), '{ "name": "x" }');
  mkdirSync(join(folder, "icons"));
  writeFileSync(join(folder, "icons/a.json"), JSON.stringify(records));
  writeFileSync(join(folder, "good.svg"), GOOD);
  writeFileSync(join(folder, "huge.svg"), HUGE);
}

/** Peak memory of the analysis processes that this one started, in bytes; 0 if unknown. */
function peakOfDecoders(): number {
  if (!existsSync("/proc/self/task")) return 0;
  const tasks = readdirSync("/proc/self/task");
  const children = tasks.flatMap((task) => read(`/proc/self/task/${task}/children`).split(" "));
  const decoders = children.filter((pid) => pid !== "" && read(`/proc/${pid}/cmdline`).includes("analyze-process"));
  const peaks = decoders.map((pid) => Number(/VmHWM:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) * 1024);
  return Math.max(0, ...peaks);
}

/** The process may end while its file is read. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

describe("build with hostile images", () => {
  it("reports record, image and remedy of each within the memory limit, and builds everything else", async () => {
    const pictures = [...(await heavyPictures()), ...reachingDrawings("/etc/hostname")];
    const folder = temporaryFolder(Object.fromEntries(pictures.map(([name, content]) => [name, content])));
    writeDataset(
      folder,
      pictures.map(([name]) => name),
    );
    let peak = 0;
    const timer = setInterval(() => {
      peak = Math.max(peak, peakOfDecoders());
    }, 5);
    const { skipped, icons } = await compile({ data: folder, out: join(folder, "out"), jobs: 2 });
    clearInterval(timer);
    expect(skipped).toEqual(
      pictures.map(([image, , says], at) => ({ id: `i${at + 1}`, image, reason: expect.stringMatching(says) })),
    );
    expect(peak).toBeLessThan(MAX_MEMORY);
    expect(icons).toBe(pictures.length + 2);
    const catalog = openCatalog(join(folder, "out"));
    for (const id of ["i0", `i${icons - 1}`]) expect(catalog.get(id).phash, id).toMatch(/^[0-9a-f]{16}$/);
    for (const { id } of skipped) expect(catalog.get(id).phash, id).toBeUndefined();
  }, 400_000);

  it("reports files that are not images of the dataset", async () => {
    const target = join(temporaryFolder({ "secret.svg": SECRET }), "secret.svg");
    const folder = temporaryFolder({ "good.svg": GOOD });
    const odd = makeOddFiles(folder, target);
    writeDataset(
      folder,
      odd.map(([image]) => image),
    );
    const { skipped, icons } = await compile({ data: folder, out: join(folder, "out"), jobs: 1 });
    expect(skipped).toEqual(
      odd.map(([image, says], at) => ({ id: `i${at + 1}`, image, reason: expect.stringMatching(says) })),
    );
    expect(icons).toBe(odd.length + 2);
  });
});

describeWith(["strace"], "a build that is watched", () => {
  it("opens no connection and no file outside the dataset for any records and images", async () => {
    const target = join(temporaryFolder({ "secret.svg": SECRET }), "secret.svg");
    const drawings = reachingDrawings(target);
    const folder = temporaryFolder(Object.fromEntries(drawings.map(([name, content]) => [name, content])));
    const odd = makeOddFiles(folder, target);
    const images = [...FORBIDDEN_ADDRESSES, ...odd, ...drawings].map(([image]) => image);
    writeDataset(folder, images);
    const trace = join(temporaryFolder(), "trace");
    const strace = [DEBIAN.strace, "-f", "--seccomp-bpf", "-s", "4096", "-e", "trace=connect,openat,open", "-o", trace];
    const build = [
      process.execPath,
      "cli/icons.mjs",
      "build",
      folder,
      "--out",
      join(folder, "out"),
      "--download",
      "--json",
    ];
    // Proxy settings in the environment must have no effect.
    const env = { ...process.env, HTTPS_PROXY: "http://127.0.0.1:9", NODE_USE_ENV_PROXY: "1" };
    const { stdout } = await promisify(execFile)(strace[0]!, [...strace.slice(1), ...build], { env });
    const { skipped } = JSON.parse(stdout) as BuildResult;
    expect(skipped.map(({ image }) => image)).toEqual(images);
    const calls = readFileSync(trace, "utf8").split("\n");
    expect(calls.some((call) => call.includes(join(folder, "good.svg")))).toBe(true);
    expect(calls.filter((call) => /connect\(/.test(call))).toEqual([]);
    const stray = [target, "/odd/", "/dev/zero", "/etc/hostname"];
    expect(calls.filter((call) => stray.some((path) => call.includes(path)))).toEqual([]);
  }, 300_000);
});

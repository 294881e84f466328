// Duration of a rebuild: node bench/rebuild.mjs [--sizes 10k,100k] [--rounds 3] [--uncached] [--analyses 100k=FOLDER]
//
// Builds a dataset with a drawing for each record from scratch, again without changes, and again with one changed
// drawing. For comparison, each round makes a plain copy of the artifact files, flushed to disk, the lower bound of a
// rebuild, and with --uncached the same build without its cache, which takes half an hour at 100 k. Also reports where
// the time of a rebuild goes. With --analyses, the analyses for a size come from an existing cache; the first build
// then uses only that cache.
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runChild } from "./tools/children.mjs";
import { changeDrawing, imageDatasetOf } from "./tools/image-dataset.mjs";
import { profileShares } from "./tools/profile-shares.mjs";
import { saveResult } from "./tools/results.mjs";
import { median } from "./tools/statistics.mjs";
import { countName, figure, parseCounts, printTable } from "./tools/table.mjs";
import { ICONS, workPath } from "./tools/work-folder.mjs";

const { sizes, rounds, uncached, analyses } = parseArgs({
  options: {
    sizes: { type: "string", default: "10k,100k" },
    rounds: { type: "string", default: "3" },
    uncached: { type: "boolean", default: false },
    analyses: { type: "string", default: "" },
  },
}).values;

const [analyzedSize, analyzedFolder] = analyses.split("=");
const [analyzed] = analyzedSize === "" ? [] : parseCounts(analyzedSize);

const results = [];
for (const icons of parseCounts(sizes)) results.push(await measure(icons));
printTable(
  ["icons", "", "time", "images analyzed", "time / copy"],
  results.flatMap(({ icons, runs }) =>
    runs.map(({ what, seconds, analyzed }) => [
      countName(icons),
      what,
      `${figure(seconds)} s`,
      analyzed,
      figure(seconds / runs.find(({ what: other }) => other === "copy").seconds),
    ]),
  ),
);
for (const { icons, shares } of results) {
  const text = Object.entries(shares).map(([phase, share]) => `${phase} ${Math.round(share * 100)} %`);
  console.log(`one changed of ${countName(icons)}: ${text.join(", ")}`);
}
saveResult("rebuild", { rounds: Number(rounds), results });

async function measure(icons) {
  const data = await imageDatasetOf(icons);
  const out = workPath("rebuilt", String(icons));
  rmSync(out, { recursive: true, force: true });
  const fromCache = icons === analyzed;
  const flags = fromCache ? ["--cache", analyzedFolder] : [];
  const first = fromCache ? "from the cache alone" : "from nothing";
  const runs = { [first]: [await build(data, out, flags)], "nothing changed": [], "one changed": [], copy: [] };
  if (uncached) runs["without cache"] = [];
  for (let round = 0; round < Number(rounds); round++) {
    runs["nothing changed"].push(await build(data, out, flags));
    const putBack = changeDrawing(data, icons >> 1, icons + round);
    try {
      runs["one changed"].push(await build(data, out, flags));
      if (uncached) runs["without cache"].push(await build(data, out, ["--no-cache"]));
    } finally {
      putBack();
    }
    runs.copy.push({ seconds: copyFlushed(out), analyzed: 0 });
  }
  const shares = await profileChanged(data, out, icons, flags);
  rmSync(out, { recursive: true, force: true });
  return { icons, shares, runs: Object.entries(runs).map(([what, list]) => summarise(what, list)) };
}

function summarise(what, list) {
  const analyzed = [...new Set(list.map((run) => run.analyzed))].join(", ");
  return { what, seconds: median(list.map(({ seconds }) => seconds)), analyzed };
}

/** Runs a build as a separate process and measures all of it. */
async function build(data, out, flags = [], node = []) {
  const start = performance.now();
  const { analyzed } = JSON.parse(
    await runChild(process.execPath, [...node, ICONS, "build", data, "--out", out, "--json", ...flags]),
  );
  return { seconds: (performance.now() - start) / 1000, analyzed };
}

async function profileChanged(data, out, icons, flags) {
  const profiles = workPath("rebuilt", `profiles-${icons}`);
  rmSync(profiles, { recursive: true, force: true });
  const putBack = changeDrawing(data, icons >> 1, icons - 1);
  try {
    await build(data, out, flags, ["--cpu-prof", "--cpu-prof-dir", profiles]);
    return profileShares(profiles);
  } finally {
    putBack();
    rmSync(profiles, { recursive: true, force: true });
  }
}

/** Seconds to write a copy of the live generation's files, each flushed. */
function copyFlushed(out) {
  const live = join(out, readFileSync(join(out, "CURRENT"), "utf8").trim());
  const copy = join(out, "copy");
  const start = performance.now();
  mkdirSync(copy);
  for (const name of readdirSync(live)) {
    const bytes = readFileSync(join(live, name));
    const fd = openSync(join(copy, name), "wx");
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
    fsyncSync(fd);
    closeSync(fd);
  }
  const seconds = (performance.now() - start) / 1000;
  rmSync(copy, { recursive: true });
  return seconds;
}

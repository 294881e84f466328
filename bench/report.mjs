// Writes report.md and its plots from results/*.json: node bench/report.mjs
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { enduranceSections } from "./tools/endurance-sections.mjs";
import { markdownTable } from "./tools/markdown-table.mjs";
import { plotCourse, plotGrowth } from "./tools/plot.mjs";
import { refreshSections } from "./tools/refresh-sections.mjs";
import { sections } from "./tools/report-sections.mjs";
import { loadResult } from "./tools/results.mjs";
import { compareWithTargets } from "./tools/targets.mjs";

const REPORT = fileURLToPath(new URL("report.md", import.meta.url));
const PLOTS = fileURLToPath(new URL("results/plots", import.meta.url));
const NAMES = [
  "http",
  "search",
  "similar",
  "similar-shapes",
  "likely-looks",
  "sorting",
  "resolve",
  "start",
  "commands",
  "build",
  "rebuild",
  "watch",
  "image",
  "first-build",
  "renderers",
  "sanitized",
  "images",
  "perturbed",
  "perturbed-brands",
  "judging-sheets",
  "served-images",
  "size",
  "export",
  "iconify",
  "iconify-routes",
  "iconify-parity",
  "judged",
  "ladder",
  "judged-queries",
  "page",
  "message-pack",
  "soak",
  "young-generation",
  "reload",
  "slow-clients",
  "replicas",
  "worst-queries",
];

const results = Object.fromEntries(NAMES.map((name) => [name, loadResult(name)]));
const parts = [
  "# Benchmark report",
  "Written by `npm run report` from `results/*.json`. [README.md](README.md) describes what each benchmark measures and how to run it. " +
    "Compare ratios within a run: absolute figures are those of one machine on one day. [profiles.md](profiles.md) shows where time " +
    "is spent if a target is missed.",
  "## Targets",
  markdownTable(
    ["", "what", "target", "measured", ""],
    compareWithTargets(results).map(({ area, what, target, measured, met }) => [
      area,
      what,
      target,
      measured,
      verdict(met),
    ]),
  ),
];
for (const [name, { title, text, tables, plots, courses, images = [] }] of Object.entries({
  ...sections,
  ...refreshSections,
  ...enduranceSections,
})) {
  parts.push(`## ${title}`);
  const result = results[name];
  if (result === undefined) {
    parts.push(`Not measured yet: \`npm run ${name}\`.`);
    continue;
  }
  parts.push(text, provenance(result));
  for (const { name: plot, title: caption, unit, values } of plots?.(result) ?? [])
    parts.push(await plotGrowth(PLOTS, plot, caption, unit, values));
  for (const { name: plot, title: caption, values } of courses?.(result) ?? [])
    parts.push(await plotCourse(PLOTS, plot, caption, values));
  for (const { file, title: caption } of images) parts.push(`![${caption}](results/plots/${file})`);
  for (const { title: caption, head, rows } of tables(result)) parts.push(`**${caption}**`, markdownTable(head, rows));
}
writeFileSync(REPORT, `${parts.filter(Boolean).join("\n\n")}\n`);
console.log(`written to ${REPORT}`);

function verdict(met) {
  if (met === undefined) return "not measured";
  return met ? "met" : "**not met**";
}

function provenance({ measuredAt, machine: { cpu, cores, memoryBytes, node, load } }) {
  const busy = load > cores ? `, load ${load}` : "";
  return `Measured on ${measuredAt.slice(0, 10)}: ${cpu.trim()}, ${cores} cores, ${Math.round(memoryBytes / 2 ** 30)} GB, Node ${node}${busy}.`;
}

// The explorer page in a real Chromium: node bench/page.mjs [--sizes 1M] [--rounds 5] [--artifacts FOLDER]
//
// Measures its size until first paint and in total, the time to the first result, also over slow 3G, the time from a key
// press to the new result, and frames while scrolling a million icons. The peer is a page that adds its first 1,000 icons to the
// document at once. The shipped dataset comes first. --artifacts measures an existing folder instead; repeatable.
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { openCatalog } from "../dist/src/index.js";
import {
  dragScrollbar,
  openSlowly,
  openWeighed,
  reachLast,
  timeFrames,
  timeKeys,
  turnWheel,
} from "./tools/page-measures.mjs";
import { createRandom } from "./tools/random.mjs";
import { saveResult } from "./tools/results.mjs";
import { createProKey, ourServer, peerServer, startServer } from "./tools/servers.mjs";
import { median } from "./tools/statistics.mjs";
import { countName, duration, figure, parseCounts, printTable } from "./tools/table.mjs";
import { artifactsOf, shippedArtifacts } from "./tools/work-folder.mjs";

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const WINDOW = { width: 1280, height: 800 };
const PLAIN_ICONS = 1000;
const LETTERS = [..."samcp"];
const WHEEL_STEPS = 240;
const WHEEL_PIXELS = 120;
const PLACES = 30;

const { sizes, rounds, artifacts } = parseArgs({
  options: {
    sizes: { type: "string", default: "1M" },
    rounds: { type: "string", default: "5" },
    artifacts: { type: "string", multiple: true, default: [] },
  },
}).values;

const folders = artifacts.length === 0 ? [await shippedArtifacts()] : artifacts;
if (artifacts.length === 0) for (const icons of parseCounts(sizes)) folders.push(await artifactsOf(icons));
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: ["--no-sandbox"],
  // The benchmark drags scrollbars.
  ignoreDefaultArgs: ["--hide-scrollbars"],
});
const results = [];
try {
  for (const folder of folders) results.push(...(await measureFolder(folder)));
} finally {
  await browser.close();
}
show(results);
saveResult("page", { browser: browser.version(), rounds: Number(rounds), results });

async function measureFolder(folder) {
  const icons = openCatalog(folder).size;
  const access = await createProKey();
  const own = ourServer(folder, access);
  const servers = [];
  try {
    const ours = await startServer({
      ...own,
      env: (port) => ({ ...own.env(port), ICONS_ANONYMOUS: "pro", ICONS_LOG_LEVEL: "silent" }),
    });
    servers.push(ours);
    const flags = ["--api", `http://127.0.0.1:${ours.port}`, "--icons", String(PLAIN_ICONS)];
    const plain = await startServer({ ...peerServer("plain page", "serve-plain-page.mjs", flags, access), ready: "/" });
    servers.push(plain);
    const runs = new Map(servers.map((server) => [server, []]));
    const slow = new Map();
    // Its images take the peer minutes.
    for (const server of servers)
      slow.set(server, await withPage((page) => openSlowly(page, `http://127.0.0.1:${server.port}/`)));
    for (let round = 0; round < Number(rounds); round++)
      for (const server of servers) runs.get(server).push(await measurePage(`http://127.0.0.1:${server.port}/`));
    await withPage(async (page) => {
      await page.goto(`http://127.0.0.1:${ours.port}/`);
      await page.locator(".item .name").first().waitFor();
      await reachLast(page, icons);
    });
    return servers.map((server) => ({
      ...summarise(icons, server === ours ? "explorer" : plain.name, runs.get(server)),
      slow: slow.get(server),
    }));
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

async function measurePage(url) {
  return withPage(async (page) => {
    const opened = await openWeighed(page, url);
    const keys = await timeKeys(page, LETTERS);
    const random = createRandom(1);
    const places = Array.from({ length: PLACES }, () => random());
    return {
      ...opened,
      keyMs: median(keys),
      wheel: await timeFrames(page, () => turnWheel(page, WHEEL_STEPS, WHEEL_PIXELS)),
      drag: await timeFrames(page, () => dragScrollbar(page, places)),
    };
  });
}

/** Starts a fresh browser. */
async function withPage(use) {
  const context = await browser.newContext({ viewport: WINDOW });
  try {
    return await use(await context.newPage());
  } finally {
    await context.close();
  }
}

/** The median of each figure over the rounds. */
function summarise(icons, name, runs) {
  const middle = (values) =>
    typeof values[0] === "number"
      ? median(values)
      : Object.fromEntries(Object.keys(values[0]).map((key) => [key, middle(values.map((value) => value[key]))]));
  return { icons, page: name, ...middle(runs) };
}

function show(rows) {
  const frames = ({ p50, p99, longest, dropped }) =>
    `${[p50, p99, longest].map(figure).join(" / ")}, ${figure(dropped * 100)} %`;
  printTable(
    ["page", "icons", "KB to paint", "KB", "requests", "paint", "first result", "slow 3G", "key", "wheel", "drag"],
    rows.map(({ page, icons, firstPaint, all, paintMs, firstResultMs, slow, keyMs, wheel, drag }) => [
      page,
      countName(icons),
      figure(firstPaint.bytes / 1000),
      figure(all.bytes / 1000),
      all.requests,
      ...[paintMs, firstResultMs].map(duration),
      [slow.firstResultMs, slow.firstImageMs, slow.imagesMs].map(duration).join(" / "),
      duration(keyMs),
      frames(wheel),
      frames(drag),
    ]),
  );
}

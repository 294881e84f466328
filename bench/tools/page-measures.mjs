import { percentile } from "./statistics.mjs";

/** Duration of a frame at 60 per second. */
const FRAME_MS = 1000 / 60;
/** Distance from the end of a scrollbar to the middle of its thumb, including the arrow. */
const GRIP = 20;
/** Time for a page to become idle. */
const SETTLE_MS = 500;

/**
 * Opens a page and measures its size: bytes over the wire, with headers.
 *
 * @returns `firstPaint` and `all` (each `bytes` and `requests`; the former up to first paint), `paintMs` (first
 * contentful paint) and `firstResultMs`, both since the navigation
 */
export async function openWeighed(page, url) {
  const network = await page.context().newCDPSession(page);
  const finished = [];
  // Images within the page come as part of it.
  const embedded = new Set();
  let navigation;
  network.on("Network.requestWillBeSent", ({ requestId, request, timestamp }) => {
    navigation ??= timestamp;
    if (request.url.startsWith("data:")) embedded.add(requestId);
  });
  network.on("Network.loadingFinished", ({ requestId, timestamp, encodedDataLength }) => {
    if (!embedded.has(requestId)) finished.push({ ms: (timestamp - navigation) * 1000, bytes: encodedDataLength });
  });
  await network.send("Network.enable");
  await page.addInitScript(watchFirstResult);
  await page.goto(url);
  const firstResultMs = await page.evaluate("window.firstResultMs");
  await page.waitForLoadState("networkidle");
  const paintMs = await page.evaluate(untilPainted);
  const weigh = (loads) => ({ bytes: loads.reduce((sum, { bytes }) => sum + bytes, 0), requests: loads.length });
  return {
    firstPaint: weigh(finished.filter(({ ms }) => ms <= paintMs)),
    all: weigh(finished),
    paintMs,
    // Frames are counted before the styles arrive, too.
    firstResultMs: Math.max(paintMs, firstResultMs),
  };
}

/** Runs in the page: the time of the first contentful paint. */
function untilPainted() {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const [entry] = list.getEntriesByName("first-contentful-paint");
      if (entry !== undefined) resolve(entry.startTime);
    }).observe({ type: "paint", buffered: true });
  });
}

/** Slow 3G: bytes per second, and milliseconds that it delays each response. */
const SLOW = { offline: false, downloadThroughput: 50_000, uploadThroughput: 50_000, latency: 400 };

/**
 * Opens a page over a slow connection, with an empty cache.
 *
 * @returns since the navigation: `paintMs` (first contentful paint), `firstResultMs`, `firstImageMs`, and `imagesMs`,
 * when all images in view are loaded
 */
export async function openSlowly(page, url) {
  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  await network.send("Network.emulateNetworkConditions", SLOW);
  await page.addInitScript(watchFirstResult);
  await page.goto(url, { waitUntil: "commit" });
  const firstResultMs = await page.evaluate("window.firstResultMs");
  const firstImageMs = await page.evaluate(untilImages, 1);
  const imagesMs = await page.evaluate(untilImages, Number.POSITIVE_INFINITY);
  const paintMs = await page.evaluate(untilPainted);
  const seen = { firstResultMs, firstImageMs, imagesMs };
  return { paintMs, ...Object.fromEntries(Object.entries(seen).map(([name, ms]) => [name, Math.max(paintMs, ms)])) };
}

/** Runs in the page: waits until so many of the images in view are loaded, or all. */
async function untilImages(count) {
  const isSeen = (image) => {
    const { top, bottom, left, right } = image.getBoundingClientRect();
    return bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
  };
  for (;;) {
    const images = [...document.querySelectorAll(".item img")].filter(isSeen);
    const loaded = images.filter(({ complete }) => complete).length;
    if (loaded >= Math.min(count, images.length)) return performance.now();
    await new Promise(requestAnimationFrame);
  }
}

/** Runs in a page before its own code: a promise for when the first result is painted. */
function watchFirstResult() {
  window.firstResultMs = new Promise((resolve) => {
    const look = () => {
      if (document.querySelector(".item .name") === null) requestAnimationFrame(look);
      else requestAnimationFrame(() => resolve(performance.now()));
    };
    requestAnimationFrame(look);
  });
}

/**
 * Milliseconds from a key press in the search field to the painted result; each letter is typed into an empty field.
 */
export async function timeKeys(page, letters) {
  await page.evaluate(noteChanges);
  await page.getByRole("searchbox", { name: "Search icons" }).focus();
  const times = [];
  for (const letter of letters) {
    times.push(await page.keyboard.press(letter).then(() => page.evaluate(untilShown)));
    await page.keyboard.press("Backspace");
    await page.evaluate(untilShown);
    // Pending requests of the previous letter must not count as a response to the next.
    await page.waitForTimeout(SETTLE_MS);
  }
  return times;
}

/** Runs in the page: records each key press, and when the status shows another number. */
function noteChanges() {
  const noted = { pressedMs: 0, shownMs: 0 };
  const textOf = () => document.querySelector("[role=status]")?.textContent ?? "";
  let text = textOf();
  const look = () => {
    const now = textOf();
    if (now !== text && /\d/.test(now)) {
      text = now;
      // Changes in this frame are painted in the next.
      requestAnimationFrame(() => {
        noted.shownMs = performance.now();
      });
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  addEventListener("keydown", ({ timeStamp }) => Object.assign(noted, { pressedMs: timeStamp, shownMs: 0 }), true);
  window.noted = noted;
}

/** Runs in the page: measures from the last key press to its results. */
async function untilShown() {
  while (window.noted.shownMs === 0) await new Promise(requestAnimationFrame);
  return window.noted.shownMs - window.noted.pressedMs;
}

/**
 * Measures frames during an action on a page.
 *
 * @returns `frames`, `p50`, `p99` and `longest` (milliseconds between two), `dropped` (share of 60 per second)
 */
export async function timeFrames(page, act) {
  await page.evaluate(() => {
    window.frameTimes = [];
    const next = (now) => {
      window.frameTimes?.push(now);
      if (window.frameTimes !== undefined) requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  await act();
  const times = await page.evaluate(() => {
    const all = window.frameTimes;
    window.frameTimes = undefined;
    return all;
  });
  const deltas = times.slice(1).map((time, at) => time - times[at]);
  const due = deltas.reduce((sum, delta) => sum + Math.max(1, Math.round(delta / FRAME_MS)), 0);
  return {
    frames: deltas.length,
    p50: percentile(deltas, 0.5),
    p99: percentile(deltas, 0.99),
    longest: Math.max(...deltas),
    dropped: 1 - deltas.length / due,
  };
}

/** Scrolls the icons by mouse wheel. @param steps of `pixels` each, about one per frame */
export async function turnWheel(page, steps, pixels) {
  const { x, y, width, height } = await page.locator(".grid").boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  for (let step = 0; step < steps; step++) {
    await page.mouse.wheel(0, pixels);
    await page.waitForTimeout(FRAME_MS);
  }
}

/** Drags the thumb of the scrollbar. @param places as fractions of its range. @throws Error if there is no scrollbar */
export async function dragScrollbar(page, places) {
  const { x, y, width, height } = await page.locator(".grid").boundingBox();
  await page.evaluate("document.querySelector('.grid').scrollTop = 0");
  await page.waitForTimeout(FRAME_MS * 6);
  const right = x + width - 6;
  await page.mouse.move(right, y + GRIP);
  await page.mouse.down();
  for (const place of places) {
    await page.mouse.move(right, y + GRIP + place * (height - 2 * GRIP), { steps: 4 });
    await page.waitForTimeout(FRAME_MS * 6);
  }
  await page.mouse.up();
  if ((await page.evaluate("document.querySelector('.grid').scrollTop")) === 0) throw new Error("nothing was dragged");
}

/**
 * Checks that every icon can be reached, by the End key and by the scrollbar, in each icon size.
 *
 * @throws Error if the last icon is missing or not fully visible after half a minute
 */
export async function reachLast(page, total) {
  for (const size of await page.getByRole("radio").all()) {
    await size.check({ force: true });
    for (const reach of ["key", "scrollbar"]) {
      await page.evaluate("document.querySelector('.grid').scrollTop = 0");
      await page.locator('.item[data-index="0"]').focus();
      if (reach === "key") await page.keyboard.press("End");
      else await page.evaluate("document.querySelector('.grid').scrollTop = 1e9");
      await page.evaluate(untilSeen, total - 1);
    }
  }
}

/** Runs in the page: waits until an icon is loaded and within the grid. */
async function untilSeen(index) {
  for (let waited = 0; waited < 30_000; waited += 50) {
    const cell = document.querySelector(`.item[data-index="${index}"]:has(.name)`)?.getBoundingClientRect();
    const { top, bottom } = document.querySelector(".grid").getBoundingClientRect();
    if (cell !== undefined && cell.top >= top && cell.bottom <= bottom + 2) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`icon ${index} is not seen`);
}

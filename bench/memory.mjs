// How much memory can clients without a key occupy?
// node bench/memory.mjs [--connections 500] [--seconds 60] [--kinds "guide;images"]
//
// Clients in another process send requests for large responses, many requests or incomplete ones, and read nothing, 1
// byte or 1 KB per second. Meanwhile `/healthz` is requested over new connections. Fails if private memory exceeds 300
// MB or does not return to 1.3 times its initial value, or a health check takes more than a second.
import { writeFileSync } from "node:fs";
import { request } from "node:http";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { startChild, stopChild } from "./tools/children.mjs";
import { memoryOf } from "./tools/process-memory.mjs";
import { saveResult } from "./tools/results.mjs";
import { get, startServer } from "./tools/servers.mjs";
import { figure, megabytes, printTable } from "./tools/table.mjs";
import { ICONS, shippedArtifacts, workPath } from "./tools/work-folder.mjs";

const CLIENTS = fileURLToPath(new URL("tools/hostile-clients.mjs", import.meta.url));
const SAMPLE_MS = 200;
const HEALTH_TIMEOUT_MS = 15_000;
/** Time for memory to be released. */
const AFTER_MS = 45_000;
const TARGETS = { peakBytes: 300e6, healthMs: 1000, afterRatio: 1.3 };

const flags = parseArgs({
  options: {
    connections: { type: "string", default: "500" },
    seconds: { type: "string", default: "60" },
    kinds: { type: "string" },
  },
}).values;

const artifacts = await shippedArtifacts();
const ask = (path, head = "", method = "GET") => `${method} ${path} HTTP/1.1\r\nHost: icons.test\r\n${head}\r\n`;
const BR = "Accept-Encoding: br\r\n";
const GZIP = "Accept-Encoding: gzip\r\n";
const GUIDE = "/docs/dataset";
const IMAGES = ["flink", "spotify", "github", "slack", "firefox"].flatMap((id) =>
  [128, 512].map((size) => ask(`/images/${id}?size=${size}`)),
);
const LISTS = ["", BR, GZIP].map((head) => ask("/api/v1/icons?limit=100&page={number}", head));

/** Behavior of the clients, by name. `{number}` in a request is the number of the connection. */
const KINDS = {
  guide: { requests: [ask(GUIDE), ask(GUIDE, BR), ask(GUIDE, GZIP)], repeat: 1000 },
  images: { requests: IMAGES, repeat: 1000 },
  "images, 1 KB/s": { requests: IMAGES, repeat: 1000, readBytes: 1000 },
  pages: {
    requests: ["/", "/docs", "/openapi.json"].flatMap((path) => [ask(path), ask(path, BR), ask(path, GZIP)]),
    repeat: 500,
  },
  "everything, 1 byte/s": { requests: everything(), repeat: 200, readBytes: 1 },
  "everything, 1 KB/s": { requests: everything(), repeat: 200, readBytes: 1000 },
  "small requests": {
    requests: [
      "GET /healthz HTTP/1.1\r\nHost:a\r\n\r\n",
      "GET /x HTTP/1.1\r\nHost:a\r\n\r\n",
      "HEAD /x HTTP/1.1\r\nHost:a\r\n\r\n",
    ],
  },
  refusals: {
    requests: [
      ask("/api/v1/icons"),
      ask("/nowhere"),
      ask(`/${"x".repeat(9000)}`),
      ask("/healthz", "", "POST"),
      ask("/", "", "HEAD"),
    ],
    repeat: 1000,
  },
  "empty lines": {
    requests: ["\n", "\r\n", `GET /healthz HTTP/1.1\r\nHost:a\r\n\r\n${"\r\n".repeat(30_000)}`],
  },
  "endless heads": {
    requests: [
      // The server reads 32 KiB of a head.
      ...[30_000, 90_000].flatMap((bytes) => [
        `GET / HTTP/1.1\r\n${"ab:c\r\n".repeat(bytes / 6)}`,
        `GET /${"x".repeat(bytes)}`,
        `GET / HTTP/1.1\r\nX: ${"x".repeat(bytes)}`,
      ]),
    ],
    drip: true,
  },
  "endless bodies": {
    requests: [
      ask("/nowhere", "Content-Length: 1000000\r\nContent-Type: application/json\r\n", "POST") + " ".repeat(100_000),
      ask("/nowhere", "Transfer-Encoding: chunked\r\nContent-Type: text/plain\r\n", "PUT") +
        "1\r\na\r\n".repeat(10_000),
    ],
    drip: true,
  },
  "lists, anonymous pro": { requests: LISTS, repeat: 500, anonymous: "pro" },
  "lists, anonymous pro, 1 KB/s": { requests: LISTS, repeat: 500, readBytes: 1000, anonymous: "pro" },
};

function everything() {
  const paths = [
    GUIDE,
    "/",
    "/docs",
    "/openapi.json",
    "/healthz",
    "/readyz",
    "/api/v1/icons",
    "/api/v1/similar",
    "/nowhere",
  ];
  return ["GET", "HEAD"].flatMap((method) =>
    [...paths, "/images/flink?size=512"].flatMap((path) => ["", BR, GZIP].map((head) => ask(path, head, method))),
  );
}

const runs = [];
for (const [name, kind] of Object.entries(KINDS)) {
  if (flags.kinds !== undefined && !flags.kinds.split(";").includes(name)) continue;
  runs.push({ name, ...(await attack(kind)) });
  console.error(JSON.stringify(runs.at(-1)));
}
printTable(
  ["clients", "RssAnon before", "at most", "after", "health checks", "slowest, ms"],
  runs.map(({ name, before, peak, after, checks, slowest }) => [
    name,
    ...[before, peak, after].map(megabytes),
    checks,
    figure(slowest),
  ]),
);
saveResult("memory", { connections: Number(flags.connections), seconds: Number(flags.seconds), runs });
const failed = runs.filter(
  ({ before, peak, after, slowest }) =>
    peak > TARGETS.peakBytes || slowest > TARGETS.healthMs || after > before * TARGETS.afterRatio,
);
for (const { name } of failed) console.error(`beyond its bounds: ${name}`);
if (failed.length > 0) process.exitCode = 1;

async function attack({ anonymous = "off", ...kind }) {
  const folder = workPath("memory", "keys.json");
  const server = await startServer({
    name: "icons serve",
    args: () => [ICONS, "serve", artifacts, "--anonymous", anonymous, "--keys", folder, "--log-level", "error"],
    env: (port) => ({ ICONS_PORT: port, ICONS_USAGE: workPath("memory", "usage.bin") }),
    ready: "/healthz",
    headers: {},
  });
  try {
    // Data that is loaded on first use should not be attributed to the clients.
    for (let round = 0; round < 20; round++)
      for (const path of ["/", "/docs", "/openapi.json", GUIDE, "/images/flink?size=512", "/api/v1/icons"])
        await get(server, path);
    const before = memoryOf(server.pid).anonymous;
    const health = [];
    let peak = 0;
    const sampler = setInterval(() => {
      peak = Math.max(peak, memoryOf(server.pid).anonymous);
    }, SAMPLE_MS);
    const options = { ...kind, port: server.port, connections: Number(flags.connections) };
    const asked = workPath("memory", "clients.json");
    writeFileSync(asked, JSON.stringify(options));
    const clients = startChild(process.execPath, [CLIENTS, asked]);
    const end = performance.now() + Number(flags.seconds) * 1000;
    while (performance.now() < end) {
      health.push(await checkHealth(server.port));
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
    }
    await stopChild(clients);
    clearInterval(sampler);
    const target = performance.now() + AFTER_MS;
    let after = memoryOf(server.pid).anonymous;
    while (performance.now() < target && after > before * TARGETS.afterRatio) {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      after = memoryOf(server.pid).anonymous;
    }
    return { before, peak, after, checks: health.length, slowest: Math.max(...health) };
  } finally {
    await server.stop();
  }
}

/** @returns milliseconds; 15,000 if there was no response by then */
function checkHealth(port) {
  const start = performance.now();
  return new Promise((resolve) => {
    const asked = request({ host: "127.0.0.1", port, path: "/healthz", agent: false, timeout: HEALTH_TIMEOUT_MS });
    asked.on("response", (response) => response.resume().on("end", () => resolve(performance.now() - start)));
    asked.on("timeout", () => asked.destroy());
    asked.on("error", () => resolve(HEALTH_TIMEOUT_MS));
    asked.end();
  });
}

import { once } from "node:events";
import { request } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import { runChild, startChild, stopChild } from "./children.mjs";
import { ICONS, PEERS, workPath } from "./work-folder.mjs";

const HOST = "127.0.0.1";
const READY_MS = 15 * 60_000;
const RETRY_MS = 2;
/** Objects of a million records need more than Node's default. */
const BIG_HEAP = "--max-old-space-size=20000";

/**
 * Our server in its normal configuration: keys required, quota counted. Other flags come from the environment, as for
 * any `icons`.
 */
export function ourServer(artifacts, { key, keysFile }) {
  const usage = workPath("keys", "usage.bin");
  return {
    name: "icons serve",
    args: () => [ICONS, "serve", artifacts],
    env: (port) => ({ ICONS_PORT: port, ICONS_ANONYMOUS: "off", ICONS_KEYS: keysFile, ICONS_USAGE: usage }),
    ready: "/api/v1/icons?limit=20",
    headers: { "x-api-key": key },
  };
}

/** Our server with the Iconify API, without keys. @param flags further ones */
export function ourIconifyServer(artifacts, flags = []) {
  return {
    name: "icons serve --iconify",
    args: () => [ICONS, "serve", artifacts, "--iconify", "--anonymous", "pro", ...flags],
    env: (port) => ({ ICONS_PORT: port, ICONS_USAGE: workPath("keys", "usage.bin") }),
    ready: "/search?query=home",
    headers: {},
  };
}

/** A program in the peers' folder that serves our API. */
export function peerServer(name, script, flags, { key }) {
  return {
    name,
    args: (port) => [BIG_HEAP, join(PEERS, script), "--port", port, "--key", key, ...flags],
    ready: "/api/v1/icons?limit=20",
    headers: { "x-api-key": key },
  };
}

/** Creates a real pro key in a separate key file. */
export async function createProKey() {
  const keysFile = workPath("keys", "keys.json");
  const { key } = JSON.parse(
    await runChild(process.execPath, [ICONS, "keys", "create", "--tier", "pro", "--json", "--keys", keysFile]),
  );
  return { key, keysFile };
}

/**
 * Starts a server and waits for its first 200.
 *
 * @param port to listen on; default: a free one
 * @returns its `child`, `pid`, `port`, `readyMs` from spawning to the end of the first 200 response, and `stop`
 * @throws Error if it ends or is not ready within `readyMs`
 */
export async function startServer({ name, args, ready, headers, env, cwd }, readyMs = READY_MS, port = undefined) {
  port ??= await freePort();
  const start = performance.now();
  const child = startChild(process.execPath, args(String(port)), {
    env: { ...process.env, ...env?.(String(port)) },
    cwd,
  });
  try {
    while ((await statusOf(port, ready, headers)) !== 200) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`${name} ended before it was ready`);
      if (performance.now() - start > readyMs) throw new Error(`${name} was not ready within ${readyMs / 1000} s`);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  } catch (error) {
    await stopChild(child);
    throw error;
  }
  return {
    name,
    child,
    pid: child.pid,
    port,
    headers,
    ready,
    readyMs: performance.now() - start,
    stop: () => stopChild(child),
  };
}

/** One GET: status and body. */
export async function get({ port, headers }, path) {
  const outgoing = request({ host: HOST, port, path, headers }).end();
  const [incoming] = await once(outgoing, "response");
  const chunks = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return { status: incoming.statusCode, body: Buffer.concat(chunks) };
}

async function statusOf(port, path, headers) {
  try {
    return (await get({ port, headers }, path)).status;
  } catch {
    return 0;
  }
}

/** A port that is currently free. */
export async function freePort() {
  const server = createServer().listen(0, HOST);
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

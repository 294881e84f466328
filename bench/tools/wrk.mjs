import { fileURLToPath } from "node:url";
import { runChild } from "./children.mjs";
import { cpuSecondsOf } from "./process-memory.mjs";
import { get } from "./servers.mjs";

const SCRIPT = fileURLToPath(new URL("rotate.lua", import.meta.url));
const CONNECTIONS = 32;

/**
 * Loads a running server with one thread and 32 connections, rotating over the paths of a file, one per line.
 *
 * @returns requests, requests per second, latency in ms, and CPU time of the server per request in microseconds
 * @throws Error on any response other than 2xx, timeout or socket error
 */
export async function runWrk(server, pathsFile, seconds) {
  const { name, pid, ready } = server;
  const cpuBefore = cpuSecondsOf(pid);
  const { failed, ...run } = await loadWithWrk(server, pathsFile, seconds);
  if (failed > 0) throw new Error(`${name}: ${failed} requests got no 2xx`);
  // Requests left over by wrk are processed before the next server is measured.
  await get(server, ready);
  return { ...run, cpuMicroseconds: ((cpuSecondsOf(pid) - cpuBefore) / run.requests) * 1e6 };
}

/**
 * The same as `runWrk` with any number of connections, and at a modest rate if `pauseMs` is given, the pause of each
 * connection before a request. Responses other than 2xx, timeouts and socket errors are counted together, in `failed`.
 */
export async function loadWithWrk({ port, headers }, pathsFile, seconds, { connections = CONNECTIONS, pauseMs } = {}) {
  const args = ["-t1", `-c${connections}`, `-d${seconds}s`, "--timeout", "120s", "-s", SCRIPT];
  for (const [header, value] of Object.entries(headers)) args.push("-H", `${header}: ${value}`);
  const pause = pauseMs === undefined ? [] : [String(pauseMs)];
  const output = await runChild("wrk", [...args, `http://127.0.0.1:${port}`, "--", pathsFile, ...pause]);
  return JSON.parse(output.slice(output.lastIndexOf("RESULT ") + 7));
}

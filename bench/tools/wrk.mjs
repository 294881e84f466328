import { fileURLToPath } from "node:url";
import { runChild } from "./children.mjs";

const SCRIPT = fileURLToPath(new URL("rotate.lua", import.meta.url));
const CONNECTIONS = 32;

/**
 * Loads a server with one thread and 32 connections, rotating over the paths of a file, one a line.
 *
 * @returns requests, requests per second, failed (answers other than 2xx and socket errors), latency in ms
 */
export async function runWrk({ port, headers }, pathsFile, seconds) {
  const args = ["-t1", `-c${CONNECTIONS}`, `-d${seconds}s`, "--timeout", "120s", "-s", SCRIPT];
  for (const [name, value] of Object.entries(headers ?? {})) args.push("-H", `${name}: ${value}`);
  const output = await runChild("wrk", [...args, `http://127.0.0.1:${port}`, "--", pathsFile]);
  return JSON.parse(output.slice(output.lastIndexOf("RESULT ") + 7));
}

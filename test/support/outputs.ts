import { execFileSync, type IOType } from "node:child_process";
import { closeSync, constants, openSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";
import { freePort, type Running, start } from "./cli.js";
import { temporaryFolder } from "./folder.js";
import { readMetrics, sumOf } from "./metrics.js";
import { PATIENTLY } from "./patiently.js";
import { shippedArtifacts } from "./shipped-artifacts.js";

/** Outputs of a process that do not take everything, or nothing at all. */
export const BAD_OUTPUTS = ["full disk", "closed pipe", "unread pipe", "slow pipe", "unread socket"] as const;

export type BadOutput = (typeof BAD_OUTPUTS)[number];

/** A slow reader takes this much, ten times a second. */
const SLOW_BYTES = 4096;
const SLOW_MS = 100;

/**
 * Opens an output until the end of the test.
 *
 * @param isFull whether an unread pipe is full from the start
 * @returns what `spawn` takes
 */
export function openOutput(kind: BadOutput, isFull = false): number | IOType {
  // Node's pipes are sockets.
  if (kind === "unread socket") return "pipe";
  if (kind === "full disk") return openUntilEnd("/dev/full", constants.O_WRONLY);
  const { path, reader, writer } = openPipe();
  if (kind === "closed pipe") closeSync(reader);
  else onTestFinished(() => closeSync(reader));
  if (kind === "unread pipe" && isFull) fill(path);
  if (kind === "slow pipe") {
    const buffer = Buffer.alloc(SLOW_BYTES);
    const timer = setInterval(() => ignoreErrors(() => readSync(reader, buffer)), SLOW_MS);
    onTestFinished(() => clearInterval(timer));
  }
  return writer;
}

/** A server that writes to given outputs. */
export interface ServerWithOutputs extends Running {
  readonly port: number;
  /** The sum of a metric's samples. */
  read(metric: string): Promise<number>;
}

/** Serves without keys, and waits until the server responds. @param outputs standard output and standard error */
export async function serveInto(
  outputs: readonly (number | IOType)[],
  args: readonly string[] = [],
): Promise<ServerWithOutputs> {
  const folder = temporaryFolder();
  const [port, metricsPort] = [await freePort(), await freePort()];
  const files = ["--keys", join(folder, "keys.json"), "--usage", join(folder, "usage.bin")];
  const addresses = ["--port", String(port), "--metrics", `127.0.0.1:${metricsPort}`];
  const running = start(["serve", shippedArtifacts, ...files, ...addresses, ...args], {}, { outputs });
  await vi.waitFor(async () => {
    if (running.process.exitCode !== null) return;
    await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(5000) });
  }, PATIENTLY);
  return {
    ...running,
    port,
    read: async (metric) => sumOf((await readMetrics(metricsPort)).samples, metric),
  };
}

/** A named pipe. The writer is closed at the end of the test. */
export function openPipe(): { readonly path: string; readonly reader: number; readonly writer: number } {
  const path = join(temporaryFolder(), "pipe");
  execFileSync("mkfifo", [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return { path, reader, writer: openUntilEnd(path, constants.O_WRONLY) };
}

function openUntilEnd(path: string, flags: number): number {
  const fd = openSync(path, flags);
  onTestFinished(() => closeSync(fd));
  return fd;
}

/** Writes to a pipe until it takes nothing more. */
function fill(path: string): void {
  const writer = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  for (const size of [4096, 1]) ignoreErrors(() => writeUntilFull(writer, Buffer.alloc(size, "x")));
  closeSync(writer);
}

function writeUntilFull(writer: number, bytes: Buffer): void {
  for (;;) writeSync(writer, bytes);
}

function ignoreErrors(act: () => unknown): void {
  try {
    act();
  } catch {
    // The pipe is full or empty.
  }
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { onTestFinished, vi } from "vitest";
import { PATIENTLY } from "./patiently.js";

/** Starts a program that listens on a port of the loopback address, and waits until it does. It ends with the test. */
export async function startProgram(
  path: string,
  args: readonly string[],
  port: number,
  env: Record<string, string> = {},
): Promise<ChildProcess> {
  const child = spawn(path, args, { env: { PATH: process.env.PATH ?? "", ...env }, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
  await vi.waitFor(async () => {
    if (child.exitCode !== null) throw new Error(`${path} ended with ${child.exitCode}: ${said}`);
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    socket.destroy();
  }, PATIENTLY);
  return child;
}

/** Stops a program and waits for it to end. */
export async function endProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

import { spawn } from "node:child_process";
import { once } from "node:events";

const STOP_MS = 15_000;
const running = new Set();

process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));

/** Starts a process that ends at the latest with this one, whatever happens. Arguments are those of `spawn`. */
export function startChild(command, args, options = {}) {
  const child = spawn(command, args, { stdio: ["ignore", "ignore", "inherit"], ...options });
  running.add(child);
  child.once("close", () => running.delete(child));
  return child;
}

/** Runs a process to completion and returns its output. @throws Error if it fails */
export async function runChild(command, args, options = {}) {
  const child = startChild(command, args, { ...options, stdio: ["ignore", "pipe", "inherit"] });
  const chunks = [];
  child.stdout.on("data", (chunk) => chunks.push(chunk));
  const [code, signal] = await once(child, "close");
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${code ?? signal}`);
  return Buffer.concat(chunks).toString();
}

/** Stops a process gracefully, or kills it if it does not end. */
export async function stopChild(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, "close");
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
  await closed;
  clearTimeout(timer);
}

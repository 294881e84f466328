import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DEBIAN } from "./debian.js";
import { temporaryFolder } from "./folder.js";

/** A fault that lasts until `end`. */
export interface SystemFault {
  /** Number of failed calls so far. */
  count(): number;
  /** Lets system calls succeed again. */
  end(): Promise<void>;
}

/**
 * Makes system calls of a running process fail, by strace.
 *
 * @param path the affected file; undefined: all calls, such as those that open a connection
 * @param calls such as `openat,read`
 * @param how `error=EIO`, or `error=EIO:when=1` for only the first one
 */
export async function failCalls(
  pid: number,
  path: string | undefined,
  calls: string,
  how: string,
): Promise<SystemFault> {
  const log = join(temporaryFolder(), "calls");
  const only = path === undefined ? [] : ["-P", path];
  const args = ["-f", "-q", "-p", String(pid), ...only, "-e", `trace=${calls}`, "-e", `inject=${calls}:${how}`];
  const strace = spawn(DEBIAN.strace, [...args, "-o", log], { stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(strace, "close");
  let said = "";
  strace.stderr.on("data", (chunk) => (said += chunk));
  // strace prints nothing when it is ready, but a traced process has its tracer in /proc.
  for (;;) {
    const status = await readFile(`/proc/${pid}/status`, "utf8");
    if (status.includes(`TracerPid:\t${strace.pid}\n`)) break;
    if (strace.exitCode !== null) throw new Error(`strace ended with ${strace.exitCode}: ${said}`);
    await sleep(10);
  }
  return {
    count: () => readFileSync(log, "utf8").split("(INJECTED)").length - 1,
    async end() {
      strace.kill("SIGINT");
      await ended;
    },
  };
}

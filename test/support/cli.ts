import { type ChildProcess, type IOType, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";

const MAIN = resolve("cli/icons.mjs");

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the real command line to completion. */
export async function icons(
  args: readonly string[],
  env: Record<string, string> = {},
  place: Place = {},
): Promise<Ran> {
  const child = start(args, env, place);
  const [code] = await once(child.process, "close");
  return { code, stdout: child.stdout(), stderr: child.stderr() };
}

/** A running command. */
export interface Running {
  readonly process: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** Sends SIGTERM and waits for the process to end. @returns the exit code */
  stop(): Promise<number | null>;
}

/** How the command line is started. */
export interface Place {
  /** The working directory; default: the test's own. */
  readonly cwd?: string;
  /** The program, if it is not the one compiled here. */
  readonly main?: string;
  /** The user and group id; default: those of this process. */
  readonly uid?: number;
  /** Whether it leads a process group, like a command started by a shell; default false. */
  readonly group?: boolean;
  /** Whether it outlives the test and the caller stops it; default false. */
  readonly kept?: boolean;
  /** Standard output and standard error, which are then not read; default: pipes that are read. */
  readonly outputs?: readonly (number | IOType)[];
}

export function start(args: readonly string[], env: Record<string, string> = {}, place: Place = {}): Running {
  const { cwd, main = MAIN, uid, group = false, kept = false, outputs } = place;
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", ...env },
    stdio: ["ignore", ...(outputs ?? ["pipe", "pipe"])],
    cwd,
    detached: group,
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  // A failed test must not leave a server behind; a supervisor stops its workers.
  if (!kept)
    onTestFinished(() => {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
    });
  let stdout = "";
  let stderr = "";
  if (outputs === undefined) {
    child.stdout?.on("data", (chunk) => {
      stdout += chunk;
    });
    child.stderr?.on("data", (chunk) => {
      stderr += chunk;
    });
  }
  return {
    process: child,
    stdout: () => stdout,
    stderr: () => stderr,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill("SIGTERM");
        // Outputs that nobody reads are never closed.
        await once(child, outputs === undefined ? "close" : "exit");
      }
      return child.exitCode;
    },
  };
}

/** Starts `icons serve` (or `dev`), on a free port unless one is given, and waits until it listens. */
export async function serve(
  args: readonly string[],
  env: Record<string, string> = {},
  place: Place = {},
): Promise<Running & { readonly port: number }> {
  const running = start(args.includes("--port") ? args : [...args, "--port", "0"], env, place);
  for (let waited = 0; waited < 60_000; waited += 50) {
    const port = /(?:Server listening at|Open) http:\/\/127\.0\.0\.1:(\d+)/.exec(running.stdout())?.[1];
    if (port !== undefined) return { ...running, port: Number(port) };
    if (running.process.exitCode !== null) break;
    await sleep(50);
  }
  await running.stop();
  throw new Error(`icons ${args.join(" ")} does not listen:\n${running.stdout()}\n${running.stderr()}`);
}

/** A port that is currently free. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

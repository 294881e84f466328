import type { ChildProcess } from "node:child_process";
import { freePort } from "./cli.js";
import { DEBIAN } from "./debian.js";
import { temporaryFolder } from "./folder.js";
import { endProgram, startProgram } from "./program.js";

/** A redis-server for one test. Its data survives `stop`. */
export interface RedisServer {
  readonly port: number;
  readonly url: string;
  /** Its data folder. */
  readonly folder: string;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Suspends it: connections stay open, but no command gets a response. */
  pause(): void;
  resume(): void;
}

/** Starts a redis-server on a free port of the loopback address; it ends with the test. */
export async function startRedis(args: readonly string[] = [], env: Record<string, string> = {}): Promise<RedisServer> {
  const port = await freePort();
  const folder = temporaryFolder();
  const durable = ["--dir", folder, "--save", "", "--appendonly", "yes"];
  const all = ["--port", String(port), "--bind", "127.0.0.1", ...durable, ...args];
  let child: ChildProcess;
  const start = async (): Promise<void> => {
    child = await startProgram(DEBIAN["redis-server"], all, port, env);
  };
  await start();
  return {
    port,
    url: `redis://127.0.0.1:${port}/0`,
    folder,
    start,
    stop: () => endProgram(child),
    pause: () => child.kill("SIGSTOP"),
    resume: () => child.kill("SIGCONT"),
  };
}

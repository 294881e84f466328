import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Writable } from "node:stream";
import { temporaryFolder } from "../support/folder.js";

/** System calls that change files or make changes durable, and those that open and close files. */
const CALLS =
  "openat,write,writev,pwrite64,fsync,fdatasync,syncfs,rename,renameat,renameat2,mkdir,mkdirat,unlink,unlinkat,rmdir,close,chmod,fchmod,ftruncate,utimensat,link,linkat,copy_file_range";
/** Placeholder for the process id in paths. */
export const PID = "<pid>";

/** A fault injected into a system call. */
export interface Fault {
  /** `signal=KILL` or `error=EIO`. */
  readonly what: string;
  readonly at: FileCall;
}

/** A system call on a file. */
export interface FileCall {
  readonly call: string;
  /** Relative to the traced folder, with `PID` as placeholder. */
  readonly path: string;
  /** The second path, such as the target of a rename. */
  readonly to?: string;
  /** Absent for calls that name their file by its path. */
  readonly descriptor?: number;
  /** Number of this call on this path in its thread, from 1. */
  readonly nth: number;
  /** Whether it creates a file or a folder. */
  readonly creates: boolean;
  /** Line numbers in the log. */
  readonly began: number;
  readonly ended: number;
}

/** The calls of a traced command. */
export interface Traced {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly calls: readonly FileCall[];
}

/**
 * Runs the command line with strace on all its threads and processes, starting when its modules are loaded.
 *
 * @param folder absolute path of the folder whose files matter
 * @param fault affects one system call; only calls on its path are then returned
 * @param always a fault in all calls of a kind, such as `renameat2:error=EINVAL`; with `fault`, in those on its path
 */
export async function trace(args: readonly string[], folder: string, fault?: Fault, always?: string): Promise<Traced> {
  const log = join(temporaryFolder(), "log");
  const child = spawn(
    process.execPath,
    ["--import", resolve("test/crash/hold.mjs"), resolve("cli/icons.mjs"), ...args],
    // With a single thread for files, calls are executed in the order of their requests.
    {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, UV_THREADPOOL_SIZE: "1" },
      stdio: ["ignore", "pipe", "pipe", "pipe"],
    },
  );
  const closed = once(child, "close");
  const said = { stdout: "", stderr: "" };
  child.stdout!.on("data", (chunk) => (said.stdout += chunk));
  child.stderr!.on("data", (chunk) => (said.stderr += chunk));
  await until(child, () => said.stderr.includes("held\n"));

  const named = (path: string): string => join(folder, path.replaceAll(PID, String(child.pid)));
  const { at, what } = fault ?? {};
  const faults = [
    ...(always === undefined ? [] : ["-e", `inject=${always}`]),
    ...(at === undefined ? [] : ["-P", named(at.path), "-e", `inject=${at.call}:${what}:when=${at.nth}`]),
  ];
  const strace = spawn("strace", ["-f", "-y", "-p", `${child.pid}`, "-o", log, "-e", `trace=${CALLS}`, ...faults], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const gone = once(strace, "close");
  let told = "";
  strace.stderr.on("data", (chunk) => (told += chunk));
  await until(strace, () => /attached/.test(told));
  (child.stdio[3] as Writable).end("\n");
  const [code, signal] = await closed;
  await gone;
  const stderr = said.stderr.replace("held\n", "");
  return { code, signal, stdout: said.stdout, stderr, calls: readCalls(readFileSync(log, "utf8"), folder, child.pid!) };
}

async function until(child: ChildProcess, isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode} before it was ready`);
    await Promise.race([once(child.stderr!, "data"), once(child, "exit")]);
  }
}

/** strace splits a call that another thread interrupts into two lines, its start and its end. */
function readCalls(log: string, folder: string, pid: number): FileCall[] {
  const calls: (FileCall & { ended: number })[] = [];
  const open = new Map<string, FileCall & { ended: number }>();
  const counts = new Map<string, number>();
  for (const [line, text] of log.split("\n").entries()) {
    const [, thread = "", rest = ""] = /^(\d+) +(.*)$/.exec(text) ?? [];
    const resumed = open.get(thread);
    if (resumed !== undefined && rest.startsWith("<...")) {
      resumed.ended = line;
      open.delete(thread);
      continue;
    }
    const [, call = "", argument = ""] = /^(\w+)\((.*)$/.exec(rest) ?? [];
    const [path, to] = pathsIn(argument)
      .filter((name) => name.startsWith(`${folder}/`) || name === folder)
      .map((name) => name.slice(folder.length + 1).replaceAll(String(pid), PID));
    if (path === undefined) continue;
    const descriptor = /^(\d+)</.exec(argument)?.[1];
    const key = `${thread} ${call} ${path}`;
    const nth = (counts.get(key) ?? 0) + 1;
    counts.set(key, nth);
    const creates = call.startsWith("mkdir") || argument.includes("O_CREAT");
    const found = {
      call,
      path,
      ...(to === undefined ? {} : { to }),
      ...(descriptor === undefined ? {} : { descriptor: Number(descriptor) }),
      nth,
      creates,
      began: line,
      ended: line,
    };
    calls.push(found);
    if (rest.endsWith("<unfinished ...>")) open.set(thread, found);
  }
  return calls;
}

/** The path of an open file `19</path>`, else the quoted text. For an open file, that would be the written data. */
function pathsIn(argument: string): string[] {
  const file = /^\d+<([^>]*)>/.exec(argument)?.[1];
  return file === undefined ? [...argument.matchAll(/"([^"]*)"/g)].map(([, path]) => path!) : [file];
}

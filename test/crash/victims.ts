import { cpSync } from "node:fs";
import { basename, join } from "node:path";
import { expect } from "vitest";
import { temporaryFolder } from "../support/folder.js";
import { forEach, IS_LONG, spread } from "./points.js";
import { type FileCall, PID, type Traced, trace } from "./traced.js";

/** A command to be killed, or to fail, in a new folder each time. */
export interface Victim {
  /** Its share of all points. */
  readonly share: number;
  /** Turns a copy of `before` into the initial state. */
  prepare?(folder: string): Promise<void>;
  /** The command line for a folder. */
  args(folder: string): string[];
  /** Whether a call matters; default: every call does. */
  concerns?(call: FileCall): boolean;
  /** A fault in all calls of a kind, see `trace`. */
  readonly always?: string;
  /** Checks that the state is completely the old or the new one. @param at the call at which the command was disturbed */
  check(folder: string, at: FileCall): Promise<void>;
  /** Runs the command again and expects the same result as without a fault. */
  again(folder: string): Promise<void>;
}

/** Error codes that a call can fail with, the most likely first; the short form uses only that one. */
export const ERRORS: Readonly<Record<string, readonly string[]>> = {
  write: ["ENOSPC", "EIO", "EDQUOT"],
  fsync: ["EIO", "ENOSPC"],
  rename: ["EIO", "ENOSPC", "EROFS"],
  renameat2: ["EIO", "ENOSPC", "EROFS"],
  openat: ["EMFILE", "EDQUOT", "EROFS"],
  mkdir: ["ENOSPC", "EROFS"],
  unlink: ["EIO", "EROFS"],
  rmdir: ["EIO"],
  fchmod: ["EIO", "EROFS"],
  copy_file_range: ["ENOSPC", "EIO"],
};

/** Texts that a message must contain, by code. */
export const REMEDIES: Readonly<Record<string, RegExp>> = {
  ENOSPC: /free some space/,
  EDQUOT: /disk quota/,
  EIO: /dmesg/,
  EROFS: /mount it/,
  EMFILE: /ulimit -n/,
};

/** Names that Node.js uses for unknown error codes. */
export const NAMES: Readonly<Record<string, RegExp>> = { EDQUOT: /EDQUOT|UNKNOWN/ };

/** Whether a call changes files, so that its failure may matter. */
export function canFail({ call, creates }: FileCall): boolean {
  return call in ERRORS && (call !== "openat" || creates);
}

/** Kills a command at each of its calls, one per run. The folder must initially equal `before`. */
export async function killEverywhere(before: string, victim: Victim): Promise<void> {
  let killed = 0;
  const points = await disturb(
    before,
    victim,
    (calls) => spread(calls, victim.share),
    "signal=KILL",
    async ({ signal }) => {
      if (signal === "SIGKILL") killed++;
    },
  );
  if (IS_LONG) console.log(`${victim.args("…").join(" ")}: ${killed} of ${points} points killed`);
  // A random name does not occur again.
  expect(killed).toBeGreaterThan(points / 2);
}

/**
 * Lets each call of a command that changes files fail, one per run and error code. A command that exits with 0 must have
 * succeeded in full.
 */
export async function failEverywhere(before: string, victim: Victim): Promise<void> {
  let failed = 0;
  const codes = IS_LONG ? Math.max(...Object.values(ERRORS).map(({ length }) => length)) : 1;
  let points = 0;
  for (let which = 0; which < codes; which++) {
    const has = (call: FileCall): boolean => canFail(call) && ERRORS[call.call]!.length > which;
    points += await disturb(
      before,
      victim,
      (calls) => spread(calls.filter(has), victim.share),
      ({ call }) => `error=${ERRORS[call]![which]}`,
      async ({ code, stderr }, at) => {
        if (code === 0) return;
        failed++;
        const error = ERRORS[at.call]![which]!;
        expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(REMEDIES[error]!) });
        expect(stderr).toMatch(NAMES[error] ?? error);
        for (const part of basename(at.path).split(PID)) expect(stderr).toContain(part);
      },
    );
  }
  if (IS_LONG) console.log(`${victim.args("…").join(" ")}: ${failed} of ${points} errors reported`);
  expect(failed).toBeGreaterThan(points / 2);
}

type What = string | ((at: FileCall) => string);

/** @returns the number of points */
async function disturb(
  before: string,
  { prepare, args, concerns = () => true, always, check, again }: Victim,
  choose: (calls: readonly FileCall[]) => readonly FileCall[],
  what: What,
  onRan: (ran: Traced, at: FileCall) => Promise<void>,
): Promise<number> {
  const root = temporaryFolder();
  const copy = async (name: string): Promise<string> => {
    const folder = join(root, name);
    cpSync(before, folder, { recursive: true, preserveTimestamps: true });
    await prepare?.(folder);
    return folder;
  };
  const whole = await copy("whole");
  const { code, stderr, calls } = await trace(args(whole), whole, undefined, always);
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining("error") });
  await again(whole);
  const points = choose(calls.filter(concerns));
  const failures: string[] = [];
  await forEach(points, async (at, index) => {
    const folder = await copy(String(index));
    const fault = typeof what === "string" ? what : what(at);
    const ran = await trace(args(folder), folder, { what: fault, at }, always);
    try {
      await onRan(ran, at);
      await check(folder, at);
      await again(folder);
    } catch (error) {
      failures.push(`${fault} at ${JSON.stringify(at)}: ${(error as Error).message}\n${ran.stderr}`);
    }
  });
  if (failures.length > 0)
    throw new Error(`${failures.length} of ${points.length} points fail:\n${failures.join("\n")}`);
  return points.length;
}

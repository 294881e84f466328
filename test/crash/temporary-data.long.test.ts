import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readlinkSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { create } from "tar";
import { describe, expect, it, vi } from "vitest";
import { type Running, start } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { PATIENTLY } from "../support/patiently.js";

const HOOK = pathToFileURL(join(import.meta.dirname, "stop-in-copy.mjs")).href;
const SIGNALS = ["SIGTERM", "SIGINT", "SIGKILL"] as const;
const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M0 0h9v16H0z"/></svg>';

/** Sizes of the open files of a process that are in a folder but have no name. */
function unnamedFiles({ process: { pid } }: Running, folder: string): number[] {
  const open = readdirSync(`/proc/${pid}/fd`).map((fd) => `/proc/${pid}/fd/${fd}`);
  return open
    .filter((fd) => readlinkSync(fd).startsWith(`${folder}/`) && readlinkSync(fd).endsWith(" (deleted)"))
    .map((fd) => statSync(fd).size);
}

async function endBy(running: Running, signal: (typeof SIGNALS)[number]): Promise<void> {
  running.process.kill(signal);
  await once(running.process, "close");
  expect(running.process.signalCode).toBe(signal);
}

describe("temporary data of a command that is ended", () => {
  it.each(SIGNALS)("disappears with the import of a tarball, by %s", async (signal) => {
    const folder = temporaryFolder({ "checkout/svg/one.svg": DRAWING });
    await create({ file: join(folder, "own.tgz"), cwd: folder, gzip: true }, ["checkout"]);
    const temporary = join(folder, "tmp");
    mkdirSync(temporary);
    const note = join(folder, "note");
    const args = ["import", "dashboard-icons", join(folder, "own.tgz"), "--out", join(folder, "out")];
    const running = start(args, { TMPDIR: temporary, STOP_NOTE: note, NODE_OPTIONS: `--import=${HOOK}` });
    await vi.waitFor(() => expect(existsSync(note), running.stderr()).toBe(true), PATIENTLY);
    expect(unnamedFiles(running, temporary)).toEqual([DRAWING.length]);
    await endBy(running, signal);
    expect(readdirSync(temporary)).toEqual([]);
    expect(readdirSync(folder).toSorted()).toEqual(["checkout", "note", "own.tgz", "tmp"]);
  });
});

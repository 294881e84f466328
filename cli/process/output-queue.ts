import { write, writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { libc } from "../../src/platform/libc.js";

/** Maximum number of bytes that wait for each of the two outputs. */
const MAX_BYTES = 1024 * 1024;
/** Delay before the next attempt to write to a full pipe. */
const RETRY_MS = 100;
/** How long the end of the process waits until everything is written, and then for a write that has begun. */
const FLUSH_MS = 400;

const NEWLINE = 10;

let queues: readonly OutputQueue[] = [];

/**
 * From now on, this process never waits for its standard output and standard error: neither if the disk is full, nor if
 * a pipe is closed, slow or not read at all. For each of them, up to 1 MiB of text waits in memory. Further text, and
 * text that can't be written for another reason than a full pipe, is dropped. This applies to everything that the
 * process writes, including Node's warnings. End the process with `endProcess`.
 *
 * @param onGap called with the number of dropped lines when lines can be written again
 */
export function queueOutput(onGap: (lines: number) => void): void {
  queues = [process.stdout, process.stderr].flatMap((output, index) => {
    if (output.isTTY) return [];
    const queue = new OutputQueue(index + 1, onGap);
    output.write = (text: string | Uint8Array): true => {
      queue.add(Buffer.from(text as string));
      return true;
    };
    return [queue];
  });
  process.on("exit", () => {
    for (const queue of queues) queue.flush();
  });
}

/** Number of lines dropped since `queueOutput`. */
export function droppedLines(): number {
  return queues.reduce((sum, { dropped }) => sum + dropped, 0);
}

/** Ends this process when its output is written, or soon if that takes too long. */
export async function endProcess(code: number): Promise<never> {
  await whileSome(({ state }) => state !== "idle");
  for (const queue of queues) queue.clear();
  await whileSome(({ state }) => state === "writing");
  // `process.exit` would wait for a write that blocks.
  if (queues.some(({ state }) => state === "writing")) process.kill(process.pid, "SIGKILL");
  process.exit(code);
}

async function whileSome(isInState: (queue: OutputQueue) => boolean): Promise<void> {
  const deadline = performance.now() + FLUSH_MS;
  while (queues.some(isInState) && performance.now() < deadline) await sleep(5);
}

/** Text for one of the outputs. */
class OutputQueue {
  /** While `writing`, the system executes a write; while `retrying`, a pipe is full. */
  state: "idle" | "writing" | "retrying" = "idle";
  /** Number of dropped lines. */
  dropped = 0;
  readonly #fd: number;
  readonly #onGap: (lines: number) => void;
  readonly #waiting: Buffer[] = [];
  /** Number of bytes that are waiting or being written. */
  #bytes = 0;
  /** Number of dropped lines that `onGap` knows. */
  #reported = 0;
  /** Whether a line has been written only in part, and its rest dropped. */
  #isTorn = false;

  constructor(fd: number, onGap: (lines: number) => void) {
    this.#fd = fd;
    this.#onGap = onGap;
  }

  add(text: Buffer): void {
    if (this.#bytes + text.length > MAX_BYTES) {
      this.#drop(text);
      return;
    }
    this.#waiting.push(text);
    this.#bytes += text.length;
    if (this.state === "idle") this.#writeNext();
  }

  /** Forgets what is waiting, so that no other write begins. */
  clear(): void {
    this.#waiting.length = 0;
  }

  /** Writes what is waiting when the process ends, unless a pipe is full. */
  flush(): void {
    if (this.state === "retrying" || this.#waiting.length === 0) return;
    try {
      writeSync(this.#fd, Buffer.concat(this.#waiting));
    } catch {
      // There is nobody left to tell.
    }
  }

  #writeNext(): void {
    // The first byte is written only after a torn line, to end it.
    const piece = Buffer.concat([Buffer.of(NEWLINE), ...this.#waiting.splice(0)]);
    this.#write(piece, this.#isTorn ? 0 : 1);
  }

  #write(piece: Buffer, from: number): void {
    this.state = "writing";
    // Each time, since another process that shares the descriptor may have changed it, or Node at the end of one.
    libc?.unblock(this.#fd);
    write(this.#fd, piece, from, (error, written) => {
      if (error?.code === "EAGAIN") this.#writeLater(piece, from);
      else if (error !== null) this.#giveUp(piece, from);
      else if (from + written < piece.length) this.#write(piece, from + written);
      else this.#goOn(piece, true);
    });
  }

  #writeLater(piece: Buffer, from: number): void {
    this.state = "retrying";
    setTimeout(() => this.#write(piece, from), RETRY_MS).unref();
  }

  #giveUp(piece: Buffer, from: number): void {
    this.#isTorn = piece[from - 1] !== NEWLINE;
    this.#drop(piece.subarray(Math.max(1, from)));
    this.#goOn(piece, false);
  }

  #goOn(piece: Buffer, isWritten: boolean): void {
    this.#bytes -= piece.length - 1;
    if (isWritten) this.#isTorn = false;
    this.state = "idle";
    if (this.#waiting.length > 0) this.#writeNext();
    else if (isWritten && this.dropped > this.#reported) {
      const lines = this.dropped - this.#reported;
      this.#reported = this.dropped;
      this.#onGap(lines);
    }
  }

  #drop(text: Buffer): void {
    for (let at = text.indexOf(NEWLINE); at !== -1; at = text.indexOf(NEWLINE, at + 1)) this.dropped++;
  }
}

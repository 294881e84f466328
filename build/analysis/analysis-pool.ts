import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { ALLOCATOR_ENVIRONMENT, EXCESS, OUT_OF_MEMORY } from "#src/platform/resource-limits.js";
import type { AnalysisOutcome, AnalysisTask } from "./analyze-process.js";

/** A Ctrl+C at the terminal is for the build, which may want to finish. On Windows such a process would get a console of its own. */
const OWN_GROUP = process.platform !== "win32";
const PROGRAM = fileURLToPath(new URL("./analyze-process.js", import.meta.url));
/** How long an image may take by the clock. What it may take of the processor its process watches, unless it hangs itself. */
const MAX_SECONDS = 60;
/** Images that a process takes at once, since a message takes a tenth of the time of an icon, */
const MAX_BATCH = 8;
/** and bytes of their files. */
const MAX_BATCH_BYTES = 2 ** 16;

/** Analyzes images in processes of its own, so that one that hangs or crashes a decoder costs that image only. */
export interface AnalysisPool {
  /** Never rejects, and settles within `MAX_SECONDS` of the moment when a process takes the image up by itself. */
  analyze(task: AnalysisTask): Promise<AnalysisOutcome>;
  /** Most that run at once. */
  readonly processes: number;
  /** Ends processes that have nothing to do, but so many. */
  keep(processes: number): Promise<void>;
  /** Ends the processes. */
  close(): Promise<void>;
}

interface Job {
  readonly task: AnalysisTask;
  /** Whether it was in a batch that ended its process. */
  readonly isSuspect: boolean;
  resolve(outcome: AnalysisOutcome): void;
}

/**
 * Processes start when tasks need them, up to `processes`; each works on one image after the other. They are no threads,
 * because nothing can end a thread while a decoder works in it, and a decoder that crashes takes its whole process along. Small images wait
 * for a process together; where one of them ends it, each is analyzed by itself.
 */
export function createAnalysisPool(processes: number): AnalysisPool {
  const waiting: Job[] = [];
  const running = new Set<ChildProcess>();
  const idle = new Set<ChildProcess>();
  /** Processes that have memory left over from images before. */
  const used = new WeakSet<ChildProcess>();

  const start = (): ChildProcess => {
    const child = fork(PROGRAM, {
      serialization: "advanced",
      execArgv: [],
      detached: OWN_GROUP,
      env: { ...ALLOCATOR_ENVIRONMENT, ...process.env },
    });
    const forget = (): void => {
      running.delete(child);
      idle.delete(child);
    };
    child.on("exit", forget).on("error", forget);
    running.add(child);
    return child;
  };

  const assign = (): void => {
    while (waiting.length > 0) {
      const [free] = idle;
      const child = free ?? (running.size < processes ? start() : undefined);
      if (child === undefined) return;
      idle.delete(child);
      work(child, nextBatch());
    }
  };

  /** As many as make all processes busy. */
  const nextBatch = (): readonly Job[] => {
    const most = Math.min(MAX_BATCH, Math.ceil(waiting.length / processes));
    let count = 0;
    for (let bytes = 0; count < most; count++) {
      const { task, isSuspect } = waiting[count]!;
      bytes += task.image.bytes.length;
      if (count > 0 && (isSuspect || waiting[0]!.isSuspect || bytes > MAX_BATCH_BYTES)) break;
    }
    return waiting.splice(0, count);
  };

  const work = (child: ChildProcess, batch: readonly Job[]): void => {
    const fresh = !used.has(child);
    used.add(child);
    let reason = "it crashes the decoder; check that another program opens it, and save it again";
    const timer = setTimeout(() => {
      reason = `decoding it takes more than ${MAX_SECONDS} seconds; make it smaller or simpler`;
      child.kill("SIGKILL");
    }, MAX_SECONDS * 1000);
    const leave = (): void => {
      clearTimeout(timer);
      child.off("message", answer).off("exit", end).off("error", fail);
    };
    const finish = (outcomes: readonly AnalysisOutcome[]): void => {
      leave();
      if (running.has(child)) idle.add(child);
      for (const [at, { resolve }] of batch.entries()) resolve(outcomes[at] as AnalysisOutcome);
      assign();
    };
    const refuse = (outcome: AnalysisOutcome): void => finish(batch.map(() => outcome));
    const retry = (): void => {
      leave();
      waiting.unshift(...batch.map((job) => ({ ...job, isSuspect: true })));
      assign();
    };
    const answer = (outcomes: unknown): void => finish(outcomes as AnalysisOutcome[]);
    const fail = ({ message, code }: NodeJS.ErrnoException): void =>
      refuse({ error: message, ...(code === undefined ? {} : { code }) });
    const end = (code: number | null, signal: NodeJS.Signals | null): void => {
      // What images before it took counts against none: what comes out must not depend on their order.
      if (batch.length > 1 || (signal === OUT_OF_MEMORY && !fresh)) retry();
      else if (signal !== null) refuse({ error: EXCESS[signal as keyof typeof EXCESS] ?? reason });
      else {
        // Decoders crash by a signal. This one could not be loaded, as when the system fails to read its files.
        refuse({ error: `the process that analyzes images exited with code ${code}; build again`, code: "EXITED" });
      }
    };
    child.on("message", answer).on("exit", end).on("error", fail);
    // An exiting process can't receive messages; its exit is handled by the events.
    child.send(
      batch.map(({ task }) => task),
      () => undefined,
    );
  };

  const end = async (child: ChildProcess): Promise<void> => {
    idle.delete(child);
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };

  return {
    processes,
    async keep(kept) {
      await Promise.all([...idle].slice(kept).map(end));
    },
    analyze: (task) =>
      new Promise((resolve) => {
        waiting.push({ task, isSuspect: false, resolve });
        assign();
      }),
    async close() {
      await Promise.all([...running].map(end));
    },
  };
}

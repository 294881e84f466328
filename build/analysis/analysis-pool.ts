import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Renderer } from "#src/images/rasterize.js";
import { ALLOCATOR_ENVIRONMENT, EXCESS, isCrash, OUT_OF_MEMORY } from "#src/platform/resource-limits.js";
import type { AnalysisOutcome, AnalysisTask } from "./analyze-process.js";

/**
 * Whether processes get their own group, so that Ctrl+C on a terminal only reaches the build, which then ends them in
 * order. On Windows, this would open a console for each.
 */
const OWN_GROUP = process.platform !== "win32";
const PROGRAM = fileURLToPath(new URL("./analyze-process.js", import.meta.url));
/**
 * Node flags of the processes. The pixels of about 60 icons trigger a garbage collection. Threads that help with it
 * cost more than they save, since there is a process for each core. A small young generation leaves the memory to the
 * images.
 */
export const COLLECTOR_FLAGS = ["--single-threaded-gc", "--max-semi-space-size=2"] as const;
/** Maximum elapsed time per image. The process itself limits CPU time, unless it hangs. */
const MAX_SECONDS = 60;
/** Maximum number of images per message, since a message takes a tenth of the time of an icon, */
const MAX_BATCH = 8;
/** and maximum total size of their files in bytes. */
const MAX_BATCH_BYTES = 2 ** 16;

/** Analyzes images in separate processes, so that an image that hangs or crashes a decoder affects only itself. */
export interface AnalysisPool {
  /** Never rejects. Settles at most `MAX_SECONDS` after a process starts on this image alone. */
  analyze(task: AnalysisTask): Promise<AnalysisOutcome>;
  /** Maximum number of processes. */
  readonly processes: number;
  /** Ends idle processes beyond this number. */
  keep(processes: number): Promise<void>;
  /** Ends all processes. */
  close(): Promise<void>;
}

interface Job {
  readonly task: AnalysisTask;
  /** Whether it was part of a batch that ended its process. */
  readonly isSuspect: boolean;
  resolve(outcome: AnalysisOutcome): void;
}

/**
 * Creates a pool. Processes start on demand, up to `processes`; each handles one image at a time. Threads are not
 * possible, since a thread can't be stopped while a decoder runs in it, and a crashing decoder ends its whole process.
 * Small images are sent in batches; if one ends its process, the images of its batch are analyzed one by one.
 */
export function createAnalysisPool(processes: number): AnalysisPool {
  const waiting: Job[] = [];
  const running = new Set<ChildProcess>();
  const idle = new Set<ChildProcess>();
  /** Processes whose memory includes remains of earlier images. */
  const used = new WeakSet<ChildProcess>();

  const start = (): ChildProcess => {
    const child = fork(PROGRAM, {
      serialization: "advanced",
      execArgv: [...COLLECTOR_FLAGS],
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

  /** Small enough to keep all processes busy. */
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
      child.off("message", receive).off("exit", end).off("error", fail);
    };
    const finish = (outcomes: readonly AnalysisOutcome[]): void => {
      leave();
      if (running.has(child)) idle.add(child);
      for (const [at, { resolve }] of batch.entries()) resolve(outcomes[at] as AnalysisOutcome);
      assign();
    };
    const refuse = (outcome: AnalysisOutcome): void => finish(batch.map(() => outcome));
    const retry = (renderer?: Renderer): void => {
      leave();
      const taskOf = ({ task }: Job): AnalysisTask => (renderer === undefined ? task : { ...task, renderer });
      waiting.unshift(...batch.map((job) => ({ ...job, task: taskOf(job), isSuspect: true })));
      assign();
    };
    const receive = (outcomes: unknown): void => finish(outcomes as AnalysisOutcome[]);
    const fail = ({ message, code }: NodeJS.ErrnoException): void =>
      refuse({ error: message, ...(code === undefined ? {} : { code }) });
    const end = (code: number | null, signal: NodeJS.Signals | null): void => {
      // Crashing decoders end the process with a signal. An exit code means that it could not be loaded, for example
      // because the system failed to read its files.
      if (signal === null)
        refuse({ error: `the process that analyzes images exited with code ${code}; build again`, code: "EXITED" });
      // Memory of earlier images must not count against this one, so that results don't depend on the order.
      else if (batch.length > 1 || (signal === OUT_OF_MEMORY && !fresh)) retry();
      else if (isCrash(signal) && batch[0]!.task.renderer === undefined) retry("librsvg");
      else refuse({ error: EXCESS[signal as keyof typeof EXCESS] ?? reason });
    };
    child.on("message", receive).on("exit", end).on("error", fail);
    // An exiting process can't receive messages; its exit is handled by the events. One that could not be started may have
    // no channel.
    const tasks = batch.map(({ task }) => task);
    if (child.pid !== undefined) child.send(tasks, () => undefined);
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

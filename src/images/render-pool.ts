import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { bufferOf } from "../platform/buffer-of.js";
import { forwardLines } from "../platform/forward-lines.js";
import { ALLOCATOR_ENVIRONMENT, EXCESS, isCrash, OUT_OF_MEMORY } from "../platform/resource-limits.js";
import type { Renderer } from "./rasterize.js";
import { RenderError, RendererUnavailableError, TooExpensiveError } from "./render-errors.js";
import type { RenderReply, RenderTask } from "./render-process.js";
import { createRenderQueue, type Job, type RenderClient, type Rendering } from "./render-queue.js";

const PROGRAM = fileURLToPath(new URL("./render-process.js", import.meta.url));
/** Maximum time per image. The process itself limits CPU time, but can't if it hangs. */
const DEADLINE_MS = 60_000;
/** The renderer keeps freed memory for each thread that has worked, but only one works at a time. */
const ONE_THREAD = { UV_THREADPOOL_SIZE: "1" } as const;
/** Idle processes end after this time, which frees about 70 MB each. */
const IDLE_MS = 60_000;
/** How long images that ended a renderer are remembered: trying one again costs seconds. */
const REMEMBERED_MS = 10 * 60_000;
/** Maximum number of these images. */
const MAX_REMEMBERED = 1000;

/**
 * Renders images in separate processes at low priority, so that no image blocks the event loop or crashes the server.
 *
 * Others may end a process: an operator, or the system for lack of memory. So its image is rendered once more, without
 * other images at the same time. If that process ends, too, the image is unavailable, but from then on it is only
 * rendered that way. If it ends another process, it is refused for ten minutes, as is one that exceeds the limits of a
 * process.
 */
export interface RenderPool {
  /**
   * Renders an image when it is its turn; see `RenderQueue`.
   *
   * @throws RendererUnavailableError if the image can't be rendered now, such as AbandonedError; RenderError if this
   * image can't be rendered
   */
  render(rendering: Rendering, client: RenderClient): Promise<Buffer>;
  /** Ends the processes. Waiting images are rejected. */
  close(): Promise<void>;
}

/** @param processes maximum number of images rendered at the same time */
export function createRenderPool(processes: number): RenderPool {
  const queue = createRenderQueue(processes);
  const renderers = createRenderers(processes);
  const failures = createFailureMemory();
  let closed = false;

  const assign = (): void => {
    while (renderers.isFree()) {
      const job = queue.begin();
      if (job === undefined) return;
      work(job, renderers.take);
    }
  };

  const work = (job: Job, takeProcess: () => ChildProcess, renderer?: Renderer): void => {
    let child: ChildProcess;
    try {
      child = takeProcess();
    } catch (error) {
      queue.settle(job, unstartable(error));
      return;
    }
    const isFresh = renderers.use(child);
    const timer = setTimeout(() => child.kill("SIGKILL"), DEADLINE_MS);
    const leave = (): void => {
      clearTimeout(timer);
      child.channel?.unref();
      child.off("message", replied).off("exit", exited).off("error", failed);
    };
    const replied = (message: unknown): void => {
      const reply = message as RenderReply;
      leave();
      // The system may have refused memory that earlier images keep.
      const isRepeated = "error" in reply && !isFresh;
      renderers.release(child, reply.isSpent || isRepeated);
      if (isRepeated) {
        work(job, renderers.start, renderer);
        return;
      }
      failures.delete(job.key);
      queue.settle(job, "error" in reply ? new RenderError(reply.error) : bufferOf(reply.image));
      assign();
    };
    const failed = (error: Error): void => {
      leave();
      queue.settle(job, unstartable(error));
      assign();
    };
    const exited = (code: number | null, signal: NodeJS.Signals | null): void => {
      leave();
      if (closed) queue.settle(job, closedError());
      else if (isCrash(signal) && renderer === undefined) work(job, renderers.start, "librsvg");
      else if (signal === OUT_OF_MEMORY && !isFresh) work(job, renderers.start, renderer);
      else if (signal === null) queue.settle(job, interruption(`exited with code ${code}`));
      else if (signal in EXCESS) queue.settle(job, failures.add(job.key, excess(signal)));
      else if (!job.isAlone) queue.repeatAlone(job);
      else if (failures.get(job.key) === undefined)
        queue.settle(job, failures.add(job.key, interruption(`was ended by ${signal}`)));
      else queue.settle(job, failures.add(job.key, new TooExpensiveError("rendering it repeatedly ends the renderer")));
      assign();
    };
    child.channel?.ref();
    child.on("message", replied).on("exit", exited).on("error", failed);
    const { item, request } = job;
    const task: RenderTask = { item, request, ...(renderer === undefined ? {} : { renderer }) };
    // Errors are reported by the events of the process. If it could not be started, it may have no channel.
    if (child.pid !== undefined) child.send(task, () => undefined);
  };

  return {
    async render(rendering, client) {
      if (closed) throw closedError();
      const failure = failures.get(rendering.key);
      if (failure instanceof TooExpensiveError) throw failure;
      const image = queue.add(rendering, client, failure !== undefined);
      assign();
      return image;
    },
    async close() {
      closed = true;
      queue.rejectAll(closedError());
      await renderers.close();
    },
  };
}

/** The processes of a pool. */
function createRenderers(max: number) {
  const running = new Set<ChildProcess>();
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  /** Processes whose memory includes remains of earlier images. */
  const used = new WeakSet<ChildProcess>();
  const forget = (child: ChildProcess): void => {
    running.delete(child);
    clearTimeout(idle.get(child));
    idle.delete(child);
  };
  const end = (child: ChildProcess): void => {
    forget(child);
    child.kill("SIGKILL");
  };
  const start = (): ChildProcess => {
    const child = fork(PROGRAM, {
      serialization: "advanced",
      execArgv: ["--expose-gc"],
      env: { ...ALLOCATOR_ENVIRONMENT, ...ONE_THREAD, ...process.env },
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    forwardLines(child.stderr, process.stderr);
    if (child.pid !== undefined) lowerPriority(child.pid);
    child.on("exit", () => forget(child)).on("error", () => forget(child));
    running.add(child);
    // Renderers don't keep the server running.
    child.unref();
    child.channel?.unref();
    return child;
  };
  return {
    /** Whether another image can be rendered at the same time. */
    isFree: (): boolean => idle.size > 0 || running.size < max,
    /** An idle process, or a new one. @throws the system's error */
    take(): ChildProcess {
      const [child] = idle.keys();
      if (child === undefined) return start();
      clearTimeout(idle.get(child));
      idle.delete(child);
      return child;
    },
    /** @throws the system's error */
    start,
    /** Notes that a process begins an image. @returns whether it is its first one */
    use(child: ChildProcess): boolean {
      const isFresh = !used.has(child);
      used.add(child);
      return isFresh;
    },
    /** Lets a process wait for the next image, or ends it. */
    release(child: ChildProcess, isSpent: boolean): void {
      if (isSpent) end(child);
      else if (running.has(child)) idle.set(child, setTimeout(() => end(child), IDLE_MS).unref());
    },
    async close(): Promise<void> {
      await Promise.all([...running].map(endProcess));
    },
  };
}

/** Why images could not be rendered, for ten minutes. */
function createFailureMemory() {
  /** The oldest comes first. */
  const failures = new Map<string, { readonly error: Error; readonly until: number }>();
  return {
    get(key: string): Error | undefined {
      const failure = failures.get(key);
      return failure !== undefined && performance.now() < failure.until ? failure.error : undefined;
    },
    /** @returns the error */
    add(key: string, error: Error): Error {
      failures.delete(key);
      failures.set(key, { error, until: performance.now() + REMEMBERED_MS });
      const [oldest] = failures.keys();
      if (failures.size > MAX_REMEMBERED) failures.delete(oldest!);
      return error;
    },
    delete: (key: string): boolean => failures.delete(key),
  };
}

function excess(signal: NodeJS.Signals): TooExpensiveError {
  return new TooExpensiveError(`rendering takes too ${signal === OUT_OF_MEMORY ? "much memory" : "long"}`);
}

/** @param end of the sentence "the renderer …" */
function interruption(end: string): RendererUnavailableError {
  return new RendererUnavailableError("rendering was interrupted", { cause: new Error(`the renderer ${end}`) });
}

function unstartable(cause: unknown): RendererUnavailableError {
  return new RendererUnavailableError("the renderer can't be started", { cause });
}

function closedError(): RendererUnavailableError {
  return new RendererUnavailableError("the renderer is closed");
}

async function endProcess(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  // Keeps this process alive until the renderer has ended.
  child.ref();
  child.kill("SIGKILL");
  await ended;
}

/** Fails if the process has just ended or a container forbids it; neither matters. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It keeps the server's priority.
  }
}

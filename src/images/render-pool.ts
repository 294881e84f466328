import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { ALLOCATOR_ENVIRONMENT, EXCESS, isCrash, OUT_OF_MEMORY } from "../platform/resource-limits.js";
import type { ImageRequest } from "./image-options.js";
import type { RenderReply, RenderTask } from "./render-process.js";

const PROGRAM = fileURLToPath(new URL("./render-process.js", import.meta.url));
/** Maximum time per image. The process itself limits CPU time, but can't if it hangs. */
const DEADLINE_MS = 60_000;
/** Idle processes end after this time, which frees about 70 MB each. */
const IDLE_MS = 60_000;
/** Maximum number of waiting images. At a millisecond each, the last one waits for less than a tenth of a second. */
const MAX_WAITING = 64;
/** Maximum number of waiting images per client. */
const MAX_WAITING_OF_CLIENT = 16;

/** An image that can't be rendered, or not within the limits. */
export class RenderError extends Error {
  override readonly name = "RenderError";
}

/** An image that exceeds the limits of a renderer and would do so again. */
export class TooExpensiveError extends RenderError {}

/** Too many images are waiting; try again later. */
export class RendererBusyError extends Error {
  override readonly name = "RendererBusyError";
}

/**
 * Renders images in separate processes at low priority, so that no image blocks the event loop or crashes the server.
 */
export interface RenderPool {
  /**
   * Renders an image. Clients take turns, so that none has to wait for all images of another.
   *
   * @param item as stored in the blob `images`
   * @param client who requests the image, such as an address
   * @throws RendererBusyError if too many images are waiting; RenderError if this one can't be rendered
   */
  render(item: Uint8Array, request: ImageRequest, client: string): Promise<Buffer>;
  /** Ends the processes. Waiting images are rejected. */
  close(): Promise<void>;
}

interface Job {
  readonly task: RenderTask;
  /** Whether a process was killed from outside while rendering this image. */
  readonly interrupted?: boolean;
  resolve(image: Buffer): void;
  reject(error: Error): void;
}

/** @param processes maximum number of images rendered at the same time */
export function createRenderPool(processes: number): RenderPool {
  const waiting = createFairQueue<Job>();
  const running = new Set<ChildProcess>();
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  /** Processes whose memory includes remains of earlier images. */
  const used = new WeakSet<ChildProcess>();
  let closed = false;

  const start = (): ChildProcess => {
    const child = fork(PROGRAM, {
      serialization: "advanced",
      execArgv: ["--expose-gc"],
      env: { ...ALLOCATOR_ENVIRONMENT, ...process.env },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    if (child.pid !== undefined) lowerPriority(child.pid);
    const forget = (): void => {
      running.delete(child);
      clearTimeout(idle.get(child));
      idle.delete(child);
    };
    child.on("exit", forget).on("error", forget);
    running.add(child);
    // Renderers don't keep the server running.
    child.unref();
    child.channel?.unref();
    return child;
  };

  const assign = (): void => {
    while (waiting.size() > 0) {
      const [free] = idle.keys();
      const child = free ?? (running.size < processes ? start() : undefined);
      if (child === undefined) return;
      clearTimeout(idle.get(child));
      idle.delete(child);
      work(child, waiting.take()!);
    }
  };

  const work = (child: ChildProcess, job: Job): void => {
    const { task, resolve, reject, interrupted = false } = job;
    const fresh = !used.has(child);
    used.add(child);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      child.kill("SIGKILL");
    }, DEADLINE_MS);
    const leave = (): void => {
      clearTimeout(timer);
      child.channel?.unref();
      child.off("message", answer).off("exit", end).off("error", fail);
    };
    const answer = (message: unknown): void => {
      const reply = message as RenderReply;
      leave();
      if (reply.isSpent) {
        running.delete(child);
        child.kill("SIGKILL");
      } else if (running.has(child)) idle.set(child, setTimeout(() => child.kill("SIGKILL"), IDLE_MS).unref());
      settle(reply, resolve, reject);
      assign();
    };
    const fail = ({ message }: Error): void => {
      leave();
      reject(new RenderError(`the renderer can't be started: ${message}`));
      assign();
    };
    const end = (_code: number | null, signal: NodeJS.Signals | null): void => {
      leave();
      // Killed by an operator, by the kernel for lack of memory, or by the idle timer at the same moment: not because
      // of the image.
      const isKilled = signal === "SIGKILL" && !isLate;
      const isCrashed = isCrash(signal) && task.renderer === undefined;
      const isUnfair = signal === OUT_OF_MEMORY && !fresh;
      if (closed) reject(new RenderError("the renderer is closed"));
      else if (isCrashed) work(start(), { ...job, task: { ...task, renderer: "librsvg" } });
      else if (isUnfair) work(start(), job);
      else if (isKilled && !interrupted) work(start(), { ...job, interrupted: true });
      else reject(explainEnd(isLate ? "SIGVTALRM" : signal));
      assign();
    };
    child.channel?.ref();
    child.on("message", answer).on("exit", end).on("error", fail);
    // Errors are reported by the events of the process.
    child.send(task, () => undefined);
  };

  return {
    render: (item, request, client) =>
      new Promise((resolve, reject) => {
        if (closed) reject(new RenderError("the renderer is closed"));
        else if (!waiting.add(client, { task: { item, request }, resolve, reject })) reject(new RendererBusyError());
        else assign();
      }),
    async close() {
      closed = true;
      for (let job = waiting.take(); job !== undefined; job = waiting.take()) {
        job.reject(new RenderError("the renderer is closed"));
      }
      await Promise.all([...running].map(endProcess));
    },
  };
}

function settle(reply: RenderReply, resolve: Job["resolve"], reject: Job["reject"]): void {
  if ("error" in reply) reject(new RenderError(reply.error));
  else resolve(Buffer.from(reply.image.buffer, reply.image.byteOffset, reply.image.length));
}

function explainEnd(signal: NodeJS.Signals | null): RenderError {
  if (signal === OUT_OF_MEMORY) return new TooExpensiveError("rendering takes too much memory");
  if (signal !== null && signal in EXCESS) return new TooExpensiveError("rendering takes too long");
  return new RenderError("the image crashes the renderer");
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

interface FairQueue<Item> {
  /** @returns false if the queue is full */
  add(client: string, item: Item): boolean;
  /** The next item of the client whose turn it is. */
  take(): Item | undefined;
  size(): number;
}

/** A queue in which clients take turns. O(1). */
function createFairQueue<Item>(): FairQueue<Item> {
  /** The client whose turn it is comes first. */
  const clients = new Map<string, Item[]>();
  let size = 0;
  return {
    add(client, item) {
      const items = clients.get(client);
      if (size >= MAX_WAITING || (items?.length ?? 0) >= MAX_WAITING_OF_CLIENT) return false;
      if (items === undefined) clients.set(client, [item]);
      else items.push(item);
      size++;
      return true;
    },
    take() {
      const [next] = clients;
      if (next === undefined) return undefined;
      const [client, items] = next;
      const item = items.shift()!;
      clients.delete(client);
      if (items.length > 0) clients.set(client, items);
      size--;
      return item;
    },
    size: () => size,
  };
}

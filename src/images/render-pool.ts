import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { ALLOCATOR_ENVIRONMENT, EXCESS, OUT_OF_MEMORY } from "../platform/resource-limits.js";
import type { ImageRequest } from "./image-options.js";
import type { RenderReply, RenderTask } from "./render-process.js";

const PROGRAM = fileURLToPath(new URL("./render-process.js", import.meta.url));
/** How long an image may take by the clock. A process watches what it takes of the processor, unless it hangs itself. */
const DEADLINE_MS = 60_000;
/** Processes without work end after this time, and return some 70 MB each. */
const IDLE_MS = 60_000;
/** Images that wait. At a millisecond each, the last one waits for less than a tenth of a second. */
const MAX_WAITING = 64;
/** Of these, images of one client. */
const MAX_WAITING_OF_CLIENT = 16;

/** An image that can't be drawn within the limits, or at all. */
export class RenderError extends Error {
  override readonly name = "RenderError";
}

/** Too many images are waiting; later there is room. */
export class RendererBusyError extends Error {
  override readonly name = "RendererBusyError";
}

/** Draws images in processes of its own at low priority, so that no image holds up the event loop or ends the server. */
export interface RenderPool {
  /**
   * Draws and encodes an image. Clients take turns, so that none waits for all images of another.
   *
   * @param item as the blob `images` holds it
   * @param client who wants the image, such as an address
   * @throws RendererBusyError when too many images are waiting; RenderError when this one can't be drawn
   */
  render(item: Uint8Array, request: ImageRequest, client: string): Promise<Buffer>;
  /** Ends the processes. Images that are waiting fail. */
  close(): Promise<void>;
}

interface Job {
  readonly task: RenderTask;
  /** Whether a process was killed from outside while it drew this image. */
  readonly interrupted?: boolean;
  resolve(image: Buffer): void;
  reject(error: Error): void;
}

/** @param processes how many images are drawn at once */
export function createRenderPool(processes: number): RenderPool {
  const waiting = createFairQueue<Job>();
  const running = new Set<ChildProcess>();
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  let closed = false;

  const start = (): ChildProcess => {
    const child = fork(PROGRAM, {
      serialization: "advanced",
      execArgv: [],
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
    // The server may end before it.
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
    const answer = (reply: unknown): void => {
      leave();
      if (running.has(child)) idle.set(child, setTimeout(() => child.kill("SIGKILL"), IDLE_MS).unref());
      settle(reply as RenderReply, resolve, reject);
      assign();
    };
    const fail = ({ message }: Error): void => {
      leave();
      reject(new RenderError(`the renderer can't be started: ${message}`));
      assign();
    };
    const end = (_code: number | null, signal: NodeJS.Signals | null): void => {
      leave();
      // By an operator, for the machine's lack of memory, or because it was idle until just now: not for what it draws.
      const isKilled = signal === "SIGKILL" && !isLate;
      if (closed) reject(new RenderError("the renderer is closed"));
      else if (isKilled && !interrupted) work(start(), { ...job, interrupted: true });
      else reject(new RenderError(explainEnd(isLate ? "SIGVTALRM" : signal)));
      assign();
    };
    child.channel?.ref();
    child.on("message", answer).on("exit", end).on("error", fail);
    // The events report a process that is just ending.
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
  if ("error" in reply) reject(new RenderError(`the image can't be drawn: ${reply.error}`));
  else resolve(Buffer.from(reply.image.buffer, reply.image.byteOffset, reply.image.length));
}

function explainEnd(signal: NodeJS.Signals | null): string {
  if (signal === OUT_OF_MEMORY) return "drawing the image takes too much memory";
  return signal !== null && signal in EXCESS ? "drawing the image takes too long" : "the image crashes the renderer";
}

async function endProcess(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  // Nothing else may keep this process alive until then.
  child.ref();
  child.kill("SIGKILL");
  await ended;
}

/** A process that has just ended has no priority, and a container may refuse; both are no reason to fail. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It runs at the server's priority.
  }
}

interface FairQueue<Item> {
  /** @returns whether there was room */
  add(client: string, item: Item): boolean;
  /** The next item, of the client whose turn it is. */
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

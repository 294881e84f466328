import { isMainThread, parentPort, Worker } from "node:worker_threads";
import type { FastifyRequest } from "fastify";
import { ApiError } from "./api-error.js";
import type { RequestLog } from "./request-log.js";
import { type Compression, compressionsFor, compressOnce, contentEtag, type StaticAnswer } from "./static-answers.js";

/** For which a set that could not be made is refused without another attempt. */
const RETRY_SECONDS = 1;

/** An answer as its thread makes it. */
export interface MadeAnswer {
  /** The paths that it answers, as the router sees them; no path is in two answers. */
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

/** A closed set of answers, and what else its thread found out about it. */
export interface StaticSet<Facts> {
  readonly answers: ReadonlyMap<string, StaticAnswer>;
  readonly facts: Facts;
}

/** A set of answers that a thread makes when the first of them is requested. */
export interface ThreadedSet<Facts> {
  /**
   * Returns the set once it is made. Compressed forms follow.
   *
   * @param request the failure is logged under its id if this request starts an attempt that fails
   * @throws ApiError unavailable when the attempt fails, and for a second after that; a later request makes another one
   */
  get(request: FastifyRequest): Promise<StaticSet<Facts>>;
  /** Ends the thread if it is running. */
  close(): Promise<void>;
}

interface SetMessage<Facts> {
  readonly answers: readonly (MadeAnswer & { readonly etag: string })[];
  readonly facts: Facts;
}

interface CompressedMessage {
  /** Index in `answers`. */
  readonly at: number;
  readonly encoding: Compression;
  readonly bytes: Uint8Array;
}

/**
 * Makes a set of answers in a thread that ends when all is made and compressed: the event loop goes on meanwhile, and the memory of what
 * the thread loaded is given back. The thread also makes every attempt a fresh one. In the process itself, Node 20 remembers an
 * `import()` that failed, be it for a file descriptor that was missing for a moment, and fails alike until the process ends.
 *
 * @param entry a module that calls `deliver` once
 */
export function makeInThread<Facts>(entry: URL, log: Pick<RequestLog, "failure">): ThreadedSet<Facts> {
  let set: StaticSet<Facts> | undefined;
  /** Whether every answer has the compressed forms that it will ever have. */
  let complete = false;
  let attempt: Promise<StaticSet<Facts>> | undefined;
  let worker: Worker | undefined;
  let failedAt = Number.NEGATIVE_INFINITY;
  let closed = false;

  const start = (request: FastifyRequest): Promise<StaticSet<Facts>> =>
    new Promise((resolve, reject) => {
      let forms: StaticAnswer["bodies"][] = [];
      let error: Error | undefined;
      const end = (code: number): void => {
        attempt = undefined;
        worker = undefined;
        if (error === undefined && code === 0 && set !== undefined) {
          complete = true;
          return;
        }
        failedAt = performance.now();
        const failure = error ?? new Error(`${entry.href} ended with ${code} before it had made everything`);
        if (!closed) log.failure(request, failure);
        reject(failure);
      };
      try {
        worker = new Worker(entry);
      } catch (thrown) {
        error = thrown as Error;
        return end(1);
      }
      // Nobody waits for it after the server has closed.
      worker.unref();
      worker.on("error", (thrown) => {
        error = thrown as Error;
      });
      worker.on("exit", end);
      worker.on("message", (message: SetMessage<Facts> | CompressedMessage) => {
        if ("answers" in message) {
          const answers = message.answers.map(toStaticAnswer);
          forms = answers.map(({ bodies }) => bodies);
          set = { facts: message.facts, answers: byPath(message.answers, answers) };
          resolve(set);
        } else forms[message.at]![message.encoding] = toBuffer(message.bytes);
      });
    });

  return {
    async get(request) {
      const mayTry = attempt === undefined && performance.now() >= failedAt + RETRY_SECONDS * 1000;
      if (!complete && mayTry) {
        attempt = start(request);
        // Where a set is there already, only what is compressed of it may be missing; nobody waits for that.
        attempt.catch(() => undefined);
      }
      if (set !== undefined) return set;
      if (attempt === undefined) throw unavailable();
      return attempt.catch(() => {
        throw unavailable();
      });
    },
    async close() {
      closed = true;
      await worker?.terminate();
    },
  };
}

/**
 * Hands a set to the process, then the compressed forms of each answer, one after the other. To be called in a thread of `makeInThread`.
 *
 * @param facts what `structuredClone` takes
 */
export async function deliver<Facts>(answers: readonly MadeAnswer[], facts: Facts): Promise<void> {
  if (isMainThread || parentPort === null) throw new Error("there is no process to deliver to: start this in a thread");
  const sent = answers.map(({ bytes, ...answer }) => ({ ...answer, etag: contentEtag(bytes), bytes: copyOf(bytes) }));
  parentPort.postMessage({ answers: sent, facts } satisfies SetMessage<Facts>);
  for (const [at, { bytes }] of answers.entries()) {
    for (const encoding of compressionsFor(bytes)) {
      const compressed = await compressOnce(bytes, encoding);
      if (compressed === undefined) continue;
      parentPort.postMessage({ at, encoding, bytes: copyOf(compressed) } satisfies CompressedMessage);
    }
  }
}

function toStaticAnswer({ headers, etag, bytes }: SetMessage<unknown>["answers"][number]): StaticAnswer {
  return { headers, etag, bodies: { identity: toBuffer(bytes) } };
}

function byPath(made: readonly MadeAnswer[], answers: readonly StaticAnswer[]): Map<string, StaticAnswer> {
  return new Map(made.flatMap(({ paths }, at) => paths.map((path) => [path, answers[at]!] as const)));
}

/** In memory of its own: what a message holds a part of is sent as a whole. */
function copyOf(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}

function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
}

function unavailable(): ApiError {
  return new ApiError("unavailable", "this page is not available at the moment; try again in a few seconds", {
    headers: { "retry-after": String(RETRY_SECONDS) },
  });
}

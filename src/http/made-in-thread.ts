import { isMainThread, parentPort, Worker } from "node:worker_threads";
import type { FastifyRequest } from "fastify";
import { ApiError } from "./error-codes.js";
import type { RequestLog } from "./request-log.js";
import { type Compression, compressionsFor, compressOnce, contentEtag, type StaticAnswer } from "./static-answers.js";

/** After a failed attempt, requests are refused for this long before the next attempt. */
const RETRY_SECONDS = 1;
/** A thread that takes longer hangs. It normally takes under a second. */
const DEADLINE_MS = 30_000;
/** At least twice what a thread needs. Without limits, it takes some 15 MB more. */
const MEMORY = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 96 };

/** An answer created by a thread. */
export interface MadeAnswer {
  /** The paths of this answer, in canonical form; each path has only one answer. */
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

/** A fixed set of answers, and facts about it from its thread. */
export interface StaticSet<Facts> {
  readonly answers: ReadonlyMap<string, StaticAnswer>;
  readonly facts: Facts;
}

/** A set of answers that a thread creates on the first request for any of them. */
export interface ThreadedSet<Facts> {
  /**
   * Returns the set once it is complete. Compressed forms follow.
   *
   * @param request failures of an attempt that it starts are logged under its id
   * @throws ApiError unavailable if the attempt fails and for a second after that; a later request starts the next one
   */
  get(request: FastifyRequest): Promise<StaticSet<Facts>>;
  /** Stops the thread if it is running. */
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
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Creates a set of answers in a thread, which ends when everything is created and compressed.
 *
 * Own code: registering @fastify/swagger and @fastify/swagger-ui in the server takes 300 ms of its start and keeps
 * their modules in memory. A thread leaves the event loop free, returns its memory, and starts each attempt from
 * scratch: Node 20 caches a failed `import()`, even if the cause was a lack of file descriptors.
 *
 * @param entry a module that calls `deliver` once. @param workerData what it reads from `node:worker_threads`
 */
export function makeInThread<Facts>(
  entry: URL,
  log: Pick<RequestLog, "failure">,
  workerData?: unknown,
): ThreadedSet<Facts> {
  let set: StaticSet<Facts> | undefined;
  /** Whether all compressed forms have arrived or failed. */
  let complete = false;
  let attempt: Promise<StaticSet<Facts>> | undefined;
  let thread: Worker | undefined;
  let failedAt = Number.NEGATIVE_INFINITY;
  let closed = false;

  const start = (request: FastifyRequest): Promise<StaticSet<Facts>> =>
    new Promise((resolve, reject) => {
      let error: Error | undefined;
      const deadline = setTimeout(() => void thread?.terminate(), DEADLINE_MS).unref();
      const end = (code: number): void => {
        clearTimeout(deadline);
        attempt = undefined;
        thread = undefined;
        if (error === undefined && code === 0 && set !== undefined) {
          complete = true;
          return;
        }
        failedAt = performance.now();
        const failure = error ?? new Error(`${entry.href} exited with code ${code} before it was done`);
        if (!closed) log.failure(request, failure);
        reject(failure);
      };
      try {
        // Some options of this process, such as --input-type, only apply to its own entry and would prevent a thread
        // from starting.
        thread = new Worker(entry, { execArgv: [], resourceLimits: MEMORY, workerData });
      } catch (thrown) {
        error = thrown as Error;
        setImmediate(end, 1);
        return;
      }
      // Lets the process end before the thread does.
      thread.unref();
      thread.on("error", (thrown) => {
        error = thrown as Error;
      });
      thread.on("exit", end);
      let forms: StaticAnswer["bodies"][] = [];
      thread.on("message", (message: SetMessage<Facts> | CompressedMessage) => {
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
      if (!complete && attempt === undefined && performance.now() >= failedAt + RETRY_SECONDS * 1000) {
        attempt = start(request);
        // If only compressed forms are missing, nothing awaits this promise.
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
      await thread?.terminate();
    },
  };
}

/**
 * Sends a set to the process, then the compressed forms of each answer, one by one. Call it in a thread of
 * `makeInThread`.
 *
 * @param facts must be supported by `structuredClone`
 */
export async function deliver<Facts>(answers: readonly MadeAnswer[], facts: Facts): Promise<void> {
  if (isMainThread || parentPort === null) throw new Error("no parent thread: start this file in a worker thread");
  const sent = answers.map(({ bytes, ...answer }) => ({ ...answer, etag: contentEtag(bytes), bytes: copyOf(bytes) }));
  const message: SetMessage<Facts> = { answers: sent, facts };
  parentPort.postMessage(
    message,
    sent.map(({ bytes }) => bytes.buffer),
  );
  for (const [at, { bytes }] of answers.entries()) {
    for (const encoding of compressionsFor(bytes)) {
      const compressed = await compressOnce(bytes, encoding);
      if (compressed === undefined) continue;
      const form: CompressedMessage = { at, encoding, bytes: copyOf(compressed) };
      parentPort.postMessage(form, [form.bytes.buffer]);
    }
  }
}

function toStaticAnswer({ headers, etag, bytes }: SetMessage<unknown>["answers"][number]): StaticAnswer {
  return { headers, etag, bodies: { identity: toBuffer(bytes) } };
}

function byPath(made: readonly MadeAnswer[], answers: readonly StaticAnswer[]): Map<string, StaticAnswer> {
  return new Map(made.flatMap(({ paths }, at) => paths.map((path) => [path, answers[at]!] as const)));
}

/** A copy in separate memory that a message can transfer; a small Buffer shares its memory with others. */
function copyOf(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
}

function unavailable(): ApiError {
  return new ApiError("unavailable", "this page is temporarily unavailable; try again in a few seconds", {
    headers: { "retry-after": String(RETRY_SECONDS) },
  });
}

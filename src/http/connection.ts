import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { PacedResponse } from "./paced-response.js";
import type { Participant, RequestScheduler } from "./request-scheduler.js";

/** Requests are read in slices of about so many bytes, since Node's parser makes objects of some kilobytes of each at once. */
const SLICE_BYTES = 512;
/** What is looked through for the end of a slice. */
const READ_BYTES = 4096;
/** The empty line behind the head of a request. */
const HEAD_ENDS = ["\n\r\n", "\n\n"].map((text) => Buffer.from(text));
const LINE_FEED = 10;
/** What says that a body follows. */
const BODY_HEADERS = ["content-length", "content-type", "transfer-encoding"];
/** What a client takes at least, again and again, in the time that it is given. */
const PROGRESS_BYTES = 16 * 1024;
/** What a request takes in memory from when it is parsed until it is answered, about. */
const REQUEST_BYTES = 4096;

/** A request with the answer that it will get. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: PacedResponse;
}

export interface ConnectionOptions {
  /** Answers a request. */
  readonly serve: (request: IncomingMessage, response: PacedResponse) => void;
  /** Whether a request skips the queue if it is the first of its connection, as health checks do. */
  readonly isUrgent: (request: IncomingMessage) => boolean;
  readonly scheduler: RequestScheduler;
  /** Requests that may be under way at once. */
  readonly maxPipelined: number;
  /** Bytes of answers that may wait for the client; more: its next request waits. */
  readonly maxWaitingBytes: number;
}

/**
 * One connection. Its client may pipeline any number of requests: they are parsed and answered only as fast as the client reads the answers. The
 * rest waits as bytes, first here (at most 64 KiB), then in the kernel, whose flow control stops the client.
 *
 * Own code: Node parses all requests of a packet at once, up to 4,000 of some kilobytes each. 40 hostile connections took 1.9 GB; 500 now take at
 * most 266 MB. It replaces the listener by which Node passes bytes to its parser. @throws Error when Node has no such listener
 */
export class Connection implements Participant {
  readonly socket: Socket;
  readonly #options: ConnectionOptions;
  readonly #parse: (bytes: Buffer) => void;
  /** Parsed, not begun. */
  #waiting: Exchange[] = [];
  /** Begun and not yet taken by the system as a whole, in the order of the requests. */
  #begun: PacedResponse[] = [];
  #newest: IncomingMessage | undefined;
  #unsized = 0;
  /** Whether its first request has arrived. */
  #used = false;
  /** Nothing more is read: it could not be parsed, or the connection has gone. */
  #over = false;
  #afterAnswers: (() => void) | undefined;
  /** When, and after how many bytes, the client was last seen to take enough; 0 where nothing waited. */
  #markedAt = 0;
  #written = 0;
  #queued = 0;

  constructor(socket: Socket, options: ConnectionOptions) {
    this.socket = socket;
    this.#options = options;
    const [parse] = socket.listeners("data") as ((bytes: Buffer) => void)[];
    if (parse === undefined) throw new Error("this version of Node.js parses requests in an unknown way");
    this.#parse = parse;
    socket.on("data", (bytes: Buffer) => this.#arrived(bytes));
    socket.removeListener("data", parse);
    socket.once("close", () => this.#closed());
  }

  /** Takes a request that has been parsed. No route reads a body, so what comes of one is dropped as it arrives. */
  add(request: IncomingMessage, response: PacedResponse): void {
    this.#newest = request;
    if (hasBody(request)) discardBody(request);
    this.#waiting.push({ request, response });
  }

  /** Reads nothing more, and calls back when all answers that are due have been sent. */
  end(afterAnswers: () => void): void {
    if (this.#over) return;
    this.#over = true;
    // To be thrown away.
    this.socket.resume();
    this.#afterAnswers = afterAnswers;
    this.#goOn();
  }

  canBegin(): boolean {
    const { maxPipelined, maxWaitingBytes } = this.#options;
    return (
      this.#waiting.length > 0 &&
      this.#unsized === 0 &&
      this.#begun.length < maxPipelined &&
      (this.#begun.length === 0 || this.unsentBytes() <= maxWaitingBytes)
    );
  }

  begin(): boolean {
    const { request, response } = this.#waiting.shift()!;
    this.#begun.push(response);
    this.#unsized = 1;
    let returned = false;
    response.onSized = () => {
      this.#unsized = 0;
      if (!returned) return;
      this.#options.scheduler.answerSized();
      this.#goOn();
    };
    response.on("finish", this.#finished);
    this.#options.serve(request, response);
    returned = true;
    if (!request.complete) this.#goOn();
    return this.#unsized === 0;
  }

  /** Bytes of answers that exist and the system has not taken. */
  unsentBytes(): number {
    let bytes = 0;
    for (const { announcedBytes, writableLength } of this.#begun) bytes += announcedBytes + writableLength;
    return bytes;
  }

  /** Bytes that it holds in memory, about. @param shared bodies that were counted already; those of this one are added */
  heldBytes(shared: Set<ArrayBufferLike>): number {
    let bytes = this.socket.readableLength + (this.#waiting.length + this.#begun.length) * REQUEST_BYTES;
    if (this.#begun.length === 0) return bytes;
    for (const { rest } of this.#begun) {
      if (rest === undefined || shared.has(rest.buffer)) continue;
      shared.add(rest.buffer);
      bytes += rest.length;
    }
    return bytes + this.unsentBytes();
  }

  /** For how many milliseconds the client has taken less than 16 KiB of what waits for it; 0 where nothing waits. @param now in milliseconds */
  stalledMs(now: number): number {
    const { socket } = this;
    if (socket.writableLength === 0) {
      this.#markedAt = 0;
      return 0;
    }
    const written = socket.bytesWritten - socket.writableLength;
    // Node has no public number of the bytes of an ongoing write that the kernel has accepted.
    const queued = (socket as unknown as { _handle?: { writeQueueSize?: number } })._handle?.writeQueueSize ?? 0;
    const taken = written > this.#written ? written - this.#written : this.#queued - queued;
    if (this.#markedAt === 0 || taken >= PROGRESS_BYTES) {
      this.#markedAt = now;
      this.#written = written;
      this.#queued = queued;
    }
    return now - this.#markedAt;
  }

  readonly #finished = (): void => {
    this.#begun.shift();
    this.#goOn();
  };

  #closed(): void {
    this.#over = true;
    this.#waiting = [];
    if (this.#unsized > 0) this.#options.scheduler.answerSized();
    for (const response of this.#begun) response.onSized = undefined;
    this.#begun = [];
  }

  #arrived(bytes: Buffer): void {
    if (this.#over) return;
    // Of a new connection one request at first: others may wait to be accepted.
    const end = this.#mayParse() ? (this.#used ? sliceEnd(bytes) : firstHeadEnd(bytes)) : 0;
    if (end < bytes.length) {
      this.socket.pause();
      this.socket.unshift(bytes.subarray(end));
    }
    if (end === 0) return;
    this.#parse(end === bytes.length ? bytes : bytes.subarray(0, end));
    const [first] = this.#waiting;
    if (first !== undefined && !this.#used) {
      this.#used = true;
      const { scheduler, isUrgent } = this.#options;
      if (isUrgent(first.request)) scheduler.beginNow(this);
    }
    this.#goOn();
  }

  #goOn(): void {
    if (this.#waiting.length > 0) {
      if (this.canBegin()) this.#options.scheduler.offer(this);
    } else if (this.#over) {
      if (this.#begun.length > 0) return;
      this.#afterAnswers?.();
      this.#afterAnswers = undefined;
    } else if (this.socket.isPaused() && this.#mayParse()) {
      const { readableLength } = this.socket;
      // What is read comes as what arrives does.
      if (readableLength > 0) this.socket.read(Math.min(readableLength, READ_BYTES));
      else this.socket.resume();
    }
  }

  /** Behind a request that has not arrived as a whole comes the rest of it, which its answer may wait for. */
  #mayParse(): boolean {
    if (this.#waiting.length > 0) return false;
    return this.#begun.length === 0 || (this.#newest?.complete === false && this.unsentBytes() === 0);
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}

/**
 * Drops a body as it arrives, and hides it from Fastify, which would keep it until it is whole. Node makes a buffer of each chunk, so a body
 * of tiny chunks takes a hundred times its size while it waits to be read.
 */
function discardBody(request: IncomingMessage): void {
  for (const name of BODY_HEADERS) delete request.headers[name];
  request.resume();
}

/**
 * Where the first slice ends: behind the last head that ends within it, else behind the next one. The beginning of a head goes to the parser only when it is
 * first, as the parser's clock runs from there.
 */
function sliceEnd(bytes: Buffer): number {
  if (bytes.length <= SLICE_BYTES && endsWithHead(bytes)) return bytes.length;
  const last = Math.max(...HEAD_ENDS.map((end) => ended(bytes.lastIndexOf(end, SLICE_BYTES - end.length), end)));
  if (last > 0) return last;
  return firstHeadEnd(bytes, SLICE_BYTES - HEAD_ENDS[0]!.length);
}

/** Where the first head ends that ends behind `from`, else all there is. */
function firstHeadEnd(bytes: Buffer, from = 0): number {
  const ends = HEAD_ENDS.map((end) => ended(bytes.indexOf(end, from), end)).filter((at) => at > 0);
  return Math.min(bytes.length, ...ends);
}

function endsWithHead(bytes: Buffer): boolean {
  const at = bytes.length - 1;
  return bytes[at] === LINE_FEED && (bytes[at - 1] === LINE_FEED || bytes[at - 2] === LINE_FEED);
}

/** @param at where it was found, below 0 where it was not @returns where it ends, 0 where it was not found */
function ended(at: number, { length }: Buffer): number {
  return at < 0 ? 0 : at + length;
}

import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { BODY_HEADERS, heldBodyBytes, isWhole, keepBody } from "./kept-body.js";
import type { PacedResponse } from "./paced-response.js";
import type { Participant, RequestScheduler } from "./request-scheduler.js";

/**
 * Approximate size of the slices in which requests are parsed, since Node's parser at once creates objects of some
 * kilobytes for each request in its input.
 */
const SLICE_BYTES = 512;
/** Bytes searched for the end of a slice. */
const READ_BYTES = 4096;
/** The empty line after the head of a request. */
const HEAD_ENDS = ["\n\r\n", "\n\n"].map((text) => Buffer.from(text));
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
/**
 * Maximum number of bytes of empty lines before a head. Node ignores any number, and reads up to 2 MB of a connection
 * that sends without end before it looks at the next one.
 */
const MAX_EMPTY_BYTES = 64 * 1024;
/** Bytes that a client must read within each timeout. */
const PROGRESS_BYTES = 16 * 1024;
/** Approximate memory of a request from parsing until its response is sent. */
const REQUEST_BYTES = 4096;

/** A request and its response. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: PacedResponse;
}

export interface ConnectionOptions {
  /** Serves a request. */
  readonly serve: (request: IncomingMessage, response: PacedResponse) => void;
  /** Whether a request skips the queue if it is the first on its connection. True for health checks. */
  readonly isUrgent: (request: IncomingMessage) => boolean;
  /** Whether a route reads the body of a request. */
  readonly keepsBody: (request: IncomingMessage) => boolean;
  readonly scheduler: RequestScheduler;
  /** Maximum number of requests in progress. */
  readonly maxPipelined: number;
  /** Maximum number of bytes of unread responses. Beyond it, the next request waits. */
  readonly maxWaitingBytes: number;
  /** How long an idle connection stays open, in milliseconds. */
  readonly keepAliveTimeout: number;
  /** Closes a connection that sends too many empty lines. */
  readonly cutEmpty: (connection: Connection) => void;
}

/**
 * One connection. Its client may pipeline any number of requests: they are parsed and served only as fast as the
 * client reads the responses. The rest waits as bytes, first here (at most 64 KiB), then in the kernel, whose flow
 * control stops the client.
 *
 * Own code: Node parses all requests of a packet at once, up to 4,000 of some kilobytes each. 40 hostile connections
 * took 1.9 GB; 500 now take at most 266 MB. This class replaces the listener with which Node passes bytes to its
 * parser. @throws Error if Node has no such listener
 */
export class Connection implements Participant {
  readonly socket: Socket;
  readonly #options: ConnectionOptions;
  readonly #parse: (bytes: Buffer) => void;
  /** Parsed but not started. */
  #waiting: Exchange[] = [];
  /** Started and not yet fully accepted by the kernel, in the order of the requests. */
  #begun: PacedResponse[] = [];
  #newest: IncomingMessage | undefined;
  /** Whether the size of the newest response is unknown. */
  #isUnsized = false;
  /** Whether the scheduler counts it as one whose size is unknown. */
  #isCounted = false;
  /** Whether its first request has arrived. */
  #used = false;
  /** Nothing more is read: the input was invalid, or the connection is closed. */
  #over = false;
  #goesOn = false;
  /** When the first byte after the last request arrived; 0 if none has. */
  #headSince = 0;
  #emptyBytes = 0;
  #isLineWhole = false;
  #lineBytes = 0;
  #afterResponses: (() => void) | undefined;
  /** When, and after how many bytes, the client last made enough progress; 0 if nothing was waiting. */
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

  /**
   * Accepts the head of a request. If a route reads its body, it waits for all of it; other bodies are discarded as
   * they arrive.
   */
  add(request: IncomingMessage, response: PacedResponse): void {
    this.#newest = request;
    this.#headSince = 0;
    this.#emptyBytes = 0;
    this.#isLineWhole = false;
    this.#lineBytes = 0;
    response.keepAliveMs = this.#options.keepAliveTimeout;
    if (hasBody(request)) {
      if (this.#options.keepsBody(request)) keepBody(request, () => this.#goOn());
      else discardBody(request);
    }
    this.#waiting.push({ request, response });
  }

  /** Stops reading, and calls back when all pending responses have been sent. */
  end(afterResponses: () => void): void {
    if (this.#over) return;
    this.#over = true;
    this.#headSince = 0;
    // Its body never arrives.
    if (this.#awaitsBody()) this.#waiting.pop();
    // Discards the input.
    this.socket.resume();
    this.#afterResponses = afterResponses;
    this.#goOn();
  }

  /** Lets the response that is being written in pieces go on. Node does this until the connection is upgraded. */
  drained(): void {
    this.#begun[0]?.emit("drain");
  }

  canBegin(): boolean {
    const { maxPipelined, maxWaitingBytes } = this.#options;
    const [first] = this.#waiting;
    return (
      first !== undefined &&
      isWhole(first.request) &&
      !this.#isUnsized &&
      this.#begun.length < maxPipelined &&
      (this.#begun.length === 0 || this.unsentBytes() <= maxWaitingBytes)
    );
  }

  begin(): boolean {
    const { request, response } = this.#waiting.shift()!;
    this.#begun.push(response);
    this.#isUnsized = true;
    this.#isCounted = true;
    let returned = false;
    const uncount = (): void => {
      if (returned && this.#isCounted) this.#options.scheduler.responseSized();
      this.#isCounted = false;
    };
    response.onQueued = uncount;
    response.onSized = () => {
      this.#isUnsized = false;
      uncount();
      if (returned) this.#goOn();
    };
    response.on("finish", this.#finished);
    this.#options.serve(request, response);
    returned = true;
    if (!request.complete) this.#goOn();
    return !this.#isCounted;
  }

  /** Bytes of finished responses that the kernel has not accepted. */
  unsentBytes(): number {
    let bytes = 0;
    for (const { announcedBytes, writableLength } of this.#begun) bytes += announcedBytes + writableLength;
    return bytes;
  }

  /** Approximate memory in use. @param shared bodies already counted; those of this connection are added */
  heldBytes(shared: Set<ArrayBufferLike>): number {
    let bytes = this.socket.readableLength + (this.#waiting.length + this.#begun.length) * REQUEST_BYTES;
    for (const { request } of this.#waiting) bytes += heldBodyBytes(request);
    if (this.#begun.length === 0) return bytes;
    for (const { rest } of this.#begun) {
      if (rest === undefined || shared.has(rest.buffer)) continue;
      shared.add(rest.buffer);
      bytes += rest.length;
    }
    return bytes + this.unsentBytes();
  }

  /**
   * Milliseconds during which the client has read less than 16 KiB of its pending responses; 0 if nothing is pending.
   * @param now in milliseconds
   */
  stalledMs(now: number): number {
    const { socket } = this;
    if (socket.writableLength === 0) {
      this.#markedAt = 0;
      return 0;
    }
    const written = socket.bytesWritten - socket.writableLength;
    // Node has no public API for how much of an ongoing write the kernel has accepted.
    const queued = (socket as unknown as { _handle?: { writeQueueSize?: number } })._handle?.writeQueueSize ?? 0;
    const taken = written > this.#written ? written - this.#written : this.#queued - queued;
    if (this.#markedAt === 0 || taken >= PROGRESS_BYTES) {
      this.#markedAt = now;
      this.#written = written;
      this.#queued = queued;
    }
    return now - this.#markedAt;
  }

  /**
   * Milliseconds since the first byte of an unfinished head; 0 if there is none. Empty lines before a head are part of
   * it. Node ignores them after the first request, but they restart its timeout of idle connections.
   * @param now in milliseconds
   */
  headMs(now: number): number {
    return this.#headSince === 0 ? 0 : now - this.#headSince;
  }

  /** Bytes that have arrived of the first line of an unfinished head: method, URL and version. */
  lineBytes(): number {
    return this.#lineBytes;
  }

  readonly #finished = (): void => {
    this.#begun.shift();
    this.#goOn();
  };

  #closed(): void {
    this.#over = true;
    this.#waiting = [];
    if (this.#isCounted) this.#options.scheduler.responseSized();
    for (const response of this.#begun) {
      response.onSized = undefined;
      response.onQueued = undefined;
    }
    this.#begun = [];
  }

  #arrived(bytes: Buffer): void {
    if (this.#over) return;
    if (this.#emptyBytes >= MAX_EMPTY_BYTES && isLineEnd(bytes[0])) {
      this.#options.cutEmpty(this);
      return;
    }
    const start = headStart(bytes);
    // Initially, only one request of a new connection is parsed: other connections may be waiting to be accepted.
    const end = this.#mayParse() ? (this.#used ? sliceEnd(bytes, start) : firstHeadEnd(bytes, start)) : 0;
    if (end < bytes.length) {
      this.socket.pause();
      this.socket.unshift(bytes.subarray(end));
    }
    if (end === 0) return;
    if (this.#isIdle()) {
      this.#headSince ||= performance.now();
      if (start >= end) this.#emptyBytes += end;
      if (!this.#isLineWhole) this.#readLine(bytes.subarray(start, end));
    }
    this.#parse(end === bytes.length ? bytes : bytes.subarray(0, end));
    const [first] = this.#waiting;
    if (first !== undefined && !this.#used) {
      this.#used = true;
      const { scheduler, isUrgent } = this.#options;
      if (isUrgent(first.request)) scheduler.beginNow(this);
    }
    this.#goOn();
  }

  #readLine(bytes: Buffer): void {
    const lineEnd = bytes.indexOf(LINE_FEED);
    this.#isLineWhole = lineEnd >= 0;
    this.#lineBytes += this.#isLineWhole ? lineEnd : bytes.length;
  }

  /**
   * Begins waiting requests and parses waiting bytes, as far as that is allowed now. Both call it again, so it is a
   * loop: one call within another for each slice would overflow the stack.
   */
  #goOn(): void {
    if (this.#goesOn) return;
    this.#goesOn = true;
    let wasRead: boolean;
    do wasRead = this.#goOnOnce();
    while (wasRead);
    this.#goesOn = false;
  }

  /** @returns whether it has parsed bytes, so that more may be allowed now */
  #goOnOnce(): boolean {
    if (this.canBegin()) this.#options.scheduler.offer(this);
    if (this.#waiting.length > 0 && !this.#awaitsBody()) return false;
    if (this.#over) {
      if (this.#begun.length > 0) return false;
      this.#afterResponses?.();
      this.#afterResponses = undefined;
    } else if (this.socket.isPaused() && this.#mayParse()) {
      const { readableLength } = this.socket;
      if (readableLength > 0) {
        // `read` emits the data like newly arrived data.
        this.socket.read(Math.min(readableLength, READ_BYTES));
        return true;
      }
      this.socket.resume();
    }
    return false;
  }

  /** While a request is incomplete, its remainder must be parsed, since its response may depend on it. */
  #mayParse(): boolean {
    if (this.#waiting.length > 0) return this.#awaitsBody();
    return this.#begun.length === 0 || (this.#newest?.complete === false && this.unsentBytes() === 0);
  }

  /** Whether no request is in progress, so that the next byte is the first one of a head or follows it. */
  #isIdle(): boolean {
    return this.#waiting.length === 0 && this.#begun.length === 0 && this.#newest?.complete !== false;
  }

  /** Whether the newest request, which then waits, needs more of its body. */
  #awaitsBody(): boolean {
    return this.#newest !== undefined && this.#waiting.length > 0 && !isWhole(this.#newest);
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}

/**
 * Discards a body as it arrives, and hides it from Fastify, which would buffer it. Node creates a buffer per chunk, so
 * a body of tiny chunks takes a hundred times its size while it waits to be read.
 */
function discardBody(request: IncomingMessage): void {
  for (const name of BODY_HEADERS) delete request.headers[name];
  request.resume();
}

/**
 * End of the first slice: after the last head that ends within it, else after the next one. The beginning of a head is
 * only parsed if it comes first, since this starts the parser's timeout.
 *
 * @param start as returned by `headStart`
 */
function sliceEnd(bytes: Buffer, start: number): number {
  const size = start + SLICE_BYTES;
  if (bytes.length <= size && endsWithHead(bytes)) return bytes.length;
  const last = Math.max(...HEAD_ENDS.map((end) => ended(bytes.lastIndexOf(end, size - end.length), end)));
  if (last > 0) return last;
  return firstHeadEnd(bytes, size - HEAD_ENDS[0]!.length);
}

/** End of the first head that ends after `from`, else of all bytes. */
function firstHeadEnd(bytes: Buffer, from: number): number {
  const ends = HEAD_ENDS.map((end) => ended(bytes.indexOf(end, from), end)).filter((at) => at > 0);
  return Math.min(bytes.length, ...ends);
}

/** Number of bytes of empty lines before the first head. They belong to its slice: parsing each by itself takes long. */
function headStart(bytes: Buffer): number {
  let at = 0;
  while (isLineEnd(bytes[at])) at++;
  return at;
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === LINE_FEED || byte === CARRIAGE_RETURN;
}

function endsWithHead(bytes: Buffer): boolean {
  const at = bytes.length - 1;
  return bytes[at] === LINE_FEED && (bytes[at - 1] === LINE_FEED || bytes[at - 2] === LINE_FEED);
}

/** @param at offset of the match, negative if there is none @returns its end, 0 if there is none */
function ended(at: number, { length }: Buffer): number {
  return at < 0 ? 0 : at + length;
}

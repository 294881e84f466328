import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { blankLineEnd, emptyLineBytes } from "./head-ends.js";
import { discardBody, hasBody, heldBodyBytes, keepBody } from "./kept-body.js";
import { takeParser } from "./node-internals.js";
import { type PacedResponse, PIECE_BYTES } from "./paced-response.js";
import type { Participant, RequestScheduler } from "./request-scheduler.js";

/** Maximum number of waiting bytes that are looked at in one turn. */
const READ_BYTES = 4096;
/**
 * Maximum number of bytes before the end of a head, which Node limits less: it ignores any number of empty lines before
 * a head.
 */
const MAX_HEAD_BYTES = 64 * 1024;
/** Approximate memory of a request until its response is sent. */
const REQUEST_BYTES = 4096;
const LINE_FEED = 10;
/** Health checks: an orchestrator kills a process that does not respond to them. */
const URGENT = /^(?:GET|HEAD) \/(?:healthz|readyz) /;
const URGENT_BYTES = 16;

export interface ConnectionOptions {
  /** Whether a route reads the body of a request. Others are discarded as they arrive. */
  readonly keepsBody: (request: IncomingMessage) => boolean;
  readonly scheduler: RequestScheduler;
  /** How long an idle connection stays open, in milliseconds. */
  readonly keepAliveTimeout: number;
  /** Maximum time in milliseconds from the first byte of a request to the end of its head, and of its body. */
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  /** Closes a connection that sends too many empty lines. */
  readonly cutEmpty: (connection: Connection) => void;
}

/**
 * One connection. Its client may pipeline any number of requests: each is parsed and served when the response to the one
 * before has been accepted by the kernel. The rest waits as bytes, first here (at most 80 KiB), then in the kernel, whose
 * flow control stops the client.
 *
 * Own code: Node parses and serves all requests of a packet at once.
 */
export class Connection implements Participant {
  readonly socket: Socket;
  readonly #options: ConnectionOptions;
  readonly #parse: (bytes: Buffer) => void;
  #request: IncomingMessage | undefined;
  /** The response to it, until the kernel has accepted all of it. */
  #response: PacedResponse | undefined;
  /** Bytes of its body that have not arrived; undefined: their number is unknown. */
  #bodyLeft: number | undefined = 0;
  #hasTurn = false;
  #isNew = true;
  /** Nothing more is read: the input was invalid, or the connection is closed. */
  #isOver = false;
  #afterResponse: (() => void) | undefined;
  /** When the connection was opened, or the first byte after the last request arrived; 0 if none has. */
  #headSince = performance.now();
  /** The same for the last request, if it has a body; else 0. */
  #bodySince = 0;
  #headBytes = 0;
  #lineBytes = 0;
  #isLineWhole = false;
  /** When, and after how many bytes, the client last made enough progress; 0 if nothing was waiting. */
  #markedAt = 0;
  #written = 0;

  constructor(socket: Socket, options: ConnectionOptions) {
    this.socket = socket;
    this.#options = options;
    this.#parse = takeParser(socket, (bytes) => this.#arrived(bytes));
    socket.once("close", () => {
      this.#isOver = true;
    });
  }

  /** Reports the head of a request, before it is served. */
  add(request: IncomingMessage, response: PacedResponse): void {
    this.#request = request;
    this.#response = response;
    this.#bodySince = 0;
    this.#bodyLeft = 0;
    if (hasBody(request)) {
      const length = request.headers["content-length"];
      this.#bodyLeft = length === undefined ? undefined : Number(length);
      this.#bodySince = this.#headSince;
      if (this.#options.keepsBody(request)) keepBody(request);
      else discardBody(request);
    }
    this.#headSince = 0;
    this.#headBytes = 0;
    this.#lineBytes = 0;
    this.#isLineWhole = false;
    response.keepAliveMs = this.#options.keepAliveTimeout;
    response.on("finish", this.#finished);
  }

  /** Stops reading, and calls back when the response in progress has been sent. */
  end(afterResponse: () => void): void {
    if (this.#isOver) return;
    this.#isOver = true;
    // A response that needs the rest of a body will not come.
    if (this.#request?.keptBody?.isWhole === false) this.#response = undefined;
    this.#afterResponse = afterResponse;
    // Discards the input.
    this.socket.resume();
    this.#goOn();
  }

  takeTurn(): void {
    const { readableLength } = this.socket;
    if (!this.#mayRead() || readableLength === 0) return;
    this.#hasTurn = true;
    // Emits the bytes like those that have just arrived.
    this.socket.read(Math.min(readableLength, READ_BYTES));
    this.#hasTurn = false;
  }

  /** Approximate memory in use. @param shared bodies already counted; that of this connection is added */
  heldBytes(shared: Set<ArrayBufferLike>): number {
    const { readableLength, writableLength } = this.socket;
    if (this.#response === undefined) return readableLength;
    const { rest } = this.#response;
    const isCounted = rest === undefined || shared.has(rest.buffer);
    if (!isCounted) shared.add(rest.buffer);
    const body = heldBodyBytes(this.#request!) + (isCounted ? 0 : rest.length);
    return readableLength + REQUEST_BYTES + body + writableLength;
  }

  /**
   * Milliseconds during which the client has read neither 16 KiB of its pending response nor all of it; 0 if nothing is
   * pending. What is written at once counts as read when the kernel has accepted all of it.
   *
   * @param now in milliseconds
   */
  stalledMs(now: number): number {
    const { bytesWritten, writableLength } = this.socket;
    if (writableLength === 0) {
      this.#markedAt = 0;
      return 0;
    }
    const written = bytesWritten - writableLength;
    if (this.#markedAt === 0 || written - this.#written >= PIECE_BYTES) {
      this.#markedAt = now;
      this.#written = written;
    }
    return now - this.#markedAt;
  }

  /**
   * Whether the client sends a request too slowly. Node's own timeouts include the time that a request waits for its turn,
   * and restart at each empty line before a head.
   *
   * @param now in milliseconds
   */
  isLate(now: number): boolean {
    if (this.#isOver || this.socket.readableLength > 0) return false;
    const { headersTimeout, requestTimeout } = this.#options;
    if (this.#headSince > 0) return now - this.#headSince > Math.min(headersTimeout, requestTimeout);
    return this.#bodySince > 0 && this.#request?.complete === false && now - this.#bodySince > requestTimeout;
  }

  /** Bytes that have arrived of the first line of an unfinished head: method, URL and version. */
  get lineBytes(): number {
    return this.#lineBytes;
  }

  readonly #finished = (): void => {
    this.#response = undefined;
    this.#goOn();
  };

  #arrived(bytes: Buffer): void {
    if (this.#isOver) return;
    if (this.#hasTurn || (this.#mayRead() && (this.#isUrgent(bytes) || this.#options.scheduler.mayReadNow(this))))
      this.#read(bytes);
    else this.#putBack(bytes);
  }

  /** Parses the bytes of one request, or a part of it. */
  #read(bytes: Buffer): void {
    this.#isNew = false;
    const end = this.#sliceEnd(bytes);
    if (end < bytes.length) this.#putBack(bytes.subarray(end));
    this.#parse(end === bytes.length ? bytes : bytes.subarray(0, end));
    if (this.#headBytes > MAX_HEAD_BYTES) this.#options.cutEmpty(this);
    else this.#goOn();
  }

  #putBack(bytes: Buffer): void {
    this.socket.pause();
    this.socket.unshift(bytes);
  }

  /** End of what belongs to one request: a second one would be served before the first is sent. */
  #sliceEnd(bytes: Buffer): number {
    if (this.#awaitsHead()) return this.#readHead(bytes);
    if (this.#bodyLeft === undefined) return blankLineEnd(bytes, 0);
    const end = Math.min(bytes.length, this.#bodyLeft);
    this.#bodyLeft -= end;
    return end;
  }

  /** @returns its end */
  #readHead(bytes: Buffer): number {
    this.#headSince ||= performance.now();
    const start = this.#lineBytes === 0 ? emptyLineBytes(bytes) : 0;
    const end = blankLineEnd(bytes, start);
    this.#headBytes += end;
    if (this.#isLineWhole) return end;
    const lineEnd = bytes.indexOf(LINE_FEED, start);
    this.#isLineWhole = lineEnd >= 0;
    this.#lineBytes += (this.#isLineWhole ? lineEnd : end) - start;
    return end;
  }

  #goOn(): void {
    if (this.#isOver) {
      if (this.#response !== undefined) return;
      this.#afterResponse?.();
      this.#afterResponse = undefined;
    } else if (this.#mayRead()) {
      if (this.socket.readableLength > 0) this.#options.scheduler.queue(this);
      else if (this.socket.isPaused()) this.socket.resume();
    }
  }

  /** Whether the next bytes may be parsed. A body goes on, since the response may depend on it. */
  #mayRead(): boolean {
    if (this.#isOver || !this.socket.writable) return false;
    return this.#response === undefined || !this.#awaitsHead();
  }

  #awaitsHead(): boolean {
    return this.#request?.complete !== false;
  }

  #isUrgent(bytes: Buffer): boolean {
    return this.#isNew && URGENT.test(bytes.toString("latin1", 0, URGENT_BYTES));
  }
}

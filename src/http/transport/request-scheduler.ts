/** Time of requests in one iteration of the event loop, after which it continues with timers, files and messages. */
const SLICE_MS = 10;
/**
 * The same while connections arrive: the event loop accepts one per iteration, so each would wait for one slice per
 * connection before it.
 */
const SHORT_SLICE_MS = 0.3;
/** Maximum number of bytes of bodies that wait for work such as compression. Each request may add one more. */
const MAX_HELD_BYTES = 8 * 1024 * 1024;

/** A connection with bytes of a request. */
export interface Participant {
  /** Reads and serves the next request, or a part of it. */
  takeTurn(): void;
}

/**
 * Decides which connection is read next (round robin). Below 10 ms of work per iteration of the event loop, each request
 * is served when it arrives. Beyond that, connections queue and take turns of one request each. No turn begins while too
 * many bytes wait for work.
 *
 * Own code: libuv accepts one connection per iteration of the event loop and Node serves all requests that have arrived
 * before the next one. With 300 busy clients, a new connection waited 10.7 s.
 */
export class RequestScheduler {
  /** In the order of their turns, each at most once. */
  readonly #queue = new Set<Participant>();
  #isScheduled = false;
  #hasArrived = false;
  /** End of the time of requests in this iteration of the event loop; 0: none has been served. */
  #sliceEnd = 0;
  #heldBytes = 0;

  /** Whether a participant may read now. Otherwise it is queued. */
  mayReadNow(participant: Participant): boolean {
    const now = performance.now();
    if (this.#sliceEnd === 0) this.#beginSlice(now);
    if (this.#queue.size === 0 && now < this.#sliceEnd && !this.#isFull()) return true;
    this.queue(participant);
    return false;
  }

  /** Gives a participant another turn, after all others. */
  queue(participant: Participant): void {
    this.#queue.add(participant);
    if (!this.#isFull()) this.#schedule();
  }

  /** Reports a new connection: more may be waiting to be accepted. */
  connectionArrived(): void {
    this.#hasArrived = true;
  }

  /** Reports the number of bytes that wait for work, or, if negative, that no longer do. */
  holdBytes(bytes: number): void {
    this.#heldBytes += bytes;
    if (this.#queue.size > 0 && !this.#isFull()) this.#schedule();
  }

  #isFull(): boolean {
    return this.#heldBytes >= MAX_HELD_BYTES;
  }

  #beginSlice(now: number): void {
    this.#sliceEnd = now + (this.#hasArrived ? SHORT_SLICE_MS : SLICE_MS);
    this.#hasArrived = false;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#takeTurns());
  }

  #takeTurns(): void {
    this.#isScheduled = false;
    this.#sliceEnd = 0;
    if (this.#queue.size === 0 || this.#isFull()) return;
    this.#beginSlice(performance.now());
    // A participant that queues again comes after the others.
    for (const participant of this.#queue) {
      this.#queue.delete(participant);
      participant.takeTurn();
      if (this.#isFull() || performance.now() >= this.#sliceEnd) break;
    }
  }
}

/** Length of a time slice, after which the event loop continues with timers, files and messages. */
const SLICE_MS = 10;
/**
 * The same while connections arrive: the event loop accepts one per iteration, so each would wait for one slice per
 * connection before it.
 */
const SHORT_SLICE_MS = 0.3;
/**
 * Maximum number of requests in progress whose responses' size is unknown, except those that wait in a queue that limits
 * its own length.
 */
const MAX_UNSIZED = 256;
/**
 * Maximum number of these that may begin in one slice (one while connections arrive): work after their handler returns
 * is not part of its time.
 */
const MAX_UNSIZED_PER_SLICE = 8;
/**
 * Maximum number of bytes of bodies that wait for work such as compression. Each request that has begun may add one
 * more body.
 */
const MAX_HELD_BYTES = 8 * 1024 * 1024;

/** A connection with waiting requests. */
export interface Participant {
  /** Whether it may begin its next request now. */
  canBegin(): boolean;
  /** Begins its next request. @returns whether the response needs not be counted among those of unknown size */
  begin(): boolean;
}

/**
 * Decides which connection's request begins next (round robin). Below 10 ms of work per iteration of the event loop,
 * each request begins when it arrives. Beyond that, connections queue and begin one request each, in the order of their
 * arrival. No request begins while too many responses are in progress or too many bytes wait.
 *
 * Own code: libuv accepts one connection per iteration of the event loop and Node serves all requests that have arrived
 * before the next one. With 300 busy clients, a new connection waited 10.7 s.
 */
export interface RequestScheduler {
  /** Lets a connection begin its waiting requests, now or when its turn comes. */
  offer(participant: Participant): void;
  /** Lets a connection begin its next request ahead of all others. */
  beginNow(participant: Participant): void;
  /**
   * Reports, after `begin` returned false, that the size of the response is now known, that the response waits in a queue
   * that limits its own length, or that the connection is closed.
   */
  responseSized(): void;
  /** Reports a new connection: more may be waiting to be accepted. */
  connectionArrived(): void;
  /** Reports the number of bytes that wait for work, or, if negative, that no longer do. */
  holdBytes(bytes: number): void;
}

export function createRequestScheduler(): RequestScheduler {
  /** In the order of their turns, each at most once. */
  const queue = new Set<Participant>();
  let unsized = 0;
  let held = 0;
  let arrived = false;
  let sliceMs = SLICE_MS;
  let sliceEnd = 0;
  /** Start of the last slice if it was a short one, else 0. */
  let shortSliceAt = 0;
  let pausedUntil = 0;
  let scheduled = false;

  const isFull = (): boolean => unsized >= MAX_UNSIZED || held >= MAX_HELD_BYTES;
  const schedule = (): void => {
    if (scheduled) return;
    scheduled = true;
    setImmediate(run);
  };
  const resume = (): void => {
    if (queue.size > 0 && !isFull()) schedule();
  };
  const begin = (participant: Participant): void => {
    if (!participant.begin()) unsized++;
  };
  const run = (): void => {
    scheduled = false;
    sliceEnd = 0;
    const now = performance.now();
    // Only accept connections for as long as the last slice took, including the work that it caused.
    if (shortSliceAt > 0) pausedUntil = 2 * now - shortSliceAt;
    const paused = arrived && now < pausedUntil;
    shortSliceAt = arrived && !paused ? now : 0;
    sliceMs = paused ? 0 : arrived ? SHORT_SLICE_MS : SLICE_MS;
    const mostUnsized = unsized + (arrived ? 1 : MAX_UNSIZED_PER_SLICE);
    arrived = false;
    if (paused) {
      resume();
      return;
    }
    const end = now + sliceMs;
    // A connection that is added again is visited again, after the others.
    for (const participant of queue) {
      if (isFull()) return;
      queue.delete(participant);
      if (participant.canBegin()) begin(participant);
      if (participant.canBegin()) queue.add(participant);
      if (unsized >= mostUnsized || performance.now() >= end) break;
    }
    resume();
  };

  return {
    offer(participant) {
      const now = performance.now();
      if (sliceEnd === 0) {
        sliceEnd = now + sliceMs;
        schedule();
      }
      if (queue.size === 0 && now < sliceEnd && !isFull()) begin(participant);
      if (participant.canBegin()) queue.add(participant);
    },
    beginNow: begin,
    responseSized() {
      unsized--;
      resume();
    },
    connectionArrived() {
      arrived = true;
    },
    holdBytes(bytes) {
      held += bytes;
      if (bytes < 0) resume();
    },
  };
}

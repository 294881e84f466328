/** After which the event loop goes on to what else is due: timers, files, messages. */
const TURN_MS = 10;
/** The same while connections arrive: the event loop accepts one each time that it comes round, and each of them would wait for as many turns as are before it. */
const HURRIED_TURN_MS = 0.3;
/** Requests whose answers are being made at once: what each of them holds is not known before. */
const MAX_UNSIZED = 256;
/** Those of them that are begun in one turn, one while connections arrive: what they do after their handler has returned is not in its time. */
const MAX_UNSIZED_A_TURN = 8;
/** Bytes of bodies that wait to be worked on, such as to be compressed. One more may come with each request that was begun before. */
const MAX_HELD_BYTES = 8 * 1024 * 1024;

/** A connection with requests that wait. */
export interface Participant {
  /** Whether it may begin its next request now. */
  canBegin(): boolean;
  /** Begins the next one. @returns whether the size of its answer is known already */
  begin(): boolean;
}

/**
 * Decides whose request is begun next. As long as there is time, each is begun when it arrives. Beyond 10 ms in a turn of the event loop, connections queue
 * up and begin one request each, in the order of their arrival, so that nobody gets more than others by sending more, and what the event loop does beside has its turn. None is
 * begun while too many answers are being made, or too much of them waits.
 */
export interface Rounds {
  /** Lets a connection begin what it can, now or when it is its turn. */
  offer(participant: Participant): void;
  /** Lets a connection begin its next request whoever waits. */
  beginNow(participant: Participant): void;
  /** Says that the size of an answer became known, or its connection has gone, after `begin` returned false. */
  settle(): void;
  /** Says that a connection has arrived: others may wait to be accepted. */
  hurry(): void;
  /** Says that so many bytes wait to be worked on, or, below 0, no longer do. */
  hold(bytes: number): void;
}

export function createRounds(): Rounds {
  /** In the order of their turns, each once at most. */
  const queue = new Set<Participant>();
  let unsized = 0;
  let held = 0;
  let arrived = false;
  let turnMs = TURN_MS;
  let turnEnd = 0;
  /** When the last turn began, if it was a hurried one; else 0. */
  let hurriedAt = 0;
  let pausedUntil = 0;
  let scheduled = false;

  const isFull = (): boolean => unsized >= MAX_UNSIZED || held >= MAX_HELD_BYTES;
  const schedule = (): void => {
    if (scheduled) return;
    scheduled = true;
    setImmediate(run);
  };
  const relieve = (): void => {
    if (queue.size > 0 && !isFull()) schedule();
  };
  const begin = (participant: Participant): void => {
    if (!participant.begin()) unsized++;
  };
  const run = (): void => {
    scheduled = false;
    turnEnd = 0;
    const now = performance.now();
    // As long as the last turn took, with all that it set off, connections are accepted only.
    if (hurriedAt > 0) pausedUntil = 2 * now - hurriedAt;
    const paused = arrived && now < pausedUntil;
    hurriedAt = arrived && !paused ? now : 0;
    turnMs = paused ? 0 : arrived ? HURRIED_TURN_MS : TURN_MS;
    const mostUnsized = unsized + (arrived ? 1 : MAX_UNSIZED_A_TURN);
    arrived = false;
    if (paused) {
      relieve();
      return;
    }
    const end = now + turnMs;
    // One that queues up again is met again, behind the others.
    for (const participant of queue) {
      if (isFull()) return;
      queue.delete(participant);
      if (participant.canBegin()) begin(participant);
      if (participant.canBegin()) queue.add(participant);
      if (unsized >= mostUnsized || performance.now() >= end) break;
    }
    relieve();
  };

  return {
    offer(participant) {
      const now = performance.now();
      if (turnEnd === 0) {
        turnEnd = now + turnMs;
        schedule();
      }
      if (queue.size === 0 && now < turnEnd && !isFull()) begin(participant);
      if (participant.canBegin()) queue.add(participant);
    },
    beginNow: begin,
    settle() {
      unsized--;
      relieve();
    },
    hurry() {
      arrived = true;
    },
    hold(bytes) {
      held += bytes;
      if (bytes < 0) relieve();
    },
  };
}

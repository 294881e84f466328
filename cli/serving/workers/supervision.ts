/** Interval between two heartbeats of a worker. */
export const HEARTBEAT_MS = 1000;
/** A worker that has missed this many heartbeats does not count as responding. */
const QUIET_HEARTBEATS = 3;
/** A worker that does not listen by then is killed. */
const START_MS = 30_000;
/**
 * A worker that is killed because it was late, to listen or to respond, doubles the time limits of those that start
 * after it, up to 8 times: the limits must not keep a slow machine from serving.
 */
const MAX_DOUBLINGS = 3;
/** The plain limits apply again when all workers have stayed within them for this long. */
const STEADY_MS = 60_000;
/** A process that drains for longer is killed. */
const DRAIN_MS = 20_000;
/** A killed process that still exists, for example because it waits for a broken disk, is given up. */
const KILL_MS = 10_000;
const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 5000;
/** After a worker that lived this long, the delays begin again with the shortest one. */
const HEALTHY_MS = 10_000;

/** A worker process, as far as its supervision needs it. */
export interface WorkerProcess {
  /** Sends a heartbeat, which the worker returns. */
  ping(): void;
  /** Makes it finish its requests and exit. */
  drain(): void;
  /** Ends it at once. */
  kill(): void;
}

/** What happens to a process. Never called before `fork` has returned. */
export interface WorkerEvents {
  /** It accepts connections. */
  listens(): void;
  /** It has a generation to serve. */
  serves(): void;
  /** It has returned a heartbeat. */
  responds(): void;
  /** @param how a signal or an exit code */
  exited(how: string): void;
  /** The process could not be started. @param why an error code */
  failed(why: string): void;
}

/** What a supervision has an effect on. */
export interface Surroundings<Process extends WorkerProcess> {
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** Runs something later. @returns a function that cancels it */
  later(ms: number, run: () => void): () => void;
  fork(events: WorkerEvents): Process;
  say(text: string): void;
  /** Called once, when no process is left. @param error why the service could not start */
  finish(error: string | undefined): void;
}

interface Worker<Process> {
  readonly process: Process;
  readonly bornAt: number;
  /** Number of restarts requested when it was forked. */
  readonly restart: number;
  /** Number of doublings of its time limits. */
  readonly doublings: number;
  listens: boolean;
  serves: boolean;
  /** Whether it has been told to end, by SIGTERM or SIGKILL. */
  isEnding: boolean;
  /** Number of heartbeats since it last responded, of which only the first was sent. */
  beats: number;
  /** Cancels what happens to it if it is late. */
  cancel: () => void;
}

/**
 * Keeps a number of workers running. One that ends is replaced, after growing delays if replacements end at once; one
 * that is late to listen or to return heartbeats is killed. A restart replaces one worker after the other: it starts one
 * more than there should be, and drains the oldest when that one serves.
 */
export class Supervision<Process extends WorkerProcess> {
  readonly #count: number;
  readonly #surroundings: Surroundings<Process>;
  /** Heartbeats that a worker may miss. */
  readonly #missable: number;
  /** Oldest first. */
  readonly #alive = new Set<Worker<Process>>();
  #restarts = 0;
  #isRestarting = false;
  #delayMs = FIRST_DELAY_MS;
  /** Whether no worker takes the place of one that ended yet. */
  #isWaiting = false;
  /** Number of doublings for the next worker, and when one last exceeded the plain limits. */
  #doublings = 0;
  #lateAt = 0;
  /** Whether any worker has ever listened: a failure of the very first would repeat for every other one. */
  #everListened = false;
  /** Until then no other worker is killed for its silence, since a machine that stalls silences all. */
  #sparedUntil = 0;
  #isStopping = false;
  #error: string | undefined;

  /** Starts the workers. @param silenceMs how long a worker may leave heartbeats unreturned */
  constructor(count: number, silenceMs: number, surroundings: Surroundings<Process>) {
    this.#count = count;
    this.#surroundings = surroundings;
    this.#missable = Math.max(1, Math.ceil(silenceMs / HEARTBEAT_MS));
    this.#goOn();
    surroundings.later(HEARTBEAT_MS, () => this.#beat());
  }

  /** Replaces all workers, also those that an earlier restart has just started. */
  restart(): void {
    this.#restarts++;
    this.#isRestarting = true;
    this.#goOn();
  }

  /** Drains all workers, then finishes. */
  stop(): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    for (const worker of this.#kept()) this.#drain(worker);
    this.#finishIfAlone();
  }

  /** The workers that listen and return their heartbeats. */
  responding(): Process[] {
    const responding = this.#kept().filter(({ listens, beats }) => listens && beats <= QUIET_HEARTBEATS);
    return responding.map(({ process }) => process);
  }

  #kept(): Worker<Process>[] {
    return [...this.#alive].filter(({ isEnding }) => !isEnding);
  }

  #fork(): void {
    const { now, later, fork } = this.#surroundings;
    const doublings = this.#doublings;
    const worker: Worker<Process> = {
      process: fork({
        listens: () => this.#learn(worker, { listens: true }),
        serves: () => this.#learn(worker, { serves: true }),
        responds: () => this.#learn(worker, { beats: 0 }),
        exited: (how) => this.#ended(worker, `exited (${how})`, !this.#everListened),
        failed: (why) => this.#ended(worker, `could not be forked (${why})`),
      }),
      bornAt: now(),
      restart: this.#restarts,
      doublings,
      listens: false,
      serves: false,
      isEnding: false,
      beats: 0,
      cancel: later(START_MS * 2 ** doublings, () => this.#lateToListen(worker)),
    };
    this.#alive.add(worker);
  }

  #learn(worker: Worker<Process>, facts: Partial<Worker<Process>>): void {
    Object.assign(worker, facts);
    if (facts.listens) {
      this.#everListened = true;
      this.#sparedUntil = 0;
    }
    this.#goOn();
  }

  /** @param isFatal whether the same would happen to every other worker */
  #ended(worker: Worker<Process>, how: string, isFatal = false): void {
    const { now, later, say } = this.#surroundings;
    const isExtra = this.#isExtra(worker);
    const isNeeded = !worker.isEnding && this.#kept().length <= this.#count;
    // One that was given up may still end.
    if (!this.#alive.delete(worker)) return;
    worker.cancel();
    if (this.#isStopping) this.#finishIfAlone();
    else if (isExtra) this.#abortRestart(worker, how);
    else if (isNeeded && isFatal) {
      this.#error = `a worker ${how} before it listened; see its message above`;
      this.stop();
    } else if (isNeeded) {
      const wasHealthy = worker.listens && now() - worker.bornAt > HEALTHY_MS;
      this.#delayMs = wasHealthy ? FIRST_DELAY_MS : Math.min(this.#delayMs * 2, MAX_DELAY_MS);
      this.#isWaiting = true;
      later(this.#delayMs, () => {
        this.#isWaiting = false;
        this.#goOn();
      });
      say(`a worker ${how}; starting another in ${this.#delayMs} ms`);
      // It was to be the first of the restart.
      if (this.#isRestarting && !worker.listens && worker.restart === this.#restarts) this.#abortRestart(worker, how);
    } else if (!worker.isEnding) say(`a worker ${how}; its replacement is already starting`);
    this.#goOn();
  }

  /** Whether it is the one more worker of a restart. */
  #isExtra(worker: Worker<Process>): boolean {
    const kept = this.#kept();
    return kept.length > this.#count && kept.at(-1) === worker;
  }

  #lateToListen(worker: Worker<Process>): void {
    const seconds = Math.round((this.#surroundings.now() - worker.bornAt) / 1000);
    const how = `was not ready after ${seconds} s`;
    if (this.#isExtra(worker)) {
      this.#drain(worker);
      this.#abortRestart(worker, how);
      this.#goOn();
    } else if (!worker.listens) this.#killLate(worker, how);
  }

  /** Sends heartbeats to all workers, and kills one that has been silent for too long. */
  #beat(): void {
    if (this.#isStopping) return;
    const { now, later } = this.#surroundings;
    later(HEARTBEAT_MS, () => this.#beat());
    if (now() - this.#lateAt > STEADY_MS) this.#doublings = 0;
    for (const worker of this.#kept()) {
      if (!worker.listens) continue;
      if (worker.beats === 0) worker.process.ping();
      const missed = worker.beats++;
      if (missed >= this.#missable) this.#lateAt = now();
      const factor = 2 ** Math.min(worker.doublings, this.#doublings);
      if (missed < this.#missable * factor || now() < this.#sparedUntil) continue;
      this.#sparedUntil = now() + START_MS;
      this.#killLate(worker, `did not respond for ${(missed * HEARTBEAT_MS) / 1000} s`);
    }
  }

  #killLate(worker: Worker<Process>, how: string): void {
    this.#doublings = Math.max(this.#doublings, Math.min(worker.doublings + 1, MAX_DOUBLINGS));
    this.#lateAt = this.#surroundings.now();
    this.#surroundings.say(`a worker ${how}; killing it`);
    this.#kill(worker);
    this.#goOn();
  }

  #drain(worker: Worker<Process>): void {
    worker.isEnding = true;
    worker.process.drain();
    worker.cancel();
    worker.cancel = this.#surroundings.later(DRAIN_MS, () => this.#kill(worker));
  }

  #kill(worker: Worker<Process>): void {
    worker.isEnding = true;
    worker.process.kill();
    worker.cancel();
    worker.cancel = this.#surroundings.later(KILL_MS, () => this.#ended(worker, "was killed but does not exit"));
  }

  #abortRestart({ restart }: Worker<Process>, how: string): void {
    // A later SIGHUP requires the program that is on disk now.
    this.#isRestarting = restart < this.#restarts;
    const then = this.#isRestarting
      ? `a new worker ${how}; restarting again because of a later SIGHUP`
      : `restart aborted: a new worker ${how}; the previous workers keep serving`;
    this.#surroundings.say(then);
  }

  #finishIfAlone(): void {
    if (this.#alive.size === 0) this.#surroundings.finish(this.#error);
  }

  /** Starts missing workers, and takes the next step of a restart. */
  #goOn(): void {
    if (this.#isStopping) return;
    // One that is ending may stay for a while, but never several.
    while (!this.#isWaiting && this.#kept().length < this.#count && this.#alive.size <= this.#count) this.#fork();
    if (!this.#isRestarting) return;
    const kept = this.#kept();
    if (kept.length < this.#count || !kept.every(({ listens }) => listens)) return;
    const [oldest, newest] = [kept[0]!, kept.at(-1)!];
    if (kept.length > this.#count) {
      if (newest.serves || !oldest.serves) this.#drain(oldest);
      return;
    }
    const isAnyEnding = this.#alive.size > this.#count;
    if (isAnyEnding) return;
    if (oldest.restart < this.#restarts) this.#fork();
    else {
      this.#isRestarting = false;
      this.#surroundings.say(`restarted ${this.#count} workers`);
    }
  }
}

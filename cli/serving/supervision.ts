/** Interval between two heartbeats of a worker. */
export const HEARTBEAT_MS = 1000;
/** A worker that has missed this many heartbeats does not count as responding. */
const QUIET_HEARTBEATS = 3;
/** A worker that does not listen by then is killed. */
const START_MS = 30_000;
/**
 * Each worker that is killed because it was late, to listen or to respond, doubles the time limit of the next one in its
 * slot, up to 8 times: the limits must not keep a slow machine from serving.
 */
const MAX_DOUBLINGS = 3;
/** A worker that stays within the plain limit for this long resets the factor. */
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
  listens: boolean;
  serves: boolean;
  /** Whether it has been told to end, by SIGTERM or SIGKILL. */
  isEnding: boolean;
  /** Whether a heartbeat has not been returned. */
  isAsked: boolean;
  missed: number;
  /** When it last exceeded the plain limit; initially, when it was forked. */
  slowAt: number;
  /** Cancels what happens to it if it is late. */
  cancel: () => void;
}

/** A place for a worker. Without one, it waits for the next attempt. */
interface Slot<Process> {
  worker: Worker<Process> | undefined;
  /** The worker that takes the place in a restart, as soon as it serves. */
  fresh: Worker<Process> | undefined;
  delayMs: number;
  /** Number of consecutive workers killed for being late. */
  late: number;
  cancel: () => void;
}

/**
 * Keeps a fixed number of workers running. One that ends is replaced, after growing delays if replacements end at once;
 * one that is late to listen or to return heartbeats is killed. A restart replaces one worker after the other, each
 * when its successor serves, and never while another one is ending: there is at most one process more than slots.
 */
export class Supervision<Process extends WorkerProcess> {
  readonly #slots: readonly Slot<Process>[];
  readonly #surroundings: Surroundings<Process>;
  /** Heartbeats that a worker may miss. */
  readonly #missable: number;
  readonly #alive = new Set<Worker<Process>>();
  #restarts = 0;
  #isRestarting = false;
  /** Whether any worker has ever listened: a failure of the very first would repeat for every other one. */
  #everListened = false;
  /** Until then no other worker is killed for its silence, since a machine that stalls silences all. */
  #sparedUntil = 0;
  #isStopping = false;
  #error: string | undefined;

  /** Starts the workers. @param silenceMs how long a worker may leave heartbeats unreturned */
  constructor(count: number, silenceMs: number, surroundings: Surroundings<Process>) {
    this.#surroundings = surroundings;
    this.#missable = Math.max(1, Math.ceil(silenceMs / HEARTBEAT_MS));
    const empty = { worker: undefined, fresh: undefined, delayMs: FIRST_DELAY_MS, late: 0, cancel: () => undefined };
    this.#slots = Array.from({ length: count }, () => ({ ...empty }));
    for (const slot of this.#slots) slot.worker = this.#fork(slot.late);
    surroundings.later(HEARTBEAT_MS, () => this.#beat());
  }

  /** Replaces all workers, also those that an earlier restart has just started. */
  restart(): void {
    if (this.#isStopping) return;
    this.#restarts++;
    this.#isRestarting = true;
    this.#goOn();
  }

  /** Drains all workers, then finishes. */
  stop(): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    for (const { cancel } of this.#slots) cancel();
    for (const worker of this.#alive) if (!worker.isEnding) this.#drain(worker);
    this.#goOn();
  }

  /** The workers that listen and return their heartbeats. */
  responding(): Process[] {
    return this.#slots.flatMap(({ worker }) =>
      worker?.listens && !worker.isEnding && worker.missed < QUIET_HEARTBEATS ? [worker.process] : [],
    );
  }

  #fork(late: number): Worker<Process> {
    const { now, later, fork } = this.#surroundings;
    const worker: Worker<Process> = {
      process: fork({
        listens: () => this.#learn(worker, { listens: true }),
        serves: () => this.#learn(worker, { serves: true }),
        responds: () => this.#learn(worker, { isAsked: false, missed: 0 }),
        exited: (how) => this.#ended(worker, `exited (${how})`, !this.#everListened),
        failed: (why) => this.#ended(worker, `could not be forked (${why})`),
      }),
      bornAt: now(),
      restart: this.#restarts,
      listens: false,
      serves: false,
      isEnding: false,
      isAsked: false,
      missed: 0,
      slowAt: now(),
      cancel: later(START_MS * patience(late), () => this.#lateToListen(worker)),
    };
    this.#alive.add(worker);
    return worker;
  }

  #learn(worker: Worker<Process>, facts: Partial<Worker<Process>>): void {
    Object.assign(worker, facts);
    if (facts.listens) {
      this.#everListened = true;
      this.#sparedUntil = 0;
    }
    const slot = this.#slotOf(worker);
    if (slot === undefined || worker.isEnding || !worker.listens) return;
    const old = slot.worker;
    if (slot.fresh !== worker) worker.cancel();
    else if (worker.serves || !old?.serves) {
      this.#replace(slot);
      this.#drain(old!);
    }
    this.#goOn();
  }

  /** @param isFatal whether the same would happen to every other worker */
  #ended(worker: Worker<Process>, how: string, isFatal = false): void {
    // One that was given up may still end.
    if (!this.#alive.delete(worker)) return;
    worker.cancel();
    const slot = this.#slotOf(worker);
    if (this.#isStopping || slot === undefined) {
      this.#goOn();
      return;
    }
    if (slot.fresh === worker) {
      slot.fresh = undefined;
      this.#abortRestart(worker, how);
    } else if (slot.fresh !== undefined) {
      this.#surroundings.say(`a worker ${how}; its replacement is already starting`);
      this.#replace(slot);
    } else if (isFatal) {
      this.#error = `a worker ${how} before it listened; see its message above`;
      this.stop();
      return;
    } else this.#backOff(slot, worker, how);
    this.#goOn();
  }

  #backOff(slot: Slot<Process>, { listens, bornAt }: Worker<Process>, how: string): void {
    const { now, later, say } = this.#surroundings;
    const wasHealthy = listens && now() - bornAt > HEALTHY_MS;
    slot.delayMs = wasHealthy ? FIRST_DELAY_MS : Math.min(slot.delayMs * 2, MAX_DELAY_MS);
    slot.worker = undefined;
    slot.cancel = later(slot.delayMs, () => {
      slot.worker = this.#fork(slot.late);
    });
    say(`a worker ${how}; starting another in ${slot.delayMs} ms`);
  }

  #lateToListen(worker: Worker<Process>): void {
    const slot = this.#slotOf(worker)!;
    const seconds = (this.#surroundings.now() - worker.bornAt) / 1000;
    const how = `was not ready after ${Math.round(seconds)} s`;
    if (slot.fresh === worker) {
      slot.fresh = undefined;
      this.#drain(worker);
      this.#abortRestart(worker, how);
      this.#goOn();
    } else this.#killLate(slot, worker, how);
  }

  /** Sends heartbeats to all workers, and kills one that has been silent for too long. */
  #beat(): void {
    if (this.#isStopping) return;
    const { now, later } = this.#surroundings;
    later(HEARTBEAT_MS, () => this.#beat());
    for (const slot of this.#slots) {
      const { worker } = slot;
      if (!worker?.listens || worker.isEnding) continue;
      worker.missed = worker.isAsked ? worker.missed + 1 : 0;
      if (!worker.isAsked) worker.process.ping();
      worker.isAsked = true;
      if (worker.missed >= this.#missable) worker.slowAt = now();
      else if (now() - worker.slowAt > STEADY_MS) slot.late = 0;
      if (worker.missed < this.#missable * patience(slot.late) || now() < this.#sparedUntil) continue;
      this.#sparedUntil = now() + START_MS;
      this.#killLate(slot, worker, `did not respond for ${(worker.missed * HEARTBEAT_MS) / 1000} s`);
    }
  }

  #killLate(slot: Slot<Process>, worker: Worker<Process>, how: string): void {
    slot.late++;
    const isReplaced = slot.fresh !== undefined;
    this.#surroundings.say(`a worker ${how}; killing it${isReplaced ? "; its replacement is already starting" : ""}`);
    if (isReplaced) this.#replace(slot);
    this.#kill(worker);
  }

  #drain(worker: Worker<Process>): void {
    worker.isEnding = true;
    worker.process.drain();
    this.#wait(worker, DRAIN_MS, () => this.#kill(worker));
  }

  #kill(worker: Worker<Process>): void {
    worker.isEnding = true;
    worker.process.kill();
    this.#wait(worker, KILL_MS, () => this.#ended(worker, "was killed but does not exit"));
  }

  #wait(worker: Worker<Process>, ms: number, run: () => void): void {
    worker.cancel();
    worker.cancel = this.#surroundings.later(ms, run);
  }

  /** Gives the place to the fresh worker. */
  #replace(slot: Slot<Process>): void {
    slot.worker = slot.fresh;
    slot.fresh = undefined;
    if (slot.worker?.listens) slot.worker.cancel();
  }

  #abortRestart({ restart }: Worker<Process>, how: string): void {
    // A later SIGHUP requires the program that is on disk now.
    this.#isRestarting = restart < this.#restarts;
    const then = this.#isRestarting
      ? `a new worker ${how}; restarting again because of a later SIGHUP`
      : `restart aborted: a new worker ${how}; the previous workers keep serving`;
    this.#surroundings.say(then);
  }

  /** Takes the next step of a restart or of the shutdown. */
  #goOn(): void {
    if (this.#isStopping) {
      if (this.#alive.size === 0) this.#surroundings.finish(this.#error);
      return;
    }
    const isBusy = this.#slots.some(({ fresh }) => fresh !== undefined) || [...this.#alive].some((one) => one.isEnding);
    if (!this.#isRestarting || isBusy) return;
    const old = this.#slots.filter(({ worker }) => worker !== undefined && worker.restart < this.#restarts);
    // Oldest first, so that repeated SIGHUPs reach every slot.
    const [next] = old.filter(({ worker }) => worker!.listens).sort((a, b) => a.worker!.bornAt - b.worker!.bornAt);
    if (next !== undefined) next.fresh = this.#fork(0);
    else if (old.length === 0) {
      this.#isRestarting = false;
      this.#surroundings.say(`restarted ${this.#slots.length} workers`);
    }
  }

  #slotOf(worker: Worker<Process>): Slot<Process> | undefined {
    return this.#slots.find((slot) => slot.worker === worker || slot.fresh === worker);
  }
}

/** Factor of a worker's time limits. */
function patience(late: number): number {
  return 2 ** Math.min(late, MAX_DOUBLINGS);
}

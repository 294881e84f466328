import { Supervision, type WorkerEvents, type WorkerProcess } from "#cli/serving/workers/supervision.js";

/** How the next processes start. */
export type Start = "soon" | "late" | "never" | "without a generation" | "crashes" | "not at all";

/** What a supervision does to a process. */
export type Act = "fork" | "drain" | "kill";

/** The actual state of a process, whatever its supervisor believes. */
export interface SimulatedProcess extends WorkerProcess {
  readonly number: number;
  readonly events: WorkerEvents;
  readonly start: Start;
  readonly drainMs: number;
  readonly bornAt: number;
  alive: boolean;
  listens: boolean;
  serves: boolean;
  /** By SIGSTOP, now or ever. */
  stopped: boolean;
  everStopped: boolean;
  drainedAt: number | undefined;
  /** Messages to or from it that are delivered when it continues. */
  readonly pending: (() => void)[];
}

const START_MS = { soon: 400, late: 45_000, "without a generation": 500, crashes: 300 };

/**
 * A supervision without real processes: a clock that is advanced manually, and workers that start, stop, drain and die
 * as the test specifies.
 *
 * @param check called before each act takes effect; a fork has no process yet
 */
export function simulate(
  count: number,
  silenceMs: number,
  check: (act: Act, world: World, process?: SimulatedProcess) => void,
): World {
  return new World(count, silenceMs, check);
}

export class World {
  readonly processes = new Map<number, SimulatedProcess>();
  readonly supervision: Supervision<SimulatedProcess>;
  /** What the supervision has said. */
  readonly said: string[] = [];
  now = 0;
  start: Start = "soon";
  drainMs = 100;
  /** Whether the supervision has been told to stop, or has stopped by itself. */
  isEnding = false;
  finished: { readonly error: string | undefined } | undefined;
  everListened = false;
  private readonly agenda: { readonly at: number; readonly run: () => void }[] = [];
  private readonly check: (act: Act, world: World, process?: SimulatedProcess) => void;
  private forks = 0;

  constructor(count: number, silenceMs: number, check: (act: Act, world: World, process?: SimulatedProcess) => void) {
    this.check = check;
    this.supervision = new Supervision<SimulatedProcess>(count, silenceMs, {
      now: () => this.now,
      later: (ms, run) => this.later(ms, run),
      fork: (events) => this.fork(events),
      say: (text) => void this.said.push(text),
      finish: (error) => {
        if (this.finished !== undefined) throw new Error("finished twice");
        this.finished = { error };
      },
    });
  }

  alive(): SimulatedProcess[] {
    return [...this.processes.values()].filter(({ alive }) => alive);
  }

  /** Processes that serve requests from a generation and are not about to end. */
  up(): SimulatedProcess[] {
    return this.alive().filter(
      ({ listens, serves, stopped, drainedAt }) => listens && serves && !stopped && drainedAt === undefined,
    );
  }

  /** Advances the clock. */
  wait(ms: number): void {
    const end = this.now + ms;
    for (;;) {
      let next = -1;
      for (const [at, item] of this.agenda.entries())
        if (item.at <= end && (next === -1 || item.at < this.agenda[next]!.at)) next = at;
      if (next === -1) break;
      const [{ at, run }] = this.agenda.splice(next, 1) as [(typeof this.agenda)[number]];
      this.now = at;
      run();
    }
    this.now = end;
  }

  stopAll(): void {
    this.isEnding = true;
    this.supervision.stop();
  }

  kill(process: SimulatedProcess): void {
    this.end(process, "SIGKILL");
  }

  /** SIGTERM, from any sender. */
  drain(process: SimulatedProcess): void {
    this.does(process, () => {
      if (process.drainedAt !== undefined) return;
      process.drainedAt = this.now;
      this.later(process.drainMs, () => this.does(process, () => this.end(process, "exit code 0")));
    });
  }

  stop(process: SimulatedProcess): void {
    process.stopped = true;
    process.everStopped = true;
  }

  goOn(process: SimulatedProcess): void {
    process.stopped = false;
    for (const act of process.pending.splice(0)) this.does(process, act);
  }

  private fork(events: WorkerEvents): SimulatedProcess {
    this.check("fork", this);
    const { start, drainMs } = this;
    const number = ++this.forks;
    const process: SimulatedProcess = {
      number,
      events,
      start,
      drainMs,
      bornAt: this.now,
      alive: true,
      listens: false,
      serves: false,
      stopped: false,
      everStopped: false,
      drainedAt: undefined,
      pending: [],
      ping: () => this.does(process, () => this.later(3, events.responds)),
      drain: () => {
        this.check("drain", this, process);
        this.drain(process);
      },
      kill: () => {
        this.check("kill", this, process);
        this.later(2, () => this.kill(process));
      },
    };
    if (start === "not at all") {
      process.alive = false;
      this.later(1, () => events.failed("EAGAIN"));
      return process;
    }
    this.processes.set(number, process);
    if (start === "never") return process;
    this.later(START_MS[start], () => {
      this.does(process, () => {
        if (process.drainedAt !== undefined) return;
        if (start === "crashes") return this.end(process, "exit code 1");
        if (start !== "without a generation") {
          process.serves = true;
          events.serves();
        }
        process.listens = true;
        this.everListened = true;
        events.listens();
      });
    });
    return process;
  }

  private end(process: SimulatedProcess, how: string): void {
    if (!process.alive) return;
    process.alive = false;
    process.events.exited(how);
  }

  /** Makes a process act as soon as it is not stopped, if it is still alive. */
  private does(process: SimulatedProcess, act: () => void): void {
    if (!process.alive) return;
    if (process.stopped) process.pending.push(act);
    else act();
  }

  private later(ms: number, run: () => void): () => void {
    const item = { at: this.now + ms, run };
    this.agenda.push(item);
    return () => {
      const at = this.agenda.indexOf(item);
      if (at >= 0) this.agenda.splice(at, 1);
    };
  }
}

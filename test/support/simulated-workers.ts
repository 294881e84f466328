import {
  beginSupervision,
  type Step,
  type Supervision,
  type SupervisionCommand,
  type SupervisionEvent,
  stepSupervision,
} from "#cli/serving/supervision.js";

/** How the next processes start. */
export type Start = "soon" | "late" | "never" | "without a generation" | "crashes" | "not at all";

/** The actual state of a process, whatever its supervisor believes. */
export interface SimulatedProcess {
  readonly number: number;
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
 * @param check called with each command before it takes effect
 */
export function simulate(
  count: number,
  silenceMs: number,
  check: (command: SupervisionCommand, world: World) => void,
): World {
  return new World(count, silenceMs, check);
}

export class World {
  readonly processes = new Map<number, SimulatedProcess>();
  state: Supervision;
  now = 0;
  start: Start = "soon";
  drainMs = 100;
  finished: { readonly error?: string } | undefined;
  everListened = false;
  private readonly agenda: { readonly at: number; readonly run: () => void }[] = [];
  private readonly check: (command: SupervisionCommand, world: World) => void;

  constructor(count: number, silenceMs: number, check: (command: SupervisionCommand, world: World) => void) {
    this.check = check;
    const step = beginSupervision(count, silenceMs, 0);
    this.state = step.state;
    this.take(step);
  }

  alive(): SimulatedProcess[] {
    return [...this.processes.values()].filter(({ alive }) => alive);
  }

  /** Processes that answer requests from a generation and are not about to end. */
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

  dispatch(event: SupervisionEvent): void {
    if (this.finished === undefined) this.take(stepSupervision(this.state, event, this.now));
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

  private take({ state, commands }: Step): void {
    this.state = state;
    for (const command of commands) {
      this.check(command, this);
      this.carryOut(command);
    }
  }

  private carryOut(command: SupervisionCommand): void {
    if (command.type === "finish") this.finished = command;
    else if (command.type === "schedule")
      this.later(command.ms, () => this.dispatch({ type: "timer", timer: command.timer }));
    else if (command.type === "fork") this.fork(command.process);
    else if (command.type !== "tell") {
      const process = this.processes.get(command.process);
      // Its fork failed, which the supervision does not know yet.
      if (process === undefined) return;
      if (command.type === "ping")
        this.does(process, () => this.later(3, () => this.dispatch({ type: "answered", process: process.number })));
      else if (command.type === "drain") this.drain(process);
      else this.later(2, () => this.kill(process));
    }
  }

  private fork(number: number): void {
    const { start, drainMs } = this;
    if (start === "not at all") {
      this.later(1, () => this.dispatch({ type: "fork failed", process: number, why: "EAGAIN" }));
      return;
    }
    const process: SimulatedProcess = {
      number,
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
    };
    this.processes.set(number, process);
    if (start === "never") return;
    this.later(START_MS[start], () => {
      this.does(process, () => {
        if (process.drainedAt !== undefined) return;
        if (start === "crashes") return this.end(process, "exit code 1");
        if (start !== "without a generation") {
          process.serves = true;
          this.dispatch({ type: "reported", process: number });
        }
        process.listens = true;
        this.everListened = true;
        this.dispatch({ type: "listening", process: number });
      });
    });
  }

  private end(process: SimulatedProcess, how: string): void {
    if (!process.alive) return;
    process.alive = false;
    this.dispatch({ type: "exited", process: process.number, how });
  }

  /** Makes a process act as soon as it is not stopped, if it is still alive. */
  private does(process: SimulatedProcess, act: () => void): void {
    if (!process.alive) return;
    if (process.stopped) process.pending.push(act);
    else act();
  }

  private later(ms: number, run: () => void): void {
    this.agenda.push({ at: this.now + ms, run });
  }
}

/**
 * Decides what a supervisor does, without side effects: an event goes in, the next state and the commands to execute
 * come out.
 *
 * The service has a fixed number of slots. The state of a slot, and the effect of each event (all others are ignored):
 *
 * | state       | processes     | event → next state                                                                   |
 * | ----------- | ------------- | ------------------------------------------------------------------------------------ |
 * | starting    | worker        | listening → serving; exited, fork failed → backing off; start timer → killing        |
 * | serving     | worker        | exited → backing off; heartbeats missed → killing; its turn in a restart → replacing |
 * | replacing   | worker, fresh | fresh up → serving (fresh), worker leaves; fresh exited, fork failed,                |
 * |             |               | start timer → serving (worker); worker exited, heartbeats missed                     |
 * |             |               | → starting (fresh), or serving if that listens                                       |
 * | killing     | worker        | exited, kill timer → backing off                                                     |
 * | backing off | none          | back-off timer → starting                                                            |
 * | ending      | none          | none; SIGTERM leads here from every state                                            |
 *
 * A process that its slot no longer needs leaves: it drains after SIGTERM; drain timer → SIGKILL; exited, fork failed,
 * kill timer → gone. So events of a draining process affect its slot no more than if it were already gone.
 *
 * A restart takes a slot only when no slot is replacing and no process is leaving, so there is at most one process more
 * than slots.
 */

/** Interval between two heartbeats of a worker. */
export const HEARTBEAT_MS = 1000;
/** A worker that has missed this many heartbeats does not count as answering. */
const QUIET_HEARTBEATS = 3;
/** A worker that does not listen by then is killed. */
const START_MS = 30_000;
/**
 * Each worker that is killed because it was late, to listen or to answer, doubles the time limit of the next one in its
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
/** After a worker that lived this long, the back-off restarts from the shortest delay. */
const HEALTHY_MS = 10_000;

/** An event. Processes have numbers assigned by the supervision. */
export type SupervisionEvent =
  | { readonly type: "listening" | "reported" | "answered"; readonly process: number }
  | { readonly type: "exited"; readonly process: number /** A signal or an exit code. */; readonly how: string }
  | { readonly type: "fork failed"; readonly process: number; readonly why: string }
  | { readonly type: "timer"; readonly timer: Timer }
  | { readonly type: "restart" | "stop" };

/** A scheduled timer. It has no effect if its reason is gone, so none is ever canceled. */
export type Timer =
  | { readonly of: "heartbeat" }
  | { readonly of: "start" | "drain" | "kill"; readonly process: number }
  /** `process` is the number of the next process. */
  | { readonly of: "back-off"; readonly process: number };

/**
 * A command to execute. `drain` is SIGTERM, `kill` SIGKILL; `finish` comes last, with an error if the service could not
 * start.
 */
export type SupervisionCommand =
  | { readonly type: "fork" | "ping" | "drain" | "kill"; readonly process: number }
  | { readonly type: "schedule"; readonly timer: Timer; readonly ms: number }
  | { readonly type: "tell"; readonly text: string }
  | { readonly type: "finish"; readonly error?: string };

interface Worker {
  readonly process: number;
  readonly bornAt: number;
  /** Number of restarts requested when it was forked. */
  readonly restart: number;
  readonly listens: boolean;
  /** Whether it has a generation to serve. */
  readonly serves: boolean;
  /** Whether a heartbeat is unanswered. */
  readonly asked: boolean;
  readonly missed: number;
  /** When it last exceeded the plain limit; initially, when it was forked. */
  readonly slowAt: number;
}

type Activity =
  | { readonly state: "starting" | "serving" | "killing"; readonly worker: Worker }
  | { readonly state: "replacing"; readonly worker: Worker; readonly fresh: Worker }
  | { readonly state: "backing off"; readonly process: number }
  | { readonly state: "ending" };

type Slot = Activity & {
  readonly delayMs: number;
  /** Number of consecutive workers killed for being late. */
  readonly late: number;
};

/** The state of a service. */
export interface Supervision {
  readonly slots: readonly Slot[];
  /** Processes that no slot needs any more. */
  readonly leaving: ReadonlyMap<number, "draining" | "killed">;
  readonly restarts: number;
  readonly restarting: boolean;
  /** Whether any worker has ever listened: a failure of the very first would repeat for every other one. */
  readonly listened: boolean;
  /** Until then no other worker is killed for its silence, since a machine that stalls silences all. */
  readonly sparedUntil: number;
  readonly missable: number;
  readonly nextProcess: number;
  readonly ending: boolean;
  readonly error?: string;
}

/** The next state and the commands, in order. */
export interface Step {
  readonly state: Supervision;
  readonly commands: readonly SupervisionCommand[];
}

/**
 * The initial state of a service.
 *
 * @param count of workers, 1 or more
 * @param silenceMs how long a worker may leave heartbeats unanswered
 * @param now milliseconds of a monotonic clock, as in `step`
 */
export function beginSupervision(count: number, silenceMs: number, now: number): Step {
  const change = new Change(
    {
      slots: [],
      leaving: new Map(),
      restarts: 0,
      restarting: false,
      listened: false,
      sparedUntil: 0,
      missable: Math.max(1, Math.ceil(silenceMs / HEARTBEAT_MS)),
      nextProcess: 1,
      ending: false,
    },
    now,
  );
  for (let at = 0; at < count; at++)
    change.slot(at, { state: "starting", worker: change.fork(0), delayMs: FIRST_DELAY_MS, late: 0 });
  change.schedule({ of: "heartbeat" }, HEARTBEAT_MS);
  return change.step();
}

/** The result of an event. Neither the state nor the event is changed. */
export function stepSupervision(state: Supervision, event: SupervisionEvent, now: number): Step {
  if (state.ending && state.leaving.size === 0) return { state, commands: [] };
  const change = new Change(state, now);
  if (event.type === "stop") stop(change);
  else if (event.type === "restart") change.set({ restarts: state.restarts + 1, restarting: !state.ending });
  else if (event.type === "timer" && event.timer.of === "heartbeat") beat(change);
  else happen(change, event as ProcessEvent);
  goOn(change);
  return change.step();
}

/** The processes of workers that listen and answer their heartbeats. */
export function answeringProcesses({ slots }: Supervision): number[] {
  return slots.flatMap((slot) =>
    (slot.state === "serving" || slot.state === "replacing") && slot.worker.missed < QUIET_HEARTBEATS
      ? [slot.worker.process]
      : [],
  );
}

/** A new state under construction, and its commands. */
class Change {
  state: Supervision;
  readonly now: number;
  private readonly commands: SupervisionCommand[] = [];

  constructor(state: Supervision, now: number) {
    this.state = state;
    this.now = now;
  }

  step(): Step {
    return { state: this.state, commands: this.commands };
  }

  set(parts: Partial<Supervision>): void {
    this.state = { ...this.state, ...parts };
  }

  slot(at: number, slot: Slot): void {
    const slots = [...this.state.slots];
    slots[at] = slot;
    this.set({ slots });
  }

  command(command: SupervisionCommand): void {
    this.commands.push(command);
  }

  tell(text: string): void {
    this.command({ type: "tell", text });
  }

  schedule(timer: Timer, ms: number): void {
    this.command({ type: "schedule", timer, ms });
  }

  number(): number {
    const process = this.state.nextProcess;
    this.set({ nextProcess: process + 1 });
    return process;
  }

  fork(late: number, process = this.number()): Worker {
    this.command({ type: "fork", process });
    this.schedule({ of: "start", process }, START_MS * patience(late));
    return {
      process,
      bornAt: this.now,
      restart: this.state.restarts,
      listens: false,
      serves: false,
      asked: false,
      missed: 0,
      slowAt: this.now,
    };
  }

  kill(process: number): void {
    this.command({ type: "kill", process });
    this.schedule({ of: "kill", process }, KILL_MS);
  }

  /** Makes a process leave that its slot no longer needs. */
  leave(process: number, how: "draining" | "killed"): void {
    this.set({ leaving: new Map(this.state.leaving).set(process, how) });
    if (how === "killed") {
      this.kill(process);
    } else {
      this.command({ type: "drain", process });
      this.schedule({ of: "drain", process }, DRAIN_MS);
    }
  }

  gone(process: number): void {
    const leaving = new Map(this.state.leaving);
    leaving.delete(process);
    this.set({ leaving });
  }

  /** Leaves a slot empty for a while. @param why the beginning of the message */
  backOff(at: number, why: string): void {
    const slot = this.state.slots[at]!;
    const well = "worker" in slot && slot.worker.listens && this.now - slot.worker.bornAt > HEALTHY_MS;
    const delayMs = well ? FIRST_DELAY_MS : Math.min(slot.delayMs * 2, MAX_DELAY_MS);
    const process = this.number();
    this.slot(at, { state: "backing off", process, delayMs, late: slot.late });
    this.schedule({ of: "back-off", process }, delayMs);
    this.tell(`${why}; starting another in ${delayMs} ms`);
  }

  /** Makes a process the only one of its slot. */
  settle(at: number, worker: Worker): void {
    const { delayMs, late } = this.state.slots[at]!;
    this.slot(at, { state: worker.listens ? "serving" : "starting", worker, delayMs, late });
  }

  giveUpRestart(fresh: Worker, why: string): void {
    // A later SIGHUP requires the program that is on disk now.
    const again = fresh.restart < this.state.restarts;
    this.set({ restarting: again });
    if (again) this.tell(`${why}; restarting again because of a later SIGHUP`);
    else this.tell(`restart aborted: ${why}; the previous workers keep serving`);
  }
}

/** Events of a single process. */
type ProcessEvent =
  | Extract<SupervisionEvent, { readonly process: number }>
  | { readonly type: "timer"; readonly timer: Extract<Timer, { readonly process: number }> };

function happen(change: Change, event: ProcessEvent): void {
  const process = processOf(event);
  if (event.type === "listening") change.set({ listened: true, sparedUntil: 0 });
  if (change.state.leaving.has(process)) happenToLeaving(change, process, event);
  else {
    const at = change.state.slots.findIndex((slot) => processesOf(slot).includes(process));
    const what = event.type === "timer" ? `${event.timer.of} timer` : event.type;
    if (at !== -1) happenToSlot(change, at, event, what);
  }
}

/** Implements the table above. @param what the type of the event; for a timer, its kind */
function happenToSlot(change: Change, at: number, event: ProcessEvent, what: string): void {
  const slot = change.state.slots[at]!;
  switch (slot.state) {
    case "starting":
      if (what === "listening" || what === "reported") change.settle(at, learn(slot.worker, what));
      else if (event.type === "fork failed") change.backOff(at, `a worker could not be forked (${event.why})`);
      else if (event.type === "exited") endBeforeUp(change, at, event.how);
      else if (what === "start timer") killSlot(change, at, slot, "a worker did not start in time");
      return;
    case "serving":
      if (event.type === "exited") change.backOff(at, `worker exited (${event.how})`);
      else change.slot(at, { ...slot, worker: learn(slot.worker, what) });
      return;
    case "replacing":
      if (processOf(event) === slot.worker.process) happenToReplaced(change, at, slot, event, what);
      else happenToFresh(change, at, slot, event, what);
      return;
    case "killing":
      if (event.type === "exited") change.backOff(at, `worker exited (${event.how})`);
      else if (what === "kill timer") change.backOff(at, "a killed worker does not exit; giving up on it");
      return;
    case "backing off":
      if (what !== "back-off timer") return;
      change.slot(at, { ...slot, state: "starting", worker: change.fork(slot.late, slot.process) });
  }
}

type Replacing = Extract<Slot, { readonly state: "replacing" }>;

function happenToReplaced(change: Change, at: number, slot: Replacing, event: ProcessEvent, what: string): void {
  if (event.type === "exited") {
    change.tell(`worker exited (${event.how}); its replacement is already starting`);
    change.settle(at, slot.fresh);
  } else change.slot(at, { ...slot, worker: learn(slot.worker, what) });
}

function happenToFresh(change: Change, at: number, slot: Replacing, event: ProcessEvent, what: string): void {
  const fresh = learn(slot.fresh, what);
  const up = fresh.listens && (fresh.serves || !slot.worker.serves);
  if (event.type === "exited" || event.type === "fork failed" || what === "start timer") {
    change.settle(at, slot.worker);
    if (what === "start timer") change.leave(fresh.process, "draining");
    change.giveUpRestart(fresh, failureOf(event));
  } else if (up) {
    change.settle(at, fresh);
    change.leave(slot.worker.process, "draining");
  } else change.slot(at, { ...slot, fresh });
}

function failureOf(event: ProcessEvent): string {
  if (event.type === "exited") return `a new worker exited (${event.how})`;
  if (event.type === "fork failed") return `a new worker could not be forked (${event.why})`;
  return `a new worker was not ready after ${START_MS / 1000} s`;
}

function happenToLeaving(change: Change, process: number, event: ProcessEvent): void {
  const timer = event.type === "timer" ? event.timer.of : undefined;
  if (event.type === "exited" || event.type === "fork failed" || timer === "kill") change.gone(process);
  else if (timer === "drain" && change.state.leaving.get(process) === "draining") change.leave(process, "killed");
}

function processOf(event: ProcessEvent): number {
  return event.type === "timer" ? event.timer.process : event.process;
}

/** Applies a worker's message to its state. */
function learn(worker: Worker, what: string): Worker {
  if (what === "listening") return { ...worker, listens: true };
  if (what === "reported") return { ...worker, serves: true };
  return what === "answered" ? { ...worker, asked: false, missed: 0 } : worker;
}

function endBeforeUp(change: Change, at: number, how: string): void {
  if (change.state.listened) {
    change.backOff(at, `worker exited (${how})`);
  } else {
    change.slot(at, { state: "ending", delayMs: 0, late: 0 });
    change.set({ error: `a worker exited before it listened (${how}); see its message above` });
    stop(change);
  }
}

function killSlot(change: Change, at: number, slot: Slot & { readonly worker: Worker }, why: string): void {
  const { worker, delayMs, late } = slot;
  change.tell(`${why}; killing it`);
  change.slot(at, { state: "killing", worker, delayMs, late: late + 1 });
  change.kill(worker.process);
}

/** Factor of a worker's time limits. */
function patience(late: number): number {
  return 2 ** Math.min(late, MAX_DOUBLINGS);
}

/** Sends heartbeats to all workers, and kills one that has been silent for too long. */
function beat(change: Change): void {
  if (change.state.ending) return;
  change.schedule({ of: "heartbeat" }, HEARTBEAT_MS);
  for (const [at, slot] of change.state.slots.entries()) {
    if (slot.state !== "serving" && slot.state !== "replacing") continue;
    const { worker } = slot;
    const missed = worker.asked ? worker.missed + 1 : 0;
    if (!worker.asked) change.command({ type: "ping", process: worker.process });
    const slowAt = missed < change.state.missable ? worker.slowAt : change.now;
    const late = change.now - slowAt > STEADY_MS ? 0 : slot.late;
    const silent: typeof slot = { ...slot, late, worker: { ...worker, asked: true, missed, slowAt } };
    change.slot(at, silent);
    if (missed < change.state.missable * patience(late) || change.now < change.state.sparedUntil) continue;
    change.set({ sparedUntil: change.now + START_MS });
    const why = `a worker did not answer for ${(missed * HEARTBEAT_MS) / 1000} s`;
    if (silent.state === "replacing") {
      change.tell(`${why}; killing it; its replacement is already starting`);
      change.slot(at, { ...silent, late: late + 1 });
      change.settle(at, silent.fresh);
      change.leave(worker.process, "killed");
    } else killSlot(change, at, silent, why);
  }
}

function stop(change: Change): void {
  if (change.state.ending) return;
  change.set({ ending: true, restarting: false });
  for (const [at, slot] of change.state.slots.entries()) {
    change.slot(at, { state: "ending", delayMs: 0, late: 0 });
    if (slot.state === "backing off" || slot.state === "ending") continue;
    for (const process of processesOf(slot)) change.leave(process, slot.state === "killing" ? "killed" : "draining");
  }
}

/** Takes the next step of a restart or of the shutdown. */
function goOn(change: Change): void {
  const { slots, leaving, restarts, restarting, ending, error } = change.state;
  if (ending) {
    if (leaving.size === 0) change.command({ type: "finish", ...(error === undefined ? {} : { error }) });
    return;
  }
  if (!restarting || leaving.size > 0 || slots.some(({ state }) => state === "replacing")) return;
  const isOld = (slot: Slot): slot is Slot & { readonly worker: Worker } =>
    "worker" in slot && slot.worker.restart < restarts;
  const old = slots.filter(isOld);
  // Oldest first, so that repeated SIGHUPs reach every slot.
  const [next] = old.filter(({ state }) => state === "serving").sort((a, b) => a.worker.process - b.worker.process);
  if (next !== undefined) {
    change.slot(slots.indexOf(next), { ...next, state: "replacing", fresh: change.fork(0) });
  } else if (!old.some(({ state }) => state === "starting")) {
    change.set({ restarting: false });
    change.tell(`restarted ${slots.length} workers`);
  }
}

function processesOf(slot: Slot): number[] {
  if (slot.state === "backing off") return [slot.process];
  if (slot.state === "ending") return [];
  return slot.state === "replacing" ? [slot.worker.process, slot.fresh.process] : [slot.worker.process];
}

import cluster, { type Worker } from "node:cluster";
import { reloadOnSighup } from "../process/signals.js";
import { watchHandovers } from "./connection-handover.js";
import {
  answeringProcesses,
  beginSupervision,
  type Step,
  type Supervision,
  type SupervisionCommand,
  type SupervisionEvent,
  stepSupervision,
  type Timer,
} from "./supervision.js";
import { readReport, sendHeartbeat } from "./worker-report.js";

/** Keeps worker processes running, each serving by itself on the same port. */
export interface Supervisor {
  /**
   * Starts the workers. One that dies, or does not answer its heartbeats, is replaced, later and later when replacements die at once. SIGHUP
   * replaces all, one after the other, each by a new process that serves already: what has changed of the program and its configuration
   * counts from then on. SIGTERM and SIGINT drain the workers; this resolves when the last has ended.
   *
   * @throws Error when a worker ends before any has listened: what stops it would stop every other
   */
  run(): Promise<void>;
  /** The workers that listen and answer their heartbeats. */
  answering(): readonly Worker[];
}

/**
 * Carries out with `node:cluster` what `supervision.ts` decides.
 *
 * @param count of workers
 * @param silenceMs how long a worker may leave heartbeats unanswered before it is killed
 */
export function createSupervisor(count: number, silenceMs: number): Supervisor {
  const workers = new Map<number, Worker>();
  const timers = new Set<NodeJS.Timeout>();
  const watch = watchHandovers();
  const waiting: SupervisionEvent[] = [];
  let state: Supervision | undefined;
  let busy = false;
  let resolve: () => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const finished = new Promise<void>((...settle) => {
    [resolve, reject] = settle;
  });

  const dispatch = (event: SupervisionEvent): void => {
    waiting.push(event);
    work();
  };
  /** Events that come while commands are carried out wait for their turn. */
  const work = (): void => {
    if (busy || state === undefined) return;
    for (let event = waiting.shift(); event !== undefined; event = waiting.shift())
      take(stepSupervision(state, event, performance.now()));
  };
  const take = (step: Step): void => {
    busy = true;
    state = step.state;
    for (const command of step.commands) carryOut(command);
    busy = false;
  };
  const carryOut = (command: SupervisionCommand): void => {
    if (command.type === "tell") process.stderr.write(`${command.text}\n`);
    else if (command.type === "schedule") schedule(command.timer, command.ms);
    else if (command.type === "finish") finish(command.error);
    else if (command.type === "fork") fork(command.process);
    else {
      const worker = workers.get(command.process);
      if (worker === undefined) return;
      if (command.type === "ping") sendHeartbeat(worker);
      else worker.process.kill(command.type === "drain" ? "SIGTERM" : "SIGKILL");
    }
  };
  const schedule = (timer: Timer, ms: number): void => {
    const due = setTimeout(() => {
      timers.delete(due);
      dispatch({ type: "timer", timer });
    }, ms);
    timers.add(due);
  };

  /** Starts the program once more, with the same arguments, as it lies on the disk now. */
  const fork = (process: number): void => {
    let worker: Worker;
    try {
      worker = cluster.fork();
    } catch (error) {
      dispatch({ type: "fork failed", process, why: codeOf(error as Error) });
      return;
    }
    worker.on("error", (error) => {
      // A message or signal did not reach a running worker. Its exit or missing heartbeats are handled elsewhere.
      if (worker.process.pid !== undefined) return;
      delete cluster.workers?.[worker.id];
      dispatch({ type: "fork failed", process, why: codeOf(error) });
    });
    if (worker.process.pid === undefined) return;
    workers.set(process, worker);
    watch(worker);
    worker.on("listening", () => dispatch({ type: "listening", process }));
    worker.on("message", (message) => {
      const type = readReport(message);
      if (type !== undefined) dispatch({ type, process });
    });
    worker.once("exit", (code, signal) => {
      workers.delete(process);
      dispatch({ type: "exited", process, how: signal ?? `exit code ${code}` });
    });
  };

  const finish = (error: string | undefined): void => {
    for (const timer of timers) clearTimeout(timer);
    // Only what can't be killed is left.
    for (const { process } of workers.values()) {
      process.unref();
      if (process.connected) process.disconnect();
    }
    if (error === undefined) resolve();
    else reject(new Error(error));
  };

  return {
    run() {
      // Whoever reads the messages may go; the service stays.
      process.stderr.on("error", () => undefined);
      cluster.setupPrimary({ execArgv: workerFlags() });
      take(beginSupervision(count, silenceMs, performance.now()));
      work();
      reloadOnSighup(() => dispatch({ type: "restart" }));
      process.on("SIGTERM", () => dispatch({ type: "stop" }));
      process.on("SIGINT", () => dispatch({ type: "stop" }));
      return finished;
    },
    answering: () =>
      (state === undefined ? [] : answeringProcesses(state)).flatMap((process) => workers.get(process) ?? []),
  };
}

function codeOf(error: NodeJS.ErrnoException): string {
  return error.code ?? error.message;
}

/**
 * Holds the young generation of the heap, where a request's objects are made, at three areas of 16 MiB each: what load takes it to on
 * Node 20 and 22. Left alone it grows in steps, whenever much survives a collection, so that a worker's memory may rise hours after
 * its start; on Node 24 and a large machine an area goes to 64 MiB.
 */
export const YOUNG_GENERATION: readonly string[] = ["--min-semi-space-size=16", "--max-semi-space-size=16"];

/** What Node is told when it starts a worker: as this process, and `YOUNG_GENERATION` unless that is settled by who started this one. */
function workerFlags(): string[] {
  const given = [...process.execArgv, process.env.NODE_OPTIONS ?? ""];
  return given.some((flags) => /semi[-_]space[-_]size/.test(flags))
    ? process.execArgv
    : [...process.execArgv, ...YOUNG_GENERATION];
}

import type { IOType } from "node:child_process";
import cluster, { type Worker } from "node:cluster";
import { stderr, stdout } from "node:process";
import { forwardLines } from "../../src/platform/forward-lines.js";
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

/** Keeps worker processes running, which all serve on the same port. */
export interface Supervisor {
  /**
   * Starts the workers. A worker that dies or misses its heartbeats is replaced, with increasing delays if replacements
   * die at once. SIGHUP replaces all, one after the other, each when its replacement serves, so that changes of the
   * program and its configuration take effect. SIGTERM and SIGINT drain the workers; the promise resolves when the last
   * has ended.
   *
   * @throws Error if a worker ends before any has listened: the cause would stop every other one
   */
  run(): Promise<void>;
  /** The workers that listen and answer their heartbeats. */
  answering(): readonly Worker[];
}

/**
 * Executes the decisions of `supervision.ts` with `node:cluster`.
 *
 * @param count of workers
 * @param shared a descriptor that each worker inherits as the first one after its standard streams and its channel
 * @param silenceMs how long a worker may leave heartbeats unanswered before it is killed
 */
export function createSupervisor(count: number, silenceMs: number, shared: number | undefined): Supervisor {
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
  /** Events that arrive while commands are executed are queued. */
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
    if (command.type === "tell") stderr.write(`${command.text}\n`);
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

  /** Starts the program again with the same arguments, as it is on disk now. */
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
    forwardLines(worker.process.stdout, stdout);
    forwardLines(worker.process.stderr, stderr);
    worker.on("listening", () => dispatch({ type: "listening", process }));
    worker.on("message", (message) => {
      const type = readReport(message);
      if (type !== undefined) dispatch({ type, process });
    });
    // Its output has been read then, too.
    worker.process.once("close", (code, signal) => {
      workers.delete(process);
      dispatch({ type: "exited", process, how: signal ?? `exit code ${code}` });
    });
  };

  const finish = (error: string | undefined): void => {
    for (const timer of timers) clearTimeout(timer);
    // Only processes that can't be killed are left.
    for (const { process } of workers.values()) {
      process.unref();
      if (process.connected) process.disconnect();
    }
    if (error === undefined) resolve();
    else reject(new Error(error));
  };

  return {
    run() {
      cluster.setupPrimary({
        execArgv: workerFlags(),
        stdio: ["inherit", stdioOf(stdout), stdioOf(stderr), "ipc", shared ?? "ignore"],
      });
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

/** Workers write to a terminal themselves. */
function stdioOf({ isTTY }: NodeJS.WriteStream): IOType {
  return isTTY ? "inherit" : "pipe";
}

function codeOf(error: NodeJS.ErrnoException): string {
  return error.code ?? error.message;
}

/**
 * Fixes the young generation of the heap, where a request's objects are allocated, to three areas of 16 MiB each, the
 * size that it reaches under load on Node 20 and 22. By default it grows in steps whenever much survives a collection,
 * so that a worker's memory may rise hours after its start; on Node 24 and a large machine an area grows to 64 MiB.
 */
export const YOUNG_GENERATION: readonly string[] = ["--min-semi-space-size=16", "--max-semi-space-size=16"];

/** Node options of a worker: those of this process, and `YOUNG_GENERATION` unless these already set it. */
function workerFlags(): string[] {
  const given = [...process.execArgv, process.env.NODE_OPTIONS ?? ""];
  return given.some((flags) => /semi[-_]space[-_]size/.test(flags))
    ? process.execArgv
    : [...process.execArgv, ...YOUNG_GENERATION];
}

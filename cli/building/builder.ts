import { type ChildProcess, fork } from "node:child_process";
import { argv, stderr, stdout } from "node:process";
import { openCatalog } from "../../src/catalog/catalog.js";
import { forwardLines } from "../../src/platform/forward-lines.js";
import type { Polled, PollFault } from "../../src/platform/poller.js";
import { stdioOf } from "../serving/workers/supervise.js";
import { BUILDER_VARIABLE, type BuilderMode, type Built, type Failed, type FromBuilder } from "./builder-channel.js";

/** Name of the poll. */
const NAME = "dataset";
/** Delay before a builder that ended is started again, doubled each time until one has reported. */
const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 60_000;

export interface BuilderOptions {
  readonly mode: BuilderMode;
  readonly data: string;
  readonly artifacts: string;
  /** Further flags of `icons build`. */
  readonly flags: readonly string[];
  /** A build succeeded. @param news whether its generation or findings are new. @param fault what is over with it */
  onBuilt?(built: Built, news: boolean, fault: PollFault | undefined): void;
  /** A build failed; the live generation stays. @param news whether that is to be reported */
  onFailed?(failed: Failed, news: boolean): void;
  /** The process ended and is started again. @param how a signal or an exit code */
  onEnded?(how: string, delayMs: number): void;
}

/** A process that builds a dataset, and again whenever it is edited. Killing it loses nothing. */
export interface Builder extends Polled {
  /** Resolves after the first report, or when the process could not build at all. */
  readonly first: Promise<void>;
  /** Builds now. */
  request(): void;
  close(): void;
}

/**
 * Starts `icons build --watch` as a process of its own, so that a build neither delays requests nor takes the server
 * along if it runs out of memory. If it ends, it is started again. It ends with this process.
 */
export function startBuilder(options: BuilderOptions): Builder {
  const { mode, data, artifacts, flags } = options;
  const isWatching = flags.includes("--watch");
  const args = ["build", data, "--out", artifacts, "--allow-removals", ...flags];
  let child: ChildProcess | undefined;
  let isClosed = false;
  let delayMs = FIRST_DELAY_MS;
  let timer: NodeJS.Timeout | undefined;
  let fault: PollFault | undefined;
  let totalFailures = 0;
  let isFirst: () => void = () => undefined;
  const first = new Promise<void>((resolve) => {
    isFirst = resolve;
  });

  const fail = (message: string, code = "OTHER"): void => {
    totalFailures++;
    const error = Object.assign(new Error(message), { code });
    fault = { name: NAME, error, failures: (fault?.failures ?? 0) + 1, since: fault?.since ?? Date.now() };
  };
  const take = (message: FromBuilder): void => {
    delayMs = FIRST_DELAY_MS;
    if ("built" in message) {
      const past = fault;
      fault = undefined;
      options.onBuilt?.(message.built, message.hasNews, past);
    } else {
      fail(message.failed.message, message.failed.code);
      options.onFailed?.(message.failed, message.hasNews);
    }
    isFirst();
    if (!isWatching) close();
  };
  const close = (): void => {
    isClosed = true;
    clearTimeout(timer);
    child?.kill("SIGKILL");
  };
  const end = (how: string, isDone: boolean): void => {
    child = undefined;
    if (isDone || !isWatching) isFirst();
    if (isClosed || !isWatching) return;
    fail(`the builder ended (${how})`);
    options.onEnded?.(how, delayMs);
    timer = setTimeout(start, delayMs);
    delayMs = Math.min(delayMs * 2, MAX_DELAY_MS);
  };
  const start = (): void => {
    try {
      child = fork(argv[1]!, args, {
        env: { ...process.env, [BUILDER_VARIABLE]: mode },
        stdio: ["ignore", stdioOf(stdout), stdioOf(stderr), "ipc"],
      });
    } catch (error) {
      end((error as NodeJS.ErrnoException).code ?? (error as Error).message, false);
      return;
    }
    const { pid } = child;
    child.on("error", (error: NodeJS.ErrnoException) => {
      if (pid === undefined) end(error.code ?? error.message, false);
    });
    if (pid === undefined) return;
    forwardLines(child.stdout, stdout);
    forwardLines(child.stderr, stderr);
    child.on("message", take);
    child.once("close", (code, signal) => end(signal ?? `exit code ${code}`, signal === null));
  };

  start();
  return {
    first,
    status: () => ({ name: NAME, totalFailures, ...(fault === undefined ? {} : { fault }) }),
    request: () => child?.send({ build: true }, () => undefined),
    close,
  };
}

/** Whether an artifacts folder has a generation with icons. */
export function canServe(artifacts: string): boolean {
  try {
    return openCatalog(artifacts).size > 0;
  } catch {
    return false;
  }
}

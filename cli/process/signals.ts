import { isatty } from "node:tty";
import { endProcess } from "./output-queue.js";

/** After this, a process that can't finish is terminated. */
const DEADLINE_MS = 15_000;

const STDOUT = 1;

/**
 * Runs `close` once on SIGTERM or SIGINT, then ends the process. Repeated signals are ignored, since workers get one
 * from the terminal and one from their supervisor.
 *
 * No other signal is caught: with a handler for SIGBUS or SIGSEGV, a process whose mapped file was truncated would
 * enter an endless loop instead of dying.
 */
export function closeOnSignal(close: () => Promise<void>, onError: (error: Error) => void): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(endProcess, DEADLINE_MS, 1).unref();
    close().then(
      () => endProcess(0),
      (error: Error) => {
        onError(error);
        return endProcess(1);
      },
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

/**
 * Runs `reload` at every SIGHUP, which would otherwise end the process. A SIGHUP because the terminal was closed does
 * end it, since nobody could stop it any more.
 */
export function reloadOnSighup(reload: () => void): void {
  const onSighup = (): void => {
    // Node checked this at startup; `isatty` checks now.
    const closed = process.stdout.isTTY && !isatty(STDOUT);
    if (!closed) {
      reload();
      return;
    }
    // Node aborts if it can't restore the terminal when it exits.
    process.off("SIGHUP", onSighup);
    process.kill(process.pid, "SIGHUP");
  };
  process.on("SIGHUP", onSighup);
}

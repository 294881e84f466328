import { isatty } from "node:tty";

/** After this, a process that can't finish ends anyway. */
const DEADLINE_MS = 15_000;

const STDOUT = 1;

/**
 * Runs `close` once on SIGTERM or SIGINT, then ends the process; a repeated signal changes nothing, since
 * workers get one from the terminal and one from their supervisor.
 *
 * No other signal is caught: a handler for SIGBUS or SIGSEGV would turn the death of a process whose mapped file was
 * truncated into an endless loop.
 */
export function closeOnSignal(close: () => Promise<void>, onError: (error: Error) => void): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), DEADLINE_MS).unref();
    close().then(
      () => process.exit(0),
      (error: Error) => {
        onError(error);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

/**
 * Runs `reload` at every SIGHUP, which would end the process otherwise. One that comes because the terminal was closed does
 * end it, since nobody else could any more.
 */
export function reloadOnSighup(reload: () => void): void {
  const onSighup = (): void => {
    // Node asked at the start, this asks now.
    const closed = process.stdout.isTTY && !isatty(STDOUT);
    if (!closed) {
      reload();
      return;
    }
    // Node aborts when it exits by itself and can't set the terminal back.
    process.off("SIGHUP", onSighup);
    process.kill(process.pid, "SIGHUP");
  };
  process.on("SIGHUP", onSighup);
}

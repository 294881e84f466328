import { isatty } from "node:tty";

const STDOUT = 1;

/**
 * Runs `reload` at every SIGHUP, which would end the process otherwise. One that comes because the terminal was closed does
 * end it, since nobody else could any more.
 */
export function reloadOnHangUp(reload: () => void): void {
  const hangUp = (): void => {
    // Node asked at the start, this asks now.
    const closed = process.stdout.isTTY && !isatty(STDOUT);
    if (!closed) {
      reload();
      return;
    }
    // Node aborts when it exits by itself and can't set the terminal back.
    process.off("SIGHUP", hangUp);
    process.kill(process.pid, "SIGHUP");
  };
  process.on("SIGHUP", hangUp);
}

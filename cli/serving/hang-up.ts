import { isatty } from "node:tty";

const STDOUT = 1;

/**
 * Runs `reload` at every SIGHUP, which would end the process otherwise. One that comes because the terminal was closed stops the
 * process as SIGTERM does, since nobody could end it any more.
 */
export function reloadOnHangUp(reload: () => void): void {
  process.on("SIGHUP", () => {
    // Node asked at the start, this asks now.
    if (process.stdout.isTTY && !isatty(STDOUT)) process.kill(process.pid, "SIGTERM");
    else reload();
  });
}

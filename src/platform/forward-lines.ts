import type { Socket } from "node:net";
import type { Readable, Writable } from "node:stream";

/** A longer part of a line is passed on before its end. */
const MAX_PENDING = 64 * 1024;

/**
 * Passes on what a child process writes, in whole lines, so that lines of several processes do not mix. This does not
 * keep the process running.
 *
 * Use it instead of letting a child inherit standard output or error: a child makes them blocking when it starts and
 * when it ends, so that this process would wait for a reader.
 *
 * @param from an output of the child; absent if it could not be started
 */
export function forwardLines(from: Readable | null | undefined, to: Writable): void {
  let pending = "";
  const pass = (text: string): void => {
    if (text !== "") to.write(text);
  };
  from?.setEncoding("utf8");
  from?.on("data", (text: string) => {
    pending += text;
    const end = pending.length > MAX_PENDING ? pending.length : pending.lastIndexOf("\n") + 1;
    pass(pending.slice(0, end));
    pending = pending.slice(end);
  });
  from?.on("end", () => pass(pending));
  (from as Socket | null | undefined)?.unref();
}

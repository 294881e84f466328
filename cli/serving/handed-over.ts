import type { Worker } from "node:cluster";

interface Connection {
  close(): void;
}

/** What goes with a message may be a connection or, where there is none, who is told that it was sent. */
type Send = (message: unknown, connection?: Connection | (() => void), ...rest: unknown[]) => boolean;

/**
 * Closes what a worker had not yet taken when it died. A supervisor hands connections over one at a time and keeps its own copy until the
 * worker says that it has it; Node forgets the copy of a worker that never does, and the client would wait for ever.
 */
export function closeUntaken({ process }: Worker): void {
  const send = process.send.bind(process) as Send;
  let handed: Connection | undefined;
  const sendRemembering: Send = (message, connection, ...rest) => {
    if (typeof connection === "object") handed = connection;
    return send(message, connection, ...rest);
  };
  Object.assign(process, { send: sendRemembering });
  process.once("exit", () => handed?.close());
}

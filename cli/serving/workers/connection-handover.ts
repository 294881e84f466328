import type { ChildProcess } from "node:child_process";
import type { Socket } from "node:net";
import { sendToWorker } from "./worker-channel.js";

/** A worker that has not accepted a connection after this is asked whether the connection arrived. */
const PROBE_MS = 50;

interface Recipient {
  readonly process: ChildProcess;
  /** Number of the last connection sent. */
  sent: number;
  /** Sent and not accepted. */
  pending: Socket | undefined;
  /** Whether it gets further connections. */
  isOpen: boolean;
  probe: NodeJS.Timeout | undefined;
}

/**
 * Hands connections to workers in turn, each worker one at a time. The supervisor keeps its copy of a connection until
 * the worker has accepted it, so none is lost: if the worker ends first, or had no file descriptor left to receive it,
 * another worker gets the connection. Without a worker, connections wait for the next one.
 */
export interface Handover {
  /** Hands over a connection from which nothing has been read. */
  offer(connection: Socket): void;
  /** Adds a worker that listens. */
  join(worker: ChildProcess): void;
  /** Sends no further connections to a worker. */
  leave(worker: ChildProcess): void;
  /** Reports that a worker has ended, and all of its messages have been read. */
  ended(worker: ChildProcess): void;
  /** Reports that a worker has accepted a connection. */
  accepted(worker: ChildProcess, connection: number): void;
  /** Sends a heartbeat. */
  ping(worker: ChildProcess): void;
  /** Reports that a worker has returned a heartbeat, and so has read all that was sent before. */
  ponged(worker: ChildProcess, connection: number): void;
  /** Closes all connections that no worker has. */
  close(): void;
}

export function createHandover(): Handover {
  const recipients = new Map<ChildProcess, Recipient>();
  /** In the order of their turns. */
  const idle = new Set<Recipient>();
  const waiting: Socket[] = [];
  let isClosed = false;

  const deliver = (): void => {
    for (const recipient of idle) {
      const connection = waiting.shift();
      if (connection === undefined) return;
      idle.delete(recipient);
      send(recipient, connection);
    }
  };
  const send = (recipient: Recipient, connection: Socket): void => {
    const { process } = recipient;
    recipient.pending = connection;
    recipient.sent++;
    // Of a worker whose channel can't be written to, the end is reported.
    process.send({ connection: recipient.sent }, connection, { keepOpen: true }, () => undefined);
    recipient.probe = setTimeout(sendToWorker, PROBE_MS, process, { ping: recipient.sent }).unref();
  };
  const take = (recipient: Recipient): Socket | undefined => {
    const { pending } = recipient;
    clearTimeout(recipient.probe);
    recipient.pending = undefined;
    return pending;
  };
  const giveBack = (connection: Socket | undefined): void => {
    if (isClosed) connection?.destroy();
    else if (connection !== undefined) waiting.unshift(connection);
    deliver();
  };
  const turn = (recipient: Recipient): void => {
    if (recipient.isOpen) idle.add(recipient);
    deliver();
  };

  return {
    offer(connection) {
      if (isClosed) connection.destroy();
      else waiting.push(connection);
      deliver();
    },
    join(process) {
      const recipient = { process, sent: 0, pending: undefined, isOpen: true, probe: undefined };
      recipients.set(process, recipient);
      turn(recipient);
    },
    leave(process) {
      const recipient = recipients.get(process);
      if (recipient === undefined) return;
      recipient.isOpen = false;
      idle.delete(recipient);
    },
    ended(process) {
      const recipient = recipients.get(process);
      if (recipient === undefined) return;
      recipients.delete(process);
      idle.delete(recipient);
      giveBack(take(recipient));
    },
    accepted(process, connection) {
      const recipient = recipients.get(process);
      if (recipient === undefined || connection !== recipient.sent) return;
      take(recipient)?.destroy();
      turn(recipient);
    },
    ping: (process) => sendToWorker(process, { ping: recipients.get(process)?.sent ?? 0 }),
    ponged(process, connection) {
      const recipient = recipients.get(process);
      if (recipient === undefined || connection !== recipient.sent) return;
      // It had no descriptor left for the connection, so it gets no other before the next heartbeat.
      if (recipient.pending !== undefined) giveBack(take(recipient));
      else if (!idle.has(recipient)) turn(recipient);
    },
    close() {
      isClosed = true;
      for (const connection of waiting.splice(0)) connection.destroy();
    },
  };
}

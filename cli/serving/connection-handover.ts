import type { Worker } from "node:cluster";

/** Delay before the next attempt to hand over a connection. */
const RETRY_MS = 50;

interface Connection {
  close(): void;
}

/** Messages of Node's cluster module between a supervisor and a worker. */
interface Message {
  readonly cmd?: string;
  readonly act?: string;
  /** Sequence number of the supervisor's message. */
  readonly seq?: number;
  /** The sequence number that a message answers. */
  readonly ack?: number;
  readonly accepted?: boolean;
  /** Identifies a listening socket. */
  readonly key?: string;
  readonly errno?: number;
}

interface HandedOver {
  readonly connection: Connection;
  /** The workers that share the listening socket and so can get the connection. */
  readonly sharers: ReadonlySet<number>;
}

type Callback = (error: Error | null) => void;
type Send = (message: Message, connection?: Connection | Callback, ...rest: unknown[]) => boolean;

/**
 * Supervises the handover of connections to workers, so that each is served or closed, and none is lost.
 *
 * Node accepts connections in the supervisor and hands them to the workers in turn. It keeps its copy until the worker
 * answers: if accepted, the copy is closed; if refused, for example by a draining worker, another worker gets it. But
 * there is no answer from a worker that dies first, that has no file descriptor left to receive it, or whose channel
 * can't be written to. Node forgets such a connection: its client waits forever, and a live worker gets no other
 * connection. Here, a missing answer counts as a refusal: Node then hands the connection to another worker. If no other
 * worker listens, it is closed.
 *
 * @returns a function to call with every worker, right after its fork
 */
export function watchHandovers(): (worker: Worker) => void {
  const sharersOf = new Map<string, Set<number>>();

  const join = (key: string, id: number): void => {
    const sharers = sharersOf.get(key) ?? new Set();
    sharersOf.set(key, sharers.add(id));
  };
  /** The last worker that leaves a listening socket closes it. A later socket with the same key is a new one. */
  const leave = (key: string, id: number): void => {
    const sharers = sharersOf.get(key);
    sharers?.delete(id);
    if (sharers?.size === 0) sharersOf.delete(key);
  };

  return ({ id, process }) => {
    const handedOver = new Map<number, HandedOver>();
    const send = process.send.bind(process) as Send;

    const refuse = (seq: number): void => {
      const { sharers } = handedOver.get(seq) ?? {};
      if (sharers === undefined) return;
      handedOver.delete(seq);
      // Node closes its copy of accepted connections.
      process.emit(
        "internalMessage" as never,
        { cmd: "NODE_CLUSTER", ack: seq, accepted: sharers.size === 0 } as never,
      );
    };
    /** Deferred: while no other worker is free, this one would be retried without a pause. */
    const refuseLater = (seq: number): void => {
      setTimeout(refuse, RETRY_MS, seq).unref();
    };
    const watchedSend: Send = (message, connection, ...rest) => {
      const { act, seq, ack, key, errno } = message;
      if (ack !== undefined && key !== undefined && !errno) join(key, id);
      if (act !== "newconn" || typeof connection !== "object" || seq === undefined)
        return send(message, connection, ...rest);
      handedOver.set(seq, { connection, sharers: sharersOf.get(key!) ?? new Set() });
      return send(message, connection, (error: Error | null) => error && refuseLater(seq));
    };
    Object.assign(process, { send: watchedSend });

    process.on("internalMessage", ({ cmd, act, ack, accepted, key }: Message) => {
      // Handovers are in order: the worker has no descriptor for the one that has waited longest.
      const [first] = handedOver.keys();
      if (cmd === "NODE_HANDLE_NACK" && first !== undefined) refuseLater(first);
      if (act === "close" && key !== undefined) leave(key, id);
      const answered = ack === undefined ? undefined : handedOver.get(ack);
      if (answered === undefined) return;
      handedOver.delete(ack!);
      // The last worker refused it, so no other can get it.
      if (accepted === false && answered.sharers.size === 0) answered.connection.close();
    });
    let disconnected = false;
    process.once("disconnect", () => {
      disconnected = true;
      for (const key of [...sharersOf.keys()]) leave(key, id);
    });
    // The worker has ended, and all of its messages have been read.
    process.once("close", () =>
      setImmediate(() => {
        // Node omits this event while a connection is being handed over, and would keep relying on the dead worker.
        if (!disconnected) process.emit("disconnect");
        for (const seq of [...handedOver.keys()]) refuse(seq);
      }),
    );
  };
}

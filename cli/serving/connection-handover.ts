import type { Worker } from "node:cluster";

/** How long a connection that could not be handed over waits for the next attempt. */
const RETRY_MS = 50;

interface Connection {
  close(): void;
}

/** Messages of Node's cluster module between a supervisor and a worker. */
interface Message {
  readonly cmd?: string;
  readonly act?: string;
  /** Numbers what the supervisor sends. */
  readonly seq?: number;
  /** The number that a message answers. */
  readonly ack?: number;
  readonly accepted?: boolean;
  /** Names a listening socket. */
  readonly key?: string;
  readonly errno?: number;
}

interface HandedOver {
  readonly connection: Connection;
  /** Those that the connection can go to: the workers that share a listening socket. */
  readonly sharers: ReadonlySet<number>;
}

type Callback = (error: Error | null) => void;
type Send = (message: Message, connection?: Connection | Callback, ...rest: unknown[]) => boolean;

/**
 * Watches over connections on their way from a supervisor to its workers, so that each is served or closed, and none is forgotten.
 *
 * Node accepts connections in the supervisor and hands them to one worker after the other. It keeps its copy until the worker answers: accepted,
 * and the copy is closed; refused, as by a worker that drains, and another worker gets it. But there is no answer from a worker that dies first, that
 * has no descriptor left to receive it, or whose channel can't be written to. Node forgets such a connection: its client waits for ever, and a
 * worker that lives gets no other connection. Here, what was not answered counts as refused: Node then hands it to another worker.
 * Where no other worker listens, it is closed.
 *
 * @returns what every worker is given to, right after its fork
 */
export function watchHandovers(): (worker: Worker) => void {
  const sharersOf = new Map<string, Set<number>>();

  const join = (key: string, id: number): void => {
    const sharers = sharersOf.get(key) ?? new Set();
    sharersOf.set(key, sharers.add(id));
  };
  /** The last worker that leaves a listening socket closes it. A later one of the same name is another. */
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
      // What Node takes for accepted, it closes.
      process.emit(
        "internalMessage" as never,
        { cmd: "NODE_CLUSTER", ack: seq, accepted: sharers.size === 0 } as never,
      );
    };
    /** Not at once: while no other worker is free, this one would be tried again without a pause. */
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
      // Handed over one after the other: the worker has no descriptor for the one that has waited longest.
      const [first] = handedOver.keys();
      if (cmd === "NODE_HANDLE_NACK" && first !== undefined) refuseLater(first);
      if (act === "close" && key !== undefined) leave(key, id);
      const answered = ack === undefined ? undefined : handedOver.get(ack);
      if (answered === undefined) return;
      handedOver.delete(ack!);
      // The last worker refused it, so nobody can get it.
      if (accepted === false && answered.sharers.size === 0) answered.connection.close();
    });
    let disconnected = false;
    process.once("disconnect", () => {
      disconnected = true;
      for (const key of [...sharersOf.keys()]) leave(key, id);
    });
    // It has ended, and all that it said was read.
    process.once("close", () =>
      setImmediate(() => {
        // Node omits this while a connection is on its way, and would go on counting on the dead worker.
        if (!disconnected) process.emit("disconnect");
        for (const seq of [...handedOver.keys()]) refuse(seq);
      }),
    );
  };
}

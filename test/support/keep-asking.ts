import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, vi } from "vitest";
import { PATIENTLY } from "./patiently.js";
import { getOver } from "./raw-http.js";

/** Clients that send requests continuously. */
export interface Asking {
  /** Stops the clients. @returns every distinct status and error that they received */
  stop(): Promise<string[]>;
  /** Resolves when the clients have ended by themselves because their connections were closed. @returns as `stop` */
  readonly ended: Promise<string[]>;
}

/**
 * Starts clients with one kept-alive connection each, a third of which send requests as fast as they can and the others
 * occasionally; resolves when each has received some responses.
 *
 * @param reconnect whether a client opens another connection if its connection is closed after a response, or ends
 */
export async function keepAsking(port: number, clients: number, reconnect = true): Promise<Asking> {
  const seen = new Set<string>();
  let served = 0;
  let going = true;

  const ask = async (agent: Agent): Promise<boolean> => {
    try {
      const { status, headers } = await getOver(port, "/api/v1/icons?limit=5", agent);
      seen.add(String(status));
      return headers.connection !== "close";
    } catch (error) {
      seen.add(String((error as NodeJS.ErrnoException).code));
      return false;
    }
  };
  const client = async (pauseMs: number): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let responses = 1; going; responses++) {
      const open = await ask(agent);
      if (responses === 5) served++;
      if (!open && !reconnect) break;
      await sleep(pauseMs);
    }
    agent.destroy();
  };

  const all = Array.from({ length: clients }, (_, n) => client(n % 3 === 0 ? 0 : 40 + n));
  const ended = Promise.all(all).then(() => [...seen]);
  await vi.waitFor(() => expect(served).toBe(clients), PATIENTLY);
  return {
    ended,
    stop() {
      going = false;
      return ended;
    },
  };
}

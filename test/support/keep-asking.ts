import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, vi } from "vitest";
import { PATIENTLY } from "./patiently.js";
import { getOver } from "./raw-http.js";

/** Clients that ask without end. */
export interface Asking {
  /** Lets the clients end. @returns every status and every error that they met, once each */
  stop(): Promise<string[]>;
  /** Resolves when the clients have ended by themselves, as they do when their connections are closed. @returns as `stop` */
  readonly ended: Promise<string[]>;
}

/**
 * Starts clients that keep one connection each, a third of them asking as fast as they can and the others now and then; resolves
 * when each has had some answers.
 *
 * @param reconnect whether a client whose connection is closed after an answer opens another one, or ends
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
    for (let answers = 1; going; answers++) {
      const open = await ask(agent);
      if (answers === 5) served++;
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

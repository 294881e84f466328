import { Agent } from "node:http";
import { askKept } from "./ask-kept.mjs";

const PATHS = [
  "/api/v1/icons?limit=20",
  "/api/v1/icons?q=icon&limit=20&page=3",
  "/api/v1/icons?category=odd&limit=20",
  "/api/v1/icons/icon-7",
  "/api/v1/categories",
];

/**
 * Clients that send sequential requests over kept-alive connections and check every response: its status, its JSON, and
 * that all names in it come from one generation, whose word begins each of its names.
 */
export function startWordClients(count, port, headers) {
  const seen = { responses: 0, failures: [], words: new Map(), latencies: [] };
  let going = true;

  const client = async (number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let turn = number; going; turn++) {
      const path = PATHS[turn % PATHS.length];
      const start = performance.now();
      try {
        const word = wordOf(await askKept({ host: "127.0.0.1", port, path, headers, agent }));
        if (word !== undefined) seen.words.set(word, (seen.words.get(word) ?? 0) + 1);
      } catch (error) {
        seen.failures.push(`${path}: ${error.message}`);
      }
      seen.latencies.push(performance.now() - start);
      seen.responses++;
    }
    agent.destroy();
  };
  const clients = Array.from({ length: count }, (_, number) => client(number));
  return {
    seen,
    /** Waits for this many more responses. */
    async more(responses) {
      const until = seen.responses + responses;
      while (seen.responses < until) await new Promise((resolve) => setTimeout(resolve, 10));
    },
    async stop() {
      going = false;
      await Promise.all(clients);
    },
  };
}

/** The generation's word in a response's names. @throws Error if there are two, or the response is incomplete */
function wordOf({ status, body }) {
  if (status !== 200) throw new Error(`${status} ${body.slice(0, 200)}`);
  const { success, data } = JSON.parse(body);
  const items = Array.isArray(data) ? data : [data];
  if (success !== true || items.length === 0) throw new Error("not a whole response");
  const words = new Set(items.flatMap(({ name }) => (name === undefined ? [] : [name.split(" ")[0]])));
  if (words.size > 1) throw new Error(`two generations in one response: ${[...words].join(", ")}`);
  return [...words][0];
}

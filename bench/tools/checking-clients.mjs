import { Agent, get } from "node:http";

const PATHS = [
  "/api/v1/icons?limit=20",
  "/api/v1/icons?q=icon&limit=20&page=3",
  "/api/v1/icons?category=odd&limit=20",
  "/api/v1/icons/icon-7",
  "/api/v1/categories",
];

/**
 * Clients that ask one after the other over kept connections and look at every answer: its status, its JSON, and that all names in it
 * come from one generation, of which each name begins with the generation's word.
 */
export function startClients(count, port, headers) {
  const seen = { answers: 0, failures: [], words: new Map(), latencies: [] };
  let going = true;

  const client = async (number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let turn = number; going; turn++) {
      const path = PATHS[turn % PATHS.length];
      const start = performance.now();
      try {
        const word = wordOf(await ask(port, path, headers, agent));
        if (word !== undefined) seen.words.set(word, (seen.words.get(word) ?? 0) + 1);
      } catch (error) {
        seen.failures.push(`${path}: ${error.message}`);
      }
      seen.latencies.push(performance.now() - start);
      seen.answers++;
    }
    agent.destroy();
  };
  const clients = Array.from({ length: count }, (_, number) => client(number));
  return {
    seen,
    /** Waits for so many more answers. */
    async more(answers) {
      const until = seen.answers + answers;
      while (seen.answers < until) await new Promise((resolve) => setTimeout(resolve, 10));
    },
    async stop() {
      going = false;
      await Promise.all(clients);
    },
  };
}

function ask(port, path, headers, agent) {
  return new Promise((resolve, reject) => {
    get({ host: "127.0.0.1", port, path, headers, agent }, async (response) => {
      try {
        const chunks = [];
        for await (const chunk of response) chunks.push(chunk);
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${text.slice(0, 200)}`);
        resolve(JSON.parse(text));
      } catch (error) {
        reject(error);
      }
    }).on("error", reject);
  });
}

/** The generation's word in an answer's names. @throws Error when there are two, or the answer is not whole */
function wordOf({ success, data }) {
  const items = Array.isArray(data) ? data : [data];
  if (success !== true || items.length === 0) throw new Error("not a whole answer");
  const words = new Set(items.flatMap(({ name }) => (name === undefined ? [] : [name.split(" ")[0]])));
  if (words.size > 1) throw new Error(`two generations in one answer: ${[...words].join(", ")}`);
  return [...words][0];
}

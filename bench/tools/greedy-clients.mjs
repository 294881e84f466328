// Clients that request images which the server has to make, in a process of their own at the lowest priority: they stand
// for other machines, so that their processor time must not count.
import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent } from "node:http";
import { constants, setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { askKept } from "./ask-kept.mjs";

/** The clients arrive within this time. */
const ARRIVAL_MS = 1000;
const FORMS = [
  "content=0.8&background=f00",
  "rotate=90&shape=circle",
  "flip=both&padding=0.1",
  "greyscale=true&radius=0.3",
];
/** Requests; no two with a different number are the same. */
export const GREEDS = {
  "png in changing sizes": (n, ids) => `/images/${idAt(ids, n)}.png?size=${16 + (n % 1009)}`,
  "avif of 1,024 pixels in all forms": (n, ids) =>
    `/images/${idAt(ids, n)}.avif?size=${1024 - (n % 7)}&${FORMS[n % FORMS.length]}`,
  "stacks of 20": (n, ids) =>
    `/stack.png?ids=${Array.from({ length: 20 }, (_, at) => idAt(ids, n * 20 + at))}&size=${32 + (n % 97)}&per-line=5`,
  "fallbacks elsewhere": (n) => `/logos/${n}.example?fallback=https://elsewhere.example/${n}`,
};

/**
 * Starts clients, each with an address of its own.
 *
 * @returns once all have arrived; `stop()` returns the number of their responses by status
 */
export async function startGreedyClients(task) {
  const child = fork(fileURLToPath(import.meta.url), [JSON.stringify(task)]);
  setPriority(child.pid, constants.priority.PRIORITY_LOW);
  await once(child, "message");
  return {
    async stop() {
      child.send("stop");
      const [responses] = await once(child, "message");
      child.disconnect();
      await once(child, "exit");
      return responses;
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await request(JSON.parse(process.argv[2]));

async function request({ greed, ids, port, count }) {
  let going = true;
  const responses = {};
  process.once("message", () => {
    going = false;
  });
  const clients = Array.from({ length: count }, async (_, at) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: `127.0.1.${at + 1}` });
    await sleep(ARRIVAL_MS * Math.random());
    for (let n = at; going; n += count) {
      const { status } = await askKept({ host: "127.0.0.1", port, path: GREEDS[greed](n, ids), agent });
      responses[status] = (responses[status] ?? 0) + 1;
      // Clients that know nothing of each other wait about as long as the response requests.
      if (status !== 200) await sleep(1000 * (0.5 + Math.random()));
    }
    agent.destroy();
  });
  await sleep(2 * ARRIVAL_MS);
  process.send("arrived");
  await Promise.all(clients);
  process.send(responses);
}

function idAt(ids, at) {
  return encodeURIComponent(ids[at % ids.length]);
}

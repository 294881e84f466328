import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { askKept } from "./ask-kept.mjs";
import { MARKS } from "./marked-generations.mjs";

const PAUSE_MS = 5;

/**
 * Starts clients that request lists and details over kept-alive connections and check the responses: a 200, all items
 * from one of the marked datasets, and an ETag that is constant for the same path and dataset and unique to it.
 *
 * @returns `stop`, which returns the number of `responses`, the marks that were `seen`, and every `fault`
 */
export function startCheckingClients({ port, headers }, paths, count) {
  const marksByTag = new Map();
  const seen = new Set();
  const faults = [];
  let responses = 0;
  let going = true;

  const check = (path, { status, etag, body }) => {
    responses++;
    if (status !== 200) return faults.push(`${path}: ${status}`);
    const { data } = JSON.parse(body);
    const marks = new Set(
      [data].flat().map(({ developer }) => MARKS.findLastIndex((mark) => developer.endsWith(mark))),
    );
    if (marks.size !== 1) return faults.push(`${path}: items of ${marks.size} generations`);
    const [mark] = marks;
    seen.add(mark);
    const tag = `${path} ${etag}`;
    if ((marksByTag.get(tag) ?? mark) !== mark) faults.push(`${path}: the ETag of another generation`);
    marksByTag.set(tag, mark);
  };
  const client = async (at) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let n = at; going; n++) {
      const path = paths[n % paths.length];
      try {
        check(path, await askKept({ host: "127.0.0.1", port, path, agent, headers }));
      } catch (error) {
        faults.push(`${path}: ${error.code ?? error.message}`);
      }
      await sleep(PAUSE_MS);
    }
    agent.destroy();
  };
  const all = Array.from({ length: count }, (_, at) => client(at * 7));
  return {
    async stop() {
      going = false;
      await Promise.all(all);
      return { responses, seen: [...seen].sort(), faults };
    },
  };
}

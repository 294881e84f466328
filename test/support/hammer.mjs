// node hammer.mjs PORT KEY REQUESTS: sends that many requests, all at once, and prints how many answers had each status.
import { Agent, get } from "node:http";

const [port, key, requests] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: 20 });
const counts = {};

await Promise.all(
  Array.from(
    { length: Number(requests) },
    () =>
      new Promise((resolve, reject) => {
        const options = { host: "127.0.0.1", port, path: "/api/v1/categories", agent, headers: { "X-API-Key": key } };
        get(options, (response) => {
          counts[response.statusCode] = (counts[response.statusCode] ?? 0) + 1;
          response.resume().on("end", resolve);
        }).on("error", reject);
      }),
  ),
);
agent.destroy();
console.log(JSON.stringify(counts));

// node hammer.mjs PORT KEY REQUESTS: sends that many requests at once, and prints the number of responses by status, and
// the number of failed requests by error.
import { Agent, get } from "node:http";

const [port, key, requests] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: 20 });
const counts = {};
const count = (what) => {
  counts[what] = (counts[what] ?? 0) + 1;
};

await Promise.all(
  Array.from(
    { length: Number(requests) },
    () =>
      new Promise((resolve) => {
        const options = { host: "127.0.0.1", port, path: "/api/v1/categories", agent, headers: { "X-API-Key": key } };
        get(options, (response) => {
          count(response.statusCode);
          response.resume().on("end", resolve);
        }).on("error", ({ code }) => {
          count(code);
          resolve();
        });
      }),
  ),
);
agent.destroy();
console.log(JSON.stringify(counts));

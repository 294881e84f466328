// node library-server.mjs ARTIFACTS: serves with the library alone and sends its parent the port. The message N makes
// it open file descriptors until only N are left; "release" closes them. It responds to each message when it is done.
import { closeSync, openSync } from "node:fs";
import { openCatalog } from "#src/catalog/catalog.js";
import { createServer } from "#src/http/server/server.js";

const taken = [];
process.on("message", (message) => {
  if (message === "release") for (const descriptor of taken.splice(0)) closeSync(descriptor);
  else takeAllBut(message);
  process.send("done");
});

const app = await createServer({ catalog: openCatalog(process.argv[2]), anonymous: "pro" });
await app.listen({ host: "127.0.0.1", port: 0 });
process.send(app.server.address().port);

function takeAllBut(free) {
  try {
    for (;;) taken.push(openSync("/dev/null", "r"));
  } catch (error) {
    if (error.code !== "EMFILE") throw error;
  }
  for (const descriptor of taken.splice(taken.length - free)) closeSync(descriptor);
}

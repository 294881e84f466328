// Requests images while this process has no descriptor left to start a renderer with, then with descriptors. Prints the
// outcomes as JSON.
import { execFileSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { toImageRequest } from "#src/images/image-options.js";
import { createImageService } from "#src/images/image-service.js";
import { monogram } from "#src/images/monogram.js";

const images = createImageService(1);
const draw = (size) =>
  images
    .request("a", monogram("a"), toImageRequest({ format: "png", size }))
    .bytes()
    .then(
      () => "drawn",
      ({ name, message, cause }) => [name, message, cause.code],
    );
const drawAll = () => Promise.all([16, 17, 18].map(draw));

execFileSync("prlimit", ["--pid", String(process.pid), "--nofile=64:"]);
const open = [];
try {
  for (;;) open.push(openSync("/dev/null"));
} catch {
  // None is left.
}
const without = await drawAll();
for (const descriptor of open) closeSync(descriptor);
console.log(JSON.stringify({ without, again: await drawAll() }));
await images.close();

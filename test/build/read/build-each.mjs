// Builds one dataset after the other in this process, like `icons build`, and prints the results as JSON. Standard
// input has a list of { data, out, meanwhile? }. Each result is { code, said, seconds, peak }: the exit code, the
// messages, the duration, and the peak memory of this process so far, in bytes.
import { writeFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { compile } from "#build/compile/compile.js";
import { reportFailure } from "#cli/process/failure.js";
import { peakMemory } from "../../support/peak-memory.mjs";

let said = "";
process.stderr.write = (chunk) => {
  said += chunk;
  return true;
};

for (const { data, out, meanwhile } of JSON.parse(await text(process.stdin))) {
  said = "";
  const started = performance.now();
  let written = meanwhile === undefined;
  const onProgress = ({ phase }) => {
    if (written || phase !== "build") return;
    writeFileSync(meanwhile.file, "?".repeat(meanwhile.length));
    written = true;
  };
  let code = 0;
  try {
    await compile({ data, out, jobs: 1, onProgress });
  } catch (error) {
    code = reportFailure(error, false);
  }
  const seconds = (performance.now() - started) / 1000;
  const peak = peakMemory();
  process.stdout.write(`${JSON.stringify({ code, said, seconds, peak })}\n`);
}

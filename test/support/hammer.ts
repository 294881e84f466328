import { execFile } from "node:child_process";

/** Starts processes that send requests as fast as they can. @returns the number of responses by status */
export async function hammer(
  port: number,
  key: string,
  processes: number,
  requests: number,
): Promise<Record<string, number>> {
  const runs = await Promise.all(
    Array.from({ length: processes }, () => runScript("test/support/hammer.mjs", String(port), key, String(requests))),
  );
  const counts: Record<string, number> = {};
  for (const run of runs) {
    for (const [status, count] of Object.entries(JSON.parse(run) as Record<string, number>))
      counts[status] = (counts[status] ?? 0) + count;
  }
  return counts;
}

function runScript(...args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, (error, stdout) => (error ? reject(error) : resolve(stdout)));
  });
}

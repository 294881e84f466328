import { expect } from "vitest";
import { runCurl } from "../run-curl.js";
import { CREDENTIALS } from "../store-server.js";
import { canRun, groupOf, prepareFolder, sharedCache } from "./folders.js";
import { isLasting, type Lasting, runCommand } from "./run-command.js";
import { COMMANDS } from "./treatment.js";

const PROGRESS = /^\w+ \d+ of \d+ .* left\n/gm;

/** Groups of commands that continue each other. */
export const GROUPS: readonly string[] = [...new Set(COMMANDS.map(groupOf))].filter(canRun);

/** Groups with a command that serves or watches. */
export const LASTING_GROUPS: readonly string[] = [
  ...new Set(COMMANDS.filter(({ code }) => isLasting(code)).map(groupOf)),
];

/**
 * Runs the commands of a group one after the other, and expects that each succeeds without a message on standard error
 * and prints what the document shows.
 *
 * @param service the server that gets the requests to port 3000
 */
export async function runGroup(
  group: string,
  lasting: Lasting,
  service: { readonly port: number; readonly pro: string },
): Promise<void> {
  const { folder, translate } = await prepareFolder(group);
  for (const { document, line, code, printed } of COMMANDS.filter((each) => groupOf(each) === group)) {
    const remedy = "Fix it, or list it in test/support/documentation/exceptions.ts with the reason.";
    const where = `${document}:${line}: ${code} can't be executed as shown. ${remedy}`;
    if (code.startsWith("curl ")) {
      const { status, body } = await runCurl(code, service.port, folder, service.pro);
      expect(status, where).toBe(200);
      if (printed !== undefined) expect(`${body}\n`, where).toBe(printed);
    } else {
      const env = { ...CREDENTIALS, ICONS_CACHE: sharedCache() };
      const { stdout, ...ended } = await runCommand(translate(code), folder, lasting, env);
      // On a busy machine, short work takes long enough to be reported.
      const stderr = ended.stderr.replaceAll(PROGRESS, "");
      expect({ ...ended, stderr }, where).toMatchObject({ code: 0, stderr: "" });
      if (printed !== undefined) expect(stdout, where).toBe(printed);
    }
  }
}

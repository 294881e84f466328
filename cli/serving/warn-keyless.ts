import type { Logger } from "pino";
import type { KeyRing } from "../../src/access/key-ring.js";
import { commandText } from "../terminal/command-text.js";
import type { ServeFlags } from "./serve-options.js";

/** Logs how to create a key if requests need one and no key is valid. */
export function warnIfKeyless(
  ring: KeyRing,
  { anonymous, keys }: Pick<ServeFlags, "anonymous" | "keys">,
  logger: Logger,
): void {
  if (anonymous !== "off" || ring.hasValidKey()) return;
  const create = commandText(["keys", "create", "--tier", "free"], { keys });
  logger.warn(
    { keys },
    `no API key is valid, so all API requests get a 401; create a key with \`${create}\`, or allow requests without keys with --anonymous free`,
  );
}

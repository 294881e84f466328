import { quoteForShell } from "../../src/platform/storage-error.js";

/** Options that a suggested command takes over from the one that printed it: value, or whether it is set. */
type Carried = Readonly<Record<string, string | boolean | undefined>>;

const ARTIFACTS = "artifacts";

/**
 * A command to suggest: complete, so that it acts on the same dataset and artifacts folder, and quoted for a POSIX
 * shell.
 *
 * @param flags by name, such as `out`; those that are false, undefined or name the default artifacts folder are omitted
 */
export function commandText(words: readonly string[], flags: Carried = {}): string {
  const given = Object.entries(flags).flatMap(([name, value]) => {
    if (value === undefined || value === false || value === ARTIFACTS) return [];
    return value === true ? [`--${name}`] : [`--${name}`, value];
  });
  return ["icons", ...words, ...given].map(quoteForShell).join(" ");
}

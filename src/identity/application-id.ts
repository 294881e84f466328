/** What the parts of an application id say, in lower case: `com.microsoft.teams2`. */
export interface ApplicationId {
  /** `microsoft`. */
  readonly vendor: string;
  /** The vendor's domain: `microsoft.com`. */
  readonly domain: string;
  /** Names that the application may have, best first: `teams2`, `teams`, `microsoftteams`. */
  readonly programs: readonly string[];
  /** Whether the last part is no name but an edition: `com.bitwarden.desktop`. */
  readonly isEdition: boolean;
}

const PART = /^[a-z0-9_-]+$/;
/** Second levels of countries' domains: `jp.co.nintendo`. */
const SECOND_LEVELS: ReadonlySet<string> = new Set(["ac", "co", "com", "edu", "go", "gov", "ne", "net", "or", "org"]);
const EDITION = /^(?:android|app|apps|browser|client|desktop|ios|mac|macos|mobile|pro|\d+)$/;
const VERSION = /[\d_-]+$/;

/**
 * Reads an application id, which begins with a domain turned round. Undefined for other texts.
 *
 * @param id in lower case
 * @example applicationIn("org.kde.krita") // { vendor: "kde", domain: "kde.org", programs: ["krita", "kdekrita"], … }
 */
export function applicationIn(id: string): ApplicationId | undefined {
  const parts = id.split(".");
  if (parts.length < 3 || !parts.every((part) => PART.test(part))) return undefined;
  const levels = parts.length > 3 && SECOND_LEVELS.has(parts[1]!) ? 2 : 1;
  const vendor = parts[levels]!;
  const last = parts.at(-1)!;
  const plain = last.replace(VERSION, "");
  const [edited = ""] = last.split(/[_-]/);
  const programs = new Set([last, plain, edited, vendor + plain]);
  programs.delete("");
  const domain = parts
    .slice(0, levels + 1)
    .reverse()
    .join(".");
  return { vendor, domain, programs: [...programs], isEdition: EDITION.test(last) };
}

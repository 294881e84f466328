const PACKAGE = /^(?!pkg:)[a-z][a-z0-9.+-]*:[^\s\p{C}]+$/u;
const PURL = /^pkg:([a-z][a-z0-9.+-]*)\/+([^?#]+)/i;

/** A version after a name: `react@18`, `flask==3.0`, `requests[socks]>=2`. */
const VERSION = /(?<=:[^:]+)(?:@|==|[<>~^!=[]).*$/;

/** A package of Maven as build files have it: `group:artifact`, often with a version. */
const COORDINATES = /^(maven:[^:/]+):([^:/]+)(?::.*)?$/;

/**
 * The canonical form of a package: registry and name in lower case, such as `npm:@angular/core`. Accepts versions, and
 * package URLs, whose qualifiers and subpath are dropped. Undefined for anything else. Sources: the package-url
 * specification; PEP 503 for names of PyPI.
 */
export function canonicalPackage(text: string): string | undefined {
  const [, type, path] = PURL.exec(text) ?? [];
  const name = type === undefined ? text.trim() : `${type}:${decodeName(path!)}`;
  const plain = name.toLowerCase().replace(VERSION, "");
  if (!PACKAGE.test(plain)) return undefined;
  if (plain.startsWith("pypi:")) return plain.replaceAll(/[-_.]+/g, "-");
  return plain.replace(COORDINATES, "$1/$2");
}

/** Registries whose maintainers name packages after programs. */
const CURATED: ReadonlySet<string> = new Set(["apt", "brew", "cask", "choco", "deb", "flathub", "snap", "winget"]);

/**
 * The program that a canonical package of a curated registry is named after, with the parts of its name that may be its
 * vendor's; undefined for packages of registries where anybody takes a name.
 *
 * @example programIn("winget:mozilla.firefox") // { program: "firefox", vendors: ["mozilla"] }
 */
export function programIn(name: string): { readonly program: string; readonly vendors: readonly string[] } | undefined {
  const [registry = "", path = ""] = name.split(/:(.*)/s);
  if (!CURATED.has(registry)) return undefined;
  const parts = path.slice(path.lastIndexOf("/") + 1).split(".");
  const isQualified = registry === "flathub" || registry === "winget";
  return isQualified
    ? { program: parts.at(-1)!, vendors: parts.slice(0, -1) }
    : { program: parts.join("."), vendors: [] };
}

/** The scope of a canonical package of npm, which one owner has: `npm:@sentry/node` → `sentry`. */
export function scopeIn(name: string): string | undefined {
  return /^npm:@([^/]+)\//.exec(name)?.[1];
}

/** The name in a package URL: percent-decoded, without the version. */
function decodeName(path: string): string {
  const version = path.indexOf("@", 1);
  const name = (version < 0 ? path : path.slice(0, version)).replace(/\/+$/, "");
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

const PACKAGE = /^(?!pkg:)[a-z][a-z0-9.+-]*:[^\s\p{C}]+$/u;
const PURL = /^pkg:([a-z][a-z0-9.+-]*)\/+([^?#]+)/i;

/** A version after a name: `react@18`, `flask==3.0`, `requests[socks]>=2`. */
const VERSION = /(?<=:[^:]+)(?:@|==|[<>~^!=[]).*$/;

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
  return plain.startsWith("pypi:") ? plain.replaceAll(/[-_.]+/g, "-") : plain;
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

const PACKAGE = /^(?!pkg:)[a-z][a-z0-9.+-]*:[^\s\p{C}]+$/u;
const PURL = /^pkg:([a-z][a-z0-9.+-]*)\/+([^?#]+)/i;

/**
 * The canonical form of a package: registry and name in lower case, such as `npm:@angular/core`. Accepts package URLs,
 * whose version, qualifiers and subpath are dropped. Undefined for anything else. Source: the package-url
 * specification.
 */
export function canonicalPackage(text: string): string | undefined {
  const [, type, path] = PURL.exec(text) ?? [];
  const plain = type === undefined ? text.toLowerCase() : `${type}:${decodeName(path!)}`.toLowerCase();
  return PACKAGE.test(plain) ? plain : undefined;
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

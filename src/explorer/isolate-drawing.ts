/** References within a drawing: `url(#id)`. `href="#id"` is handled as a whole value. */
const REFERENCE = /url\(\s*(["']?)#([^"')]+)\1\s*\)/g;

/** Whether a drawing has a style sheet, which would apply to the whole page it is part of. */
export function hasStyleSheet(root: Element): boolean {
  return root.querySelector("style") !== null;
}

/**
 * Adds a prefix to all ids in a drawing and to the references to them, so that they differ from those of other drawings
 * on the same page.
 *
 * @param root is changed
 */
export function prefixIds(root: Element, prefix: string): void {
  for (const element of [root, ...root.querySelectorAll("*")]) {
    for (const attribute of element.attributes) attribute.value = prefixed(attribute, prefix);
  }
}

function prefixed({ name, value }: Attr, prefix: string): string {
  if (name === "id") return prefix + value;
  if (name === "href" || name === "xlink:href") return value.startsWith("#") ? `#${prefix}${value.slice(1)}` : value;
  // Animations can start at events of other elements: `begin="id.end"`.
  if (name === "begin" || name === "end") return value.replaceAll(/(^|;\s*)([\w-]+)(?=\.[a-z])/gi, `$1${prefix}$2`);
  return value.replaceAll(REFERENCE, (_, quote: string, id: string) => `url(${quote}#${prefix}${id}${quote})`);
}

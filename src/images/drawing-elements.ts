/** An element of a drawing. */
export interface DrawnElement {
  readonly name: string;
  /** Values may contain `INSTANCE`. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly DrawnNode[];
}

/** An element or a text. */
export type DrawnNode = DrawnElement | string;

/** Stands before each id of a drawing, for what tells apart copies of the drawing on a page. It is not allowed in XML. */
export const INSTANCE = "\0";

// Drawings are sanitized, so attribute values contain neither "<" nor ">".
const TOKEN = /<(?<end>\/?)(?<name>[\w:.-]+)(?<attributes>[^<>]*?)(?<closed>\/?)>|(?<text>[^<>]+)/g;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
/** References within a drawing: `url(#id)`. */
const REFERENCE = /url\(\s*(["']?)#/g;
/** Animations can start at events of other elements: `begin="id.end"`. */
const EVENT = /(^|;\s*)(?=[\w-]+\.[a-z])/gi;
const SIGNS: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
/** Only the component names itself. */
const DESCRIPTIONS: ReadonlySet<string> = new Set(["title", "desc", "metadata"]);
/** Of attributes whose types in React have a list of values, the allowed ones. Others have no effect, as without the attribute. */
const CHOICES: Readonly<Record<string, RegExp>> = {
  "fill-rule": /^(?:nonzero|evenodd|inherit)$/,
  "stroke-linecap": /^(?:butt|round|square|inherit)$/,
  "stroke-linejoin": /^(?:miter|round|bevel|inherit)$/,
  "color-interpolation-filters": /^(?:auto|sRGB|linearRGB|inherit)$/,
};
/** Attributes that change nothing of a drawing without a style sheet. */
const IDLE = /^(?:xmlns.*|class|role|lang|version|baseProfile|focusable|enable-background|aria-.*|xml:.*)$/;

/** Attributes without effect on shapes, and shapes. */
const IDLE_ON_SHAPES =
  /^(?:font-.*|(?:letter|word)-spacing|text-.*|direction|overflow|writing-mode|unicode-bidi|.*-baseline|baseline-.*)$/;
const SHAPES = /^(?:path|rect|circle|ellipse|line|polyline|polygon|image)$/;

/** The elements of a sanitized drawing without its root and without descriptions. */
export function elementsOf(body: string): readonly DrawnNode[] {
  const root: DrawnNode[] = [];
  const open = [root];
  for (const { groups } of body.matchAll(TOKEN)) {
    const { end, name, attributes, closed, text } = groups as Record<string, string>;
    if (text !== undefined) open.at(-1)!.push(decode(text));
    else if (end !== "") open.pop();
    else {
      const children: DrawnNode[] = [];
      if (!DESCRIPTIONS.has(name!))
        open.at(-1)!.push({ name: name!, attributes: attributesOf(name!, attributes!), children });
      if (closed === "") open.push(children);
    }
  }
  return root;
}

function attributesOf(element: string, text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name, value, single] of text.matchAll(ATTRIBUTE)) {
    if (IDLE.test(name!) || (SHAPES.test(element) && IDLE_ON_SHAPES.test(name!))) continue;
    const known = name === "xlink:href" ? "href" : name!;
    const decoded = decode(value ?? single ?? "");
    if (CHOICES[known]?.test(decoded) !== false) attributes[known] ??= marked(known, decoded);
  }
  return attributes;
}

function marked(name: string, value: string): string {
  if (name === "id") return INSTANCE + value;
  if (name === "href") return value.replace(/^#/, `#${INSTANCE}`);
  if (name === "begin" || name === "end") return value.replaceAll(EVENT, `$1${INSTANCE}`);
  return value.replaceAll(REFERENCE, `$&${INSTANCE}`);
}

function decode(text: string): string {
  return text.replaceAll(/&(\w+);/g, (reference, name: string) => SIGNS[name] ?? reference);
}

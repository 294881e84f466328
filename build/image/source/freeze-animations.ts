const TAG = /<(\/?)([a-z][\w:-]*)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>/gi;
const ATTRIBUTE = /([\w:-]+)="([^"]*)"/g;
const ATTRIBUTE_NAME = /^[\w:-]+$/;
/** An animation that starts at a time, not by an event or repeatedly. */
const PLAIN_BEGIN = /^\d*\.?\d*(s|ms)?$/;

/**
 * Applies the final state of a drawing's animations: if one ends in `fill="freeze"`, its last value becomes the
 * attribute. A renderer without animation would show the initial state, which for icons that draw themselves is an
 * almost empty canvas. Endless animations change nothing. Cost: one pass over drawings with such an animation, none
 * over others.
 *
 * @param svg a drawing with its attributes in double quotes, as in Iconify sets
 */
export function freezeAnimations(svg: string): string {
  if (!svg.includes('fill="freeze"')) return svg;
  const open: { readonly at: number; readonly tag: string; readonly settled: Map<string, string> }[] = [];
  const edits: (typeof open)[number][] = [];
  for (const found of svg.matchAll(TAG)) {
    const [tag, closes, name, attributes, empty] = found;
    if (closes === "/") open.pop();
    else {
      const settled = frozenBy(name!, attributes!);
      const parent = open.at(-1);
      if (settled !== undefined && parent !== undefined) {
        if (parent.settled.size === 0) edits.push(parent);
        parent.settled.set(...settled);
      }
      if (empty !== "/") open.push({ at: found.index, tag, settled: new Map() });
    }
  }
  let text = "";
  let end = 0;
  for (const { at, tag, settled } of edits.sort((a, b) => a.at - b.at)) {
    text += svg.slice(end, at) + withAttributes(tag, settled);
    end = at + tag.length;
  }
  return text + svg.slice(end);
}

/** The attribute that an animation leaves changed on its parent. */
function frozenBy(element: string, attributes: string): [name: string, value: string] | undefined {
  if (!["animate", "animateTransform", "set"].includes(element)) return undefined;
  const written = new Map([...attributes.matchAll(ATTRIBUTE)].map(([, key, value]) => [key!, value!]));
  const name = written.get("attributeName") ?? "";
  const values = written.get("values")?.split(";") ?? [written.get("to") ?? ""];
  const last = values.findLast((value) => value.trim() !== "")?.trim();
  const stays = written.get("fill") === "freeze" && PLAIN_BEGIN.test(written.get("begin") ?? "");
  const elsewhere = written.has("href") || written.has("xlink:href") || written.get("additive") === "sum";
  if (!ATTRIBUTE_NAME.test(name) || last === undefined || !stays || elsewhere) return undefined;
  return [name, element === "animateTransform" ? `${written.get("type")}(${last})` : last];
}

function withAttributes(tag: string, settled: ReadonlyMap<string, string>): string {
  let text = tag;
  for (const [name, value] of settled) {
    // A function, since "$" in a value would be a replacement pattern.
    const written = () => ` ${name}="${value}"`;
    const bare = text.replace(new RegExp(`\\s${name}="[^"]*"`), "");
    text = bare.replace(/(?=\s*\/?>$)/, written);
  }
  return text;
}

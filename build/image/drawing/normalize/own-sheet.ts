import type { XmlElement } from "@rgrove/parse-xml";
import type { CssNode, List } from "css-tree";
import walk from "css-tree/walker";
import {
  declarationsOf,
  isKeyframes,
  parseSheet,
  selectedName,
  writeCss,
  writeDeclarations,
  writeName,
} from "../css.js";
import { mapReferencesIn, visit } from "../references.js";

/** The names that a style sheet shares with the page. */
interface Names {
  readonly root: XmlElement;
  readonly prefix: string;
  readonly ids: ReadonlySet<string>;
  rename(id: string): string;
}

/** Ids that a style sheet selects or refers to. */
export function idsInSheet(css: string): string[] {
  const ids: string[] = [];
  const note = (id: string): string => {
    ids.push(id);
    return id;
  };
  walk(parseSheet(css), (node) => {
    if (node.type === "IdSelector") ids.push(selectedName(node));
    if (node.type === "Raw") mapReferencesIn(node.value, note);
  });
  return ids;
}

/**
 * A style sheet that selects only parts of one drawing, with its own names of animations. The root gets a class, the
 * prefix.
 */
export function ownSheet(css: string, { root, prefix, ids, rename }: Names): string {
  const sheet = parseSheet(css);
  const animations = new Set<string>();
  const renamed = (id: string): string => (ids.has(id) ? rename(id) : id);
  walk(sheet, (node) => {
    if (node.type === "IdSelector") node.name = writeName(renamed(selectedName(node)));
    if (node.type === "Atrule" && isKeyframes(node)) animations.add(writeCss(node.prelude!));
  });
  const classes = root.attributes.class?.split(/\s+/) ?? [];
  const own: Own = { prefix, root, classes, animations };
  walk(sheet, (node) => {
    if (node.type === "Declaration" && node.value.type === "Raw")
      node.value.value = ownValue(node.property, node.value.value, own, renamed);
  });
  limit(sheet.children, own);
  root.attributes.class = [...classes, prefix].join(" ");
  visit(root, ({ attributes }) => {
    if (attributes.style === undefined) return;
    const declarations = declarationsOf(attributes.style);
    const renamedOnes = declarations.map((one) => ({
      ...one,
      value: ownValue(one.property, one.value, own, (id) => id),
    }));
    attributes.style = writeDeclarations(renamedOnes);
  });
  return writeCss(sheet);
}

interface Own {
  readonly prefix: string;
  readonly root: XmlElement;
  /** Those of the root before it got its own. */
  readonly classes: readonly string[];
  readonly animations: ReadonlySet<string>;
}

function ownValue(
  property: string,
  value: string,
  { prefix, animations }: Own,
  rename: (id: string) => string,
): string {
  const referring = mapReferencesIn(value, rename);
  if (!/^(?:-webkit-)?animation(?:-name)?$/i.test(property)) return referring;
  return referring.replaceAll(/[\w-]+/g, (word) => (animations.has(word) ? `${prefix}-${word}` : word));
}

/** Limits rules to the drawing, and gives animations their own names. */
function limit(nodes: List<CssNode>, own: Own): void {
  nodes.forEach((node) => {
    if (node.type === "Rule" && node.prelude.type === "SelectorList") {
      const selectors = node.prelude.children.toArray().flatMap((selector) => limited(selector, own));
      node.prelude = { type: "Raw", value: selectors.join() };
    }
    if (node.type !== "Atrule") return;
    if (isKeyframes(node)) node.prelude = { type: "Raw", value: `${own.prefix}-${writeCss(node.prelude!)}` };
    else if (node.block !== null) limit(node.block.children, own);
  });
}

/** The selectors that select the same within the drawing, its root included. */
function limited(selector: CssNode, { prefix, root, classes }: Own): string[] {
  if (selector.type !== "Selector") return [];
  const nodes = selector.children.toArray();
  const end = nodes.findIndex(({ type }) => type === "Combinator");
  const first = end < 0 ? nodes : nodes.slice(0, end);
  const rest = end < 0 ? "" : write(nodes.slice(end));
  const isRoot = (node: CssNode): boolean => node.type === "PseudoClassSelector" && node.name === "root";
  const type = first.find((node) => node.type === "TypeSelector");
  const others = first.filter((node) => node !== type && !isRoot(node));
  const mayBeRoot =
    (type === undefined || type.name === "*" || type.name === root.name) &&
    others.every((node) => node.type !== "ClassSelector" || classes.includes(selectedName(node)));
  const atRoot = mayBeRoot ? [`.${prefix}${write(others)}${rest}`] : [];
  return first.some(isRoot) ? atRoot : [`.${prefix} ${writeCss(selector)}`, ...atRoot];
}

function write(nodes: readonly CssNode[]): string {
  return nodes.map(writeCss).join("");
}

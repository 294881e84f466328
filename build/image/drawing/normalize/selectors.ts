import type { XmlElement } from "@rgrove/parse-xml";
import type { CssNode, Selector } from "css-tree";
import { selectedName } from "../css.js";

/** A selector of classes, ids and names of elements, with descendants and children. */
export interface SimpleSelector {
  /** Greater than of any selector that it overrides, at equal places. */
  readonly specificity: number;
  /** @param ancestors from the root to the parent */
  matches(element: XmlElement, ancestors: readonly XmlElement[]): boolean;
}

interface Compound {
  readonly tag: string | undefined;
  readonly id: string | undefined;
  readonly classes: readonly string[];
  readonly isRoot: boolean;
  /** Whether the compound before must match the parent instead of any ancestor. */
  readonly isChild: boolean;
}

const BY_ID = 1_000_000;
const BY_CLASS = 1000;

/** The meaning of a selector; undefined if it depends on more than names, such as on the pointer or on siblings. */
export function simpleSelector({ children }: Selector): SimpleSelector | undefined {
  const compounds: CssNode[][] = [[]];
  const combinators: string[] = [""];
  for (const node of children) {
    if (node.type === "Combinator") {
      compounds.push([]);
      combinators.push(node.name);
    } else compounds.at(-1)!.push(node);
  }
  if (combinators.some((name) => name !== "" && name !== " " && name !== ">")) return undefined;
  const parts = compounds.map((nodes, at) => compoundOf(nodes, combinators[at] === ">"));
  if (!parts.every((part) => part !== undefined)) return undefined;
  const specificity = parts.reduce(
    (sum, { tag, id, classes, isRoot }) =>
      sum +
      (id === undefined ? 0 : BY_ID) +
      BY_CLASS * (classes.length + Number(isRoot)) +
      Number(tag !== undefined && tag !== "*"),
    0,
  );
  return { specificity, matches: (element, ancestors) => matches(parts, element, ancestors) };
}

function compoundOf(nodes: readonly CssNode[], isChild: boolean): Compound | undefined {
  let tag: string | undefined;
  let id: string | undefined;
  let isRoot = false;
  const classes: string[] = [];
  for (const node of nodes) {
    // A prefix can only be of SVG, since all elements are.
    if (node.type === "TypeSelector") tag = node.name.replace(/^.*\|/, "");
    else if (node.type === "ClassSelector") classes.push(selectedName(node));
    else if (node.type === "IdSelector" && (id === undefined || id === selectedName(node))) id = selectedName(node);
    else if (node.type === "PseudoClassSelector" && node.name === "root" && node.children === null) isRoot = true;
    else return undefined;
  }
  return nodes.length === 0 ? undefined : { tag, id, classes, isRoot, isChild };
}

function matches(parts: readonly Compound[], element: XmlElement, ancestors: readonly XmlElement[]): boolean {
  const last = parts.at(-1)!;
  if (!isOf(last, element, ancestors.length === 0)) return false;
  if (parts.length === 1) return true;
  const before = parts.slice(0, -1);
  for (let at = ancestors.length - 1; at >= 0; at--) {
    if (matches(before, ancestors[at]!, ancestors.slice(0, at))) return true;
    if (last.isChild) return false;
  }
  return false;
}

function isOf({ tag, id, classes, isRoot }: Compound, { name, attributes }: XmlElement, atRoot: boolean): boolean {
  if (tag !== undefined && tag !== "*" && tag !== name) return false;
  if (id !== undefined && id !== attributes.id) return false;
  if (isRoot && !atRoot) return false;
  if (classes.length === 0) return true;
  const own = attributes.class?.split(/\s+/) ?? [];
  return classes.every((name) => own.includes(name));
}

import type { CssNode } from "css-tree";
import walk from "css-tree/walker";
import { FUNCTIONS } from "./allowed.js";
import { parseSheet, selectedName, writeCss, writeName } from "./css.js";

const LOCAL_URL = /url\(\s*(["']?)#[^\s"'()<>\\]+\1\s*\)/gi;
/** Rules of style sheets that can't refer to anything outside the drawing. */
const RULES: ReadonlySet<string> = new Set(["@media", "@keyframes", "@supports"]);

/**
 * The first part of a value that, parsed as CSS, may refer to something outside the drawing. Escapes are rejected, since
 * they could hide anything.
 */
export function unsafePartOf(value: string): string | undefined {
  if (value.includes("\\")) return "an escape";
  return value.includes("@") ? "@" : unsafeFunctionOf(value);
}

/** References with their escapes resolved. Other escapes stay. */
export function withoutEscapes(value: string): string {
  return value.replaceAll(
    /url\(\s*(["']?)\\?#((?:\\[^\da-f\s]|[^\\\s"'()<>])+)\1\s*\)/gi,
    (_all, _quote, id: string) => `url(#${id.replaceAll(/\\(.)/g, "$1")})`,
  );
}

/** A style sheet without rules and declarations that may refer to something outside the drawing, and these parts. */
export function safeSheet(css: string): { readonly css: string; readonly removed: readonly string[] } {
  const unsafe = unsafePartOfSheet(css);
  if (unsafe === undefined) return { css, removed: [] };
  const removed = new Set<string>();
  const sheet = parseSheet(css);
  const restoreNames = hideEscapedNames(sheet);
  walk(sheet, (node, item, list) => {
    // Only members of lists can be removed.
    const part = list === undefined ? undefined : removablePart(node);
    if (part === undefined) return;
    list.remove(item);
    if (part !== "") removed.add(part);
  });
  const left = unsafePartOfSheet(writeCss(sheet));
  if (left !== undefined) return { css: "", removed: [...removed, left] };
  restoreNames();
  return { css: writeCss(sheet), removed: [...removed] };
}

/**
 * Replaces the classes and ids in selectors that have escapes, which alone can't refer to anything.
 *
 * @returns a function that writes them back, with escapes only where these are necessary
 */
function hideEscapedNames(sheet: CssNode): () => void {
  const hidden: [node: { name: string }, name: string][] = [];
  walk(sheet, (node) => {
    if ((node.type !== "ClassSelector" && node.type !== "IdSelector") || !node.name.includes("\\")) return;
    const name = selectedName(node);
    // HTML has an end tag there.
    if (name.includes("<")) return;
    hidden.push([node, writeName(name)]);
    node.name = "x";
  });
  return () => {
    for (const [node, name] of hidden) node.name = name;
  };
}

/** What is unsafe in a node that can be removed alone; empty if removing it changes nothing. Undefined for others. */
function removablePart(node: CssNode): string | undefined {
  if (node.type === "CDO" || node.type === "CDC" || node.type === "Raw") return "";
  if (node.type === "Declaration") return unsafePartOf(writeCss(node.value));
  if (node.type === "Rule") return unsafePartOfSheet(writeCss(node.prelude));
  const rule = node.type === "Atrule" ? `@${node.name.toLowerCase()}` : undefined;
  if (rule === undefined || RULES.has(rule)) return undefined;
  return rule === "@charset" || rule === "@namespace" ? "" : rule;
}

/** The first part of a style sheet that may refer to something outside the drawing. */
export function unsafePartOfSheet(css: string): string | undefined {
  if (css.includes("\\")) return "an escape";
  if (css.includes("<")) return "a tag";
  const rules = css.match(/@[\w-]*/g) ?? [];
  return rules.find((rule) => !RULES.has(rule.toLowerCase())) ?? unsafeFunctionOf(css);
}

function unsafeFunctionOf(css: string): string | undefined {
  if (!css.includes("(")) return undefined;
  // Comments are not removed first, since what looks like one may be part of a string.
  for (const [, name] of css.replaceAll(LOCAL_URL, "none").matchAll(/([\w-]*)\s*\(/g)) {
    const known = name!.toLowerCase().replace(/^-webkit-/, "");
    if (known === "url" || (known !== "" && !FUNCTIONS.has(known))) return `${name}()`;
  }
  return undefined;
}

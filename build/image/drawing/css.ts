import type { Atrule, Block, CssNode, StyleSheet } from "css-tree";
import generate from "css-tree/generator";
import parse from "css-tree/parser";
import { ident } from "css-tree/utils";

/** A declaration of a style sheet or of an attribute `style`. */
export interface Declaration {
  /** In lower case, except for custom properties. */
  readonly property: string;
  readonly value: string;
  readonly isImportant: boolean;
}

const COMMENT = /\/\*[\s\S]*?(?:\*\/|$)/g;

/** Parses a style sheet as browsers do: what is not valid is left out. Values and conditions stay text. */
export function parseSheet(css: string): StyleSheet {
  return parse(css, { parseValue: false, parseAtrulePrelude: false, onParseError: () => {} }) as StyleSheet;
}

/** The name that a selector of a class or an id means. */
export function selectedName({ name }: { readonly name: string }): string {
  return name.includes("\\") ? ident.decode(name) : name;
}

/** A name as selectors write it. */
export function writeName(name: string): string {
  return ident.encode(name);
}

/** The text of a style sheet or of a part of one. */
export function writeCss(node: CssNode): string {
  return generate(node);
}

/** Whether a rule names the steps of an animation. */
export function isKeyframes({ name, prelude }: Atrule): boolean {
  return /^(?:-webkit-)?keyframes$/i.test(name) && prelude !== null;
}

/** The declarations of an attribute `style`. */
export function declarationsOf(style: string): Declaration[] {
  const list = parse(style, { context: "declarationList", parseValue: false, onParseError: () => {} });
  return list.type === "DeclarationList" ? declarationsIn(list) : [];
}

/** The declarations of a block, without nested rules. */
export function declarationsIn({ children }: Pick<Block, "children">): Declaration[] {
  const declarations: Declaration[] = [];
  children.forEach((node) => {
    if (node.type !== "Declaration") return;
    const property = node.property.startsWith("--") ? node.property : node.property.toLowerCase();
    const value = generate(node.value).replaceAll(COMMENT, " ").trim();
    declarations.push({ property, value, isImportant: node.important === true });
  });
  return declarations;
}

/** The text of declarations, as for an attribute `style`. */
export function writeDeclarations(declarations: readonly Declaration[]): string {
  return declarations
    .map(({ property, value, isImportant }) => `${property}:${value}${isImportant ? "!important" : ""}`)
    .join(";");
}

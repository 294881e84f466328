import { XmlElement, XmlText } from "@rgrove/parse-xml";
import type { CssNode, Rule, StyleSheet } from "css-tree";
import { GEOMETRY_PROPERTIES, PRESENTATION } from "../allowed.js";
import {
  type Declaration,
  declarationsIn,
  declarationsOf,
  isKeyframes,
  parseSheet,
  writeCss,
  writeDeclarations,
} from "../css.js";
import { viewBoxOf } from "../drawing-size.js";
import { visit } from "../references.js";
import { PAINTS, simplifyPaint } from "./colors.js";
import { type SimpleSelector, simpleSelector } from "./selectors.js";
import { hasVariable, resolveVariables, type Variables } from "./variables.js";

/** Properties that browsers read from attributes of the same name. */
const ATTRIBUTES: ReadonlySet<string> = new Set(PRESENTATION);
/** Properties that have an effect only in a style sheet or in `style`. */
const STYLE_ONLY =
  /^(?:mix-blend-mode|isolation|font|marker|mask-.*|background(?:-color)?|animation.*|offset.*|translate|rotate|scale|transition.*)$/;
const LENGTH = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?(?:px|pt|pc|in|cm|mm)?$/i;
const OPACITY = /opacity$/;
const WIDE = /^(?:initial|unset|revert(?:-layer)?)$/i;

interface StyleRule {
  readonly selector: SimpleSelector;
  readonly declarations: readonly Declaration[];
}

/**
 * Makes style sheets and `style` attributes. What depends on the reader or the moment stays in a style sheet, with all
 * that it could override.
 *
 * @returns whether anything changed
 */
export function applyStyles(root: XmlElement): boolean {
  const sheets: XmlElement[] = [];
  let isStyled = false;
  visit(root, (element) => {
    if (element.name === "style") sheets.push(element);
    isStyled ||= element.attributes.style !== undefined || Object.values(element.attributes).some(hasVariable);
  });
  if (sheets.length === 0 && !isStyled) return false;
  const sheet = parseSheet(sheets.map(({ text }) => text).join("\n"));
  unwrapSupported(sheet);
  const kept = keptProperties(sheet);
  const rules = takeRules(sheet, kept);
  applyTo(root, [], new Map(), { rules, kept });
  paintBackground(root);
  const rest = writeCss(sheet);
  removeSheets(root);
  if (rest === "") {
    // Classes were for the style sheet, and could mean something on a page.
    if (sheets.length > 0) visit(root, ({ attributes }) => delete attributes.class);
    return true;
  }
  const style = new XmlElement("style");
  style.children.push(new XmlText(rest));
  root.children.unshift(style);
  return true;
}

/** Takes rules out of `@supports`, since browsers support what drawings ask for. */
function unwrapSupported({ children }: StyleSheet): void {
  children.forEach((node, item) => {
    if (node.type !== "Atrule" || node.name.toLowerCase() !== "supports" || node.block === null) return;
    if (/\bnot\b/i.test(writeCss(node.prelude!))) children.remove(item);
    else children.replace(item, node.block.children);
  });
}

/** Properties that rules set which stay in the style sheet, as far as they may override others. */
function keptProperties(sheet: StyleSheet): ReadonlySet<string> {
  const kept = new Set<string>();
  const keepAll = (rule: Rule): void => {
    for (const { property } of declarationsIn(rule.block)) kept.add(property);
  };
  const look = (node: CssNode): void => {
    if (node.type === "Rule" && node.prelude.type !== "Raw" && simpleSelectors(node) === undefined) keepAll(node);
    if (node.type === "Atrule" && !isKeyframes(node)) node.block?.children.forEach(lookInside);
  };
  const lookInside = (node: CssNode): void => {
    if (node.type === "Rule") keepAll(node);
    else look(node);
  };
  sheet.children.forEach(look);
  return kept;
}

/** Undefined if one of the selectors is not simple, or the rule contains others. */
function simpleSelectors({ prelude, block }: Rule): readonly SimpleSelector[] | undefined {
  if (prelude.type !== "SelectorList" || block.children.some(({ type }) => type === "Rule" || type === "Atrule"))
    return undefined;
  const selectors: (SimpleSelector | undefined)[] = [];
  for (const selector of prelude.children)
    selectors.push(selector.type === "Selector" ? simpleSelector(selector) : undefined);
  return selectors.every((selector) => selector !== undefined) ? selectors : undefined;
}

/** Takes what becomes attributes out of a style sheet. */
function takeRules(sheet: StyleSheet, kept: ReadonlySet<string>): readonly StyleRule[] {
  const rules: StyleRule[] = [];
  sheet.children = sheet.children.filter((node) => {
    // What is not valid, and signs of old comments.
    if (node.type !== "Atrule" && (node.type !== "Rule" || node.prelude.type === "Raw")) return false;
    const selectors = node.type === "Rule" ? simpleSelectors(node) : undefined;
    if (node.type !== "Rule" || selectors === undefined) return true;
    const declarations = declarationsIn(node.block);
    const taken = declarations.filter(({ property }) => !isKept(property, kept));
    for (const selector of selectors) rules.push({ selector, declarations: taken });
    node.block.children = node.block.children.filter(
      (declaration) => declaration.type === "Declaration" && isKept(declaration.property.toLowerCase(), kept),
    );
    return !node.block.children.isEmpty;
  });
  return rules;
}

/** Whether a rule that stays could override a property, directly or by a shorthand. */
function isKept(property: string, kept: ReadonlySet<string>): boolean {
  return kept.has(property) || kept.has("all") || kept.has(property.split("-", 1)[0]!);
}

interface Styling {
  readonly rules: readonly StyleRule[];
  readonly kept: ReadonlySet<string>;
}

function applyTo(element: XmlElement, ancestors: readonly XmlElement[], inherited: Variables, styling: Styling): void {
  const declared = declarationsFor(element, ancestors, styling);
  const custom = declared.filter(({ property }) => property.startsWith("--"));
  const variables = custom.length === 0 ? inherited : new Map(inherited);
  for (const { property, value } of custom)
    (variables as Map<string, string>).set(property, resolveVariables(value, inherited) ?? "");
  resolveAttributes(element, variables);
  const style = applyDeclarations(element, declared, variables, styling.kept);
  if (style.length > 0) element.attributes.style = writeDeclarations(style);
  else delete element.attributes.style;
  const path = [...ancestors, element];
  for (const child of element.children) if (child instanceof XmlElement) applyTo(child, path, variables, styling);
}

/** What is declared for an element, the strongest last. */
function declarationsFor(
  element: XmlElement,
  ancestors: readonly XmlElement[],
  { rules }: Styling,
): readonly Declaration[] {
  const { style } = element.attributes;
  const own = style === undefined ? [] : declarationsOf(style);
  const matching = rules
    .filter(({ selector }) => selector.matches(element, ancestors))
    .sort((a, b) => a.selector.specificity - b.selector.specificity);
  if (matching.length === 0 && !own.some(({ isImportant }) => isImportant)) return own;
  const all = [...matching.flatMap(({ declarations }) => declarations), ...own];
  return [...all.filter(({ isImportant }) => !isImportant), ...all.filter(({ isImportant }) => isImportant)];
}

/** Replaces custom properties in attributes. */
function resolveAttributes({ attributes }: XmlElement, variables: Variables): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "style" || !hasVariable(value)) continue;
    const resolved = resolveVariables(value, variables);
    if (resolved === undefined) delete attributes[name];
    else attributes[name] = resolved;
  }
}

/** @returns the declarations that must stay in `style` */
function applyDeclarations(
  element: XmlElement,
  declared: readonly Declaration[],
  variables: Variables,
  kept: ReadonlySet<string>,
): readonly Declaration[] {
  const { attributes } = element;
  const rest = new Map<string, Declaration>();
  for (const declaration of declared) {
    const { property, value: written } = declaration;
    if (property.startsWith("--")) continue;
    if (isKept(property, kept) || STYLE_ONLY.test(property)) {
      rest.delete(property);
      rest.set(property, declaration);
      continue;
    }
    const value = resolveVariables(written, variables);
    const attribute =
      value === undefined || !isAttributeOf(element, property) ? undefined : attributeValue(property, value);
    if (attribute !== undefined) attributes[property] = attribute;
  }
  joinTransforms(attributes, rest);
  return [...rest.values()];
}

/** Makes the properties `translate`, `rotate` and `scale` a part of `transform`, before its own. */
function joinTransforms(attributes: XmlElement["attributes"], style: Map<string, Declaration>): void {
  const functions: string[] = [];
  for (const name of ["translate", "rotate", "scale"]) {
    const value = style.get(name)?.value;
    if (value === undefined || !style.delete(name) || value === "none") continue;
    functions.push(`${name}(${value.trim().split(/\s+/).join()})`);
  }
  if (functions.length > 0) attributes.transform = [...functions, attributes.transform].join(" ");
}

function isAttributeOf({ name }: XmlElement, property: string): boolean {
  // An image of a drawing ignores the sizes that a style sheet gives its root.
  return (
    ATTRIBUTES.has(property) || property === "transform-box" || (GEOMETRY_PROPERTIES[property]?.includes(name) ?? false)
  );
}

/** A value of a style sheet as an attribute; undefined if browsers ignore it. */
function attributeValue(property: string, value: string): string | undefined {
  if (WIDE.test(value)) return undefined;
  if (PAINTS.includes(property)) return simplifyPaint(value);
  if (OPACITY.test(property) && value.endsWith("%")) return String(Number.parseFloat(value) / 100);
  if (property === "d") return /^path\(\s*(["'])(.*)\1\s*\)$/s.exec(value)?.[2];
  return property in GEOMETRY_PROPERTIES && !LENGTH.test(value) ? undefined : value;
}

/** Removes style sheets, whose rules are applied. */
function removeSheets(element: XmlElement): void {
  element.children = element.children.filter((child) => !(child instanceof XmlElement && child.name === "style"));
  for (const child of element.children) if (child instanceof XmlElement) removeSheets(child);
}

/** Makes the background of the root a rectangle, which renderers show as well. */
function paintBackground(root: XmlElement): void {
  const { style, viewBox } = root.attributes;
  if (style === undefined) return;
  const [others, backgrounds]: Declaration[][] = [[], []];
  for (const declaration of declarationsOf(style))
    (/^background(?:-color)?$/.test(declaration.property) ? backgrounds : others)!.push(declaration);
  const color = simplifyPaint(backgrounds!.at(-1)?.value ?? "");
  if (color === undefined) return;
  const { x, y, width, height } = viewBoxOf(viewBox) ?? { x: 0, y: 0, width: "100%", height: "100%" };
  root.children.unshift(
    new XmlElement("rect", { x: `${x}`, y: `${y}`, width: `${width}`, height: `${height}`, fill: color }),
  );
  if (others!.length > 0) root.attributes.style = writeDeclarations(others!);
  else delete root.attributes.style;
}

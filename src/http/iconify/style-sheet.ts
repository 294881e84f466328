import type { IconifyJSON } from "@iconify/types";
import { stringToColor } from "@iconify/utils/lib/colors/index";
import { getIconsCSS } from "@iconify/utils/lib/css/icons";
import type { CSSFormatMode, IconCSSIconSetOptions } from "@iconify/utils/lib/css/types";
import { colorOf, type Parameters, readFlag, withoutMarkup } from "./parameters.js";

const FORMATS: ReadonlySet<string> = new Set<CSSFormatMode>(["compact", "compressed", "expanded"]);
const SELECTOR = /^(?:[\p{L}\p{N}\s_.#:,*+~^$|=()[\]-]|\\[^\s{}])+$/u;
const VARIABLE = /^[a-z0-9_-]*$/;

/** The style sheet of icons as `/prefix.css` returns it, with the parameters of the request and their short forms. */
export function writeStyleSheet(set: IconifyJSON, names: string[], parameters: Parameters): string {
  const { format, common, selector, override } = parameters;
  const options: IconCSSIconSetOptions = {};
  if (format !== undefined && FORMATS.has(format)) options.format = format as CSSFormatMode;
  const color = colorOf(parameters);
  if (color && stringToColor(color)) options.color = color;
  const mode = parameters.mode === "bg" ? "background" : parameters.mode;
  if (mode === "background" || mode === "mask") options.mode = mode;
  const forceSquare = readFlag(parameters.square || parameters.forceSquare || parameters["force-square"]);
  if (forceSquare !== undefined) options.forceSquare = forceSquare;
  const pseudoSelector = readFlag(parameters.pseudo || parameters.pseudoSelector || parameters["pseudo-selector"]);
  if (pseudoSelector !== undefined) options.pseudoSelector = pseudoSelector;
  const selectors = {
    commonSelector: withoutMarkup(parameters.commonSelector || common),
    iconSelector: withoutMarkup(parameters.iconSelector || selector),
    overrideSelector: withoutMarkup(parameters.overrideSelector || override),
  };
  for (const [name, value] of Object.entries(selectors) as [keyof typeof selectors, string | undefined][])
    if (value !== undefined && isSelector(value)) options[name] = value;
  const variable = parameters.varName || parameters.var;
  if (variable !== undefined && VARIABLE.test(variable))
    options.varName = variable === "" || variable === "null" || readFlag(variable) === false ? null : variable;
  // The sheet has a comment about each unknown name.
  const shown = names.map((name) => name.replaceAll("*/", "* /"));
  return getIconsCSS(set, shown, options);
}

/**
 * Whether a value can only be a selector, with placeholders: none of its characters begins an at-rule, a block, a string
 * or a comment, or ends a rule.
 */
function isSelector(value: string): boolean {
  return SELECTOR.test(value.replaceAll(/\{(?:name|prefix)\}/g, "x"));
}

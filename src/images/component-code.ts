import { FRAMEWORKS, type Framework, writeElements } from "./component-syntax.js";
import { TEMPLATES } from "./component-templates.js";
import { elementsOf } from "./drawing-elements.js";
import { isolatedParts } from "./drawing-parts.js";
import { forReactNative } from "./react-native-drawing.js";

/** A drawing that becomes a component. */
export interface ComponentDrawing {
  /** The sanitized drawing. */
  readonly text: string;
  /** Used if the drawing has no size of its own. */
  readonly width: number;
  readonly height: number;
  /** The usual color of what is painted with `currentColor`; undefined: nothing is. */
  readonly color?: string | undefined;
}

interface CodeOptions {
  /** Lines of a comment about the component; default none. */
  readonly credits?: readonly string[];
  /** Whether code for React has types; default true. */
  readonly typed?: boolean;
}

/**
 * A component name: GitHub for github, Icon7zip for 7zip. @param name of the icon; its capitals count if it has the same
 * letters as the id
 */
export function componentName(id: string, name = id): string {
  const own = joined(id) || joined(codePoints(id));
  const named = joined(name);
  const component = named.toLowerCase() === own.toLowerCase() ? named : own;
  return /^[A-Z]/.test(component) ? component : `Icon${component}`;
}

/** The words of a text as one, each with a capital. */
function joined(text: string): string {
  const words = text.normalize("NFKD").match(/[A-Za-z0-9]+/g) ?? [];
  return words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join("");
}

/** A text without usable letters as code points: `微信` → `u5fae-u4fe1`. */
export function codePoints(text: string): string {
  return Array.from(text, (character) => `u${character.codePointAt(0)!.toString(16)}`).join("-");
}

/** The line of a module that exports a component by its name. */
export function exportOf(framework: Framework, component: string): string {
  return isMarkup(framework)
    ? `export { default as ${component} } from "./${component}.${FRAMEWORKS[framework]}";\n`
    : `export { ${component} } from "./${component}";\n`;
}

/**
 * The code of a component that shows a drawing in a square of the side `size`. It is an image named `title`, or
 * decorative without one; other properties are those of the root element. Ids differ between all components on a page.
 *
 * @returns undefined if the framework can't show the drawing
 */
export function componentCode(
  framework: Framework,
  component: string,
  { text, color, ...size }: ComponentDrawing,
  { credits = [], typed = true }: CodeOptions = {},
): string | undefined {
  const { left, top, width, height, body } = isolatedParts(text, size);
  const all = elementsOf(body);
  const elements = framework === "react-native" ? forReactNative(all) : all;
  if (elements === undefined) return undefined;
  const viewBox = `viewBox="${left} ${top} ${width} ${height}"`;
  const written = writeElements(framework, elements);
  return TEMPLATES[framework]({ component, viewBox, color, typed, comment: commentOf(framework, credits), ...written });
}

function isMarkup(framework: Framework): boolean {
  return framework === "vue" || framework === "svelte";
}

function commentOf(framework: Framework, lines: readonly string[]): string {
  if (lines.length === 0) return "";
  return isMarkup(framework)
    ? `<!--\n${lines.join("\n").replaceAll("-->", "-- >")}\n-->\n`
    : `/**\n * ${lines.join("\n * ").replaceAll("*/", "* /")}\n */\n`;
}

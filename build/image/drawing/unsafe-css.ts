import { FUNCTIONS } from "./allowed.js";

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

import { visit } from "jsonc-parser";
import { type Finding, MAX_FINDINGS } from "./validate.js";

/** Number of digits that a number can always represent. */
const SAFE_DIGITS = 15;
/** Matches text that parsing may change: escapes, `__proto__`, and numbers that are long or have an exponent. */
const SUSPICIOUS = /\\u|__proto__|[:,[\s]-?(?:\d[\d.]{15,}|[\d.]+[eE])/;
const LONE_SURROGATE = /\p{Cs}/u;
const NUMBER = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * Finds parts of a JSON text that JSON.parse would silently lose: duplicate fields, `__proto__`, unpaired surrogates,
 * and digits of numbers. Reports at most 20.
 *
 * @param text of a value that JSON.parse accepts, nested no deeper than the stack allows
 * @param value the result of JSON.parse; if given, an unsuspicious text costs only a scan
 */
export function checkText(text: string, value?: unknown): Finding[] {
  // With the same number of keys, no escape and no long number, nothing can have been lost.
  if (value !== undefined && !SUSPICIOUS.test(text) && keysIn(text) === countKeys(value)) return [];
  const findings: Finding[] = [];
  const fields: Set<string>[] = [];
  visit(text, {
    onObjectBegin: () => {
      fields.push(new Set());
    },
    onObjectEnd: () => {
      fields.pop();
    },
    onObjectProperty(name, offset, _length, _line, _character, pathSupplier) {
      const path = [...pathSupplier(), name];
      if (fields.at(-1)!.has(name))
        findings.push({ path, offset, message: "occurs twice in one object", remedy: "Keep one of the two." });
      fields.at(-1)!.add(name);
      if (name === "__proto__")
        findings.push({
          path,
          offset,
          message: "is a field __proto__, which can't be stored",
          remedy: "Give the field another name.",
        });
      if (LONE_SURROGATE.test(name)) findings.push(halfCharacter(path, offset, name));
    },
    onLiteralValue(literal: unknown, offset, length, _line, _character, pathSupplier) {
      if (typeof literal === "string" && LONE_SURROGATE.test(literal))
        findings.push(halfCharacter(pathSupplier(), offset, literal));
      if (typeof literal !== "number") return;
      const written = text.slice(offset, offset + length);
      if (!isKept(written, literal)) findings.push(lostNumber(pathSupplier(), offset, written));
    },
  });
  return findings.slice(0, MAX_FINDINGS);
}

function halfCharacter(path: Finding["path"], offset: number, value: string): Finding {
  const message = "has half of a character (a lone surrogate)";
  return { path, offset, value, message, remedy: "Write the whole character." };
}

function lostNumber(path: Finding["path"], offset: number, written: string): Finding {
  return {
    path,
    offset,
    literal: written,
    message: "is a number that can't be stored exactly",
    remedy: `Write it with at most ${SAFE_DIGITS} digits, or as a text in quotes.`,
  };
}

/** Whether a number keeps its value when it is written out again. */
function isKept(written: string, number: number): boolean {
  return Number.isFinite(number) && decimalOf(written) === decimalOf(String(number));
}

/** Digits without leading and trailing zeros, and the power of ten: equal for equal values. */
function decimalOf(number: string): string {
  const [, whole = "", fraction = "", exponent = "0"] = NUMBER.exec(number) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const kept = digits.replace(/0+$/, "");
  if (kept === "") return "0";
  const power = Number(exponent) - fraction.length + digits.length - kept.length;
  return `${number.startsWith("-") ? "-" : ""}${kept}e${power}`;
}

/**
 * The number of colons after closing quotes. Equals the number of keys in the parsed value, unless a key was lost or a
 * text looks like one.
 */
function keysIn(json: string): number {
  return json.match(/"\s*:/g)?.length ?? 0;
}

function countKeys(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let count = 0;
  for (const item of Object.values(value)) count += countKeys(item);
  return Array.isArray(value) ? count : count + Object.keys(value).length;
}

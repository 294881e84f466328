import { createHash } from "node:crypto";
import { XmlElement, XmlText } from "@rgrove/parse-xml";
import { LINKS, mapReferencesIn, visit } from "../references.js";
import { writeDrawing } from "../write-drawing.js";
import { idsInSheet, ownSheet } from "./own-sheet.js";

const DIGITS = 7;
/** An id with a prefix as this module writes it. */
const OWN = /^(i[0-9a-z]{7}-)(?=.)/;
const OWN_CLASS = /(?:^|\s)i[0-9a-z]{7}(?:\s|$)/;
/** A time of an animation, relative to this one or to another by id, such as `a.end + 1s`. */
const TIME = /(^|;)(\s*)([^\s;]+)(?=\.[a-z])/gi;

type Rename = (id: string) => string;

/**
 * Renames the ids of a drawing with a prefix that depends on its content, so that no other drawing on a page has the
 * same; ids that nothing refers to are removed. The rules of a style sheet are limited to the drawing by a class of its
 * root. A drawing that has such names keeps them.
 *
 * @returns whether anything changed
 */
export function giveOwnNames(root: XmlElement): boolean {
  const isRepeated = removeRepeatedIds(root);
  const style = root.children.find((child) => child instanceof XmlElement && child.name === "style");
  const sheet = style instanceof XmlElement ? style : undefined;
  const isRemoved = removeIdleIds(root, sheet?.text ?? "") || isRepeated;
  const ids = idsIn(root);
  if (ids.size === 0 && sheet === undefined) return isRemoved;
  if (sheet !== undefined && OWN_CLASS.test(root.attributes.class ?? "")) return isRemoved;
  const [first] = ids;
  const owned = OWN.exec(first ?? "")?.[1];
  const isOwned = owned !== undefined && [...ids].every((id) => id.startsWith(owned));
  if (isOwned) renameIds(root, ids, (id) => id.slice(owned.length));
  const prefix = prefixOf(root);
  const names = isOwned ? new Set([...ids].map((id) => id.slice(owned.length))) : ids;
  const rename: Rename = (id) => `${prefix}-${id}`;
  renameIds(root, names, rename);
  if (sheet !== undefined) sheet.children = [new XmlText(ownSheet(sheet.text, { root, prefix, ids: names, rename }))];
  return isRemoved || owned !== `${prefix}-`;
}

/** A letter and seven digits of base 36. */
function prefixOf(root: XmlElement): string {
  const digest = createHash("sha256").update(writeDrawing(root)).digest();
  return `i${digest.readBigUInt64BE().toString(36).padStart(DIGITS, "0").slice(-DIGITS)}`;
}

function idsIn(root: XmlElement): ReadonlySet<string> {
  const ids = new Set<string>();
  visit(root, ({ attributes: { id } }) => {
    if (id !== undefined) ids.add(id);
  });
  return ids;
}

/** Of several elements with an id, browsers find the first, some renderers the last. */
function removeRepeatedIds(root: XmlElement): boolean {
  const known = new Set<string>();
  let isRepeated = false;
  visit(root, ({ attributes }) => {
    const { id } = attributes;
    if (id === undefined) return;
    if (known.has(id)) {
      delete attributes.id;
      isRepeated = true;
    }
    known.add(id);
  });
  return isRepeated;
}

function removeIdleIds(root: XmlElement, sheet: string): boolean {
  const used = new Set(sheet === "" ? [] : idsInSheet(sheet));
  const note: Rename = (id) => {
    used.add(id);
    return id;
  };
  visit(root, (element) => mapReferences(element, note));
  let isRemoved = false;
  visit(root, ({ attributes }) => {
    if (attributes.id === undefined || used.has(attributes.id)) return;
    delete attributes.id;
    isRemoved = true;
  });
  return isRemoved;
}

function renameIds(root: XmlElement, ids: ReadonlySet<string>, rename: Rename): void {
  const renamed: Rename = (id) => (ids.has(id) ? rename(id) : id);
  visit(root, (element) => {
    mapReferences(element, renamed);
    if (element.attributes.id !== undefined) element.attributes.id = renamed(element.attributes.id);
  });
}

/** Replaces the ids that an element refers to. */
function mapReferences({ attributes }: XmlElement, map: Rename): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (LINKS.includes(name)) {
      if (value.trim().startsWith("#")) attributes[name] = `#${map(value.trim().slice(1))}`;
    } else if (name === "aria-labelledby" || name === "aria-describedby") {
      attributes[name] = value.replaceAll(/\S+/g, map);
    } else if (name === "begin" || name === "end") {
      attributes[name] = value.replaceAll(TIME, (_all, mark, space, id) => mark + space + map(id));
    } else if (value.includes("#")) {
      attributes[name] = mapReferencesIn(value, map);
    }
  }
}

import type { IconRecord } from "./record.js";

type Shape = (value: unknown) => boolean;

const isText: Shape = (value) => typeof value === "string";
/** JSON has no other numbers. */
const isNumber: Shape = (value) => Number.isFinite(value);
/** MessagePack can say a date or bytes, which JSON would show as something else. */
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const listOf =
  (isItem: Shape): Shape =>
  (value) =>
    Array.isArray(value) && value.every(isItem);

const objectOf = (needed: Readonly<Record<string, Shape>>, others: Readonly<Record<string, Shape>> = {}): Shape => {
  const musts = Object.entries(needed);
  const mays = Object.entries(others);
  return (value) =>
    isObject(value) &&
    musts.every(([name, is]) => is(value[name])) &&
    mays.every(([name, is]) => value[name] === undefined || is(value[name]));
};

/** Whether the value of a record's field is of the type that `IconRecord` says; what it means was checked when it was compiled. */
export const RECORD_SHAPE: { readonly [Field in keyof IconRecord]-?: Shape } = {
  id: isText,
  name: isText,
  category: isText,
  developer: isText,
  iconUrl: isText,
  description: isText,
  website: isText,
  style: isText,
  mood: isText,
  phash: isText,
  updatedAt: isText,
  aliases: listOf(isText),
  colors: listOf(isText),
  colorPalette: listOf(objectOf({ hex: isText, name: isText, share: isNumber })),
  versionHistory: listOf(objectOf({ version: isText, date: isText }, { phash: isText, iconUrl: isText, note: isText })),
  aiTags: listOf(objectOf({ tag: isText }, { confidence: isNumber })),
  attributes: isObject,
};

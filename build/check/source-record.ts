import { type Static, Type } from "typebox";
import { COLOR_LABELS } from "#src/color/labels.js";
import { LintSettings } from "../lint/settings.js";

const LABEL = /^[^\s,\p{Cc}](?:[^,\p{Cc}]*[^\s,\p{Cc}])?$/u.source;
const DATE = /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/.source;
const HASH = /^[0-9a-f]{16}$/.source;
/** How the address of a picture on another machine begins. */
export const REMOTE = "https://";
const HEX_COLOR = /^#[0-9a-f]{6}$/.source;

/** What `attributes` may hold in all, so that an answer stays within bounds: fields at all levels, levels, bytes as JSON. */
export const ATTRIBUTE_LIMITS = { fields: 1000, depth: 16, bytes: 2 ** 16 } as const;

// `expects` completes the sentence "must be …" in the build's messages.
const Text = (maxLength: number, expects: string) =>
  Type.String({ minLength: 1, maxLength, pattern: /^(?!\s*$)[^\p{Cc}]+$/u.source, expects });
const Label = Type.String({
  pattern: LABEL,
  maxLength: 60,
  expects: "a label of 1 to 60 characters, trimmed and without a comma",
});
const Url = Type.String({
  pattern: /^https?:\/\/[^\s/?#]\S*$/.source,
  format: "uri",
  maxLength: 2000,
  expects: "an absolute http or https address, such as https://example.com",
});
const Hash = Type.String({ pattern: HASH, expects: "16 lower-case hex digits" });
const HexColor = Type.String({ pattern: HEX_COLOR, expects: "a colour of the form #rrggbb, in lower case" });
const Share = Type.Number({ minimum: 0, maximum: 1, expects: "a number from 0 to 1" });

/** A record as a maintainer writes it; its field names are those of the answers. */
export const SourceRecord = Type.Object(
  {
    id: Type.String({
      pattern: /^(?!\.{1,2}$)[^\s\p{C}](?:[^\p{C}]*[^\s\p{C}])?$/u.source,
      maxLength: 200,
      expects: "1 to 200 printable characters, trimmed, such as my-app; not . or ..",
    }),
    name: Text(200, "a name of 1 to 200 printable characters"),
    category: Label,
    developer: Text(200, "a name of 1 to 200 printable characters"),
    rank: Type.Optional(Type.Number({ expects: "a number; lower comes first" })),
    image: Type.Optional(
      Type.String({
        pattern:
          /^(iconify:[a-z0-9]+(-[a-z0-9]+)*\/[a-z0-9]+(-[a-z0-9]+)*|https:\/\/[^\s\p{C}]+|(?!iconify:|\/|[A-Za-z][A-Za-z\d+.-]*:\/\/)\S.*)$/u
            .source,
        maxLength: 2000,
        expects: "a file relative to the dataset, iconify:<prefix>/<name>, or an https: address",
      }),
    ),
    background: Type.Optional(HexColor),
    tint: Type.Optional(HexColor),
    iconUrl: Type.Optional(Url),
    description: Type.Optional(Text(1000, "a text of 1 to 1000 characters, in one line")),
    website: Type.Optional(Url),
    style: Type.Optional(Label),
    mood: Type.Optional(Label),
    aliases: Type.Optional(
      Type.Array(Text(200, "a name of 1 to 200 printable characters"), {
        maxItems: 50,
        uniqueItems: true,
        expects: "a list of up to 50 distinct names",
      }),
    ),
    colors: Type.Optional(
      Type.Array(Type.Enum([...COLOR_LABELS], { type: "string", expects: `one of ${COLOR_LABELS.join(", ")}` }), {
        maxItems: COLOR_LABELS.length,
        uniqueItems: true,
        expects: "a list of distinct colour labels, most present first",
      }),
    ),
    colorPalette: Type.Optional(
      Type.Array(
        Type.Object(
          {
            hex: HexColor,
            name: Type.Enum([...COLOR_LABELS], { expects: `one of ${COLOR_LABELS.join(", ")}` }),
            share: Share,
          },
          { additionalProperties: false, expects: "an object with hex, name and share" },
        ),
        { maxItems: 16, expects: "a list of up to 16 colours" },
      ),
    ),
    phash: Type.Optional(Hash),
    updatedAt: Type.Optional(
      Type.String({
        pattern: /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.source,
        expects: "an ISO 8601 date or time, such as 2024-05-11 or 2024-05-11T08:00:00Z",
      }),
    ),
    aiTags: Type.Optional(
      Type.Array(
        Type.Object(
          { tag: Text(60, "a tag of 1 to 60 characters"), confidence: Type.Optional(Share) },
          { additionalProperties: false, expects: "an object with tag and perhaps confidence" },
        ),
        { maxItems: 100, expects: "a list of up to 100 tags" },
      ),
    ),
    versionHistory: Type.Optional(
      Type.Array(
        Type.Object(
          {
            version: Text(60, "a version of 1 to 60 characters"),
            date: Type.String({ pattern: DATE, expects: "a date as precise as known: 2016, 2016-05 or 2016-05-11" }),
            phash: Type.Optional(Hash),
            iconUrl: Type.Optional(Url),
            note: Type.Optional(Text(500, "a text of 1 to 500 characters, in one line")),
          },
          { additionalProperties: false, expects: "an object with version, date and perhaps phash, iconUrl, note" },
        ),
        { maxItems: 200, expects: "a list of up to 200 versions, newest first" },
      ),
    ),
    attributes: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        maxProperties: ATTRIBUTE_LIMITS.fields,
        expects: `an object of up to ${ATTRIBUTE_LIMITS.fields} fields of your own, those of objects within among them`,
      }),
    ),
  },
  { additionalProperties: false, expects: "an object" },
);

export type SourceRecord = Static<typeof SourceRecord>;

/** The label lists of a dataset: where one is given, its facet takes no other label. */
const LabelList = Type.Array(Label, {
  maxItems: 10_000,
  uniqueItems: true,
  expects: "a list of up to 10,000 distinct labels",
});

/** `dataset.json`: what holds for all records. */
export const DatasetOptions = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    name: Text(100, "a name of 1 to 100 characters"),
    picture: Type.Optional(
      Type.Object(
        {
          padding: Type.Optional(
            Type.Number({
              minimum: 0,
              maximum: 0.4,
              expects: "a number from 0 to 0.4: the margin around a picture on a background, as part of the side",
            }),
          ),
          background: Type.Optional(HexColor),
        },
        { additionalProperties: false, expects: "an object with padding and background" },
      ),
    ),
    labels: Type.Optional(
      Type.Object(
        { category: Type.Optional(LabelList), style: Type.Optional(LabelList), mood: Type.Optional(LabelList) },
        { additionalProperties: false, expects: "an object with lists category, style and mood" },
      ),
    ),
    lint: Type.Optional(LintSettings),
  },
  { additionalProperties: false, expects: "an object" },
);

export type DatasetOptions = Static<typeof DatasetOptions>;

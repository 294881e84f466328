import type { SourceRecord } from "../check/source-record.js";

/** A text of a record that people read, with the path of its field. */
export interface RecordText {
  readonly path: readonly (string | number)[];
  readonly text: string;
}

/** Names: of the application, its developer, its aliases. */
export function namesOf({ name, developer, aliases = [] }: SourceRecord): RecordText[] {
  return [
    { path: ["name"], text: name },
    { path: ["developer"], text: developer },
    ...aliases.map((text, at) => ({ path: ["aliases", at], text })),
  ];
}

/** Names, labels, sentences and tags. */
export function textsOf(source: SourceRecord): RecordText[] {
  const { category, style, mood, description, aiTags = [], versionHistory = [] } = source;
  const single = Object.entries({ category, style, mood, description });
  return [
    ...namesOf(source),
    ...single.flatMap(([field, text]) => (text === undefined ? [] : [{ path: [field], text }])),
    ...aiTags.map(({ tag }, at) => ({ path: ["aiTags", at, "tag"], text: tag })),
    ...versionHistory.flatMap(({ version, note }, at) => [
      { path: ["versionHistory", at, "version"], text: version },
      ...(note === undefined ? [] : [{ path: ["versionHistory", at, "note"], text: note }]),
    ]),
  ];
}

import { Fragment } from "preact";
import type { Icon, Version } from "../client/answers.js";
import { FACET_ENTRIES, FACETS, labelsOf } from "../format/filter-facets.js";
import { DETAIL_FIELDS, type FieldName, PRO_FIELDS, RECORD_FIELDS } from "../format/record-and-detail-fields.js";
import { listWords } from "../text/list-words.js";
import { Copy } from "./copy.js";

interface FactsProps {
  readonly icon: Icon;
  /** The URL of the icons similar to a hash. */
  hashHref(phash: string): string;
  readonly isPro: boolean;
}

interface TimelineProps {
  readonly versions: readonly Version[];
  hashHref(phash: string): string;
}

/** The fields of an icon. Fields that the plan or the dataset lacks are omitted. */
export function Facts({ icon, hashHref, isPro }: FactsProps) {
  const { developer, description, website, phash, colorPalette, aiTags, versionHistory } = icon;
  const others = OTHER_FIELDS.flatMap((field) => {
    const text = textOf(icon[field]);
    return text === undefined ? [] : [{ field, text }];
  });
  return (
    <>
      <p class="developer">{developer}</p>
      {description !== undefined && <p>{description}</p>}
      <ul class="tags" aria-label="Labels">
        {FACETS.map((facet) => labelsOf(icon, facet).map((label) => <li key={`${facet} ${label}`}>{label}</li>))}
      </ul>
      {website !== undefined && (
        <p>
          <a href={website} target="_blank" rel="noreferrer">
            {website.replace(/^https?:\/\/|\/$/g, "")}
          </a>
        </p>
      )}
      {colorPalette !== undefined && (
        <section>
          <h3>Palette</h3>
          <ul class="palette">
            {colorPalette.map(({ hex, name, share }) => (
              <li key={hex} style={{ flexGrow: Math.max(0.08, share) }}>
                <Copy text={hex} what={hex}>
                  <span class="color" style={{ background: hex }} />
                  <span class="hex">{hex}</span>
                  <span class="share">
                    {name} {Math.round(share * 100)} %
                  </span>
                </Copy>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h3>Identifiers</h3>
        <dl>
          <dt>Id</dt>
          <dd>
            <Copy text={icon.id} what="id">
              <code>{icon.id}</code>
            </Copy>
          </dd>
          {phash !== undefined && (
            <>
              <dt>Hash</dt>
              <dd>
                <Copy text={phash} what="hash">
                  <code>{phash}</code>
                </Copy>
              </dd>
            </>
          )}
        </dl>
      </section>
      {versionHistory !== undefined && versionHistory.length > 0 && (
        <Timeline versions={versionHistory} hashHref={hashHref} />
      )}
      {aiTags !== undefined && aiTags.length > 0 && (
        <section>
          <h3>Seen in the image</h3>
          <ul class="tags">
            {aiTags.map(({ tag }) => (
              <li key={tag}>{tag}</li>
            ))}
          </ul>
        </section>
      )}
      {others.length > 0 && (
        <section>
          <h3>More</h3>
          <dl>
            {others.map(({ field, text }) => (
              <Fragment key={field}>
                <dt>{RECORD_FIELDS[field].label}</dt>
                <dd>{text}</dd>
              </Fragment>
            ))}
          </dl>
        </section>
      )}
      {!isPro && <p class="hint">{`The pro plan also shows ${listWords(PRO_LABELS)}.`}</p>}
    </>
  );
}

/** The redesigns of an icon, newest first. */
function Timeline({ versions, hashHref }: TimelineProps) {
  return (
    <section>
      <h3>Version history</h3>
      <ol class="timeline">
        {versions.map(({ version, date, note, phash }) => (
          <li key={`${version} ${date}`}>
            <time dateTime={date}>{date}</time>
            {version !== date && !date.startsWith(version) && <b> {version}</b>}
            {note !== undefined && <p>{note}</p>}
            {phash !== undefined && (
              <p>
                <a href={hashHref(phash)}>Icons similar to this version</a>
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Fields that are shown above, and the dataset's own fields, which can be long. */
const PLACED: readonly FieldName[] = [
  ...FACET_ENTRIES.map(({ field }) => field),
  ...(["description", "website", "phash", "attributes", "colorPalette", "aiTags", "versionHistory"] as const),
];
const OTHER_FIELDS = DETAIL_FIELDS.filter((field) => !PLACED.includes(field));
const PRO_LABELS = PRO_FIELDS.map((field) => RECORD_FIELDS[field].label.toLowerCase());

/** A text, a number or a list of them, as text. Undefined for values that need more than one line. */
function textOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.every((item) => textOf(item) !== undefined) ? value.join(", ") : undefined;
  return value === undefined || typeof value === "object" ? undefined : String(value);
}

import type { Version } from "../client/answers.js";

interface TimelineProps {
  readonly versions: readonly Version[];
  hashHref(phash: string): string;
}

/** The redesigns of an icon, newest first. */
export function Timeline({ versions, hashHref }: TimelineProps) {
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
                <a href={hashHref(phash)}>Look-alikes of this version</a>
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

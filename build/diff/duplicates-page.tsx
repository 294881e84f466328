import { readyImage } from "#src/images/ready-image.js";
import { replaceFile } from "#src/platform/write-file.js";
import type { DuplicateIcon, DuplicateReport } from "./group-duplicates.js";
import { IconImage, renderFrame } from "./page-parts.js";
import type { Side } from "./side.js";

/** Titles of the kinds of groups. */
export const DUPLICATE_TITLES = { near: "Near duplicates", redrawn: "Redrawn" } as const;

/**
 * Writes the duplicates of a generation as a self-contained page: images are embedded, and there are no scripts or
 * external resources.
 *
 * @throws the system's error if the file can't be written; a previous file then remains unchanged
 */
export function writeDuplicatesPage(path: string, report: DuplicateReport, side: Side): Promise<void> {
  return replaceFile(path, renderPage(report, side));
}

function renderPage({ dataset, generation, icons, total, groups }: DuplicateReport, side: Side): string {
  return renderFrame({
    title: `Duplicates in ${dataset}`,
    body: (
      <>
        <header>
          <h1>Duplicates in {dataset}</h1>
          <p>
            {total} {total === 1 ? "group" : "groups"} among {icons} icons, generation <code>{generation}</code>
          </p>
        </header>
        <main>
          {groups.length < total && (
            <p class="omitted">
              {groups.length} of {total} groups are shown; --limit shows more.
            </p>
          )}
          <ul class="changes">
            {groups.map(({ kind, icons: members }) => (
              <li class="change">
                <p class="tags">
                  <span class="tag">{DUPLICATE_TITLES[kind]}</span>
                </p>
                <div class="sides">
                  {members.map((icon) => (
                    <Member icon={icon} side={side} />
                  ))}
                </div>
              </li>
            ))}
          </ul>
        </main>
      </>
    ),
  });
}

function Member({ icon, side }: { readonly icon: DuplicateIcon; readonly side: Side }) {
  const item = side.catalog.storedImage(icon.id);
  const image = item && readyImage(item);
  return (
    <figure>
      <IconImage image={image} alt="" />
      <figcaption>
        {icon.name}
        <br />
        <code>{icon.id}</code>
        <br />
        {icon.developer}
        {distancesOf(icon).map(([name, value]) => (
          <>
            <br />
            {name} {value}
          </>
        ))}
      </figcaption>
    </figure>
  );
}

/** Names and values of an icon's distances to the first one of its group, as far as there are any. */
export function distancesOf({ toFirst = {} }: DuplicateIcon): [name: string, value: string][] {
  const { shapeDistance, distance, colorDistance } = toFirst;
  const values: [string, string | undefined][] = [
    ["shape", shapeDistance?.toString()],
    ["hash", distance?.toString()],
    ["color", colorDistance?.toFixed(3)],
  ];
  return values.filter((entry): entry is [string, string] => entry[1] !== undefined);
}

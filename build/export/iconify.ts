import { splitDrawing } from "#src/images/drawing-parts.js";
import { creditsOf } from "./credits.js";
import { iconifyName } from "./names.js";
import type { DrawnIcon } from "./sprite.js";

/** Metadata of the set. */
export interface SetFacts {
  readonly prefix: string;
  /** The title of the set. */
  readonly name: string;
}

const VARIOUS = "Various";

/**
 * Writes an icon set in Iconify's format. Each icon has its author, and its license if the record has one. The set has
 * them, too, if they are the same for all icons.
 */
export function* writeIconify(icons: Iterable<DrawnIcon>, { prefix, name }: SetFacts): Generator<string> {
  yield `{"prefix":${JSON.stringify(prefix)},"icons":{`;
  let total = 0;
  let author: string | undefined;
  let license: string | undefined;
  let spdx: string | undefined;
  for (const { record, drawing, ...size } of icons) {
    const credits = creditsOf(record);
    const own = credits.license ?? "";
    spdx = total === 0 || spdx === credits.spdx ? credits.spdx : undefined;
    author = total === 0 || author === credits.attribution ? credits.attribution : VARIOUS;
    license = total === 0 || license === own ? own : VARIOUS;
    const { left, top, width, height, body } = splitDrawing(drawing, size);
    const icon = {
      ...{ body, width, height },
      ...(left === 0 ? {} : { left }),
      ...(top === 0 ? {} : { top }),
      author: credits.attribution,
      ...(credits.license === undefined ? {} : { license: credits.license }),
    };
    yield `${total === 0 ? "" : ","}\n${JSON.stringify(iconifyName(record.id, prefix))}:${JSON.stringify(icon)}`;
    total++;
  }
  const info = {
    ...{ name, total, author: { name: author } },
    ...(license ? { license: { title: license, ...(spdx === undefined ? {} : { spdx }) } } : {}),
  };
  yield `\n},"info":${JSON.stringify(info)}}\n`;
}

import { creditsOf } from "./credits.js";
import { splitDrawing } from "./drawing-parts.js";
import { iconifyName } from "./names.js";
import type { DrawnIcon } from "./sprite.js";

/** What the set says of itself. */
export interface SetFacts {
  readonly prefix: string;
  /** Its title. */
  readonly name: string;
}

const VARIOUS = "Various";

/**
 * An icon set in the format of Iconify. Each icon names its author, and its license where the record does; the set
 * names them where all icons have the same.
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

import { useEffect, useState } from "preact/hooks";
import { imageAddress } from "./drawings.js";
import type { IconList } from "./icon-list.js";
import type { GridIcon } from "./saved-icons.js";

/** Number of icons that are ordered by look; more would have to be loaded and compared than a reader waits for. */
const MAX_ORDERED = 200;
/** Images loaded at the same time. */
const AT_ONCE = 6;

/** The first icons of a result in an order in which similar ones are next to each other. */
export interface LookOrder {
  readonly list: IconList;
  /** Indices in the list. */
  readonly order: readonly number[];
}

/**
 * Orders the first icons of a result by look, in the browser. A limited quota is not spent on more icons than the first
 * page has.
 *
 * @param list undefined: orders nothing
 * @returns undefined until it is done
 */
export function useLookOrder(list: IconList | undefined, isOn: boolean): LookOrder | undefined {
  const [known, setKnown] = useState<LookOrder>();
  const total = isOn ? list?.total : undefined;
  useEffect(() => {
    if (list === undefined || total === undefined) return;
    let isCurrent = true;
    const isLimited = (list.meta?.rate_limit ?? -1) >= 0;
    const count = Math.min(total, isLimited ? list.limit : MAX_ORDERED);
    void orderByLook(list, count, () => isCurrent).then(
      (order) => isCurrent && setKnown({ list, order }),
      // The list itself shows the failure.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [list, total]);
  return isOn && known?.list === list ? known : undefined;
}

/** @returns indices of the first `count` icons; those whose image can't be compared come last */
async function orderByLook(list: IconList, count: number, isCurrent: () => boolean): Promise<readonly number[]> {
  const [{ describeLook }, { distanceOfLooks, shortPath }] = await Promise.all([
    import("./describe-image.js"),
    import("./look.js"),
  ]);
  const indices = Array.from({ length: count }, (_, index) => index);
  const looks = await mapSome(indices, AT_ONCE, async (index) => {
    const icon = isCurrent() ? await list.load(index) : undefined;
    return icon?._image && describeLook(await loadImage(icon)).catch(() => undefined);
  });
  const [seen, unseen] = [indices.filter((index) => looks[index]), indices.filter((index) => !looks[index])];
  const path = shortPath(seen.length, (a, b) => distanceOfLooks(looks[seen[a]!]!, looks[seen[b]!]!));
  return [...path.map((at) => seen[at]!), ...unseen];
}

async function loadImage({ id, _image }: GridIcon): Promise<Blob> {
  const response = await fetch(imageAddress(id, _image?.drawing ? ".svg" : "", {}));
  return response.ok ? response.blob() : new Blob();
}

/** Maps values, a few at the same time. */
async function mapSome<From, To>(
  values: readonly From[],
  atOnce: number,
  map: (value: From) => Promise<To>,
): Promise<readonly To[]> {
  const mapped: To[] = [];
  const left = values.entries();
  const work = async (): Promise<void> => {
    for (const [at, value] of left) mapped[at] = await map(value);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return mapped;
}

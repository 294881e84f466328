import { useEffect, useState } from "preact/hooks";
import type { Detail } from "./detail.js";

/** The component that shows an open icon. */
export type DetailPanel = typeof Detail;

/** Delay before loading it without an open icon, so that images in view come first. */
const SETTLE_MS = 1000;

/** Loads the component for open icons, a third of the page's code. @throws Error if it can't be loaded */
export async function loadDetail(): Promise<DetailPanel> {
  return (await import("./detail.js")).Detail;
}

/**
 * The component for open icons: loaded once an icon is open, or soon after the page.
 *
 * @param known if the page starts with an open icon. @param icon the open one
 * @returns undefined until it is loaded, and whether that failed; another icon tries again
 */
export function useDetail(
  known: DetailPanel | undefined,
  icon: string | undefined,
): readonly [panel: DetailPanel | undefined, failed: boolean] {
  const [panel, setPanel] = useState(() => known);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (panel !== undefined) return;
    const load = (): void =>
      void loadDetail().then(
        (loaded) => {
          setPanel(() => loaded);
          setFailed(false);
        },
        () => setFailed(icon !== undefined),
      );
    const timer = setTimeout(load, icon === undefined ? SETTLE_MS : 0);
    return () => clearTimeout(timer);
  }, [icon]);
  return [panel, failed];
}

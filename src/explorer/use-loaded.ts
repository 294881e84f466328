import { useEffect, useState } from "preact/hooks";

/**
 * A part of the page that is loaded when it is first wanted.
 *
 * @param attempt another value tries again after a failure
 * @returns undefined until it is loaded
 */
export function useLoaded<Part>(isWanted: boolean, attempt: unknown, load: () => Promise<Part>): Part | undefined {
  const [part, setPart] = useState<Part>();
  useEffect(() => {
    if (!isWanted || part !== undefined) return;
    void load().then(
      (loaded) => setPart(() => loaded),
      () => undefined,
    );
  }, [isWanted, attempt]);
  return part;
}

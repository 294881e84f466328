import { useEffect } from "preact/hooks";
import { recall, remember } from "./preferences.js";

const INTERVAL_MS = 1000;
/** Milliseconds after a reload in which the grid gets its height. */
const LAYOUT_MS = 1000;

/**
 * Reloads the page when another generation is live, and scrolls back to where it was.
 *
 * @param generation that the page shows; undefined: never reloads
 */
export function useReload(generation: string | undefined): void {
  useEffect(() => {
    if (generation === undefined) return;
    scrollBack();
    const timer = setInterval(async () => {
      // Hidden pages look again once they are visible.
      if (document.hidden) return;
      // The server may be stopped for a while.
      const live = await liveGeneration().catch(() => undefined);
      if (live === undefined || live === generation) return;
      clearInterval(timer);
      const top = document.querySelector(".grid")?.scrollTop ?? 0;
      remember("place", `${top} ${location.search}`, "sessionStorage");
      location.reload();
    }, INTERVAL_MS);
    return () => clearInterval(timer);
  }, [generation]);
}

/** @returns undefined if no dataset is loaded */
async function liveGeneration(): Promise<string | undefined> {
  const response = await fetch("readyz");
  return response.ok ? (await response.json()).generation : undefined;
}

function scrollBack(): void {
  const place = recall("place", "sessionStorage");
  remember("place", undefined, "sessionStorage");
  const [, top, search] = /^(\d+)\S* (.*)$/.exec(place ?? "") ?? [];
  if (top === undefined || search !== location.search) return;
  const until = performance.now() + LAYOUT_MS;
  const scroll = (): void => {
    const grid = document.querySelector(".grid");
    grid?.scrollTo(0, Number(top));
    if (performance.now() < until && Math.abs((grid?.scrollTop ?? 0) - Number(top)) > 1) requestAnimationFrame(scroll);
  };
  scroll();
}

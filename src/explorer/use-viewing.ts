import { useLayoutEffect, useState } from "preact/hooks";
import { recall, remember } from "./preferences.js";
import { BACKDROPS, FRAMES, type Viewing } from "./shown-image.js";

const USUAL: Viewing = { backdrop: "page", frame: "rounded", scheme: "light" };

/** How images are viewed. The backdrop and the frame are stored in the browser. */
export function useViewing(): [Viewing, (change: Partial<Viewing>) => void] {
  const [viewing, setViewing] = useState(USUAL);
  const change = (changed: Partial<Viewing>): void => {
    setViewing((known) => ({ ...known, ...changed }));
    if (changed.backdrop !== undefined) remember("backdrop", changed.backdrop);
    if (changed.frame !== undefined) remember("frame", changed.frame);
  };
  // The first rendering equals that of the server, which has no storage.
  useLayoutEffect(() => {
    const backdrop = BACKDROPS.find((known) => known === recall("backdrop")) ?? USUAL.backdrop;
    const frame = FRAMES.find((known) => known === recall("frame")) ?? USUAL.frame;
    setViewing((known) => ({ ...known, backdrop, frame }));
  }, []);
  useLayoutEffect(() => {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const follow = (): void => {
      const { theme } = document.documentElement.dataset;
      const isDark = theme === "dark" || (theme !== "light" && dark.matches);
      setViewing((known) => ({ ...known, scheme: isDark ? "dark" : "light" }));
    };
    follow();
    const observer = new MutationObserver(follow);
    observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    dark.addEventListener("change", follow);
    return () => {
      observer.disconnect();
      dark.removeEventListener("change", follow);
    };
  }, []);
  return [viewing, change];
}

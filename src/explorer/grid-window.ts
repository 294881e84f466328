import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { type GridWindow, LARGE_HEIGHT, MAX_HEIGHT } from "./grid-layout.js";

/**
 * The visible part of the grid, and the handler for scrolling.
 *
 * @param drawsSame whether two parts need no other drawing
 */
export function useGridWindow(
  scroller: RefObject<HTMLDivElement>,
  drawsSame: (before: GridWindow, after: GridWindow) => boolean,
): readonly [GridWindow, () => void] {
  const [seen, setSeen] = useState<GridWindow>({ width: 0, viewport: 0, scrollTop: 0 });
  // Measuring at every scroll event would force two layouts per frame.
  const followScroll = (): void => {
    const element = scroller.current;
    if (element === null) return;
    setSeen((before) => {
      const after = { ...before, scrollTop: element.scrollTop };
      return drawsSame(before, after) ? before : after;
    });
  };
  const measure = (): void => {
    const element = scroller.current;
    if (element === null) return;
    const style = getComputedStyle(element);
    const width = element.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
    const { clientHeight: viewport, scrollTop } = element;
    setSeen((before) => ({ width, viewport, scrollTop, maxHeight: before.maxHeight ?? maxHeightOf(element) }));
  };
  useLayoutEffect(() => {
    const observer = new ResizeObserver(measure);
    observer.observe(scroller.current as HTMLDivElement);
    measure();
    return () => observer.disconnect();
  }, []);
  return [seen, followScroll];
}

/** The largest height that this browser can scroll. */
function maxHeightOf(parent: HTMLElement): number {
  const probe = document.createElement("div");
  probe.style.height = `${LARGE_HEIGHT}px`;
  parent.append(probe);
  const isLarge = probe.offsetHeight === LARGE_HEIGHT;
  probe.remove();
  return isLarge ? LARGE_HEIGHT : MAX_HEIGHT;
}

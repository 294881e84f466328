import type { JSX } from "preact";
import { useRef } from "preact/hooks";

/** Before the browser's own menu. */
const LONG_MS = 450;

type Handlers = Pick<
  JSX.HTMLAttributes<HTMLElement>,
  "onPointerDown" | "onPointerUp" | "onPointerCancel" | "onContextMenu" | "onClickCapture"
>;

/**
 * Handlers of an element that call a function once a finger has stayed on an item in it. Then neither the browser's menu
 * nor a click follows.
 *
 * @param onPress gets the item's `data-index`
 */
export function useLongPress(onPress: (index: number) => void): Handlers {
  const timer = useRef(0);
  const isLong = useRef(false);
  const end = (): void => clearTimeout(timer.current);
  return {
    onPointerDown({ pointerType, target }) {
      isLong.current = false;
      const item = target instanceof Element ? target.closest<HTMLElement>("[data-index]") : null;
      if (pointerType !== "touch" || item === null) return;
      const index = Number(item.dataset.index);
      timer.current = setTimeout(() => {
        isLong.current = true;
        onPress(index);
      }, LONG_MS);
    },
    onPointerUp: end,
    // The finger scrolls.
    onPointerCancel: end,
    onContextMenu(event) {
      if ("pointerType" in event && event.pointerType === "touch") event.preventDefault();
    },
    onClickCapture(event) {
      if (!isLong.current) return;
      isLong.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

import { useEffect, useState } from "preact/hooks";
import type { ImageDescription } from "./describe-image.js";

/** An image that was dropped, pasted or chosen. */
export interface DroppedImage {
  /** 16 hex digits. */
  readonly phash: string;
  /** The object URL of the image. */
  readonly url: string;
}

/** Accepts images that are dropped or pasted anywhere on the page. */
interface ImageDrop {
  readonly image: DroppedImage | undefined;
  /** Why the last image could not be read. */
  readonly problem: string | undefined;
  /** Whether a file is being dragged over the page. */
  readonly dragging: boolean;
  take(file: Blob): Promise<void>;
  /** Forgets the problem. */
  dismiss(): void;
}

/** @param onImage called with the description of every accepted image */
export function useDroppedImage(onImage: (description: ImageDescription) => void): ImageDrop {
  const [image, setImage] = useState<DroppedImage | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [dragging, setDragging] = useState(false);

  const take = async (file: Blob): Promise<void> => {
    setProblem(undefined);
    try {
      const { describeImage } = await import("./describe-image.js");
      const description = await describeImage(file);
      const url = URL.createObjectURL(file);
      setImage((before) => {
        if (before !== undefined) URL.revokeObjectURL(before.url);
        return { phash: description.phash, url };
      });
      onImage(description);
    } catch (error) {
      setProblem((error as Error).message);
    }
  };

  useEffect(() => {
    const takeFrom = (transfer: DataTransfer | null, event: Event): void => {
      const file = transfer?.files[0];
      if (file === undefined) return;
      event.preventDefault();
      void take(file);
    };
    const over = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setDragging(true);
    };
    const leave = (event: DragEvent): void => {
      // The event also fires between elements of the page.
      if (event.relatedTarget === null) setDragging(false);
    };
    const drop = (event: DragEvent): void => {
      setDragging(false);
      takeFrom(event.dataTransfer, event);
    };
    const paste = (event: ClipboardEvent): void => takeFrom(event.clipboardData, event);
    addEventListener("dragover", over);
    addEventListener("dragleave", leave);
    addEventListener("drop", drop);
    addEventListener("paste", paste);
    return () => {
      removeEventListener("dragover", over);
      removeEventListener("dragleave", leave);
      removeEventListener("drop", drop);
      removeEventListener("paste", paste);
    };
  });
  return { image, problem, dragging, take, dismiss: () => setProblem(undefined) };
}

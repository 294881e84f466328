import { useRef } from "preact/hooks";
import { Sign } from "./sign.js";

/** Chooses a picture whose look-alikes are wanted. */
export function PictureButton({ onPicture }: { onPicture(file: Blob): void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        class="tool wide"
        title="Find similar icons of a picture: choose, drop or paste one"
        onClick={() => input.current?.click()}
      >
        <Sign name="picture" />
        <span class="word">By picture</span>
      </button>
      <input
        ref={input}
        type="file"
        accept="image/*,.svg"
        aria-label="Picture file"
        hidden
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = "";
          if (file !== undefined) onPicture(file);
        }}
      />
    </>
  );
}

import type { RefObject } from "preact";
import { useShortcuts } from "./use-shortcuts.js";

const SHORTCUTS: readonly (readonly [keys: string, action: string])[] = [
  ["/", "Search"],
  ["↓", "From the search field to the icons"],
  ["← → ↑ ↓", "Move between icons"],
  ["Enter", "Open the icon"],
  ["C", "Copy the image, in the details"],
  ["D", "Download it"],
  ["← →", "Open the previous or next icon, in the details"],
  ["Esc", "Close the icon or the filters"],
  ["X", "Select the icon"],
  ["Shift X", "Select all icons from the last selected one on"],
  ["F", "Add the icon to the favorites, or remove it"],
  ["Ctrl V", "Find icons similar to a copied image"],
  ["?", "Show these shortcuts"],
];

/** A dialog with the shortcuts of the page, opened by `?`. */
export function Shortcuts({ dialog }: { readonly dialog: RefObject<HTMLDialogElement> }) {
  useShortcuts((event) => {
    if (event.key !== "?") return;
    event.preventDefault();
    dialog.current?.showModal();
  });
  return (
    <dialog ref={dialog} class="key" aria-labelledby="shortcuts-title">
      <h2 id="shortcuts-title">Keyboard shortcuts</h2>
      <dl class="shortcuts">
        {SHORTCUTS.map(([keys, action]) => (
          <div key={keys}>
            <dt>
              {keys.split(" ").map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog" class="actions">
        <button type="submit" class="button">
          Close
        </button>
      </form>
    </dialog>
  );
}

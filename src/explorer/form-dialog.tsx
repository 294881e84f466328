import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

interface FormDialogProps {
  readonly title: string;
  /** What the button says that submits the form. */
  readonly action: string;
  /** Further buttons. */
  readonly others?: ComponentChildren;
  /** The fields. */
  readonly children: ComponentChildren;
  /** @param close closes the dialog, which returns the focus */
  onSubmit(close: () => void): void;
  onClose(): void;
}

/** A dialog with a form, open as long as it is shown. */
export function FormDialog({ title, action, others, children, onSubmit, onClose }: FormDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = (): void => dialog.current?.close();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="key" aria-labelledby="form-title" onClose={onClose}>
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(close);
        }}
      >
        <h2 id="form-title">{title}</h2>
        {children}
        <p class="actions">
          <button type="submit" class="button primary">
            {action}
          </button>
          {others}
          <button type="button" class="button" onClick={close}>
            Cancel
          </button>
        </p>
      </form>
    </dialog>
  );
}

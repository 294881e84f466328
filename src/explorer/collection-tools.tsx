import { useState } from "preact/hooks";
import { NameDialog } from "./collection-dialog.js";
import type { Collections } from "./collections.js";
import { CopyButton } from "./copy.js";
import { FormDialog } from "./form-dialog.js";
import { RESULT, type View, withoutFilters } from "./view.js";

interface CollectionToolsProps {
  readonly view: View;
  readonly collections: Collections;
  onView(view: View): void;
}

/** Shares, keeps, renames and deletes the open collection. */
export function CollectionTools({ view, collections, onView }: CollectionToolsProps) {
  const { set, ids } = view;
  const [isNaming, setNaming] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const isKept = collections.find(set) !== undefined;
  const link = (): string => {
    const url = new URL(location.href);
    url.searchParams.delete("icon");
    return url.href.replaceAll("%2C", ",");
  };
  return (
    <div class="list-tools">
      <CopyButton text={link} what="link to this collection" glyph="link" label="Copy link" />
      {isKept ? (
        <>
          <button type="button" class="link" onClick={() => setNaming(true)}>
            Rename
          </button>
          <button type="button" class="link" onClick={() => setDeleting(true)}>
            Delete
          </button>
        </>
      ) : (
        <button type="button" class="button" onClick={() => setNaming(true)}>
          Keep in this browser
        </button>
      )}
      {isDeleting && (
        <FormDialog
          title={`Delete “${set}”?`}
          action="Delete the collection"
          onSubmit={() => {
            collections.put(set, []);
            onView({ ...withoutFilters(view), ...RESULT, saved: "favorites" });
          }}
          onClose={() => setDeleting(false)}
        >
          <p>{`Its ${ids.length} ${ids.length === 1 ? "icon stays" : "icons stay"} in the catalog. A link to the collection still opens it.`}</p>
        </FormDialog>
      )}
      {isNaming && (
        <NameDialog
          title={isKept ? "Rename the collection" : "Keep this collection"}
          action={isKept ? "Rename" : "Keep"}
          name={set}
          onName={(name) => {
            if (isKept) collections.rename(set, name);
            else collections.put(name, ids);
            onView({ ...view, set: name });
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </div>
  );
}

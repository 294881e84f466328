import type { ChangeKind } from "./change.js";

/** What people read for a kind of change. */
export const KIND_TITLES: Readonly<Record<ChangeKind, string>> = {
  added: "Added",
  removed: "Removed",
  id: "Id changed",
  name: "Renamed",
  category: "Recategorised",
  picture: "Picture changed",
  redrawn: "Redrawn, same hash",
  palette: "Palette moved",
  fields: "Other fields changed",
};

import type { Check } from "../check.js";

export const pictureUnreadable: Check = {
  severity: "error",
  about: "a picture that is missing, can't be decoded or shows nothing; a build would leave it out",
  remedy: "Mend the reference or the picture.",
  pictures: true,
  begin: ({ report }) => ({
    record({ ordinal, source, unreadable }) {
      if (unreadable === undefined) return;
      report(ordinal, { path: ["image"], value: source.image, message: `can't be used: ${unreadable}` });
    },
  }),
};

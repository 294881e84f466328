import type { Check } from "./check.js";
import type { CheckName } from "./check-names.js";
import { aliasIsAName } from "./checks/alias-is-a-name.js";
import { aliasRepeated } from "./checks/alias-repeated.js";
import { blackOnNothing } from "./checks/black-on-nothing.js";
import { blankPicture } from "./checks/blank-picture.js";
import { blurredPicture } from "./checks/blurred-picture.js";
import { colorLabel } from "./checks/color-label.js";
import { developerSpelling } from "./checks/developer-spelling.js";
import { futureDate } from "./checks/future-date.js";
import { invisibleCharacter } from "./checks/invisible-character.js";
import { loneLabel } from "./checks/lone-label.js";
import { lowDetail } from "./checks/low-detail.js";
import { mixedScripts } from "./checks/mixed-scripts.js";
import { nameSpacing } from "./checks/name-spacing.js";
import { nameTwice } from "./checks/name-twice.js";
import { nearDuplicate } from "./checks/near-duplicate.js";
import { noPicture } from "./checks/no-picture.js";
import { pictureUnreadable } from "./checks/picture-unreadable.js";
import { rankTwice } from "./checks/rank-twice.js";
import { samePicture } from "./checks/same-picture.js";
import { smallPicture } from "./checks/small-picture.js";
import { styleLabel } from "./checks/style-label.js";
import { tagSpelling } from "./checks/tag-spelling.js";
import { unusedException } from "./checks/unused-exception.js";
import { unusedLabel } from "./checks/unused-label.js";
import { unusedPicture } from "./checks/unused-picture.js";
import { valid } from "./checks/valid.js";
import { versionHash } from "./checks/version-hash.js";
import { versionTwice } from "./checks/version-twice.js";
import { versionYear } from "./checks/version-year.js";
import { websiteForm } from "./checks/website-form.js";
import { websiteHttp } from "./checks/website-http.js";
import { websiteTracking } from "./checks/website-tracking.js";
import { whiteOnNothing } from "./checks/white-on-nothing.js";
import { wideMargin } from "./checks/wide-margin.js";

/** All checks by name; `docs/linting.md` shows this map. */
export const CHECKS: Readonly<Record<CheckName, Check>> = {
  valid,
  "unused-exception": unusedException,
  "picture-unreadable": pictureUnreadable,
  "no-picture": noPicture,
  "same-picture": samePicture,
  "near-duplicate": nearDuplicate,
  "blank-picture": blankPicture,
  "white-on-nothing": whiteOnNothing,
  "black-on-nothing": blackOnNothing,
  "low-detail": lowDetail,
  "small-picture": smallPicture,
  "blurred-picture": blurredPicture,
  "wide-margin": wideMargin,
  "unused-picture": unusedPicture,
  "color-label": colorLabel,
  "style-label": styleLabel,
  "lone-label": loneLabel,
  "unused-label": unusedLabel,
  "tag-spelling": tagSpelling,
  "website-form": websiteForm,
  "website-http": websiteHttp,
  "website-tracking": websiteTracking,
  "future-date": futureDate,
  "version-twice": versionTwice,
  "version-year": versionYear,
  "version-hash": versionHash,
  "name-spacing": nameSpacing,
  "invisible-character": invisibleCharacter,
  "mixed-scripts": mixedScripts,
  "name-twice": nameTwice,
  "alias-repeated": aliasRepeated,
  "alias-is-a-name": aliasIsAName,
  "developer-spelling": developerSpelling,
  "rank-twice": rankTwice,
};

import { Fragment } from "preact";
import type { CreditedRecord } from "../format/credits.js";

interface CreditsProps {
  /** What the credits are for. */
  readonly what: string;
  readonly credits: Pick<CreditedRecord, "license" | "licenseUrl" | "source" | "attribution">;
}

/** Author and license of an image with links to its origin and the text of the license; nothing if it has neither. */
export function Credits({ what, credits: { license, licenseUrl, source, attribution } }: CreditsProps) {
  const parts = [
    { text: attribution, href: source },
    { text: license, href: licenseUrl ?? spdxUrl(license) },
  ].filter(({ text, href }) => (text ?? href) !== undefined);
  if (parts.length === 0) return null;
  return (
    <p class="hint">
      {`${what}: `}
      {parts.map(({ text, href }, at) => (
        <Fragment key={at}>
          {at > 0 && ", "}
          {href === undefined ? text : <a href={href}>{text ?? "source"}</a>}
        </Fragment>
      ))}
    </p>
  );
}

/** A license without an address is an SPDX id, or an expression of several, which has no page. */
function spdxUrl(license = ""): string | undefined {
  return /^[\w.-]+$/.test(license) ? `https://spdx.org/licenses/${license}.html` : undefined;
}

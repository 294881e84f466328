import { Fragment } from "preact";
import type { Icon } from "../client/responses.js";
import { type CreditedRecord, creditsOf } from "../format/credits.js";
import { CopyButton } from "./copy.js";

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

/** License, author, source and brand rules of an icon, in one place. */
export function Licensing({ icon }: { readonly icon: Icon }) {
  const { license, licenseUrl, source, attribution } = creditsOf(icon);
  const rows = [
    { name: "License", text: license ?? "not stated", href: licenseUrl ?? spdxUrl(license) },
    { name: "Author", text: attribution, href: undefined },
    { name: "Source", text: source && shortUrl(source), href: source },
    { name: "Brand rules", text: icon.guidelines && shortUrl(icon.guidelines), href: icon.guidelines },
  ];
  const line = `${icon.name}: ${[attribution, license, source].filter(Boolean).join(", ")}`;
  return (
    <section class="licensing">
      <div class="heading">
        <h3>License and credits</h3>
        <CopyButton text={line} what="the credit line" />
      </div>
      <dl>
        {rows.map(
          ({ name, text, href }) =>
            text !== undefined && (
              <Fragment key={name}>
                <dt>{name}</dt>
                <dd>{href === undefined ? text : <a href={href}>{text}</a>}</dd>
              </Fragment>
            ),
        )}
      </dl>
    </section>
  );
}

/** An address as people read it. */
export function shortUrl(url: string): string {
  return url.replace(/^https?:\/\/(?:www\.)?|\/$/g, "");
}

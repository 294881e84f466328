// Writes the lists of error codes and image parameters into docs/errors.md and docs/image-parameters.md:
// npx tsc -b && node tools/make-reference-pages.mjs [folder]
import { readFileSync, writeFileSync } from "node:fs";
import { STATUS_CODES } from "node:http";
import { join } from "node:path";
import { ERRORS } from "#src/http/contract/error-codes.js";
import { ImageQuery, StackQuery } from "#src/http/contract/image-schemas.js";

const [folder = "docs"] = process.argv.slice(2);

const errors = Object.entries(ERRORS).sort(([, one], [, other]) => one.status - other.status);
write("errors.md", {
  errors: errors
    .map(([code, { status, meaning }], at) => {
      const heading = errors[at - 1]?.[1].status === status ? "" : `## ${status} ${STATUS_CODES[status]}\n\n`;
      return `${heading}### \`${code}\`\n\n${meaning}\n`;
    })
    .join("\n"),
});
write("image-parameters.md", {
  image: listOf(ImageQuery.properties),
  stack: listOf(StackQuery.properties),
});

function listOf(parameters) {
  return Object.entries(parameters)
    .map(([name, parameter]) => `- \`${name}\`${valuesOf(parameter)}: ${parameter.description}\n`)
    .join("");
}

function valuesOf({ enum: choices, minimum, maximum }) {
  if (choices !== undefined) return ` (${choices.map((choice) => `\`${choice}\``).join(", ")})`;
  return maximum === undefined ? "" : ` (${minimum} to ${maximum})`;
}

/** Replaces the generated parts of a page, by the names of their marks. */
function write(name, parts) {
  const page = join(folder, name);
  const text = Object.entries(parts).reduce(
    (done, [part, list]) => {
      const marks = new RegExp(`(<!-- ${part} -->\n)[\\s\\S]*(<!-- /${part} -->)`);
      if (!marks.test(done)) throw new Error(`${page} has no place for the list: ${marks}`);
      return done.replace(
        marks,
        (_, before, after) =>
          `${before}\n<!-- prettier-ignore-start -->\n${list}<!-- prettier-ignore-end -->\n\n${after}`,
      );
    },
    readFileSync(page, "utf8"),
  );
  writeFileSync(page, text);
}

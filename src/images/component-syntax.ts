import { type DrawnNode, INSTANCE } from "./drawing-elements.js";

/** What components are written for, with the endings of their files. */
export const FRAMEWORKS = { react: "tsx", vue: "vue", svelte: "svelte", solid: "tsx", "react-native": "tsx" } as const;

export type Framework = keyof typeof FRAMEWORKS;

/** How a framework writes elements. */
interface Syntax {
  readonly tag: (name: string) => string;
  readonly attribute: (name: string, value: string) => string;
  readonly text: (text: string) => string;
}

/** The id of an instance of a component within its code: after a dollar sign in JavaScript, as it is in Svelte. */
const INSTANCE_CODE = "{id}-";

const unchanged = (name: string): string => name;

const REACT = jsx(camelCase);

const SYNTAX: Readonly<Record<Framework, Syntax>> = {
  react: {
    ...REACT,
    attribute: (name, value) =>
      name === "style" ? `style={${JSON.stringify(styleObject(value))}}` : REACT.attribute(name, value),
  },
  // Members of `svg` can't have the name of the component, such as Line.
  "react-native": {
    ...REACT,
    tag: (name) => `svg.${name === "tspan" ? "TSpan" : name[0]!.toUpperCase() + name.slice(1)}`,
  },
  solid: jsx(unchanged),
  vue: {
    tag: unchanged,
    attribute: (name, value) =>
      value.includes(INSTANCE) ? `:${name}="${escapeMarkup(template(value))}"` : `${name}="${escapeMarkup(value)}"`,
    text: escapeBraces,
  },
  svelte: {
    tag: unchanged,
    attribute: (name, value) => `${name}="${escapeBraces(value).replaceAll(INSTANCE, INSTANCE_CODE)}"`,
    text: escapeBraces,
  },
};

/** Elements in a framework's syntax, and whether they contain ids. */
export function writeElements(
  framework: Framework,
  nodes: readonly DrawnNode[],
): { readonly body: string; readonly hasIds: boolean } {
  const body = nodes.map((node) => write(node, SYNTAX[framework])).join("");
  return { body, hasIds: body.includes(INSTANCE_CODE) };
}

function write(node: DrawnNode, syntax: Syntax): string {
  if (typeof node === "string") return node.trim() === "" ? "" : syntax.text(node);
  const tag = syntax.tag(node.name);
  const attributes = Object.entries(node.attributes).map(([name, value]) => ` ${syntax.attribute(name, value)}`);
  const content = node.children.map((child) => write(child, syntax)).join("");
  const opening = `<${tag}${attributes.join("")}`;
  return content === "" ? `${opening} />` : `${opening}>${content}</${tag}>`;
}

function jsx(nameOf: (name: string) => string): Syntax {
  return {
    tag: unchanged,
    attribute(name, value) {
      if (value.includes(INSTANCE)) return `${nameOf(name)}={${template(value)}}`;
      // A string in braces needs no JSX escapes.
      return /["{}&\\\n]/.test(value) ? `${nameOf(name)}={${JSON.stringify(value)}}` : `${nameOf(name)}="${value}"`;
    },
    text: (text) => `{${JSON.stringify(text)}}`,
  };
}

function template(value: string): string {
  return `\`${value.replaceAll(/[\\`]|\$\{/g, "\\$&").replaceAll(INSTANCE, `$${INSTANCE_CODE}`)}\``;
}

function camelCase(name: string): string {
  return name.replaceAll(/[-:]([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function styleObject(style: string): Record<string, string> {
  const declarations = style.split(";").map((declaration) => declaration.split(/:(.*)/s));
  return Object.fromEntries(
    declarations.flatMap(([name = "", value = ""]) =>
      value.trim() === "" ? [] : [[camelCase(name.trim()), value.trim()]],
    ),
  );
}

function escapeMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function escapeBraces(text: string): string {
  return escapeMarkup(text).replaceAll("{", "&#123;").replaceAll("}", "&#125;");
}

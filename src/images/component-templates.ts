import type { Framework } from "./component-syntax.js";

/** What the code of a component contains. */
export interface ComponentParts {
  /** Its name. */
  readonly component: string;
  readonly viewBox: string;
  /** Elements in the framework's syntax. */
  readonly body: string;
  /** Whether elements have ids. */
  readonly hasIds: boolean;
  /** The usual color of what is painted with `currentColor`; undefined: nothing is. */
  readonly color: string | undefined;
  /** A comment about the component with a line break, or empty. Tools that move code keep it next to the component. */
  readonly comment: string;
  /** Whether code for React has types. */
  readonly typed: boolean;
}

const SIZE = 24;
const TYPES = "size?: number | string; title?: string";
const USE_ID = 'import { useId } from "react";\n';
const LABEL = 'role="img" aria-label={title} aria-hidden={title ? undefined : true}';

export const TEMPLATES: Readonly<Record<Framework, (parts: ComponentParts) => string>> = {
  react(parts) {
    const types = parts.typed ? 'import type { ComponentProps } from "react";\n' : "";
    return reactCode(parts, {
      head: types + (parts.hasIds ? USE_ID : ""),
      props: 'ComponentProps<"svg">',
      root: "svg",
      label: LABEL,
    });
  },
  "react-native": (parts) =>
    reactCode(parts, {
      head: `import type { ComponentPropsWithRef } from "react";\n${parts.hasIds ? USE_ID : ""}import * as svg from "react-native-svg";\n`,
      props: "ComponentPropsWithRef<typeof svg.Svg>",
      root: "svg.Svg",
      label: 'accessible={title !== undefined} accessibilityRole="image" accessibilityLabel={title ?? ""}',
    }),
  solid({ component, viewBox, body, hasIds, color, comment }) {
    const imports = ["type ComponentProps", hasIds ? "createUniqueId" : "", "splitProps"].filter(Boolean);
    // Splitting the properties of elements takes the compiler ten times as long as all the rest.
    return `import { ${imports.join(", ")} } from "solid-js";

type Own = { ${TYPES} };
type ${component}Props = ComponentProps<"svg"> & Own;

${comment}export function ${component}(props: ${component}Props) {
  const [own, rest] = splitProps(props as Own, ["size", "title"]);
${hasIds ? "  const id = createUniqueId();\n" : ""}  return (
    <svg ${viewBox} width={own.size ?? ${SIZE}} height={own.size ?? ${SIZE}} role="img" aria-label={own.title} aria-hidden={own.title ? undefined : "true"} {...rest}${ifSet(color, ` color={props.color ?? ${JSON.stringify(color)}}`)}>
      ${body}
    </svg>
  );
}
`;
  },
  vue({ viewBox, body, hasIds, color, comment }) {
    const types = `{ ${TYPES}${ifSet(color, "; color?: string")} }`;
    return `${comment}<script setup lang="ts">
${hasIds ? 'import { useId } from "vue";\n\n' : ""}const { size = ${SIZE}, title${defaultOf(color)} } = defineProps<${types}>();
${hasIds ? "const id = useId();\n" : ""}</script>

<template>
  <svg ${viewBox} :width="size" :height="size"${ifSet(color, ' :color="color"')} role="img" :aria-label="title" :aria-hidden="title ? undefined : true">
    ${body}
  </svg>
</template>
`;
  },
  svelte: ({ viewBox, body, hasIds, color, comment }) => `${comment}<script lang="ts">
  import type { SVGAttributes } from "svelte/elements";

  type Props = SVGAttributes<SVGSVGElement> & { ${TYPES} };

  const { size = ${SIZE}, title${defaultOf(color)}, ...rest }: Props = $props();
${hasIds ? "  const id = $props.id();\n" : ""}</script>

<svg ${viewBox} width={size} height={size}${ifSet(color, " {color}")} ${LABEL} {...rest}>
  ${body}
</svg>
`,
};

function ifSet(color: string | undefined, code: string): string {
  return color === undefined ? "" : code;
}

function defaultOf(color: string | undefined): string {
  return ifSet(color, `, color = ${JSON.stringify(color)}`);
}

/** What differs between React and React Native. */
interface ReactParts {
  readonly head: string;
  readonly props: string;
  readonly root: string;
  readonly label: string;
}

function reactCode(parts: ComponentParts, { head, props, root, label }: ReactParts): string {
  const { component, viewBox, body, hasIds, color, comment, typed } = parts;
  const name = `${component}Props`;
  return `${head}${head && "\n"}${typed ? `type ${name} = ${props} & { ${TYPES} };\n\n` : ""}${comment}export function ${component}({ size = ${SIZE}, title${defaultOf(color)}, ...props }${typed ? `: ${name}` : ""}) {
${hasIds ? "  const id = useId();\n" : ""}  return (
    <${root} ${viewBox} width={size} height={size}${ifSet(color, " color={color}")} ${label} {...props}>
      ${body}
    </${root}>
  );
}
`;
}

/** The parts of css-tree that work without its dictionaries, which take longer to load than all else. */
declare module "css-tree/parser" {
  export { parse as default } from "css-tree";
}

declare module "css-tree/generator" {
  export { generate as default } from "css-tree";
}

declare module "css-tree/utils" {
  export { ident } from "css-tree";
}

declare module "css-tree/walker" {
  export { walk as default } from "css-tree";
}

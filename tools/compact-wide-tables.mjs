// A plugin of Prettier. Tables that fit into the line are aligned; wider ones get no padding, so that a changed cell is
// one changed line. Prettier itself does so with `proseWrap: "never"` only, which also puts each paragraph on one line.
import { parsers, printers } from "prettier/plugins/markdown";

const { markdown } = parsers;
const { mdast } = printers;

function print(path, options, ...rest) {
  const tableOptions = path.node.type === "table" ? { ...options, proseWrap: "never" } : options;
  return mdast.print(path, tableOptions, ...rest);
}

export default { parsers: { markdown }, printers: { mdast: { ...mdast, print } } };

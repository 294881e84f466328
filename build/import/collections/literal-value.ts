import type { Expression, PatternLike } from "@babel/types";

/**
 * The value of an expression that consists of literals, as in a data file.
 *
 * @throws TypeError with the line of anything else, such as a call or a variable
 */
export function literalValue(node: Expression | PatternLike | null | undefined): unknown {
  switch (node?.type) {
    case "StringLiteral":
    case "NumericLiteral":
    case "BooleanLiteral":
      return node.value;
    case "NullLiteral":
      return null;
    case "TSAsExpression":
    case "TSSatisfiesExpression":
      return literalValue(node.expression);
    case "TemplateLiteral":
      if (node.expressions.length === 0) return node.quasis[0]!.value.cooked;
      break;
    case "ArrayExpression":
      return node.elements.map((element) => {
        if (element === null || element.type === "SpreadElement") throw notLiteral(element ?? node);
        return literalValue(element);
      });
    case "ObjectExpression":
      return Object.fromEntries(
        node.properties.map((property) => {
          if (property.type !== "ObjectProperty" || property.computed) throw notLiteral(property);
          const { key, value } = property;
          if (key.type === "Identifier") return [key.name, literalValue(value as Expression)];
          if (key.type === "StringLiteral") return [key.value, literalValue(value as Expression)];
          throw notLiteral(property);
        }),
      );
  }
  throw notLiteral(node);
}

function notLiteral(
  node:
    | { readonly type: string; readonly loc?: { readonly start: { readonly line: number } } | null }
    | null
    | undefined,
): TypeError {
  return new TypeError(`line ${node?.loc?.start.line ?? 1} is not data but ${node?.type ?? "nothing"}`);
}

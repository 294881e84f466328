import { XmlElement, XmlText } from "@rgrove/parse-xml";
import { XLINK } from "./namespaces.js";

/** A drawing as text, without character references that HTML parsers read differently. */
export function writeDrawing(root: XmlElement): string {
  const parts: string[] = [];
  const writeElement = ({ name, attributes, children }: XmlElement): void => {
    parts.push("<", name);
    for (const [attribute, value] of Object.entries(attributes)) parts.push(` ${attribute}="${escapeXml(value)}"`);
    if (children.length === 0) {
      parts.push("/>");
      return;
    }
    parts.push(">");
    for (const child of children) {
      if (child instanceof XmlElement) writeElement(child);
      else if (child instanceof XmlText) parts.push(escapeXml(child.text));
    }
    parts.push("</", name, ">");
  };
  const usesXlink = hasXlink(root);
  if (usesXlink) root.attributes["xmlns:xlink"] = XLINK;
  else delete root.attributes["xmlns:xlink"];
  writeElement(root);
  return parts.join("");
}

function hasXlink(element: XmlElement): boolean {
  return (
    element.attributes["xlink:href"] !== undefined ||
    element.children.some((child) => child instanceof XmlElement && hasXlink(child))
  );
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character]!);
}

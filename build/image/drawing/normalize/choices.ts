import { XmlElement } from "@rgrove/parse-xml";
import { visit } from "../references.js";

/** The language of the reader, for whom one of several texts is chosen. */
const LANGUAGE = /^\s*en(?:-|\s*$)/i;

/**
 * Keeps the first suitable part of each `switch`, and of parts in several languages the English ones. Renderers differ
 * in both.
 *
 * @returns whether anything changed
 */
export function settleChoices(root: XmlElement): boolean {
  let isChanged = false;
  visit(root, (element) => {
    const suitable = element.children.filter((child) => !(child instanceof XmlElement) || isForReader(child));
    if (element.name === "switch") {
      element.name = "g";
      element.children = suitable.filter((child) => child instanceof XmlElement).slice(0, 1);
      isChanged = true;
    } else if (suitable.length < element.children.length) {
      element.children = suitable;
      isChanged = true;
    }
    if (element.attributes.systemLanguage === undefined) return;
    delete element.attributes.systemLanguage;
    isChanged = true;
  });
  return isChanged;
}

function isForReader({ attributes }: XmlElement): boolean {
  return attributes.systemLanguage?.split(",").some((language) => LANGUAGE.test(language)) ?? true;
}

export const SVG = "http://www.w3.org/2000/svg";
export const XLINK = "http://www.w3.org/1999/xlink";
export const XHTML = "http://www.w3.org/1999/xhtml";

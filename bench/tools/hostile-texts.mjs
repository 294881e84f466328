/** More than a hundred different letters, each a separate word if surrounded by spaces. */
export const LETTERS =
  "abcdefghijklmnopqrstuvwxyzабвгдежзиклмнопрстуфхцчшщъыьэюяαβγδεζηθικλμνξοπρστυφχψωაბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ";

/** Letters with different spacing in different names. */
export const SPACED_LETTERS = "abcdefghijklmnopq";

/** A word that many names contain with two letters replaced. */
export const LONG_WORD = "qwertzuiopasdfghjklyxcvbnmqwertzuiopasdf";

/** The end of every name: long enough to be looked up by its pieces, too short for the queries. */
export const SIGNS = "=".repeat(40);

/** A letter, and a mark that folding keeps on it. */
export const MARKED_LETTER = "ก";
export const MARK = "\u0e34\u0323";

/** A letter of a script without spaces. */
export const COMPOSED = "一";

/** Different letters, each a word of its own where spaces stand between: a hundred and more. */
export const LETTERS =
  "abcdefghijklmnopqrstuvwxyzабвгдежзиклмнопрстуфхцчшщъыьэюяαβγδεζηθικλμνξοπρστυφχψωაბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ";

/** Letters that names space differently. */
export const SPACED_LETTERS = "abcdefghijklmnopq";

/** A word that many names have with two letters replaced. */
export const LONG_WORD = "qwertzuiopasdfghjklyxcvbnmqwertzuiopasdf";

/** A run that every name ends in: long enough to be looked up by its pieces, too short for the queries. */
export const SIGNS = "=".repeat(40);

/** A letter, and a mark that folding keeps there. */
export const MARKED_LETTER = "ก";
export const MARK = "\u0e34\u0323";

/** A letter of a script without spaces. */
export const COMPOSED = "一";

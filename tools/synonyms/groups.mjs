// Reads the hand-written sources of the synonym table. A line of groups is one of
//
//     a, b, c ~ d, e      a, b and c mean the same; d and e are related to each of them (not to one another); the
//                         reverse, too, unless d is related to so many words that it means none of them
//     a, b > c ~ d        one way: a query for a or b finds c, and, as related, d
//
// Terms of several words are only ever found from, never found. In name-groups.txt, targets are whole names of icons,
// also of several words. Lines that begin with # are comments.

/** Relations from a term to a single word, of which strong ones take precedence, and to whole names of icons. */
export class Relations {
  /** @type {Map<string, Map<string, "strong" | "weak">>} */
  #targets = new Map();
  /** @type {Map<string, Set<string>>} */
  #names = new Map();

  /** Adds one direction, unless the target has several words, or is the key or its plural. */
  add(key, target, strength) {
    if (target.includes(" ") || singular(key) === singular(target)) return;
    const targets = this.#targets.get(key) ?? new Map();
    this.#targets.set(key, targets);
    if (targets.get(target) !== "strong") targets.set(target, strength);
  }

  /** Adds the whole name of an icon, unless it is the key. */
  addName(key, name) {
    if (name !== key) this.#names.set(key, (this.#names.get(key) ?? new Set()).add(name));
  }

  delete(key, target) {
    this.#targets.get(key)?.delete(target);
    this.#names.get(key)?.delete(target);
  }

  has(key, target) {
    return this.#targets.get(key)?.has(target) ?? false;
  }

  keys() {
    return new Set([...this.#targets.keys(), ...this.#names.keys()]);
  }

  /** The entries of a key: target and strength. */
  *of(key) {
    yield* this.#targets.get(key) ?? [];
  }

  /** The names of a key that are not strong targets. */
  namesOf(key) {
    const targets = this.#targets.get(key);
    return [...(this.#names.get(key) ?? [])].filter((name) => targets?.get(name) !== "strong");
  }

  /** Lines of `key<TAB>strong targets<TAB>weak targets`, with commas between targets, sorted. */
  toText() {
    return this.entries()
      .filter(([, strong, weak]) => strong.length + weak.length > 0)
      .map(([key, strong, weak]) => `${[key, strong.join(), weak.join()].join("\t")}\n`)
      .join("");
  }

  /** Key, strong targets, weak targets and names of each key that has any of these, sorted. */
  entries() {
    const targets = (key, strength) =>
      [...this.of(key)]
        .filter(([, each]) => each === strength)
        .map(([target]) => target)
        .sort();
    return [...this.keys()]
      .sort()
      .map((key) => [key, targets(key, "strong"), targets(key, "weak"), this.namesOf(key)])
      .filter(([, ...lists]) => lists.flat().length > 0);
  }

  /**
   * Adds the lines of a table. Words that have targets already get further ones as related only: what they mean here is
   * known, and a table may mean something else.
   */
  addTable(text) {
    const known = new Set(this.#targets.keys());
    for (const line of text.split("\n").slice(0, -1)) {
      const [key, strong, weak] = line.split("\t");
      for (const target of strong.split(",").filter(Boolean)) {
        const isKnown = !key.includes(" ") && (known.has(key) || known.has(target));
        this.add(key, target, isKnown ? "weak" : "strong");
      }
      for (const target of weak.split(",").filter(Boolean)) this.add(key, target, "weak");
    }
  }
}

/** A word that groups give as related to more terms than this does not find them. */
const MAX_RELATED_TO = 10;

/** Adds groups. @throws Error if a line has another form */
export function addGroups(relations, text) {
  const reverse = new Map();
  for (const line of linesOf(text)) {
    const found = /^([^~>]+?)(?: >(?: ([^~>]+?))?)?(?: ~ ([^~>]+))?$/.exec(line);
    if (found === null) throw new Error(`not a group: ${line}`);
    const [, keys, targets, related] = found.map((part) => part && terms(part));
    const isOneWay = line.includes(" >");
    for (const key of keys) {
      for (const target of isOneWay ? (targets ?? []) : keys) relations.add(key, target, "strong");
      for (const word of related ?? []) {
        relations.add(key, word, "weak");
        if (!isOneWay && !key.includes(" ")) reverse.set(word, [...(reverse.get(word) ?? []), key]);
      }
    }
  }
  for (const [word, keys] of reverse) {
    if (new Set(keys).size > MAX_RELATED_TO) continue;
    for (const key of keys) relations.add(word, key, "weak");
  }
}

/** Adds groups whose targets are whole names of icons. @throws Error if a line has another form */
export function addNameGroups(relations, text) {
  for (const line of linesOf(text)) {
    const found = /^([^~>]+) > ([^~>]+)$/.exec(line);
    if (found === null) throw new Error(`not a group of names: ${line}`);
    const [keys, names] = found.slice(1).map(terms);
    for (const key of keys) for (const name of names) relations.addName(key, name);
  }
}

/** The lines of a file of lists of terms. */
export function termLists(text) {
  return linesOf(text).map(terms);
}

/** A noun without its plural ending; other words change too, but equal words stay equal. */
export function singular(word) {
  if (/(?:ss|us|is|ics)$/.test(word)) return word;
  return word
    .replace(/ies$/, "y")
    .replace(/(?<=x|ch|sh|ss)es$/, "")
    .replace(/s$/, "");
}

/** The lines of a file, without comments and empty ones. */
export function linesOf(text) {
  return text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
}

/** The terms of a list with commas. */
export function terms(text) {
  return text.split(",").map((term) => term.trim());
}

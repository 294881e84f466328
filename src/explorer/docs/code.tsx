/** Strings, comments, and words of JSON and programs: what is worth a color in examples of any language. */
const TOKEN =
  /(?<string>"(?:[^"\\\n]|\\.)*"(?<key>:)?|'[^'\n]*'|`[^`]*`)|(?<comment>(?<=^|\s)(?:\/\/|#)\s.*$)|(?<word>\b(?:await|as|const|curl|export|false|for|from|import|in|new|npm|npx|null|of|print|return|true|with|\d[\d.]*)\b)/gm;

/** Code with colors. */
export function Code({ text }: { readonly text: string }) {
  const parts = [];
  let end = 0;
  for (const { index, 0: token, groups } of text.matchAll(TOKEN)) {
    const { string, key, comment } = groups!;
    parts.push(text.slice(end, index));
    const kind = key !== undefined ? "name" : string !== undefined ? "text" : comment !== undefined ? "note" : "word";
    parts.push(<span class={`code-${kind}`}>{token}</span>);
    end = index + token.length;
  }
  return (
    <code>
      {parts}
      {text.slice(end)}
    </code>
  );
}

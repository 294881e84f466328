/** The page's style sheet, with light and dark colors. */
export const STYLE = `
:root { --ground: #fff; --card: #f6f7f9; --ink: #1b1f24; --faint: #57606a; --line: #d0d7de; --accent: #0550ae;
  --good: #116329; --bad: #a40e26; color-scheme: light dark }
@media (prefers-color-scheme: dark) {
  :root { --ground: #0f1216; --card: #191e24; --ink: #e6e9ee; --faint: #a3acb8; --line: #38414b; --accent: #79b8ff;
    --good: #7ee2a0; --bad: #ff9ba3 }
}
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 76rem; padding: 1rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
h1 { font-size: 1.5rem; margin: 0 0 .5rem }
h2 { font-size: 1.05rem; margin: 0 }
p { margin: .25rem 0 }
dl { margin: .5rem 0 0 }
dl div { display: flex; flex-wrap: wrap; gap: 0 .5rem }
dt { color: var(--faint) }
dd { margin: 0 }
code { font: .875em ui-monospace, monospace }
.kinds { display: flex; flex-wrap: wrap; gap: .5rem 1rem; margin: 1rem 0; padding: .5rem .75rem;
  border: 1px solid var(--line); border-radius: .5rem }
.kinds label { min-height: 1.75rem; display: inline-flex; align-items: center; gap: .4rem; cursor: pointer }
.kinds input { accent-color: var(--accent); width: 1.1rem; height: 1.1rem; margin: 0 }
.count { color: var(--faint); font-variant-numeric: tabular-nums }
.omitted { color: var(--faint) }
.changes { list-style: none; margin: 0; padding: 0; display: grid; gap: .75rem;
  grid-template-columns: repeat(auto-fill, minmax(min(19rem, 100%), 1fr)) }
.change { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .75rem; min-width: 0 }
.origin { color: var(--faint); font-size: .875rem }
.tags { display: flex; flex-wrap: wrap; gap: .25rem }
.tag { border: 1px solid currentColor; border-radius: 1rem; padding: 0 .5rem; font-size: .8rem; color: var(--accent) }
.tag-added { color: var(--good) }
.tag-removed { color: var(--bad) }
.sides { display: flex; flex-wrap: wrap; gap: 1rem; margin-top: .5rem }
figure { margin: 0; width: 6rem }
figcaption { color: var(--faint); font-size: .8rem; text-align: center }
.image { display: flex; align-items: center; justify-content: center; width: 6rem; height: 6rem; border-radius: .5rem;
  object-fit: contain }
img.image { background: repeating-conic-gradient(#fff 0 25%, #d3d8df 0 50%) 0 0 / 12px 12px }
span.image { border: 1px dashed var(--faint); color: var(--faint); font-size: .8rem }
.palette { display: block; width: 100%; height: .6rem; margin-top: .35rem; border-radius: .2rem }
del { color: var(--bad) }
ins { color: var(--good); text-decoration: none }
input:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
`;

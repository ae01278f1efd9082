/** The icon of the pages. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1d5fd1"/><path d="M21.5 6a6 6 0 0 0-5.6 8L6 23.9 8.1 26 18 16.1A6 6 0 0 0 26 10.5l-3.6 3.6-3.5-.9-.9-3.5z" fill="#fff"/></svg>
`;

/** The styles of all pages. The colours are two sets of variables, for light and for dark. */
export const PAGE_CSS = `:root {
  color-scheme: light dark;
  --back: #fff; --raised: #f5f7fa; --line: #dde2ea; --text: #1c2430; --soft: #566174; --link: #1555c0;
  --code: #f1f4f8; --get: #1a6b3c; --post: #1555c0; --change: #8a5300; --delete: #b02030; --mark: #fff3c4;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #12161d; --raised: #1a202a; --line: #303947; --text: #e4e9f0; --soft: #a0abbc; --link: #84b3ff;
    --code: #1e2530; --get: #69cf94; --post: #84b3ff; --change: #e8b15c; --delete: #ff8f98; --mark: #4a4012;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 4.5rem; }
body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.55 system-ui, sans-serif; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
code, pre { font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
code { overflow-wrap: anywhere; }
p code, li code, dd code, td code { padding: 1px 4px; border-radius: 4px; background: var(--code); }
pre { margin: 0; padding: 12px; overflow: auto; max-height: 32rem; border: 1px solid var(--line); border-radius: 6px; background: var(--code); }
pre code { white-space: pre-wrap; }
h1 { margin: 0 0 .5rem; font-size: 1.7rem; }
h2 { margin: 0; font-size: 1.35rem; }
h3 { margin: 0; font-size: 1.05rem; }
h3 a { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; color: inherit; }
h3 span { margin-left: .5rem; font-weight: 400; color: var(--soft); }
h4 { margin: 1rem 0 .35rem; font-size: .8rem; letter-spacing: .03em; text-transform: uppercase; color: var(--soft); }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; z-index: 3; background: var(--back); }
.top { position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center;
  padding: .6rem 1.25rem; border-bottom: 1px solid var(--line); background: var(--back); }
.top nav { display: flex; gap: 1.1rem; }
.top nav a { padding: .2rem 0; }
.top [aria-current] { color: var(--text); font-weight: 600; border-bottom: 2px solid var(--link); }
.tools { display: flex; gap: .6rem; flex: 1; justify-content: flex-end; }
input, textarea, button { font: inherit; color: inherit; border: 1px solid var(--line); border-radius: 6px; background: var(--raised); padding: .35rem .6rem; }
::placeholder { color: var(--soft); opacity: 1; }
.tools input { width: min(16rem, 45%); }
button { cursor: pointer; }
button:hover { border-color: var(--link); }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1.25rem 6rem; }
.side { position: fixed; top: 3.6rem; bottom: 0; left: 0; width: 15rem; overflow: auto; padding: 1rem 1.25rem 3rem; border-right: 1px solid var(--line); font-size: 13.5px; }
.side p { margin: .8rem 0 .1rem; font-weight: 600; }
.side p a { color: inherit; }
.side ul { margin: 0; padding: 0; list-style: none; }
.side li a { display: block; padding: .1rem 0; color: var(--soft); overflow-wrap: anywhere; }
.side + main { max-width: 84rem; margin: 0 0 0 15rem; }
.areas a, .codes a { display: inline-block; margin: 0 .35rem .35rem 0; padding: 0 .5rem; border: 1px solid var(--line); border-radius: 1rem; font-size: 13px; }
.area { margin-top: 2.5rem; }
.area > h3 { margin: 1.2rem 0 .3rem; }
.area > p { margin: .25rem 0 0; color: var(--soft); }
.op { margin-top: 1.25rem; padding: 1rem 0 .5rem; border-top: 1px solid var(--line); content-visibility: auto; contain-intrinsic-size: auto 34rem; }
.op:target > h3 a { background: var(--mark); }
.endpoints { margin: .35rem 0 0; padding: 0; list-style: none; }
.endpoints code { padding: 0; background: none; }
.GET { color: var(--get); } .POST { color: var(--post); } .PATCH, .PUT { color: var(--change); } .DELETE { color: var(--delete); }
.parts { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0 2rem; align-items: start; }
.about p { margin: .6rem 0; }
.fields { width: 100%; border-collapse: collapse; font-size: 13.5px; }
.fields th, .fields td { padding: .35rem .8rem .35rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: 400; }
.fields tr:first-child > * { border-top: 0; }
.fields th { width: 34%; }
.fields small { display: block; color: var(--soft); }
.fields i { color: var(--soft); }
.fields p { margin: 0; }
.samples { padding-top: .6rem; }
.sample, .holder { position: relative; margin-bottom: .5rem; }
.tabbed .sample > h4 { display: none; }
.sample > pre, .holder > pre { padding-right: 4.5rem; }
.tabs { display: flex; align-items: center; gap: .35rem; margin-bottom: .4rem; }
.tabs button { padding: .15rem .7rem; font-size: 13px; }
.tabs [aria-selected="true"] { border-color: var(--link); color: var(--link); font-weight: 600; }
.tabs .tabs { margin: 0; }
.tabs .try { margin-left: auto; background: var(--link); border-color: var(--link); color: var(--back); font-weight: 600; }
.copy { position: absolute; top: 6px; right: 6px; padding: 0 .5rem; font-size: 12px; }
.trying { display: grid; gap: .5rem; margin: .6rem 0; padding: .8rem; border: 1px solid var(--link); border-radius: 6px; }
.trying label { display: grid; gap: .2rem; font-size: 13px; color: var(--soft); }
.trying input, .trying textarea { width: 100%; font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; color: var(--text); }
.trying button { justify-self: start; }
section > h2 { margin-top: 2rem; }
.area > h2, .error > h2 { margin-top: 0; }
.trying p { margin: 0; }
.trying [role="status"]:empty { display: none; }
.error { margin-top: 1.5rem; border-top: 1px solid var(--line); padding-top: 1rem; }
.error h2 a { color: inherit; }
.error h2 code { font-size: 1.05rem; }
.error h2 span, .codes span { color: var(--soft); font-weight: 400; }
ul.codes { padding: 0; list-style: none; display: flex; flex-wrap: wrap; gap: .2rem .6rem; }
.error:target h2 code { background: var(--mark); }
dl { display: grid; grid-template-columns: 10rem minmax(0, 1fr); gap: .4rem 1rem; margin: .6rem 0 0; }
dt { color: var(--soft); }
dd { margin: 0; }
[hidden] { display: none !important; }
@media (max-width: 72rem) {
  .parts { grid-template-columns: minmax(0, 1fr); }
}
@media (max-width: 52rem) {
  .side { display: none; }
  .side + main { margin: 0; }
  .top { position: static; }
  .tools { flex-basis: 100%; }
  .tools input { width: 50%; }
  html { scroll-padding-top: 1rem; }
  .fields tr { display: grid; }
  .fields th, .fields tr:not(:first-child) > th { width: auto; padding-bottom: 0; }
  .fields td { border-top: 0; }
  dl { grid-template-columns: minmax(0, 1fr); gap: .1rem; }
  dd { margin-bottom: .6rem; }
}
@media print { .side, .tools, .copy, .try { display: none; } .side + main { margin: 0; } }
`;

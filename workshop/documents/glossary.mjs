import { readdirSync, readFileSync } from 'node:fs';

const MARK = '## Types\n';
const INTRODUCTION = `
What the domain and the kernel export, with the first sentence of its comment. \`npm run docs\` makes this list.

| Type | Meaning | File |
|---|---|---|
`;
const TYPE = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n(?:@[^\n]*\n)*export (?:abstract )?(?:interface|class|type) (\w+)/g;
const ROOTS = ['domain', 'application/kernel'];

/** Returns the page with its list of types made anew. What stands above the list is written by hand. */
export function glossaryPage(page) {
  const end = page.indexOf(MARK);
  const words = (end < 0 ? page : page.slice(0, end)).trimEnd();
  const rows = ROOTS.flatMap((root) =>
    readdirSync(root, { recursive: true })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${root}/${name.replaceAll('\\', '/')}`),
  )
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(TYPE)].map(([, comment, name]) => ({ file, name, comment })))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
  const lines = rows.map(({ name, comment, file }) => `| \`${name}\` | ${firstSentence(comment)} | [${file}](../${file}) |\n`);
  return `${words}\n\n${MARK}${INTRODUCTION}${lines.join('')}`;
}

function firstSentence(comment) {
  const text =
    comment
      .replaceAll(/\s*\n\s*\*?\s*/g, ' ')
      .trim()
      .split(/ @\w+ /)[0] ?? '';
  const [first] = /^.*?[.](?=\s|$)/.exec(text) ?? [text];
  return first.replaceAll('|', '\\|');
}

import { readdirSync, readFileSync } from 'node:fs';

const behaviour = readFileSync('docs/behaviour.md', 'utf8');
const drills = readdirSync('workshop/drills').filter((file) => file.endsWith('.mjs') && file !== 'run.mjs');

function promiseOf(file: string): string | undefined {
  return /^export const promise = '(.+)';$/m.exec(readFileSync(`workshop/drills/${file}`, 'utf8'))?.[1];
}

function drillsOf(promise: string): readonly string[] {
  return drills.filter((file) => promiseOf(file) === promise).map((file) => file.slice(0, -'.mjs'.length));
}

describe('the promises in docs/behaviour.md', () => {
  const rows = [...behaviour.matchAll(/^\| (P\d) \| .+ \| (.+) \|$/gm)].map(([, promise = '', named = '']) => ({
    promise,
    named,
  }));

  it('are P1 to P7', () => {
    expect(rows.map(({ promise }) => promise)).toEqual(['P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7']);
  });

  it.each(rows)('name the drills of $promise', ({ promise, named }) => {
    expect(named.split(', ').sort()).toEqual(drillsOf(promise).map((name) => `\`${name}\``));
  });

  it('or another section of the page says what a drill shows', () => {
    const others = drills.map(promiseOf).filter((promise) => !rows.some((row) => row.promise === promise));
    for (const section of others) expect(behaviour).toContain(`\n## ${section}\n`);
  });
});

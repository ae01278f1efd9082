import { readFile } from 'node:fs/promises';
import { IMPORT_KINDS } from '../../support/registry.js';

let page: string;

beforeAll(async () => {
  page = await readFile('docs/operating.md', 'utf8');
});

/** Returns the names in the only list of the page that has this form. */
function listed(form: RegExp, separator: RegExp): string[] {
  return form.exec(page)?.[1]?.split(separator) ?? [];
}

describe('the operations guide', () => {
  it('lists the kinds of a first import in their order', () => {
    expect(listed(/The order is ([^;]*);/, /,\s+/)).toEqual(IMPORT_KINDS.map(({ name }) => name));
  });

  it('moves a shop with every kind that is not part of another, each after the kinds that it refers to', () => {
    const moved = listed(/^KINDS='(.*)'$/m, / /);
    const nested = IMPORT_KINDS.flatMap((kind) => (kind.nested ? [kind.nested.kind().name] : []));
    const whole = IMPORT_KINDS.filter(({ name, resolve }) => !resolve.partOf && !nested.includes(name));
    expect([...moved].sort()).toEqual(whole.map(({ name }) => name).sort());
    const tooEarly = IMPORT_KINDS.flatMap(({ name, record, resolve: { references } }) =>
      IMPORT_KINDS.filter((other) => other.record !== record && references.some(({ to }) => to === other.record))
        .filter((other) => moved.includes(name) && moved.indexOf(other.name) > moved.indexOf(name))
        .map((other) => `${name} before ${other.name}`),
    );
    expect(tooEarly).toEqual([]);
  });

  it('has the part that each alert names, and each part that it leads to itself', async () => {
    const headings = [...page.matchAll(/^##? (.*)$/gm)].map(([, title = '']) => title);
    const rules = await readFile('deploy/prometheus/alerts.yml', 'utf8');
    const named = [...rules.matchAll(/runbook: "(.*)"/g)].map(([, title]) => title);
    expect(named.length).toBeGreaterThan(0);
    expect(headings).toEqual(expect.arrayContaining(named));
    const anchors = headings.map((title) =>
      title
        .toLowerCase()
        .replaceAll(/[^a-z0-9 -]/g, '')
        .replaceAll(' ', '-'),
    );
    const linked = [...page.matchAll(/\]\(#([\w-]+)\)/g)].map(([, anchor]) => anchor);
    expect(anchors).toEqual(expect.arrayContaining(linked));
  });
});

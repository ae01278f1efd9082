import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const moduleOf = (name: string): string => pathToFileURL(resolve('workshop/documents', name)).href;
// The casts are safe: the scripts have no types, but export these functions.
const { settingsPage } = (await import(moduleOf('settings.mjs'))) as { settingsPage: (source: string) => string };
const { glossaryPage } = (await import(moduleOf('glossary.mjs'))) as { glossaryPage: (page: string) => string };

describe('a page that is made from the code', () => {
  it('lists the settings as the code declares them', async () => {
    const source = await readFile('infrastructure/settings/settings.ts', 'utf8');
    expect(await readFile('docs/settings.md', 'utf8')).toBe(settingsPage(source));
  });

  it('has each setting that the class has', async () => {
    const { Settings } = await import('../../../infrastructure/settings/settings.js');
    const page = await readFile('docs/settings.md', 'utf8');
    const listed = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    expect(listed.sort()).toEqual(Object.keys(new Settings()).sort());
  });

  it('lists the types of the domain and the kernel with their sentences', async () => {
    const page = await readFile('docs/glossary.md', 'utf8');
    expect(page).toBe(glossaryPage(page));
    expect(page).toContain('| `Announcer` |');
  });
});

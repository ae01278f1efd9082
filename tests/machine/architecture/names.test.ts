import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const LAYERS = ['domain', 'application', 'adapters', 'infrastructure'];
const EXPORTED = /^export (?:declare )?(?:abstract )?(?:interface|type|class|enum) (\w+)/gm;

/** Returns the names of types that several files export, each with its files. */
function sharedNames(sources: readonly (readonly [file: string, text: string])[]): string[] {
  const files = new Map<string, string[]>();
  for (const [file, text] of sources)
    for (const [, name = ''] of text.matchAll(EXPORTED)) files.set(name, [...(files.get(name) ?? []), file]);
  return [...files].filter(([, of]) => of.length > 1).map(([name, of]) => `${name}: ${of.sort().join(', ')}`);
}

describe('a name of an exported type', () => {
  it('has one meaning in the four layers', async () => {
    const sources: (readonly [string, string])[] = [];
    for (const layer of LAYERS)
      for (const name of await readdir(layer, { recursive: true }))
        if (name.endsWith('.ts')) sources.push([join(layer, name), await readFile(join(layer, name), 'utf8')]);
    expect(sources.length).toBeGreaterThan(400);
    expect(sharedNames(sources)).toEqual([]);
  });

  it('is found when a second file exports it', () => {
    const planted = [
      ['domain/calls/call.ts', 'export interface Call {}\nexport class Ring {}'],
      ['adapters/http/call.ts', 'export type Call = string;\ntype Ring = Call;'],
    ] as const;
    expect(sharedNames(planted)).toEqual(['Call: adapters/http/call.ts, domain/calls/call.ts']);
  });
});

import { readFile } from 'node:fs/promises';
import { run } from '../../support/command-line.js';

interface Locked {
  readonly name?: string;
  readonly version: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
}

it('the list of packages has each one that is deployed, and none that only development needs', async () => {
  const { exitCode, document } = await run(process.execPath, ['bin/sbom.mjs'], {});
  expect(exitCode).toBe(0);
  const { components } = document as { components: { name: string; version: string }[] };
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
  const deployed = Object.entries(packages).filter(
    ([path, { dev, devOptional, optional }]) => path !== '' && !dev && !devOptional && !optional,
  );
  expect(listed).toEqual(
    new Set(deployed.map(([path, { name, version }]) => `${name ?? path.split('node_modules/').at(-1)}@${version}`)),
  );
  const names = components.map(({ name }) => name);
  // A development package needs express, too.
  expect([names.includes('express'), names.includes('jest')]).toEqual([true, false]);
});

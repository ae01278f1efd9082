import { readFile } from 'node:fs/promises';

interface Manifest {
  readonly allowScripts: Record<string, boolean>;
}
interface Lock {
  readonly packages: Record<string, { readonly hasInstallScript?: boolean }>;
}

it('each package that has a script for its installation is denied to run it', async () => {
  const { allowScripts } = await json<Manifest>('package.json');
  const { packages } = await json<Lock>('package-lock.json');
  const withScripts = Object.entries(packages).filter(([, { hasInstallScript = false }]) => hasInstallScript);
  const names = withScripts.map(([path]) => path.split('node_modules/').at(-1));
  expect(allowScripts).toEqual(Object.fromEntries(names.map((name) => [name, false])));
});

async function json<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(file, 'utf8')) as T;
}

import { mkdir, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { areas } from '../../application/areas/areas.js';
import { extendedAreas } from '../../application/kernel/extended-areas.js';
import { ExtraFields } from '../../application/kernel/fields/extra-fields.js';
import { withGuardErrors } from '../../application/kernel/operation/guard.js';
import { registryOf, type Registry } from '../../application/kernel/registry.js';
import type { Extension } from './extension.js';

/** The folder of the bundles, beside the module. From there, Node finds the same packages as the module does. */
const FOLDER = '.shop-ops';

/** Compiles a module in TypeScript for this start, and returns the path of the result. */
export async function bundled(path: string): Promise<string> {
  const file = join(dirname(path), FOLDER, `${basename(path, '.ts')}.mjs`);
  await bundle(path, file);
  return file;
}

/**
 * Compiles a module in TypeScript, together with the files that it imports by a relative path, into one file. Packages stay imports,
 * so that the extension and the service share one copy of the service's modules.
 * @throws Error when the compiler is not installed, or the module cannot be compiled
 */
export async function bundle(path: string, file: string): Promise<void> {
  // Imported on demand: it is a development dependency. A deployment names a module that is compiled already.
  const { build } = await import('esbuild').catch((error: unknown) => {
    throw new Error('TypeScript needs the package esbuild; in production name a module that is compiled already', {
      cause: error,
    });
  });
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    keepNames: true,
    sourcemap: 'inline',
    write: false,
    logLevel: 'silent',
    tsconfigRaw: { compilerOptions: { experimentalDecorators: true, useDefineForClassFields: false } },
  });
  const [output] = outputFiles;
  await mkdir(dirname(file), { recursive: true });
  // Another process may read the file at this moment, so it appears as a whole.
  await writeFile(`${file}.${process.pid}`, output?.text ?? '');
  await rename(`${file}.${process.pid}`, file);
}

/** The registry of the service with its extensions. It needs no database, and the errors of guards stand in its operations. */
export function extendedRegistry(extensions: readonly Extension[]): Registry {
  const all = [...areas, ...extensions.flatMap((extension) => extension.areas)];
  const registry = registryOf(extendedAreas(all, extraFieldsOf(extensions)));
  const guards = extensions.flatMap((extension) => extension.guards);
  return { ...registry, operations: withGuardErrors(registry.operations, guards) };
}

export function extraFieldsOf(extensions: readonly Extension[]): ExtraFields {
  return new ExtraFields(extensions.flatMap(({ fields }) => fields));
}

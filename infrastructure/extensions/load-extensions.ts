import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inOneLine } from '../server/error-text.js';
import { isExtension, type Extension } from './extension.js';

/** The modules that are loaded from the working directory if EXTENSIONS names none. */
const BY_DEFAULT = ['shop-ops.config.ts', 'shop-ops.config.mjs', 'shop-ops.config.js'];

/**
 * Loads the extensions that the modules export.
 * @param named paths from the working directory, or names of packages
 * @throws Error when a module cannot be loaded, or exports no extension
 */
export async function loadExtensions(named: readonly string[], directory = process.cwd()): Promise<readonly Extension[]> {
  const modules = named.length > 0 ? named : BY_DEFAULT.filter((file) => existsSync(join(directory, file))).slice(0, 1);
  const extensions: Extension[] = [];
  for (const module of modules) extensions.push(...(await extensionsOf(module, directory)));
  return extensions;
}

async function extensionsOf(module: string, directory: string): Promise<Extension[]> {
  const exported = await load(module, directory).catch((error: unknown) => {
    throw new Error(`the extension ${module} cannot be loaded: ${inOneLine(error)}`, { cause: error });
  });
  // A module may export one extension by several names.
  const extensions = [...new Set(Object.values(exported))].filter(isExtension);
  if (extensions.length === 0) {
    throw new Error(
      `${module} exports no extension: it must export what extension() returns, and import it from this copy of the service`,
    );
  }
  return extensions;
}

async function load(module: string, directory: string): Promise<object> {
  const path = pathOf(module, directory);
  if (extname(path) !== '.ts') return (await import(pathToFileURL(path).href)) as object; // a module is an object
  const { bundled } = await import('./bundled.js');
  return (await import(pathToFileURL(await bundled(path)).href)) as object;
}

/** A name that is no file is that of a package, which is looked for from the working directory. */
function pathOf(module: string, directory: string): string {
  const path = resolve(directory, module);
  return existsSync(path) ? path : createRequire(join(directory, 'package.json')).resolve(module);
}

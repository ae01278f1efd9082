import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Storage } from '../../adapters/storage/storage.js';
import { GUARD_CODES } from '../../application/kernel/operation/guard.js';
import type { Registry } from '../../application/kernel/registry.js';
import { inOneLine } from '../server/process-life.js';
import { isExtension, type Extension } from './extension.js';

/**
 * Checks that no extension takes a name that is taken, and that each guard and each reaction has something to follow.
 * @throws Error which names the extension and says what does not fit
 */
export function requireFitting(extensions: readonly Extension[], registry: Registry, storages: readonly Storage[]): void {
  requireOnce(
    'extension',
    extensions.map(({ name }) => name),
  );
  requireOnce(
    'area',
    registry.areas.map(({ name }) => name),
  );
  requireOnce(
    'operation',
    registry.operations.map(({ name }) => name),
  );
  requireOnce(
    'route',
    registry.operations.flatMap(({ route }) => (route ? [`${route.method} ${route.path}`] : [])),
  );
  requireOnce(
    'kind of file',
    registry.importKinds.map(({ name }) => name),
  );
  requireOnce(
    'kind of event',
    registry.events.entries.map(({ kind }) => kind),
  );
  requireOnce(
    'table',
    storages.flatMap(({ tables }) => tables.map(({ name }) => name)),
  );
  requireOnce(
    'migration',
    storages.flatMap(({ migrations }) => migrations.map(({ name }) => name)),
  );
  requireOnce(
    'field',
    extensions.flatMap(({ fields }) => fields.map(({ record, outsideName }) => `${outsideName} of ${record.type.name}`)),
  );
  requireOnePort(extensions);
  for (const extension of extensions) requireTargets(extension, registry);
}

function requireOnce(what: string, names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`the ${what} ${twice} is declared twice`);
}

/** Two extensions may each have a port of their own with the same name. */
function requireOnePort(extensions: readonly Extension[]): void {
  const ports = extensions.flatMap(({ provides }) => provides.map(({ port }) => port));
  const twice = ports.find((port, index) => ports.indexOf(port) !== index);
  if (twice !== undefined) throw new Error(`the port ${twice.name} is bound twice`);
}

function requireTargets({ name, guards, reactions }: Extension, { operations, events }: Registry): void {
  const stray = guards.find((guard) => !operations.some(({ name: one }) => one === guard.operation.name));
  if (stray) throw new Error(`the extension ${name} guards ${stray.operation.name}, which this service does not serve`);
  // An extension may come without its types having been checked.
  const codes: readonly string[] = GUARD_CODES;
  const strange = guards.flatMap(({ errors }) => errors).find((code) => !codes.includes(code));
  if (strange) throw new Error(`a guard of the extension ${name} cannot refuse with ${strange}, only with ${codes.join(', ')}`);
  const deaf = reactions.find(({ kind }) => events.entryOf(kind) === null);
  if (deaf) throw new Error(`the extension ${name} reacts to ${deaf.kind}, which this service does not announce`);
}

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

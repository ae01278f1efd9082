import type { Storage } from '../../adapters/storage/storage.js';
import { GUARD_CODES } from '../../application/kernel/operation/guard.js';
import type { Registry } from '../../application/kernel/registry.js';
import type { Extension } from './extension.js';

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

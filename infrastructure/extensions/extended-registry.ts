import { areas } from '../../application/areas/areas.js';
import { withGuardErrors } from '../../application/kernel/operation/guard.js';
import { registryOf, type Registry } from '../../application/kernel/registry.js';
import type { Extension } from './extension.js';

/** The registry of the service with its extensions. It needs no database, and the errors of guards stand in its operations. */
export function extendedRegistry(extensions: readonly Extension[]): Registry {
  const registry = registryOf([...areas, ...extensions.flatMap((extension) => extension.areas)]);
  const guards = extensions.flatMap((extension) => extension.guards);
  return { ...registry, operations: withGuardErrors(registry.operations, guards) };
}

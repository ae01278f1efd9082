import { schemaOf } from '../../adapters/areas/schema.js';
import { storages } from '../../adapters/areas/storages.js';
import { areas } from '../../application/areas/areas.js';
import { registryOf } from '../../application/kernel/registry.js';

export const { tables } = schemaOf(storages);

/** The registry of the service without extensions. */
export const registry = registryOf(areas);
export const { operations, importKinds: IMPORT_KINDS, events: eventCatalogue } = registry;

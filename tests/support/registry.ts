import { schemaOf } from '../../adapters/persistence/schema/schema.js';
import { storages } from '../../adapters/persistence/storages.js';
import { areas } from '../../application/areas.js';
import { registryOf } from '../../application/registry.js';

export const { tables } = schemaOf(storages);

/** The registry of the service without extensions. */
export const registry = registryOf(areas);
export const { operations, importKinds: IMPORT_KINDS, events: eventCatalogue } = registry;

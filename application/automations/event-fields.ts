import type { CatalogueEntry } from '../event-catalogue.js';
import type { JsonSchema } from '../fields/json-schema.js';
import { viewSchema } from '../fields/view.js';

/**
 * The kinds of events that a rule may name, and the fields of their data. The operations on rules need this port, because the
 * catalogue is made from the areas, and so from the operations.
 */
export abstract class EventFields {
  /** the names of the kinds, in the order of the catalogue */
  abstract readonly kinds: readonly string[];
  /** The schema of the data of a kind; undefined: there is no such kind. */
  abstract of(kind: string): JsonSchema | undefined;
}

/** The fields of the kinds that subscribers receive. */
export class CatalogueFields extends EventFields {
  override readonly kinds: readonly string[];
  private readonly schemas: ReadonlyMap<string, JsonSchema>;

  constructor(catalogue: readonly CatalogueEntry[]) {
    super();
    const published = catalogue.filter(({ internal }) => !internal);
    this.kinds = published.map(({ kind }) => kind);
    this.schemas = new Map(published.map((entry) => [entry.kind, dataSchema(entry)]));
  }

  override of(kind: string): JsonSchema | undefined {
    return this.schemas.get(kind);
  }
}

/** The record as REST answers it, the details of the kind, and the old values of the fields that changed. */
function dataSchema({ view, details, hasPrevious }: CatalogueEntry): JsonSchema {
  const { properties = {} } = viewSchema(view);
  const added = details ? viewSchema(details).properties : {};
  const previous = { type: 'object', properties };
  return { type: 'object', properties: { ...properties, ...added, ...(hasPrevious && { previous }) } };
}

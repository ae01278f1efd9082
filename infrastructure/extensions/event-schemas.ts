import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';
import { CatalogueEventTypes } from '../../adapters/http/openapi/event-schema.js';
import { EventCheck, NO_EVENT_CHECK } from '../../application/kernel/events/event-check.js';
import type { Announcement } from '../../application/kernel/events/announcer.js';
import type { EventCatalogue } from '../../application/kernel/events/event-catalogue.js';
import type { Config } from '../settings/config.js';
import type { Assembly } from './assembly.js';

/** Judges events by the schemas that subscribers read. Internal kinds have none. */
class EventSchemas extends EventCheck {
  private readonly schemas: ReadonlyMap<string, object>;
  private readonly compiled = new Map<string, ValidateFunction>();

  constructor(
    private readonly ajv: Ajv2020,
    catalogue: EventCatalogue,
  ) {
    super();
    const described = new CatalogueEventTypes(catalogue).described();
    this.schemas = new Map(described.map(({ type, schema }) => [type, schema.properties?.['data'] ?? {}]));
  }

  override check({ type, data }: Pick<Announcement, 'type' | 'data'>): void {
    const schema = this.schemas.get(type);
    if (!schema) return;
    const validate = this.compiled.get(type) ?? this.ajv.compile(schema);
    this.compiled.set(type, validate);
    if (validate(data)) return;
    throw new Error(`the event ${type} is not as its schema describes it: ${this.ajv.errorsText(validate.errors)}`);
  }
}

/** Loads the library, which is a development dependency. */
export async function eventSchemas(catalogue: EventCatalogue): Promise<EventCheck> {
  const [{ Ajv2020 }, { default: addFormats }] = await Promise.all([import('ajv/dist/2020.js'), import('ajv-formats')]);
  const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true });
  addFormats.default(ajv);
  return new EventSchemas(ajv, catalogue);
}

/** With the embedded database, which is for development, the events of a service with extensions are judged. */
export async function eventCheckOf(
  { database }: Pick<Config, 'database'>,
  { extensions, registry }: Assembly,
): Promise<EventCheck> {
  return database === null && extensions.length > 0 ? eventSchemas(registry.events) : NO_EVENT_CHECK;
}

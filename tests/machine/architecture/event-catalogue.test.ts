import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openApiDocument } from '../../../adapters/http/openapi.js';
import { areas } from '../../../application/areas/areas.js';
import { fieldsOf } from '../../../application/kernel/fields/field.js';
import { eventCatalogue, registry } from '../../support/registry.js';

const named = (internal: boolean): string[] =>
  eventCatalogue.entries
    .filter((entry) => entry.internal === internal)
    .map(({ kind }) => kind)
    .sort();

it('the catalogue has every kind of event once, and marks the internal ones', () => {
  const kinds = eventCatalogue.entries.map(({ kind }) => kind);
  expect(new Set(kinds).size).toBe(kinds.length);
  expect(named(true)).toEqual(['vehicle.decode_missed']);
});

/**
 * The kinds that subscribers were promised. `by` is the operation in the example of the event; null: no operation causes it.
 * `previous` tells whether the event has the old values of what has changed.
 */
const PROMISED: Readonly<Record<string, { readonly by: string | null; readonly previous: boolean }>> = {
  'lead.created': { by: 'leads.create', previous: false },
  'lead.updated': { by: 'leads.update', previous: true },
  'lead.status_changed': { by: 'leads.update', previous: true },
  'lead.followup_due': { by: null, previous: false },
  'customer.created': { by: 'customers.create', previous: false },
  'customer.updated': { by: 'customers.update', previous: true },
  'customer.texting_blocked': { by: null, previous: false },
  'customer.texting_unblocked': { by: null, previous: false },
  'vehicle.created': { by: 'vehicles.create', previous: false },
  'vehicle.updated': { by: null, previous: true },
  'job.stage_changed': { by: 'jobs.move', previous: true },
  'appointment.changed': { by: 'jobs.move', previous: true },
  'task.created': { by: 'tasks.create', previous: false },
  'task.updated': { by: 'tasks.change', previous: true },
  'task.completed': { by: 'tasks.change', previous: true },
  'task.reopened': { by: 'tasks.change', previous: true },
  'task.canceled': { by: 'tasks.change', previous: true },
  'task.assigned': { by: 'tasks.change', previous: true },
  'conversation.updated': { by: 'conversations.change', previous: true },
  'conversation.assigned': { by: 'conversations.change', previous: true },
  'message.received': { by: null, previous: false },
  'message.sent': { by: null, previous: true },
  'message.delivered': { by: null, previous: true },
  'message.failed': { by: null, previous: true },
  'scheduled_message.created': { by: null, previous: false },
  'scheduled_message.updated': { by: null, previous: true },
  'scheduled_message.canceled': { by: null, previous: true },
  'scheduled_message.sent': { by: null, previous: true },
  'scheduled_message.refused': { by: null, previous: true },
  'call.completed': { by: null, previous: true },
  'call.missed': { by: null, previous: true },
  'call.transcribed': { by: null, previous: true },
  'call.recording_ready': { by: null, previous: true },
  'service.updated': { by: 'services.update_price', previous: true },
  'review.received': { by: 'reviews.import', previous: false },
  'webhook.failing': { by: null, previous: true },
  ping: { by: 'webhooks.test', previous: false },
};

it('subscribers get the kinds that they were promised', () => {
  expect(named(false)).toEqual(Object.keys(PROMISED).sort());
});

it('every kind of event is announced by a verb of the domain', async () => {
  const announced = new Set<string>();
  for (const path of await readdir('domain', { recursive: true })) {
    if (!path.endsWith('.ts')) continue;
    const source = await readFile(join('domain', path), 'utf8');
    for (const [, kind = ''] of source.matchAll(/\btype: '(\w+\.\w+|ping)'/g)) announced.add(kind);
  }
  expect([...announced].sort()).toEqual(eventCatalogue.entries.map(({ kind }) => kind).sort());
});

it('every kind of event has a sentence that describes it, and its details hide no field of the record', () => {
  for (const { kind, says, view, details } of eventCatalogue.entries) {
    expect(says).toMatch(/^[A-Z].+\.$/);
    const fields = fieldsOf(view).map(({ name }) => name);
    const hidden = (details ? fieldsOf(details) : []).filter(({ name }) => fields.includes(name) || name === 'previous');
    expect({ kind, hidden }).toEqual({ kind, hidden: [] });
  }
});

it('the document has a webhook for every kind but the internal ones', () => {
  const { webhooks } = openApiDocument(registry) as { webhooks: object };
  expect(Object.keys(webhooks).sort()).toEqual(named(false));
});

interface Webhook {
  readonly post: {
    readonly requestBody: {
      readonly content: { readonly 'application/json': { readonly schema: Schema; readonly example: Example } };
    };
  };
}
interface Schema {
  readonly properties: { readonly data: { readonly properties: object } };
}
interface Example {
  readonly cause: { readonly operation: string | null };
}

/** The schema and the example of each event in the document. */
function webhooks(): (readonly [string, { readonly schema: Schema; readonly example: Example }])[] {
  const document = openApiDocument(registry) as { webhooks: Readonly<Record<string, Webhook>> };
  return Object.entries(document.webhooks).map(([kind, { post }]) => [kind, post.requestBody.content['application/json']]);
}

const byKind = (valueOf: (promised: (typeof PROMISED)[string]) => unknown): object =>
  Object.fromEntries(Object.entries(PROMISED).map(([kind, promised]) => [kind, valueOf(promised)]));

it('the document describes previous values for the kinds that have them', () => {
  const described = webhooks().map(([kind, { schema }]) => [kind, 'previous' in schema.properties.data.properties]);
  expect(Object.fromEntries(described)).toEqual(byKind(({ previous }) => previous));
});

it('the example of every event names an operation that can cause it', () => {
  expect(Object.fromEntries(webhooks().map(([kind, { example }]) => [kind, example.cause.operation]))).toEqual(
    byKind(({ by }) => by),
  );
});

it('the service has four kinds of work that follow events', () => {
  const names = areas.flatMap(({ eventWorks }) => eventWorks.map(({ made }) => made.name));
  expect(names).toEqual(['CompleteVehicle', 'AdoptThreads', 'NotifyAssignee', 'NotifyOwners']);
});

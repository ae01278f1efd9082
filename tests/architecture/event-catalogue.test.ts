import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openApiDocument } from '../../adapters/http/openapi.js';
import { areas } from '../../application/areas.js';
import { eventCatalogue, registry } from '../support/registry.js';
import { fieldsOf } from '../../application/fields/field.js';

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

/** The kinds that subscribers were promised, by the record that they are about. */
const PROMISED = {
  lead: ['created', 'updated', 'status_changed', 'followup_due'],
  customer: ['created', 'updated', 'texting_blocked', 'texting_unblocked'],
  vehicle: ['created', 'updated'],
  job: ['stage_changed'],
  appointment: ['changed'],
  task: ['created', 'updated', 'completed', 'reopened', 'canceled', 'assigned'],
  conversation: ['updated', 'assigned'],
  message: ['received', 'sent', 'delivered', 'failed'],
  scheduled_message: ['created', 'updated', 'canceled', 'sent', 'refused'],
  call: ['completed', 'missed', 'transcribed', 'recording_ready'],
  service: ['updated'],
  review: ['received'],
  webhook: ['failing'],
};

it('subscribers get the kinds that they were promised', () => {
  const promised = Object.entries(PROMISED).flatMap(([record, kinds]) => kinds.map((kind) => `${record}.${kind}`));
  expect(named(false)).toEqual([...promised, 'ping'].sort());
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

it('the document describes previous values for every kind but new records, blocks, tests and times that have come', () => {
  const without = webhooks().filter(([, { schema }]) => !('previous' in schema.properties.data.properties));
  expect(without.map(([kind]) => kind).sort()).toEqual([
    'customer.created',
    'customer.texting_blocked',
    'customer.texting_unblocked',
    'lead.created',
    'lead.followup_due',
    'message.received',
    'ping',
    'review.received',
    'scheduled_message.created',
    'task.created',
    'vehicle.created',
  ]);
});

it('the example of every event names an operation that can cause it', () => {
  expect(Object.fromEntries(webhooks().map(([kind, { example }]) => [kind, example.cause.operation]))).toEqual({
    'call.completed': null,
    'call.missed': null,
    'call.recording_ready': null,
    'call.transcribed': null,
    'lead.created': 'leads.create',
    'lead.updated': 'leads.update',
    'lead.status_changed': 'leads.update',
    'lead.followup_due': null,
    'customer.created': 'customers.create',
    'customer.updated': 'customers.update',
    'vehicle.created': 'vehicles.create',
    'vehicle.updated': null,
    'job.stage_changed': 'jobs.move',
    'appointment.changed': 'jobs.move',
    'task.created': 'tasks.create',
    'task.updated': 'tasks.change',
    'task.completed': 'tasks.change',
    'task.reopened': 'tasks.change',
    'task.canceled': 'tasks.change',
    'task.assigned': 'tasks.change',
    'review.received': 'reviews.import',
    'service.updated': 'services.update_price',
    'conversation.updated': 'conversations.change',
    'conversation.assigned': 'conversations.change',
    'message.received': null,
    'message.sent': null,
    'message.delivered': null,
    'message.failed': null,
    'customer.texting_blocked': null,
    'customer.texting_unblocked': null,
    'scheduled_message.created': null,
    'scheduled_message.updated': null,
    'scheduled_message.canceled': null,
    'scheduled_message.sent': null,
    'scheduled_message.refused': null,
    'webhook.failing': null,
    ping: 'webhooks.test',
  });
});

it('the service has four kinds of work that follow events', () => {
  const names = areas.flatMap(({ eventWorks }) => eventWorks.map(({ made }) => made.name));
  expect(names).toEqual(['CompleteVehicle', 'AdoptThreads', 'TellAssignee', 'TellOwners']);
});

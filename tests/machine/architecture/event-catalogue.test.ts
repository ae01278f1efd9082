import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openApiDocument } from '../../../adapters/http/openapi.js';
import { areas } from '../../../application/areas/areas.js';
import { fieldsOf } from '../../../application/kernel/fields/field.js';
import { testedAreas } from '../../support/areas.js';
import { eventCatalogue, registry } from '../../support/registry.js';
import type { PromisedEvent } from '../../support/tested-area.js';

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

/** The kinds that subscribers were promised, of all areas. */
const PROMISED: Readonly<Record<string, PromisedEvent>> = Object.assign({}, ...testedAreas.map(({ events }) => events));

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

const byKind = (valueOf: (promised: PromisedEvent) => unknown): object =>
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

it('the service has seven kinds of work that follow events', () => {
  const names = areas.flatMap(({ eventWorks }) => eventWorks.map(({ made }) => made.name));
  expect(names).toEqual([
    'NotifyOfKind',
    'CompleteVehicle',
    'NotifyOfKind',
    'AdoptThreads',
    'NotifyOfKind',
    'TellOwnersOfTexting',
    'NotifyOwners',
  ]);
});

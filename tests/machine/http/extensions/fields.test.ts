import type { MigrationInterface, QueryRunner } from 'typeorm';
import { storage } from '../../../../adapters/storage/storage.js';
import { EraseCustomer } from '../../../../application/areas/customers/erase-customer.js';
import { customerRecord } from '../../../../application/areas/customers/customers.js';
import { leadRecord } from '../../../../application/areas/leads/leads.js';
import { field, flag, instant, int, oneOf, text } from '../../../../application/kernel/fields/extra-field.js';
import { ExportKind } from '../../../../application/transfer/export-kind.js';
import type { CustomerId } from '../../../../domain/shared/id.js';
import { Assembly } from '../../../../infrastructure/extensions/assembly.js';
import { extension } from '../../../../infrastructure/extensions/extension.js';
import { aCustomer } from '../../../support/builders/records.js';
import { importRows, kindNamed, type Row } from '../../../support/importing.js';
import { eventsOf } from '../../../support/outbox.js';
import { startTestService, type TestService, type TestShop } from '../../../support/service.js';

class Loyalty1795500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const records of ['customers', 'leads'])
      await runner.query(`create table x_loyalty_club_${records} (
        shop_id uuid not null,
        id uuid not null,
        loyalty_number text,
        points integer,
        paused boolean,
        joined_at timestamptz(3),
        tier text,
        primary key (shop_id, id),
        foreign key (shop_id, id) references ${records} (shop_id, id) on delete cascade
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table x_loyalty_club_customers, x_loyalty_club_leads');
  }
}

const fields = [customerRecord, leadRecord].flatMap((record) => [
  field(record, 'loyalty_number', text({ max: 40, description: 'The number on the card.' })),
  field(record, 'points', int({ min: 0, max: 9999 })),
  field(record, 'paused', flag()),
  field(record, 'joined_at', instant()),
  field(record, 'tier', oneOf(['silver', 'gold'])),
]);

/** Another extension has a table of its own for the same records. */
class Lockers1795500001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table x_lockers_customers (shop_id uuid not null, id uuid not null, locker text, primary key (shop_id, id),
      foreign key (shop_id, id) references customers (shop_id, id) on delete cascade)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table x_lockers_customers');
  }
}

const extensions = [
  extension({
    name: 'loyalty-club',
    about: 'Fields of this test.',
    fields,
    storages: [storage({ migrations: [Loyalty1795500000000] })],
  }),
  extension({
    name: 'lockers',
    about: 'A field of this test.',
    fields: [field(customerRecord, 'locker', text({ max: 5 }))],
    storages: [storage({ migrations: [Lockers1795500001000] })],
  }),
];

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await startTestService({ extensions });
});
beforeEach(async () => {
  shop = await service.shop();
});
afterAll(() => service.stop());

const GIVEN = {
  x_loyalty_number: 'L-17',
  x_points: 40,
  x_paused: false,
  x_joined_at: '2026-02-01T09:00:00.000Z',
  x_tier: 'gold',
};
const EMPTY = { x_loyalty_number: null, x_points: null, x_paused: null, x_joined_at: null, x_tier: null };
const PERSON = { name: 'Dana Whitfield', phone: '613 555 0142' };

const rowsOf = (records: string): Promise<unknown[]> =>
  service.sql(`select id, loyalty_number from x_loyalty_club_${records} where shop_id = $1`, [shop.id]);

describe.each(['customers', 'leads'])('the fields of an extension on %s', (records) => {
  const path = `/${records}`;

  it('are in POST, PATCH, GET, the list, the changes and the export', async () => {
    const made = await shop.full.post(path, { ...PERSON, ...GIVEN });
    expect([made.status, made.body.data]).toMatchObject([201, GIVEN]);
    const { id, updated_at: before } = made.body.data;
    const changed = await shop.full.patch(`${path}/${id}`, { x_points: 50, x_tier: null });
    const now = { ...GIVEN, x_points: 50, x_tier: null };
    expect([changed.status, changed.body.data]).toMatchObject([200, now]);
    expect(changed.body.data.updated_at > before).toBe(true);
    for (const list of [`${path}/${id}`, path, `${path}?updated_since=${before}`]) {
      const { data } = (await shop.read.get(list)).body;
      expect([data].flat()).toEqual([expect.objectContaining(now)]);
    }
    expect(JSON.parse((await shop.read.get(`/exports/${records}`)).text)).toMatchObject(now);
  });

  it('are null without a value, and take no row then', async () => {
    const { body } = await shop.full.post(path, PERSON);
    expect(body.data).toMatchObject(EMPTY);
    expect((await shop.read.get(`${path}/${body.data.id}`)).body.data).toMatchObject(EMPTY);
    expect(await rowsOf(records)).toEqual([]);
  });

  it('are in the events, with what was before', async () => {
    const { id } = (await shop.full.post(path, { ...PERSON, x_points: 1 })).body.data;
    await shop.full.patch(`${path}/${id}`, { x_points: 2 });
    await shop.full.patch(`${path}/${id}`, { x_points: 2 });
    const noun = records.slice(0, -1);
    expect(await eventsOf(service, { id })).toMatchObject([
      { type: `${noun}.created`, data: { ...EMPTY, x_points: 1 } },
      { type: `${noun}.updated`, data: { ...EMPTY, x_points: 2, previous: { x_points: 1 } } },
    ]);
    expect(Object.keys((await eventsOf(service, { id }))[1]?.data['previous'] ?? {})).toEqual(['x_points']);
  });

  it('are checked by their types', async () => {
    const wrong = { x_loyalty_number: 'x'.repeat(41), x_points: 10_000, x_paused: 'no', x_joined_at: 'now', x_tier: 'iron' };
    const { id } = (await shop.full.post(path, PERSON)).body.data;
    for (const [name, value] of Object.entries(wrong)) {
      const given = { [name]: value };
      for (const refused of [await shop.full.post(path, { ...PERSON, ...given }), await shop.full.patch(`${path}/${id}`, given)])
        expect([refused.status, refused.body.error.message]).toEqual([422, expect.stringMatching(`^${name}: `)]);
    }
    expect(await rowsOf(records)).toEqual([]);
  });

  it('are in PUT by an external id, of a new record and of a known one, where null counts as not given', async () => {
    const put = (body: object) => shop.full.put(`${path}/by-external-id/crm-1`, body);
    expect((await put({ ...PERSON, x_points: 7 })).body.data).toMatchObject({ ...EMPTY, x_points: 7 });
    const again = await put({ x_tier: 'silver', x_points: null });
    expect([again.status, again.body.data]).toMatchObject([200, { x_points: 7, x_tier: 'silver' }]);
  });

  it('are a part of the call that an idempotency key stands for', async () => {
    const send = (points: number) =>
      shop.full.send('POST', `/api/v1${path}`, {
        headers: { 'idempotency-key': 'key-12345678' },
        body: { ...PERSON, x_points: points },
      });
    const [first, second, other] = [await send(1), await send(1), await send(2)];
    expect([first.status, second.status, second.body, other.status]).toEqual([201, 201, first.body, 422]);
  });

  it('belong to one shop', async () => {
    const { id } = (await shop.full.post(path, { ...PERSON, ...GIVEN })).body.data;
    const other = await service.shop();
    expect((await other.full.patch(`${path}/${id}`, { x_points: 1 })).status).toBe(404);
    expect((await other.read.get(path)).body.data).toEqual([]);
    expect((await shop.read.get(`${path}/${id}`)).body.data.x_points).toBe(40);
  });

  it('are in the document', async () => {
    const { paths, components } = (await shop.read.get('/openapi.json')).body;
    const noun = records === 'leads' ? 'Lead' : 'Customer';
    expect(components.schemas[noun].properties.x_loyalty_number).toMatchObject({ type: ['string', 'null'] });
    expect(components.schemas[noun].required).toContain('x_tier');
    const [, given] = paths[path].post.requestBody.content['application/json'].schema.$ref.split('schemas/');
    expect(components.schemas[given].properties.x_loyalty_number).toEqual({
      type: 'string',
      minLength: 1,
      maxLength: 40,
      description: 'The number on the card.',
    });
  });
});

describe.each(['customers', 'leads'])('a file of %s', (records) => {
  const row = { external_id: 'X-1', ...PERSON, ...GIVEN };

  it.each([false, true])(
    'sets the fields, changes them, clears them, and announces them (all or nothing: %s)',
    async (strict) => {
      const bring = (rows: readonly Row[]) => importRows(service, shop, records, rows, { strict, announce: true });
      expect(await bring([row, { external_id: 'X-2', name: 'Lee', phone: '613 555 0143' }])).toMatchObject({
        created: 2,
        errors: [],
      });
      expect(await bring([row])).toMatchObject({ unchanged: 1 });
      const change = { external_id: 'X-1', x_points: 41, x_tier: null };
      expect(await bring([change, { ...change, x_paused: true }])).toMatchObject({ updated: 2, errors: [] });
      const [one, two] = await Promise.all(['X-1', 'X-2'].map((id) => shop.read.get(`/${records}?external_id=${id}`)));
      const now = { ...GIVEN, x_points: 41, x_tier: null, x_paused: true };
      expect([one?.body.data, two?.body.data]).toMatchObject([[now], [EMPTY]]);
      const id = one?.body.data[0].id as string; // a lead or a customer
      expect((await eventsOf(service, { id })).at(-1)?.data).toMatchObject(now);
      expect(await bring([{ external_id: 'X-1', x_points: -1 }])).toMatchObject({ errors: [{ line: 1 }] });
    },
  );

  it('is written by an export as an import reads it', async () => {
    await importRows(service, shop, records, [row]);
    const kind = kindNamed(records, service.container.get(Assembly).registry.importKinds);
    for (const values of ['json', 'query'] as const) {
      const { chunks } = await service.container.get(ExportKind).execute({ shop: shop.id, kind, values });
      for await (const rows of chunks) {
        expect(rows).toMatchObject([GIVEN]);
        const copy = await service.shop();
        const texts = rows.map((one) => Object.fromEntries(Object.entries(one).map(([name, value]) => [name, textOf(value)])));
        const given = values === 'json' ? rows : texts;
        const brought = await importRows(service, copy, records, given, { restore: true, isText: values === 'query' });
        expect(brought).toMatchObject({ created: 1, errors: [] });
        expect((await copy.read.get(`/${records}`)).body.data).toMatchObject([GIVEN]);
      }
    }
  });
});

const textOf = (value: unknown): unknown => (typeof value === 'string' || value === null ? value : JSON.stringify(value));

it('the fields are arguments of the tools, and are in their answers', async () => {
  const { structuredContent: lead } = await shop.full.tool('leads.create', { ...PERSON, ...GIVEN });
  expect(lead).toMatchObject(GIVEN);
  expect((await shop.full.tool('leads.update', { id: lead.id, x_points: 5 })).structuredContent).toMatchObject({ x_points: 5 });
  const customer = await aCustomer(shop.full, GIVEN);
  expect((await shop.full.tool('customers.get', { id: customer.id })).structuredContent).toMatchObject(GIVEN);
  expect((await shop.full.tool('customers.list', {})).structuredContent.items).toEqual([expect.objectContaining(GIVEN)]);
});

it('the fields of two extensions stand side by side', async () => {
  const { id } = await aCustomer(shop.full, { x_locker: 'A1', x_points: 3 });
  expect((await shop.full.patch(`/customers/${id}`, { x_locker: 'B2' })).body.data).toMatchObject({
    x_locker: 'B2',
    x_points: 3,
  });
  expect((await shop.read.get(`/customers/${id}`)).body.data).toMatchObject({ ...EMPTY, x_locker: 'B2', x_points: 3 });
});

it('an erasure takes the fields of the person, and leaves those of others', async () => {
  const [gone, kept] = [await aCustomer(shop.full, { phone: '613 555 0142', ...GIVEN }), await aCustomer(shop.full, GIVEN)];
  await shop.full.post('/leads', { ...PERSON, ...GIVEN });
  await service.container.get(EraseCustomer).execute(shop.id, gone.id as CustomerId); // safe: a customer's id
  expect([await rowsOf('customers'), await rowsOf('leads')]).toEqual([[{ id: kept.id, loyalty_number: 'L-17' }], []]);
  expect((await shop.read.get(`/customers/${gone.id}`)).body.data).toMatchObject(EMPTY);
});

it('without the extension the fields are hidden, and what is stored comes back with it', async () => {
  const { id } = await aCustomer(shop.full, GIVEN);
  const without = await startTestService({ database: { url: service.databaseUrl, drop: () => Promise.resolve() } });
  const api = await without.key(shop.id);
  const { body } = await api.patch(`/customers/${id}`, { city: 'Ottawa', x_points: 1 });
  expect(Object.keys(body.data).filter((name) => name.startsWith('x_'))).toEqual([]);
  expect((await api.patch(`/customers/${id}`, { x_points: 1 }, { prefer: 'handling=strict' })).status).toBe(422);
  // The two services describe the same events differently, and each checks all events at its end.
  await service.sql('delete from outbox');
  await without.stop();
  expect((await shop.read.get(`/customers/${id}`)).body.data).toMatchObject({ ...GIVEN, city: 'Ottawa' });
});

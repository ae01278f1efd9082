import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Database, type Database as DatabaseOfService } from '../../../../adapters/storage/database.js';
import { plainKind } from '../../../../adapters/storage/records/record-kind.js';
import { RecordStore } from '../../../../adapters/storage/records/record-store.js';
import { storage } from '../../../../adapters/storage/storage.js';
import { instant, integer, shopKey, table, text, uuidKey, type Stored } from '../../../../adapters/storage/tables/table.js';
import { area } from '../../../../application/kernel/area.js';
import { Announcer, type Announced } from '../../../../application/kernel/events/announcer.js';
import type { Cause } from '../../../../application/kernel/events/cause.js';
import { NOBODY } from '../../../../application/kernel/events/contacts.js';
import { eventKinds } from '../../../../application/kernel/events/event-kinds.js';
import type { RecordsOf } from '../../../../application/kernel/events/event-records.js';
import { when, type Reaction, type RecordChange } from '../../../../application/kernel/events/reaction.js';
import { DateTime, Text, Uuid } from '../../../../application/kernel/fields/fields.js';
import { operation, post, type Caller, type UseCase } from '../../../../application/kernel/operation/operation.js';
import { one } from '../../../../application/kernel/operation/output.js';
import { Clock, Ids } from '../../../../application/kernel/ports/ports.js';
import { provide } from '../../../../application/kernel/provide.js';
import { changed } from '../../../../domain/shared/events.js';
import type { Id, ShopId } from '../../../../domain/shared/id.js';
import type { Instant } from '../../../../domain/shared/instant.js';
import { extension } from '../../../../infrastructure/extensions/extension.js';
import { eventTypesOf } from '../../../support/outbox.js';
import { startTestService, type TestService } from '../../../support/service.js';

/** The key of a customer's car in the shop's key box. */
interface CarKey {
  readonly id: Id<'CarKey'>;
  readonly label: string;
  readonly createdAt: Instant;
}

class CarKeyView {
  @Uuid() id!: string;
  @Text() label!: string;
  @DateTime() created_at!: string;

  static of({ id, label, createdAt }: CarKey): CarKeyView {
    return { id, label, created_at: createdAt };
  }
}

const keyEvents = eventKinds(CarKeyView, NOBODY, { 'car_key.created': { says: 'A key was put into the box.' } });

declare module '../../../../application/kernel/events/event-records.js' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- this is how an extension adds its kinds of events
  interface EventRecords extends RecordsOf<typeof keyEvents> {}
}

abstract class CarKeys {
  abstract add(shop: ShopId, key: Announced<CarKey>): Promise<void>;
}

class PutKeyInput {
  @Text({ max: 40, description: 'The tag on the key.' }) label!: string;
}

class PutKey implements UseCase<PutKeyInput, CarKey> {
  constructor(
    private readonly keys: CarKeys,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly announcer: Announcer,
  ) {}

  async execute({ shop }: Caller, { label }: PutKeyInput, cause: Cause): Promise<CarKey> {
    const now = this.clock.now();
    const key: CarKey = { id: this.ids.next(), label, createdAt: now };
    const decision = changed(key, now, [{ type: 'car_key.created' as const }]);
    await this.keys.add(shop.id, this.announcer.announce(keyEvents, null, decision, cause));
    return key;
  }
}

const putKey = operation(PutKey, {
  name: 'car_keys.create',
  summary: 'Put a key into the box',
  description:
    'Stores a key in the box. Nobody is contacted. A repetition stores another key. Refuses a `label` of more than 40 characters.',
  scope: 'full',
  route: post('/car_keys', { status: 201 }),
  capability: { permission: 'inbox.access', budget: 'write' },
  input: PutKeyInput,
  output: one(CarKeyView),
  needs: [CarKeys, Ids, Clock, Announcer],
});

const keyTable = table<Stored<CarKey>>('car_keys', {
  shopId: shopKey,
  id: uuidKey(),
  label: text(),
  createdAt: instant('created_at'),
  version: integer(),
});

class PostgresCarKeys extends CarKeys {
  private readonly store: RecordStore<CarKey>;

  constructor(database: DatabaseOfService) {
    super();
    this.store = new RecordStore(
      database,
      plainKind<CarKey>({ table: keyTable, counted: { list: 'car_keys', buckets: () => ['all'] } }),
    );
  }

  override add(shop: ShopId, key: Announced<CarKey>): Promise<void> {
    return this.store.add(shop, key);
  }
}

class CarKeys1795500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table car_keys (
      shop_id uuid not null references shops (id) on delete cascade,
      id uuid not null,
      label text not null,
      created_at timestamptz(3) not null,
      version integer not null,
      primary key (shop_id, id)
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table car_keys');
  }
}

const labels: string[] = [];

class Remember implements Reaction<CarKey> {
  react({ record }: RecordChange<CarKey>): Promise<void> {
    labels.push(record.label);
    return Promise.resolve();
  }
}

const keyBox = extension({
  name: 'key-box',
  about: 'The keys of customers’ cars.',
  areas: [area({ name: 'car_keys', about: 'Keys in the box.', operations: [putKey], events: [keyEvents] })],
  storages: [
    storage({
      migrations: [CarKeys1795500000000],
      tables: [keyTable],
      impersonal: [keyTable],
      provides: [provide(CarKeys, PostgresCarKeys, [Database])],
    }),
  ],
  reactions: [when('car_key.created', Remember, [])],
});

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ extensions: [keyBox] });
});
afterAll(() => service.stop());

test('an area of an extension is served on every surface, stored in its own table, and described', async () => {
  const shop = await service.shop();
  const { status, body } = await shop.full.post('/car_keys', { label: ' 17 ' });
  expect([status, body.data]).toMatchObject([201, { label: '17' }]);
  expect((await shop.full.post('/car_keys/create', { label: '18' })).status).toBe(200);
  expect((await shop.full.tool('car_keys.create', { label: '19' })).structuredContent).toMatchObject({ label: '19' });
  expect(await service.sql('select label from car_keys where shop_id = $1 order by label', [shop.id])).toEqual([
    { label: '17' },
    { label: '18' },
    { label: '19' },
  ]);
  const document = (await shop.read.get('/openapi.json')).body;
  expect(document.tags).toContainEqual({ name: 'car_keys', description: 'Keys in the box.' });
  expect(Object.keys(document.webhooks)).toContain('car_key.created');
});

test('its events are in the feed and in its own reactions', async () => {
  const shop = await service.shop();
  labels.length = 0;
  const { body } = await shop.full.post('/car_keys', { label: '20' });
  expect(await eventTypesOf(service, body.data)).toEqual(['car_key.created']);
  expect(labels).toEqual(['20']);
  expect((await shop.read.get('/event-types')).body.data.map(({ type }: { type: string }) => type)).toContain('car_key.created');
});

import type { DataSource } from 'typeorm';
import { openDataSource } from '../../../adapters/areas/data-source.js';
import { migrateDown, migrateUp, migrationStates } from '../../../infrastructure/database/migrations.js';
import { cloneDatabase, type TestDatabase } from '../../support/postgres.js';

let database: TestDatabase;
let dataSource: DataSource;

beforeAll(async () => {
  database = await cloneDatabase();
  dataSource = await openDataSource({ url: database.url, poolSize: 2, ssl: false });
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

it('the attachments of texts that came before files were fetched are expected when the tables are migrated', async () => {
  const shop = '018f0000-0000-7000-8000-000000000004';
  while ((await migrationStates(dataSource)).some(({ name, applied }) => name.startsWith('ExpectedAttachments') && applied))
    await migrateDown(dataSource);
  await dataSource.query(
    `insert into shops (id, name, timezone, country, currency, suspended, plan_lapsed, features, created_at)
      values ($1, 'Northside', 'UTC', 'CA', 'CAD', false, false, '{}', now())`,
    [shop],
  );
  await dataSource.query(
    `with thread as (
      insert into conversations (shop_id, id, channel, status, pinned, marked_unread, is_ai_managed, created_at, version)
      values ($1, gen_random_uuid(), 'sms', 'open', false, false, false, now(), 1) returning id)
    insert into messages (shop_id, id, conversation_id, direction, body, status, media, media_sources, automated, keyword_answer,
      attempts, created_at, version)
    select $1, gen_random_uuid(), thread.id, 'inbound', m.body, 'received', '[]', m.sources::jsonb, false, false, 0, now(), 1
    from thread, (values ('none', '[]'), ('two', '[{"url": "/a", "contentType": ""}, {"url": "/b", "contentType": ""}]'))
      as m (body, sources)`,
    [shop],
  );
  await migrateUp(dataSource);
  const expected = await dataSource.query(
    `select m.body, f.kind, f.place, f.source, f.status, f.due_at is not null as due
      from media_files f join messages m on m.shop_id = f.shop_id and m.id = f.message_id order by f.place`,
  );
  const file = { body: 'two', kind: 'attachment', status: 'waiting', due: true };
  expect(expected).toEqual([
    { ...file, place: 0, source: '/a' },
    { ...file, place: 1, source: '/b' },
  ]);
});

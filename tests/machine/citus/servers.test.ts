import pg from 'pg';
import { ONE_SHOP_HAS } from '../../support/bound-statements.js';
import { exerciseEverything } from '../../support/exercise-everything.js';
import { cloneDatabase } from '../../support/postgres.js';
import { fillShop } from '../../support/records.js';
import { ServerTap, TOLD } from '../../support/server-tap.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';

/** What goes to every server: looks for something that one shop may have, changes of global tables, and the ends of both. */
const TO_EVERY_SERVER = [
  ...ONE_SHOP_HAS.map(({ what }) => what),
  /^(UPDATE "shops"|INSERT INTO "api_keys"|UPDATE "api_keys")/,
  /^(COMMIT|ROLLBACK)$/,
];

let service: TestService;
let shop: TestShop;
let tap: ServerTap;

beforeAll(async () => {
  const database = await cloneDatabase();
  const sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
  for (const setting of TOLD) await sql.query(`alter database "${new URL(database.url).pathname.slice(1)}" set ${setting}`);
  await sql.end();
  service = await startTestService({ database });
  shop = await service.shop();
});
afterAll(() => service.stop());
beforeEach(() => {
  tap = new ServerTap();
});
afterEach(() => {
  tap.close();
});

it('every statement of a request goes to the server of its shop alone, but for those of the list', async () => {
  const [records, foreign] = [await fillShop(service, shop), await fillShop(service, await service.shop())];
  tap.close();
  tap = new ServerTap();
  await exerciseEverything(await service.key(shop.id), records, foreign);
  const spread = tap.spread.filter((statement) => !TO_EVERY_SERVER.some((what) => what.test(statement)));
  expect(spread).toEqual([]);
  expect(tap.heard).toBeGreaterThan(100);
});

it('a write whose parts do not take their shop from shop_rows goes to every server, and is found', async () => {
  const text = `with stored as (update leads t set source = 'web' where t.shop_id = $1 returning 1),
    counted as (insert into texts_taken (shop_id, taken) select $1, 1 from stored) select 1 from stored`;
  const { id, full } = await service.shop();
  await full.post('/leads', { name: 'One row' });
  tap.close();
  tap = new ServerTap();
  await service.connections.pool.query(text, [id]);
  expect(tap.spread).toEqual([text.replace(/\s+/g, ' ')]);
});

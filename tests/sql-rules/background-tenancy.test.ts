import { randomUUID } from 'node:crypto';
import { SettingsOfShops } from '../../application/areas/access/shops.js';
import { AddPhoneNumber } from '../../application/areas/phone-numbers/add-phone-number.js';
import { Staff } from '../../application/areas/staff/staff.js';
import { WEEKDAYS } from '../../domain/access/shop.js';
import { NOBODY, type MessageId } from '../../domain/shared/id.js';
import { findings, KEYS_LOOKED_UP, NONE, oneLine, ownedTables } from '../support/bound-statements.js';
import { runBound } from '../support/bound-work.js';
import { aWebhook } from '../support/builders/a-webhook.js';
import { eventually } from '../support/eventually.js';
import { exerciseProvider } from './exercise-provider.js';
import { startFakeVpic } from '../support/fakes/vpic/fake-vpic.js';
import { FOR_ALL_SHOPS } from '../support/for-all-shops.js';
import { cloneDatabase } from '../support/postgres.js';
import { freshVin } from '../support/areas/vehicles.js';
import { fillShop, type ShopRecords } from '../support/records.js';
import { sharedTestService, type TestService } from '../support/service.js';
import { SqlTap } from '../support/sql-tap.js';
import { Subscriber } from '../support/subscriber.js';
import { startWholeService } from '../support/whole-service.js';

const ALL_DAY = Object.fromEntries(WEEKDAYS.map((day) => [day, [{ from: '00:00', until: '24:00' }]]));
const VIN = freshVin();

let service: TestService;
/** the records of a shop in another database */
let records: ShopRecords;

beforeAll(async () => {
  service = await sharedTestService();
  records = await fillShop(service, await service.shop());
});
afterAll(() => service.stop());

it('the statements of a background job are bound to the shop of its event', async () => {
  const vpic = await startFakeVpic();
  const database = await cloneDatabase();
  vpic.answer(VIN, { Make: 'HONDA', Model: 'Accord' });
  vpic.mode = 'error500';
  const subscriber = await Subscriber.start();
  const whole = await startWholeService(database.url, { VIN_DECODER_URL: vpic.url, ALLOW_PRIVATE_WEBHOOKS: 'on' });
  const id = await whole.shop();
  const sql = <Row>(text: string, values: unknown[] = []): Promise<Row[]> => whole.dataSource.query<Row[]>(text, values);
  await aWebhook({ sql, container: whole.container }, { id }, subscriber.url);
  const api = await whole.key(id);
  const tap = new SqlTap();
  try {
    const { body } = await api.post('/customers', { name: 'Dana', email: 'dana@example.com' });
    await api.post('/vehicles', { customer_id: body.data.id, vin: VIN });
    vpic.mode = 'ok';
    const make = await eventually(
      async () => (await api.get('/vehicles')).body.data[0].make as unknown,
      (known) => known !== null,
    );
    expect(make).toBe('HONDA');
    await whole.container.get(SettingsOfShops).change(id, { textingHours: ALL_DAY });
    await whole.container.get(AddPhoneNumber).execute(id, { number: '+1 613 555 0100', primary: true, sending: true });
    await api.patch(`/customers/${body.data.id}`, { phone: '+1 613 555 0142' });
    await whole.container.get(Staff).shopsWith(NOBODY);
    expect((await api.post('/messages', { customer_id: body.data.id, body: 'Your car is ready.' })).status).toBe(201);
    // The cast is safe: it is the id of a stored message.
    const theirs = records.message as MessageId;
    const reported = await exerciseProvider(whole.container, id, '+16135550100', theirs);
    expect([reported.known.includes(null), reported.unknown]).toEqual([false, [null, null]]);
    const send_at = new Date(Date.now() + 1_000).toISOString();
    for (const channel of ['sms', 'email']) {
      await api.post('/comms/schedule_message', { channel, customer_id: body.data.id, body: 'Come at nine.', send_at });
    }
    const sent = async (): Promise<unknown> =>
      (await api.post('/comms/list_scheduled_messages', { status: 'sent' })).body.data.total as unknown;
    expect(await eventually(sent, (total) => total === 2)).toBe(2);
    const delivered = (): Promise<object[]> =>
      sql(`select id from webhook_deliveries where shop_id = $1 and status = 'delivered'`, [id]);
    expect((await eventually(delivered, (rows) => rows.length > 0)).length).toBeGreaterThan(0);
    const heard = ({ what }: { what: RegExp }): boolean => tap.statements.some((statement) => what.test(oneLine(statement)));
    await eventually(() => FOR_ALL_SHOPS.every(heard), Boolean);
    const owned = await ownedTables(service);
    expect(findings(tap, id, owned, [...KEYS_LOOKED_UP, ...FOR_ALL_SHOPS])).toEqual(NONE);
  } finally {
    tap.close();
    await whole.stop();
    await subscriber.stop();
    await vpic.stop();
    await database.drop();
  }
});

it.each([
  ['another shop', 'select from leads where shop_id = $1 and id = gen_random_uuid()', randomUUID()],
  ['no shop', 'delete from leads where id = $1', randomUUID()],
])('queued work that names %s in a statement fails in every test that runs it', async (_, statement, value) => {
  const work = { work: 'leads.forget', key: 'one', payload: { shop: NOBODY } };
  const run = async (): Promise<boolean> => {
    await service.sql(statement, [value]);
    return true;
  };
  await expect(runBound(service, work, run)).rejects.toThrow(/^leads\.forget carries out statements without its shop: /);
});

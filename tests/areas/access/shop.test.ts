import { randomUUID } from 'node:crypto';
import { aStoredJob } from '../../support/builders/a-job.js';
import { aCustomer } from '../../support/builders/records.js';
import type { Answer } from '../../support/api.js';
import { eventually } from '../../support/eventually.js';
import { at } from '../../support/test-clock.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  shop = await service.shop({ timezone: 'America/Toronto' });
});
afterAll(() => service.stop());

const update = (values: object, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  shop.full.post('/shop/update', values, headers);
const read = async (): Promise<Answer['body']> => (await shop.read.post('/shop/get', {})).body.data;
const refusalOf = ({ status, body }: Answer): unknown[] => [status, body.error.message];
const eventsOf = (): Promise<{ data: object; cause: object }[]> =>
  service.sql(`select data, cause from outbox where shop_id = $1 and type = 'shop.updated' order by created_at, id`, [shop.id]);

const STANDARD = {
  name: 'Northside Auto Care',
  timezone: 'America/Toronto',
  country: 'CA',
  currency: 'CAD',
  status: 'active',
  features: { scheduling: true, services: true, reviews: true, booking: true },
  opening_hours: 'mon-fri 08:00-18:00',
  texting_hours: 'mon-sun 08:00-21:00',
  closures: [],
  bays: [],
  messaging_service: null,
  texts_per_hour: 500,
  reply_pointer: 'Reply to this text to reach us.',
  reply_to: null,
  booking_lead_minutes: 120,
  booking_step_minutes: 30,
  booking_buffer_minutes: 0,
  booking_horizon_days: 90,
  keep_recordings_months: null,
  keep_transcripts_months: null,
  keep_messages_months: null,
};

it('a shop has its settings from the beginning, in the form in which they are changed', async () => {
  expect(await read()).toEqual({ id: shop.id, ...STANDARD, created_at: expect.any(String) });
});

it('the given values are set and the others stay, and the answer is what a reader gets next', async () => {
  const changed = {
    name: 'Southside',
    timezone: 'america/halifax',
    features: { booking: false },
    opening_hours: 'Tue-Fri 9:00-17:00; sat closed',
    closures: ['2026-12-26..2026-12-27', '2026-12-25'],
    bays: [' Bay 1 ', 'Lift'],
    reply_to: 'Desk@Example.com',
    texts_per_hour: 7,
  };
  const { status, body } = await update(changed);
  expect([status, body.data]).toEqual([
    200,
    {
      id: shop.id,
      ...STANDARD,
      ...{ name: 'Southside', timezone: 'America/Halifax', texts_per_hour: 7, reply_to: 'desk@example.com' },
      features: { ...STANDARD.features, booking: false },
      opening_hours: 'tue-fri 09:00-17:00',
      closures: ['2026-12-25', '2026-12-26', '2026-12-27'],
      bays: ['Bay 1', 'Lift'],
      created_at: expect.any(String),
    },
  ]);
  expect(await read()).toEqual(body.data);
  expect((await update({ reply_to: null, bays: [], opening_hours: '' })).body.data).toMatchObject({
    ...{ reply_to: null, bays: [], opening_hours: 'closed', name: 'Southside' },
  });
});

it.each([
  [{}, 'body: give at least one of '],
  [{ name: ' ' }, 'name: name is required'],
  [{ name: '…' }, 'name: must be one line of 1 to 200 characters, with a letter or a digit'],
  [{ timezone: 'Mars/Base' }, 'timezone: Mars/Base is not a known IANA time zone'],
  [{ opening_hours: 'mon 18:00-08:00' }, 'opening_hours: '],
  [{ closures: ['2026-02-29'] }, 'closures: "2026-02-29" is not a day'],
  [{ closures: ['2026-01-01..2027-12-31'] }, 'closures: must be at most 400 days'],
  [{ closures: '2026-12-25' }, 'closures: must be a list of at most 1000 texts'],
  [{ bays: ['Bay 1', 'bay 1'] }, 'bays: bay 1 is named twice'],
  [{ bays: ['Bay 1, left'] }, 'bays: each name must be one line of 1 to 60 characters without a comma'],
  [{ bays: ['x'.repeat(200_000)] }, 'bays: each must be a text: one must be at most 100 characters'],
  [{ features: { flying: true } }, 'features: must not have flying: it takes only scheduling, services, reviews, booking'],
  [{ features: { booking: 'off' } }, 'features.booking: must be true or false'],
  [{ reply_pointer: 'none' }, 'reply_pointer: cannot be empty'],
  [{ reply_pointer: 'See shop.example.com' }, 'reply_pointer: must not contain a link'],
  [{ texts_per_hour: 0 }, 'texts_per_hour: must be a whole number from 1 to 1000000'],
  [{ keep_messages_months: 0 }, 'keep_messages_months: must be a whole number from 1 to 1200'],
  [{ booking_step_minutes: '30' }, 'booking_step_minutes: must be a whole number from 5 to 1440'],
])('%j is refused, and nothing else of the call is set', async (wrong, message) => {
  const given = Object.keys(wrong).length > 0 ? { bays: ['Bay 1'], ...wrong } : {};
  const [status, said] = refusalOf(await update(given));
  expect([status, String(said).slice(0, message.length)]).toEqual([422, message]);
  expect(await read()).toMatchObject(STANDARD);
});

it('the standing of the shop is not among what a key can change', async () => {
  expect((await update({ status: 'lapsed', currency: 'USD', name: 'Southside' })).body.data).toMatchObject({
    ...{ status: 'active', currency: 'CAD', name: 'Southside' },
  });
});

it('a change is told with what it changed, and who did it; what changes nothing is not told', async () => {
  await update({ bays: ['Bay 1'], name: 'Northside Auto Care' });
  await update({ bays: ['Bay 1'] });
  await update({ name: 'Southside' });
  expect(await eventsOf()).toMatchObject([
    { data: { bays: ['Bay 1'], previous: { bays: [] } }, cause: { operation: 'shop.update', key_id: expect.any(String) } },
    { data: { name: 'Southside', bays: ['Bay 1'], previous: { name: 'Northside Auto Care' } } },
  ]);
});

it('changes at the same time are all stored, and each is told with what was there before it', async () => {
  const values = [{ bays: ['A'] }, { closures: ['2026-12-25'] }, { name: 'Southside' }, { texts_per_hour: 9 }];
  await Promise.all(values.map((one) => update(one)));
  const after = { ...STANDARD, bays: ['A'], closures: ['2026-12-25'], name: 'Southside', texts_per_hour: 9 };
  expect(await read()).toMatchObject(after);
  const previous = (await eventsOf()).map(({ data }) => (data as { previous: object }).previous);
  expect(Object.assign({}, ...previous)).toEqual({ bays: [], closures: [], name: STANDARD.name, texts_per_hour: 500 });
});

it('another time zone moves nothing in the diary: what has a time keeps its moment', async () => {
  const { id } = await aCustomer(shop.full);
  await aStoredJob(
    service,
    shop,
    { id },
    { scheduledStart: at('2026-03-02T14:00:00.000Z'), scheduledEnd: at('2026-03-02T15:00:00.000Z') },
  );
  const diary = async (): Promise<Answer['body']> =>
    (await shop.read.get('/appointments?from=2026-03-01T00:00:00Z&to=2026-03-05T00:00:00Z')).body;
  const before = await diary();
  await update({ timezone: 'Asia/Tokyo' });
  expect(await diary()).toEqual(before);
  const zone = async (): Promise<unknown> => (await shop.read.get('/me')).body.data.shop.timezone;
  expect(await eventually(zone, (seen) => seen === 'Asia/Tokyo')).toBe('Asia/Tokyo');
});

it('a messaging service of another shop is refused, its own is not', async () => {
  const other = await service.shop();
  const messaging_service = `MG${randomUUID()}`;
  expect((await other.full.post('/shop/update', { messaging_service })).status).toBe(200);
  expect((await other.full.post('/shop/update', { messaging_service })).status).toBe(200);
  expect(refusalOf(await update({ messaging_service }))).toEqual([409, 'this messaging service is that of another shop']);
});

it('of two shops that take the same messaging service at once, one gets it', async () => {
  const other = await service.shop();
  const messaging_service = `MG${randomUUID()}`;
  const answers = await Promise.all([shop, other].map(({ full }) => full.post('/shop/update', { messaging_service })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

it('the settings are a tool, and their change is none', async () => {
  expect((await shop.full.tool('shop.get')).structuredContent).toEqual(await read());
  expect((await shop.full.tool('shop.update', { name: 'Southside' })).error.code).toBe(-32602);
});

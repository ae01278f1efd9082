import { randomInt, randomUUID } from 'node:crypto';
import type { Answer } from '../../support/api.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  shop = await service.shop();
});
afterAll(() => service.stop());

/** A number that no other test has. */
const aNumber = (): string => `+1613${randomInt(2_000_000, 10_000_000)}`;
const add = (values: object, by = shop): Promise<Answer> => by.full.post('/numbers/add', values);
const update = (values: object): Promise<Answer> => shop.full.post('/numbers/update', values);
const lines = async (): Promise<Answer['body']> => (await shop.read.get('/phone-numbers')).body.data;
const events = (): Promise<{ data: object }[]> =>
  service.sql(`select data, cause from outbox where shop_id = $1 and type = 'phone_number.updated' order by created_at, id`, [
    shop.id,
  ]);

it('a line that is added is listed, the first as the primary one, and the feed tells it', async () => {
  const number = aNumber();
  const { status, body } = await add({ number: `613 ${number.slice(5)}`, label: 'Front desk' });
  expect([status, body.data]).toMatchObject([
    201,
    { number, label: 'Front desk', is_primary: true, is_sending: true, sms: true, voice: true, status: 'active' },
  ]);
  const second = (await add({ number: aNumber(), is_sending: false })).body.data;
  expect(second).toMatchObject({ label: null, is_primary: false, is_sending: false });
  expect(await lines()).toEqual([body.data, second]);
  expect(await events()).toMatchObject([{ data: body.data, cause: { operation: 'numbers.add' } }, { data: second }]);
});

it('a line is changed, and another one made the primary line, with what it was in the events', async () => {
  const first = (await add({ number: aNumber(), label: 'Front desk' })).body.data;
  const second = (await add({ number: aNumber() })).body.data;
  const { status, body } = await update({ id: second.id, is_primary: true, label: 'Workshop' });
  expect([status, body.data]).toEqual([200, { ...second, is_primary: true, label: 'Workshop' }]);
  expect(await lines()).toEqual([body.data, { ...first, is_primary: false }]);
  expect((await events()).slice(2)).toMatchObject([
    { data: { id: first.id, previous: { is_primary: true } }, cause: { operation: 'numbers.update' } },
    { data: { id: second.id, previous: { is_primary: false, label: null } } },
  ]);
  expect((await update({ id: first.id, is_sending: false, label: null })).body.data).toMatchObject({
    is_sending: false,
    label: null,
  });
  await update({ id: first.id, is_sending: false });
  expect(await events()).toHaveLength(5);
});

it('the shop keeps a primary line', async () => {
  const { id } = (await add({ number: aNumber() })).body.data;
  const { status, body } = await update({ id, is_primary: false });
  expect([status, body.error.message]).toEqual([409, 'the shop needs a primary line: make another line primary instead']);
  const second = (await add({ number: aNumber() })).body.data;
  expect((await update({ id: second.id, is_primary: false })).body.data).toEqual(second);
});

it('of many that become primary at once, one is', async () => {
  const ids = [];
  for (let count = 0; count < 4; count += 1) ids.push((await add({ number: aNumber() })).body.data.id);
  await Promise.all(ids.map((id) => update({ id, is_primary: true })));
  expect((await lines()).filter((line: { is_primary: boolean }) => line.is_primary)).toHaveLength(1);
});

it('a number that is a line already is refused: of this shop with its id, of another one without', async () => {
  const number = aNumber();
  const { id } = (await add({ number })).body.data;
  const again = await add({ number });
  expect([again.status, again.body.error.message]).toEqual([
    409,
    `${number} is already a line of this shop (existing id: ${id})`,
  ]);
  const taken = await add({ number }, await service.shop());
  expect([taken.status, taken.body.error.message]).toEqual([409, `${number} is already a line of another shop`]);
});

it('of two shops that add the same number at once, one gets it', async () => {
  const [number, other] = [aNumber(), await service.shop()];
  const answers = await Promise.all([add({ number }), add({ number }, other)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
});

it('a line of another shop is 404, and so is one that was released', async () => {
  const foreign = (await add({ number: aNumber() }, await service.shop())).body.data;
  const { id } = (await add({ number: aNumber() })).body.data;
  await service.sql(`update phone_numbers set status = 'released', is_primary = false where id = $1`, [id]);
  for (const which of [foreign.id, id, randomUUID()]) {
    const { status, body } = await update({ id: which, label: 'Front desk' });
    expect([status, body.error.message]).toEqual([404, 'live phone number not found']);
  }
});

it.each([
  [{ number: '555-0142' }, 'number: is not a phone number'],
  [{ label: 'Front desk' }, 'number: number is required'],
])('%j is refused', async (values, message) => {
  const { status, body } = await add(values);
  expect([status, body.error.message]).toEqual([422, message]);
});

import { randomInt } from 'node:crypto';
import { OptOuts } from '../../../application/areas/texting/opt-outs.js';
import { TextingBlocks } from '../../../application/areas/texting/texting-blocks.js';
import { NO_CAUSE } from '../../../application/kernel/events/cause.js';
import { UnitOfWork } from '../../../application/kernel/ports/ports.js';
import { Conflict } from '../../../domain/shared/errors.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { aConversation } from '../../support/builders/a-conversation.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;
let number: E164;
let blocks: TextingBlocks;
let optOuts: OptOuts;

beforeAll(async () => {
  service = await sharedTestService();
  blocks = service.container.get(TextingBlocks);
  optOuts = service.container.get(OptOuts);
});
beforeEach(async () => {
  shop = await service.shop();
  number = `+1613555${randomInt(1000, 9999)}` as E164; // a number in E.164 is what the brand stands for
});
afterAll(() => service.stop());

const events = () =>
  service.sql<{ type: string; data: object }>('select type, data from outbox where shop_id = $1 order by created_at, id', [
    shop.id,
  ]);
const block = (source: 'stop' | 'staff' = 'stop') => blocks.block(shop.id, { number, source }, NO_CAUSE);

test('a block holds in its own shop only, is announced, and knows its customer and the newest text thread', async () => {
  const customer = (await shop.full.post('/customers', { name: 'Dana Whitfield', phone: number })).body.data.id;
  await aConversation(service, shop, { channel: 'sms', contactNumber: number });
  service.clock.pass(1000);
  const { id: conversation } = await aConversation(service, shop, {
    channel: 'sms',
    contactNumber: number,
    createdAt: service.clock.now(),
  });
  const since = service.clock.now();
  expect(await block()).toMatchObject({ number, source: 'stop', since, liftedAt: null });
  const data = { number, source: 'stop', since, conversation, customer };
  expect((await events()).slice(1)).toEqual([{ type: 'customer.texting_blocked', data }]);
  expect(await optOuts.find(shop.id, number)).toMatchObject({ number, source: 'stop', since });
  expect(await optOuts.find((await service.shop()).id, number)).toBeNull();
});

test('a block that is lifted is announced, is found no more, and may be set again', async () => {
  await block();
  expect(await blocks.lift(shop.id, number, 'start', NO_CAUSE)).toMatchObject({ liftedAt: service.clock.now() });
  expect(await optOuts.find(shop.id, number)).toBeNull();
  expect(await optOuts.list(shop.id)).toEqual([]);
  service.clock.pass(1000);
  await block('staff');
  expect(await optOuts.list(shop.id)).toMatchObject([{ number, source: 'staff', since: service.clock.now() }]);
  expect((await events()).map(({ type }) => type)).toEqual([
    'customer.texting_blocked',
    'customer.texting_unblocked',
    'customer.texting_blocked',
  ]);
  expect((await events()).map(({ data }) => data)).toMatchObject(Array(3).fill({ number, conversation: null, customer: null }));
});

test('the lift of a number that was never blocked finds nothing', async () => {
  expect(await blocks.lift(shop.id, number, 'staff', NO_CAUSE)).toBeNull();
  expect(await events()).toEqual([]);
});

test('the staff’s lift of a STOP is refused and changes nothing', async () => {
  await block();
  await expect(blocks.lift(shop.id, number, 'staff', NO_CAUSE)).rejects.toThrow(Conflict);
  expect(await optOuts.find(shop.id, number)).toMatchObject({ source: 'stop' });
});

test('twenty blocks at once, by STOP and by the staff, are one row that needs both lifts', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, index) => block(index % 2 === 0 ? 'stop' : 'staff')));
  expect(await optOuts.find(shop.id, number)).toMatchObject({ source: 'stop', staffToo: true });
  const told = (await events()).map(({ data }) => (data as { source: string }).source);
  expect([['stop'], ['staff', 'stop']]).toContainEqual(told);
  expect(await blocks.lift(shop.id, number, 'start', NO_CAUSE)).toMatchObject({ source: 'staff', liftedAt: null });
  expect(await blocks.lift(shop.id, number, 'staff', NO_CAUSE)).toMatchObject({ liftedAt: service.clock.now() });
});

test('a block within a unit of work that fails is not stored, and not announced', async () => {
  const failing = service.container.get(UnitOfWork).run(async () => {
    await block();
    throw new Error('the rest failed');
  });
  await expect(failing).rejects.toThrow('the rest failed');
  expect([await optOuts.find(shop.id, number), await events()]).toEqual([null, []]);
});

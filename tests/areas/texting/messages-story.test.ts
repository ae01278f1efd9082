import { randomUUID } from 'node:crypto';
import { ProviderEvents } from '../../../application/areas/texting/provider-events.js';
import { SandboxOutbox } from '../../../application/areas/texting/sandbox-outbox.js';
import type { Answer } from '../../support/api.js';
import { aPhoneNumber } from '../../support/builders/a-phone-number.js';
import { doDueWork, passWorking } from '../../support/due-work.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';

const STRANGER = '+16135550177';

let service: TestService;
let shop: TestShop;
let line: string;

beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  shop = await service.shop();
  ({ number: line } = await aPhoneNumber(service, shop, { is_primary: true }));
});
afterAll(() => service.stop());

const writes = (body: string, from = STRANGER) =>
  service.container
    .get(ProviderEvents)
    .received({ providerId: randomUUID(), shop: shop.id, from, to: line, body, media: [], receivedAt: null });
const threads = async (query = ''): Promise<Answer['body'][]> =>
  (await shop.read.get(`/conversations?${query}`)).body.data as Answer['body'][];
const sentTexts = async (): Promise<string[]> =>
  (await service.container.get(SandboxOutbox).newest(shop.id, 100, null)).map(({ body }) => body).reverse();
const messageRow = async (id: string): Promise<{ status: string; error: string | null }> => {
  const [row] = await service.sql<{ status: string; error: string | null }>(
    'select status, error from messages where shop_id = $1 and id = $2',
    [shop.id, id],
  );
  if (!row) throw new Error('there is no such message');
  return row;
};

it.each([
  ['+15005550001', 'failed', '21211: The recipient’s number is not a valid phone number.'],
  ['+15005550009', 'undelivered', '30003: The recipient’s phone is switched off or out of reach.'],
  ['+15005550013', 'delivered', null],
])('a text to %s ends %s', async (number, status, error) => {
  await writes('Hi', number);
  const [thread] = await threads();
  const { body } = await shop.full.post('/messages', { conversation: thread.id, body: 'Hello' });
  await passWorking(service, 6);
  expect(await messageRow(body.data.id)).toEqual({ status, error });
});

it('a hand-over that was cut off leaves an unconfirmed text, and no second one', async () => {
  await writes('Hi');
  const [thread] = await threads();
  const { body } = await shop.full.post('/messages', { conversation: thread.id, body: 'Hello' });
  await service.sql(`update messages set status = 'sending' where shop_id = $1 and id = $2`, [shop.id, body.data.id]);
  await doDueWork(service);
  expect(await messageRow(body.data.id)).toMatchObject({ status: 'unconfirmed' });
  expect(await sentTexts()).toEqual([]);
});

import { randomUUID } from 'node:crypto';
import { aPhoneNumber } from '../../../support/builders/a-phone-number.js';
import { doDueWork } from '../../../support/due-work.js';
import { startFakeTwilio, type FakeTwilio } from '../../../support/fakes/twilio/fake-twilio.js';
import { startTestService, type TestService, type TestShop } from '../../../support/service.js';

type Parameters = readonly (readonly [string, string])[];

const PUBLIC = 'https://shop.example';
const STRANGER = '+16135550177';

let twilio: FakeTwilio;
let service: TestService;
let shop: TestShop;
let line: string;

beforeAll(async () => {
  twilio = await startFakeTwilio();
  const { accountSid, authToken, url: apiUrl } = twilio;
  service = await startTestService({ texts: { provider: 'twilio', accountSid, authToken, apiUrl }, publicUrl: PUBLIC });
});
beforeEach(async () => {
  shop = await service.shop();
  ({ number: line } = await aPhoneNumber(service, shop, { is_primary: true }));
});
afterAll(async () => {
  await service.stop();
  await twilio.stop();
});

const calls = (url: string, parameters: Parameters): Promise<Response> =>
  twilio.call(url, parameters, service.url + url.slice(PUBLIC.length));
const writes = (body: string, sid = `SM${randomUUID()}`, to = line): Promise<Response> =>
  calls(`${PUBLIC}/providers/twilio/messages`, [
    ['MessageSid', sid],
    ['From', STRANGER],
    ['To', to],
    ['Body', body],
  ]);
const reports = (callback: string, sid: string, status: string, code = ''): Promise<Response> =>
  calls(callback, [
    ['MessageSid', sid],
    ['MessageStatus', status],
    ['ErrorCode', code],
  ]);
const stored = (of = shop): Promise<{ body: string; status: string; error: string | null }[]> =>
  service.sql('select body, status, error from messages where shop_id = $1 order by created_at, id', [of.id]);

/** Lets a stranger text, answers, and hands the answer over. Returns the address for reports, and the provider's id. */
async function answered(): Promise<{ readonly callback: string; readonly sid: string }> {
  await writes('Is my car ready?');
  const [thread] = (await shop.read.get('/conversations')).body.data as { id: string }[];
  expect((await shop.full.post('/messages', { conversation: thread?.id, body: 'Yes, it is.' })).status).toBe(201);
  await doDueWork(service);
  const callback = twilio.requests.at(-1)?.form.get('StatusCallback') ?? '';
  return { callback, sid: twilio.sent.at(-1)?.sid ?? '' };
}

it('a stranger texts in, is answered through Twilio, and the receipt arrives', async () => {
  const { callback, sid } = await answered();
  expect(twilio.sent.at(-1)).toMatchObject({ from: line, to: STRANGER, body: 'Yes, it is.' });
  expect(callback).toContain(`${PUBLIC}/providers/twilio/status?shop=${shop.id}&message=`);
  expect(await stored()).toMatchObject([{ status: 'received' }, { status: 'sent' }]);
  expect((await reports(callback, sid, 'delivered')).status).toBe(200);
  expect(await stored()).toMatchObject([{ body: 'Is my car ready?' }, { status: 'delivered', error: null }]);
});

it('receipts settle a text in any order, and twenty times at once', async () => {
  const { callback, sid } = await answered();
  const order = ['sent', 'delivered', 'queued', 'sending', 'sent'];
  await Promise.all(Array.from({ length: 20 }, (_, n) => reports(callback, sid, order[n % order.length] ?? 'sent')));
  expect((await stored()).at(-1)).toMatchObject({ status: 'delivered' });
  const events = await service.sql<{ type: string }>(
    `select type from outbox where shop_id = $1 and type in ('message.sent', 'message.delivered') order by type`,
    [shop.id],
  );
  expect(events.map(({ type }) => type)).toEqual(['message.delivered', 'message.sent']);
});

it('a receipt finds its text though the answer to the hand-over was lost', async () => {
  twilio.mode = 'cut';
  const { callback, sid } = await answered().finally(() => {
    twilio.mode = 'ok';
  });
  expect((await stored()).at(-1)).toMatchObject({ status: 'unconfirmed' });
  expect((await reports(callback, sid, 'undelivered', '30003')).status).toBe(200);
  expect((await stored()).at(-1)).toMatchObject({ status: 'undelivered', error: expect.stringContaining('30003') });
});

it('a receipt that names another shop changes nothing', async () => {
  const { callback, sid } = await answered();
  const other = await service.shop();
  expect((await reports(callback.replace(shop.id, other.id), sid, 'failed')).status).toBe(200);
  expect((await stored()).at(-1)).toMatchObject({ status: 'sent' });
});

it('twenty copies of one text at once make one message, and so does each later copy', async () => {
  const sid = `SM${randomUUID()}`;
  const answers = await Promise.all(Array.from({ length: 20 }, () => writes('Hello', sid)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await writes('Hello', sid)).status).toBe(200);
  expect(await stored()).toHaveLength(1);
});

it('a text belongs to the shop whose number it was sent to, and to none if nobody has the number', async () => {
  const other = await service.shop();
  const { number } = await aPhoneNumber(service, other);
  expect((await writes('For the other shop', undefined, number)).status).toBe(200);
  expect((await writes('For nobody', undefined, '+16135559999')).status).toBe(200);
  expect([await stored(), await stored(other)]).toMatchObject([[], [{ body: 'For the other shop' }]]);
});

it('STOP blocks and START lifts, and Twilio answers both itself', async () => {
  const sent = twilio.sent.length;
  await writes('Is it ready?');
  await writes(' ＳＴＯＰ. ');
  const [thread] = (await shop.read.get('/conversations')).body.data as { id: string }[];
  const answer = () => shop.full.post('/messages', { conversation: thread?.id, body: 'Yes' });
  expect((await answer()).status).toBe(409);
  await writes('start');
  expect((await answer()).status).toBe(201);
  await doDueWork(service);
  expect(twilio.sent.slice(sent).map(({ body }) => body)).toEqual(['Yes']);
});

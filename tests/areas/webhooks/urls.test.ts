import type { Answer } from '../../support/api.js';
import { REFUSED_URLS } from '../../support/refused-urls.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { HOOK, rowOf, subscribed } from '../../support/webhook-shop.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
});
afterAll(() => service.stop());

/**
 * A third of all spellings, because the adapter's test has all of them. Blanks around a text do not count, so a URL with such blanks
 * is not refused here.
 */
const WRITTEN = REFUSED_URLS.filter(({ url }, index) => index % 3 === 0 && url === url.trim());

it('a wrong address is refused in any spelling by POST or PATCH, with a sentence, and none is stored', async () => {
  const { id } = await subscribed(shop);
  const give = (url: string, index: number): Promise<Answer> =>
    index % 2 === 0 ? shop.full.post('/webhooks', { url }) : shop.full.patch(`/webhooks/${id}`, { url });
  const answers = await Promise.all(WRITTEN.map(({ url }, index) => give(url, index)));
  const wrong = answers.flatMap(({ status, body }, index) =>
    status === 422 && /^url: [a-z][^.]+$/.test(body.error.message as string) ? [] : [[WRITTEN[index]?.url, status]],
  );
  expect(wrong).toEqual([]);
  expect(WRITTEN.length).toBeGreaterThan(60);
  expect(await rowOf(service, { id })).toMatchObject({ url: HOOK });
  expect((await shop.read.get('/webhooks')).body.meta).toEqual({ total: 1 });
});

it.each([
  ['http://1.1.1.1/', 'must begin with https://'],
  ['https://user:password@1.1.1.1/', 'must not have a user name or a password'],
  ['https://1.1.1.1:8443/', 'must use port 443'],
  ['https://127.0.0.1/', 'must be an address on the public internet'],
  ['https://[::ffff:169.254.169.254]/', 'must be an address on the public internet'],
  ['1.1.1.1/shop', 'is not a URL'],
])('%s is refused by POST and by PATCH in the same words', async (url, problem) => {
  const { id } = await subscribed(shop);
  for (const answer of [await shop.full.post('/webhooks', { url }), await shop.full.patch(`/webhooks/${id}`, { url })]) {
    expect(answer).toMatchObject({ status: 422, body: { error: { code: 'validation_error', message: `url: ${problem}` } } });
  }
});

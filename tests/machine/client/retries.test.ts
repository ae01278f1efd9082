import { ShopOperations, ShopOperationsError, type ClientOptions } from '../../../client/source/shop-operations.js';
import { refusal, scripted, type Step } from './clients.js';

const CUT = new TypeError('terminated');
const lead = (): Response => Response.json({ data: { id: 'a-lead' } }, { status: 201 });

/** A client whose requests are answered by these steps, what it has sent, and how long it has waited between tries. */
function played(steps: readonly Step[], options: Partial<ClientOptions> = {}) {
  const { fetch, sent } = scripted(...steps);
  const waits: number[] = [];
  const sleep = (ms: number): Promise<void> => {
    waits.push(ms);
    return Promise.resolve();
  };
  return {
    client: new ShopOperations({ baseUrl: 'https://shop.example', key: 'sk_shop_x', fetch, sleep, ...options }),
    sent,
    waits,
  };
}

async function failed(call: Promise<unknown>): Promise<ShopOperationsError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ShopOperationsError) return error;
    throw error;
  }
  throw new Error('the call has succeeded');
}

describe('a call is sent again', () => {
  it.each<readonly [string, Step]>([
    ['a connection that was cut', CUT],
    ['an answer that was cut', new Response('{"data":{"id"', { status: 201 })],
    ...[408, 429, 502, 503, 504].map((status) => [`a ${status}`, refusal(status, 'unavailable')] as const),
    ['a 503 that is not of the service', new Response('<h1>Bad gateway</h1>', { status: 503 })],
    ['a first try that is still running', refusal(409, 'conflict')],
  ])('after %s, with the same idempotency key', async (_, step) => {
    const { client, sent } = played([step, step, lead()]);
    expect(await client.leads.create({ name: 'Dana Whitfield' })).toEqual({ id: 'a-lead' });
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0], keys[0]]);
    expect(new Set(sent.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  it('with the key that was given, while another call has another one', async () => {
    const { client, sent } = played([CUT, lead()]);
    await client.leads.create({ name: 'Dana' }, { idempotencyKey: 'my-own-key-1' });
    await client.leads.create({ name: 'Dana' });
    await client.leads.create({ name: 'Dana' });
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys.slice(0, 2)).toEqual(['my-own-key-1', 'my-own-key-1']);
    expect(new Set(keys).size).toBe(3);
  });

  it('after the time that the service asks for', async () => {
    const date = new Date(Date.now() + 20_000).toUTCString();
    const { client, waits } = played([
      refusal(429, 'rate_limited', { 'retry-after': '7' }),
      refusal(503, 'unavailable', { 'retry-after': date }),
      lead(),
    ]);
    await client.leads.create({ name: 'Dana' });
    expect(waits[0]).toBe(7000);
    expect(Math.abs(Number(waits[1]) - 20_000)).toBeLessThan(10_000);
  });

  it('after a random time whose bound doubles, four times at most', async () => {
    const { client, sent, waits } = played([CUT]);
    expect(await failed(client.leads.create({ name: 'Dana' }))).toMatchObject({
      code: 'network_error',
      status: null,
      retryable: true,
      cause: CUT,
    });
    expect(sent.length).toBe(5);
    waits.forEach((ms, tries) => {
      expect(ms).toBeGreaterThanOrEqual(0);
      expect(ms).toBeLessThan(500 * 2 ** tries);
    });
    expect(new Set(waits).size).toBe(4);
  });

  it('as often as the client allows', async () => {
    const { client, sent } = played([CUT], { maxRetries: 1 });
    await failed(client.leads.list().page());
    expect(sent.length).toBe(2);
  });

  it('when it reads by POST, without a key', async () => {
    const { client, sent } = played([CUT, Response.json({ data: { items: [] } })]);
    await client.tasks.assignees().page();
    expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual([null, null]);
  });
});

describe('a call is not sent again', () => {
  it.each([
    ['a refusal', refusal(422, 'validation_error', { 'should-retry': 'false' })],
    ['a conflict that stays', refusal(409, 'conflict', { 'should-retry': 'false' })],
    ['a fault', refusal(500, 'internal_error')],
  ])('after %s', async (_, step) => {
    const { client, sent, waits } = played([step]);
    expect(await failed(client.leads.create({ name: 'Dana' }))).toMatchObject({ retryable: false });
    expect([sent.length, waits]).toEqual([1, []]);
  });

  it('when it writes and takes no key', async () => {
    const { client, sent } = played([CUT]);
    expect(await failed(client.webhooks.delete({ id: 'a-webhook' }))).toMatchObject({ code: 'network_error' });
    expect(sent).toMatchObject([{ method: 'DELETE', url: 'https://shop.example/api/v1/webhooks/a-webhook' }]);
  });

  it('when the service asks to wait for longer than the call may take', async () => {
    const { client, sent } = played([refusal(429, 'rate_limited', { 'retry-after': '31' })]);
    expect(await failed(client.account.read())).toMatchObject({ code: 'rate_limited', retryAfterMs: 31_000 });
    expect(sent.length).toBe(1);
  });
});

describe('a call ends', () => {
  it('when its time is over', async () => {
    const { client } = played([], { timeoutMs: 20 });
    expect(await failed(client.account.read())).toMatchObject({ code: 'timeout', status: null, retryable: true });
    expect(await failed(played([]).client.account.read({}, { timeoutMs: 20 }))).toMatchObject({ code: 'timeout' });
  });

  it('when its caller ends it, before or while it waits for the answer', async () => {
    const reason = new Error('the page was left');
    for (const endsAt of ['before', 'while']) {
      const ending = new AbortController();
      if (endsAt === 'before') ending.abort(reason);
      const call = failed(played([]).client.account.read({}, { signal: ending.signal }));
      ending.abort(reason);
      expect(await call).toMatchObject({ code: 'aborted', cause: reason, retryable: false });
    }
  });
});

describe('what is sent', () => {
  it('has the key, and asks for strict handling', async () => {
    const { client, sent } = played([lead()]);
    await client.leads.update({ id: 'a/b c', status: 'won', assigned_to: undefined as never });
    expect(sent).toMatchObject([
      { method: 'PATCH', url: 'https://shop.example/api/v1/leads/a%2Fb%20c', body: { status: 'won' } },
    ]);
    const headers = sent[0]?.headers;
    expect(['authorization', 'prefer', 'content-type'].map((name) => headers?.get(name))).toEqual([
      'Bearer sk_shop_x',
      'handling=strict',
      'application/json',
    ]);
  });

  it('has lists with commas, and names within a parameter', async () => {
    const { client, sent } = played([Response.json({ data: [], meta: { next_cursor: null } })]);
    await client.leads.list({ ids: ['a', 'b'] as never, metadata: { plan: 'gold' }, limit: 2 }).page();
    expect(decodeURIComponent(String(sent[0]?.url))).toBe(
      'https://shop.example/api/v1/leads?ids=a,b&metadata[plan]=gold&limit=2',
    );
  });

  it('goes to a service below a path', async () => {
    const { client, sent } = played([lead()], { baseUrl: 'https://example.com/shop/' });
    await client.account.read();
    expect(sent[0]?.url).toBe('https://example.com/shop/api/v1/me');
  });
});

it('the address of a file is whole', async () => {
  const media = [{ url: '/api/v1/messages/m/media/0' }, { url: 'https://elsewhere.example/a.jpg' }];
  const { client } = played([Response.json({ data: { id: 'm', conversation: 'c', media, metadata: { conversation: 'mine' } } })]);
  expect(await client.messages.read({ id: 'm' })).toEqual({
    ...{ id: 'm', conversation_id: 'c', metadata: { conversation: 'mine' } },
    media: [{ url: 'https://shop.example/api/v1/messages/m/media/0' }, { url: 'https://elsewhere.example/a.jpg' }],
  });
});

it('a file is the answer itself, whose body is read as it comes', async () => {
  const { client, sent } = played([CUT, new Response('the bytes', { headers: { 'content-type': 'image/jpeg' } })]);
  const file = await client.messages.readAttachment({ id: 'm', n: 0 });
  expect([file.headers.get('content-type'), await file.text()]).toEqual(['image/jpeg', 'the bytes']);
  expect(sent[1]?.url).toBe('https://shop.example/api/v1/messages/m/media/0');
});

it.each([
  [{ baseUrl: undefined as never }, 'baseUrl: undefined is not the address of a service'],
  [{ baseUrl: 'shop.example' }, 'baseUrl: shop.example is not the address of a service'],
  [{ key: undefined as never }, 'key: the API key of the shop is missing'],
])('a client is not made with %p', (options, message) => {
  expect(() => new ShopOperations({ baseUrl: 'https://shop.example', key: 'sk_shop_x', ...options })).toThrow(message);
});

it('an operation that does not exist is named', () => {
  expect(() => played([]).client.request('leads.crate' as 'leads.create', { name: 'Dana' })).toThrow(
    'no operation is called leads.crate',
  );
});

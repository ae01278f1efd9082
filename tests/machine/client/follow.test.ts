import { getEventListeners } from 'node:events';
import type { AnnouncementListener } from '../../../adapters/postgres/announcement-listener.js';
import type { FeedEvent, FollowOptions, ShopOperations } from '../../../client/source/shop-operations.js';
import { listenerOf } from '../../../infrastructure/modules/listener.js';
import { eventually } from '../../support/eventually.js';
import { followEvents } from '../../support/follow-events.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';
import { clientOf, refusal, scripted } from './clients.js';
import { CuttingProxy } from './cutting-proxy.js';
import { next } from './events.js';

let service: TestService;
let listener: AnnouncementListener;
let proxy: CuttingProxy;
let shop: TestShop;
let client: ShopOperations;
const ending = new Set<AbortController>();

beforeAll(async () => {
  service = await startTestService({ poolSize: 4, mostWaiting: 20 });
  listener = listenerOf(service.container, { url: service.databaseUrl, ssl: false });
  await listener.start();
  proxy = await CuttingProxy.before(service.url);
});
beforeEach(async () => {
  shop = await service.shop();
  client = clientOf(shop.full, { baseUrl: proxy.url });
});
afterEach(() => {
  for (const one of ending) one.abort();
  ending.clear();
});
afterAll(async () => {
  await proxy.close();
  await listener.stop();
  await service.stop();
});

/** Follows the events until the test ends. */
function following(options: FollowOptions = {}, by: ShopOperations = client): AsyncGenerator<FeedEvent> {
  const one = new AbortController();
  ending.add(one);
  return by.events.follow({ signal: one.signal, ...options });
}

async function leads(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push((await shop.full.post('/leads', { name: `Lead ${n}` })).body.data.id as string);
  await followEvents(service);
  return ids;
}

/** The ids of the records of the next events. */
const records = async (events: AsyncGenerator<FeedEvent>, count: number): Promise<unknown[]> =>
  (await next(events, count)).map(({ data }) => (data as { id?: string }).id);

/** A platform whose streams do not come through: the service is asked for a page. */
const withoutStreams: typeof fetch = (url, init = {}) => {
  const headers = new Headers(init.headers);
  headers.set('accept', 'application/json');
  return fetch(url, { ...init, headers });
};

describe.each([
  ['by a stream', undefined],
  ['by long polling', withoutStreams],
])('events are followed %s', (_, by) => {
  const followed = (options: FollowOptions = {}): AsyncGenerator<FeedEvent> =>
    following(options, by ? clientOf(shop.full, { baseUrl: proxy.url, fetch: by }) : client);

  it('from the beginning, and as they come', async () => {
    const before = await leads(3);
    const events = followed({ after: 0 });
    expect(await records(events, 3)).toEqual(before);
    const coming = records(events, 2);
    expect(await leads(2)).toEqual(await coming);
  });

  it('from now on, if no place is given', async () => {
    await leads(1);
    const asked: string[] = [];
    const noting: typeof fetch = async (url, init) => {
      const answer = await (by ?? fetch)(url, init);
      asked.push(url as string); // safe: the client gives texts
      return answer;
    };
    const coming = records(following({}, clientOf(shop.full, { baseUrl: proxy.url, fetch: noting })), 1);
    await eventually(
      () => asked.some((url) => url.includes('after=latest')),
      (isPlaced) => isPlaced,
    );
    expect(await leads(1)).toEqual(await coming);
  });

  it('each once and in order, over connections that are cut', async () => {
    const events = followed({ after: 0 });
    const [expected, found]: [string[], unknown[]] = [[], []];
    for (let round = 0; round < 5; round += 1) {
      expected.push(...(await leads(2)));
      found.push(...(await records(events, 1)));
      proxy.cutAll();
      expected.push(...(await leads(1)));
      found.push(...(await records(events, 2)));
    }
    expect(found).toEqual(expected);
  });

  it('of some kinds only', async () => {
    const [id = ''] = await leads(2);
    await shop.full.patch(`/leads/${id}`, { status: 'won' });
    const { body } = await shop.full.post('/tasks', { title: 'Call back' });
    await followEvents(service);
    const kinds = async (types: NonNullable<FollowOptions['types']>, count: number): Promise<unknown[]> =>
      (await next(followed({ after: 0, types }), count)).map(({ type, data }) => [type, (data as { id?: string }).id]);
    expect(await kinds(['task.created'], 1)).toEqual([['task.created', body.data.id]]);
    expect(await kinds(['task.created', 'lead.status_changed'], 2)).toEqual([
      ['lead.status_changed', id],
      ['task.created', body.data.id],
    ]);
  });

  it('until the signal ends it, even while it has more of them', async () => {
    await leads(3);
    const one = new AbortController();
    const found: string[] = [];
    for await (const { type } of clientOf(shop.full).events.follow({ after: 0, signal: one.signal })) {
      found.push(type);
      one.abort();
    }
    expect(found).toHaveLength(1);
  });

  it('until the signal ends it, without an error', async () => {
    const one = new AbortController();
    const events = followed({ after: 0, signal: one.signal });
    await leads(1);
    await next(events, 1);
    const last = events.next();
    one.abort();
    expect(await last).toEqual({ done: true, value: undefined });
  });

  it('until trying again does not help', async () => {
    const unknown = clientOf(service.as('sk_shop_unknown'), by && { fetch: by });
    await expect(following({}, unknown).next()).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(following({ after: 0 }, unknown).next()).rejects.toMatchObject({ code: 'unauthorized' });
  });
});

describe('a stream', () => {
  const EVENT = { number: 7, type: 'lead.created', data: { id: 'a-lead' } };
  const stream = (...chunks: readonly string[]): Response =>
    new Response(
      new ReadableStream({
        start: (controller) => {
          for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
          controller.close();
        },
      }),
      { headers: { 'content-type': 'text/event-stream' } },
    );

  it('is read in whatever pieces it comes', async () => {
    const event = { ...EVENT, data: { id: 'a-lead', name: 'Zoë' } };
    const text = `retry: 1\r\n\r\n: alive\nid: 5\n\nid: 7\nevent: lead.created\ndata: ${JSON.stringify(event)}\n\n`;
    const { fetch, sent } = scripted(stream(...text), stream(`data: ${JSON.stringify({ ...event, number: 9 })}\n\n`));
    expect(await next(following({ after: 4 }, clientOf(shop.full, { fetch })), 2)).toEqual([event, { ...event, number: 9 }]);
    expect(sent.map(({ url }) => new URL(url).searchParams.get('after'))).toEqual(['4', '7']);
  });

  it('may go back, and no event comes twice', async () => {
    const frame = (number: number): string => `data: ${JSON.stringify({ ...EVENT, number })}\n\n`;
    const { fetch } = scripted(stream(frame(7), frame(8)), stream(frame(7), frame(8), frame(9)));
    expect((await next(following({ after: 0 }, clientOf(shop.full, { fetch })), 3)).map(({ number }) => number)).toEqual([
      7, 8, 9,
    ]);
  });

  it('that is opened again and again leaves nothing behind at the signal', async () => {
    const streams = Array.from({ length: 30 }, (_, n) => stream(`data: ${JSON.stringify({ ...EVENT, number: n + 1 })}\n\n`));
    const one = new AbortController();
    ending.add(one);
    const events = clientOf(shop.full, { fetch: scripted(...streams).fetch }).events.follow({ after: 0, signal: one.signal });
    await next(events, 30);
    expect(getEventListeners(one.signal, 'abort').length).toBeLessThan(4);
  });

  it('whose events are no longer kept ends with an error', async () => {
    const reason = 'after: events are kept for 30 days';
    const { fetch } = scripted(stream(`event: reset\ndata: ${JSON.stringify({ reason, oldest: 500 })}\n\n`));
    await expect(following({ after: 1 }, clientOf(shop.full, { fetch })).next()).rejects.toMatchObject({
      ...{ code: 'validation_error', field: 'after', message: reason },
    });
  });

  it('that says nothing at all gives way to long polling', async () => {
    const dead = new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } });
    const { fetch, sent } = scripted(dead, Response.json({ data: [EVENT], meta: { next_after: 7 } }));
    const waiting = clientOf(shop.full, { fetch, sleep: () => Promise.resolve() });
    expect(await next(following({ after: 0 }, waiting), 1)).toEqual([EVENT]);
    expect(sent.map(({ url }) => new URL(url).searchParams.get('wait'))).toEqual([null, '25']);
  });
});

it('a service that is away is asked again, after the time that it asks for', async () => {
  const waits: number[] = [];
  const away = refusal(503, 'unavailable', { 'retry-after': '3' });
  const { fetch } = scripted(away, new TypeError('terminated'), refusal(401, 'unauthorized'));
  const sleep = (ms: number): Promise<void> => Promise.resolve(void waits.push(ms));
  await expect(following({ after: 0 }, clientOf(shop.full, { fetch, sleep, maxRetries: 0 })).next()).rejects.toMatchObject({
    status: 401,
  });
  expect([waits.length, waits[0]]).toEqual([2, 3000]);
});

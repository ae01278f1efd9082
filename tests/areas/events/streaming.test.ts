import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AnnouncementListener } from '../../../adapters/postgres/announcement-listener.js';
import { KeyTokens } from '../../../application/areas/access/api-keys.js';
import { KeyRing } from '../../../application/areas/access/manage-keys.js';
import { ChangeShopStanding } from '../../../application/areas/access/manage-shops.js';
import { EventArrivals, EventFeed, type EventWatch } from '../../../application/areas/events/event-feed.js';
import { streamEvents } from '../../../application/areas/events/stream-events.js';
import { EventTypes } from '../../../application/kernel/events/event-types.js';
import type { Stream } from '../../../application/kernel/operation/output.js';
import type { ApiKeyId, ShopId } from '../../../domain/shared/id.js';
import { listenerOf } from '../../../infrastructure/modules/listener.js';
import type { Api } from '../../support/api.js';
import { eventually } from '../../support/eventually.js';
import { followEvents } from '../../support/follow-events.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let listener: AnnouncementListener;
let shop: TestShop;
const open = new Set<Reader>();

beforeAll(async () => {
  service = await startTestService({ poolSize: 2, mostInFlight: 8, limits: { requests: 120 } });
  listener = listenerOf(service.container, { url: service.databaseUrl, ssl: false });
  await listener.start();
});
beforeEach(async () => {
  shop = await service.shop();
});
afterEach(() => {
  for (const reader of open) reader.leave();
  open.clear();
});
afterAll(async () => {
  await listener.stop();
  await service.stop();
});

interface Frame {
  readonly id?: string;
  readonly event?: string;
  readonly data?: { readonly number: number; readonly type: string; readonly data: { readonly id: string } };
}

/** A client that reads the stream. */
class Reader {
  text = '';
  isEnded = false;

  private constructor(readonly answer: IncomingMessage) {
    answer.setEncoding('utf8').on('data', (text: string) => (this.text += text));
    answer.on('close', () => (this.isEnded = true)).on('error', () => undefined);
  }

  static async of(api: Api, query = '', headers: Readonly<Record<string, string>> = {}): Promise<Reader> {
    const asked = get(`${service.url}/api/v1/events${query}`, {
      agent: false,
      headers: { authorization: `Bearer ${api.token}`, accept: 'text/event-stream', ...headers },
    });
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    asked.on('error', () => undefined);
    const reader = new Reader(answer);
    open.add(reader);
    return reader;
  }

  get frames(): Frame[] {
    const whole = this.text.slice(0, this.text.lastIndexOf('\n\n') + 2);
    return whole.split('\n\n').flatMap((block) => {
      const fields = new Map(
        block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      );
      const [id, event, data] = ['id', 'event', 'data'].map((name) => fields.get(name));
      return data === undefined ? [] : [{ id, event, data: JSON.parse(data) } as Frame];
    });
  }

  /** The ids of the records of the events, when there are so many. */
  async records(count: number): Promise<(string | undefined)[]> {
    const frames = await eventually(
      () => this.frames,
      ({ length }) => length >= count,
    );
    return frames.map(({ data }) => data?.data.id);
  }

  ended(): Promise<boolean> {
    return eventually(
      () => this.isEnded,
      (isEnded) => isEnded,
    );
  }

  leave(): void {
    this.answer.destroy();
  }
}

/** Begins streams one after the other, because only a few requests may be in flight. */
async function readersOf(api: Api, count: number): Promise<Reader[]> {
  const readers = [];
  while (readers.length < count) readers.push(await Reader.of(api));
  return readers;
}

async function lead(of: TestShop = shop): Promise<string> {
  const { body } = await of.full.post('/leads', { name: 'Dana Whitfield' });
  await followEvents(service);
  return body.data.id as string;
}

const newest = async (): Promise<number> => (await shop.read.get('/events?limit=500')).body.meta.next_after as number;

describe('a stream of events', () => {
  it('begins with what comes from now on, and says each event as a page does', async () => {
    await lead();
    const reader = await Reader.of(shop.read);
    const { headers, statusCode } = reader.answer;
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([200, 'text/event-stream', 'no-store']);
    expect(headers['ratelimit']).toContain('r=119');
    const later = await lead();
    expect(await reader.records(1)).toEqual([later]);
    expect(reader.text.startsWith('retry: 2000\n\n')).toBe(true);
    const page = (await shop.read.get('/events')).body.data;
    expect(reader.frames).toEqual([{ id: String(page[1].number), event: 'lead.created', data: page[1] }]);
  });

  it('goes on after a position, and Last-Event-ID wins over it', async () => {
    const [first, second] = [await lead(), await lead()];
    const { data } = (await shop.read.get('/events')).body;
    expect(await (await Reader.of(shop.read, '?after=0')).records(2)).toEqual([first, second]);
    const again = await Reader.of(shop.read, '?after=0', { 'last-event-id': String(data[0].number) });
    expect(await again.records(1)).toEqual([second]);
    const later = await lead();
    expect(await again.records(2)).toEqual([second, later]);
    expect(await (await Reader.of(shop.read, '?after=latest&last_event_id=0')).records(0)).toEqual([]);
  });

  it('has only the events of its kind, its record and its shop, in a stream longer than a page', async () => {
    const wanted = await lead();
    await lead(await service.shop());
    for (let others = 0; others < 3; others += 1) await lead();
    // More than the 100 events of a page, and fewer than the 120 requests of a key.
    for (let notes = 0; notes < 110; notes += 1)
      await shop.full.patch(`/leads/${wanted}`, { next_followup_at: `2027-01-01T00:00:${String(notes % 60).padStart(2, '0')}Z` });
    await followEvents(service);
    const ofRecord = await Reader.of(shop.read, `?after=0&record=${wanted}`);
    expect(await ofRecord.records(111)).toEqual(Array(111).fill(wanted));
    const ofKind = await Reader.of(shop.read, '?after=0&type=lead.created');
    expect(new Set((await ofKind.records(4)).filter((id) => id === wanted)).size).toBe(1);
    expect(new Set(ofKind.frames.map(({ event }) => event))).toEqual(new Set(['lead.created']));
    const numbers = ofRecord.frames.map(({ id }) => Number(id));
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
  });

  it('says with one event that its position is no longer kept, and ends', async () => {
    await lead();
    await service.sql('insert into pruned_events (shop_id, number) values ($1, $2)', [shop.id, await newest()]);
    const oldest = await newest();
    const reader = await Reader.of(shop.read, '?after=0');
    expect(await reader.ended()).toBe(true);
    const reason = `after: events after 0 are no longer kept: go on from ${oldest}, the oldest position that is kept`;
    expect(reader.frames).toEqual([{ event: 'reset', data: { reason, oldest } }]);
  });

  it('is refused with a wrong position, kind or key, as a page is', async () => {
    const refused = async (query: string, headers = {}): Promise<unknown> => {
      const { status, body } = await shop.read.get(`/events${query}`, { accept: 'text/event-stream', ...headers });
      return [status, body.error.message];
    };
    expect(await refused('?after=soon')).toEqual([422, 'after: must be a whole number from 0 to 999999999999999, or latest']);
    expect(await refused('', { 'last-event-id': 'x' })).toEqual([
      422,
      'Last-Event-ID: must be the id of an event of this stream',
    ]);
    expect(await refused('?after=99999999')).toEqual([422, expect.stringContaining('no event has this number yet')]);
    expect(await refused('?type=lead.sold')).toEqual([422, expect.stringContaining('type: must be one of')]);
    expect((await service.as(null).get('/events', { accept: 'text/event-stream' })).status).toBe(401);
  });

  it('holds no connection to the database and no place among the requests in flight', async () => {
    const readers = await readersOf(shop.read, 18);
    expect((await shop.read.get('/me')).status).toBe(200);
    const later = await lead();
    for (const reader of readers) expect(await reader.records(1)).toEqual([later]);
  });

  it('of which a key reads 20, and another key its own', async () => {
    await readersOf(shop.read, 20);
    const { status, body, headers } = await shop.read.get('/events', { accept: 'text/event-stream' });
    expect([status, body.error.message, headers.get('retry-after')]).toEqual([
      429,
      'this key reads 20 streams already; retry in 5 s',
      '5',
    ]);
    expect((await Reader.of(shop.full)).answer.statusCode).toBe(200);
    [...open][0]!.leave();
    const after = await eventually(
      () => Reader.of(shop.read),
      ({ answer }) => answer.statusCode === 200,
    );
    expect(after.answer.statusCode).toBe(200);
  });

  it('ends when its key is revoked or its shop is suspended', async () => {
    const api = await service.key(shop.id, { scope: 'read' });
    const [revoked, suspended] = [await Reader.of(api), await Reader.of(shop.read)];
    const publicId = service.container.get(KeyTokens).read(api.token ?? '')?.publicId;
    const [key] = await service.sql<{ id: ApiKeyId }>('select id from api_keys where public_id = $1', [publicId]);
    await service.container.get(KeyRing).revoke(key!.id);
    expect(await revoked.ended()).toBe(true);
    expect(suspended.isEnded).toBe(false);
    await service.container.get(ChangeShopStanding).execute(shop.id, 'suspend');
    expect(await suspended.ended()).toBe(true);
  });
});

it('a page that begins with the latest has what comes later', async () => {
  await lead();
  const { body } = await shop.read.get('/events?after=latest');
  expect(body).toEqual({ data: [], meta: { next_after: await newest() } });
});

it('the event of a tested webhook is delivered and not in the feed', async () => {
  const { body } = await shop.full.post('/webhooks', { url: 'https://example.com/hook' });
  expect((await shop.full.post(`/webhooks/${body.data.id}/test`)).status).toBeLessThan(300);
  await followEvents(service);
  expect((await shop.read.get('/events')).body.data).toEqual([]);
  expect((await shop.read.get('/events?type=ping')).body.data).toEqual([]);
});

it('a stream without events says every 15 seconds that it lives, with its position', async () => {
  const waits: number[] = [];
  const ended = new AbortController();
  class NoArrivals extends EventArrivals {
    override watch(_: ShopId, ms: number): EventWatch {
      waits.push(ms);
      if (waits.length > 2) ended.abort();
      return { next: () => Promise.resolve(false), end: () => undefined };
    }
  }
  await lead();
  const { container } = service;
  const useCase = new streamEvents.useCase(
    ...([container.get(EventFeed), container.get(EventTypes), new NoArrivals()] as never[]),
  );
  const caller = { shop: { id: shop.id } } as never; // safe: the use case looks at nothing else
  const result = (await useCase.execute(caller, {}, {} as never, {} as never)) as Stream<never>;
  const { data } = streamEvents.output.render(result, service.clock.now(), null);
  let text = '';
  for await (const piece of (data as Stream<string>).pieces(ended.signal)) text += piece;
  const beat = `: alive\nid: ${await newest()}\n\n`;
  expect([text, waits]).toEqual([`retry: 2000\n\n${beat}${beat}`, [15_000, 15_000, 15_000]]);
});

it('a stream ends well when the service stops, and then none begins', async () => {
  const stopping = await startTestService();
  const there = await stopping.shop();
  const asked = get(`${stopping.url}/api/v1/events`, {
    agent: false,
    headers: { authorization: `Bearer ${there.read.token}`, accept: 'text/event-stream' },
  });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  let text = '';
  answer.setEncoding('utf8').on('data', (part: string) => (text += part));
  stopping.leave();
  await once(answer, 'end'); // an answer that is cut off has no end
  expect(text).toBe('retry: 2000\n\n');
  expect((await there.read.get('/events', { accept: 'text/event-stream' })).status).toBe(503);
  await stopping.stop();
});

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { AnnouncementListener } from '../../../adapters/postgres/announcement-listener.js';
import { KeyTokens } from '../../../application/areas/access/api-keys.js';
import { KeyRing } from '../../../application/areas/access/manage-keys.js';
import { ChangeShopStanding } from '../../../application/areas/access/manage-shops.js';
import type { ApiKeyId } from '../../../domain/shared/id.js';
import { listenerOf } from '../../../infrastructure/modules/listener.js';
import type { Answer, Api } from '../../support/api.js';
import { eventually } from '../../support/eventually.js';
import { followEvents } from '../../support/follow-events.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';

const MOST_OF_KEY = 10;
const MOST = 12;
/** If requests that wait counted, or went on all at once, some would be refused. */
const MOST_IN_FLIGHT = 8;

let service: TestService;
let listener: AnnouncementListener;
let shop: TestShop;

beforeAll(async () => {
  service = await startTestService({ mostWaiting: MOST, mostInFlight: MOST_IN_FLIGHT, poolSize: 4, limits: { requests: 120 } });
  listener = listenerOf(service.container, { url: service.databaseUrl, ssl: false });
  await listener.start();
});
beforeEach(async () => {
  shop = await service.shop();
});
afterAll(async () => {
  await listener.stop();
  await service.stop();
});

/** Begins a request that waits, and resolves when it waits. */
async function begun(api: Api, query = ''): Promise<{ readonly answer: Promise<Answer> }> {
  const before = service.waiting();
  const answer = api.get(`/events?wait=25${query}`);
  expect(
    await eventually(
      () => service.waiting(),
      (count) => count > before,
    ),
  ).toBe(before + 1);
  return { answer };
}

async function announce(of: TestShop = shop): Promise<string> {
  const { body } = await of.full.post('/leads', { name: 'Dana Whitfield' });
  await followEvents(service);
  return body.data.id as string;
}

const leadsIn = ({ body }: Answer): unknown[] => body.data.map(({ data }: { data: { id: string } }) => data.id);

describe('a request that waits for an event', () => {
  it('is answered when the relay has numbered one, and others are served meanwhile', async () => {
    const { answer } = await begun(shop.read);
    expect((await shop.read.get('/me')).status).toBe(200);
    const lead = await announce();
    const page = await answer;
    expect(leadsIn(page)).toEqual([lead]);
    expect(page.body.meta.next_after).toBe(page.body.data[0].number);
    expect(page.headers.get('ratelimit')).toContain('r=119');
  });

  it('is not answered by an event of another shop or of another kind, but by the first that matches', async () => {
    const other = await service.shop();
    const { answer } = await begun(shop.read, '&type=lead.status_changed');
    await announce(other);
    const lead = await announce();
    await shop.full.patch(`/leads/${lead}`, { status: 'won' });
    await followEvents(service);
    expect((await answer).body.data).toMatchObject([{ type: 'lead.status_changed', data: { id: lead } }]);
  });

  it('is answered at once if there is an event', async () => {
    const lead = await announce();
    expect(leadsIn(await shop.read.get('/events?wait=25'))).toEqual([lead]);
  });

  it('is answered with an empty page when its time is over', async () => {
    await announce();
    const { next_after: after } = (await shop.read.get('/events')).body.meta;
    const { body } = await shop.read.get(`/events?after=${after}&wait=0.05`);
    expect(body).toEqual({ data: [], meta: { next_after: after } });
  });

  it('does not wait for the headers only', async () => {
    expect((await shop.read.send('HEAD', '/api/v1/events?wait=25', {})).status).toBe(200);
  });

  it('is refused when its key was revoked meanwhile', async () => {
    const api = await service.key(shop.id, { scope: 'read' });
    const { answer } = await begun(api);
    const publicId = service.container.get(KeyTokens).read(api.token ?? '')?.publicId;
    const [key] = await service.sql<{ id: ApiKeyId }>('select id from api_keys where public_id = $1', [publicId]);
    await service.container.get(KeyRing).revoke(key!.id);
    await announce();
    expect((await answer).status).toBe(401);
  });

  it('is refused when its shop was suspended meanwhile', async () => {
    const { answer } = await begun(shop.read);
    await service.container.get(ChangeShopStanding).execute(shop.id, 'suspend');
    await service.sql('select pg_notify($1, $2)', ['events_numbered', shop.id]);
    expect((await answer).body.error.code).toBe('org_suspended');
  });
});

describe('requests of clients that leave', () => {
  async function opened(): Promise<Socket> {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(`GET /api/v1/events?wait=25 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${shop.read.token}\r\n\r\n`);
    await eventually(
      () => service.waiting(),
      (count) => count === 1,
    );
    return socket;
  }
  const nobodyWaits = (): Promise<number> =>
    eventually(
      () => service.waiting(),
      (count) => count === 0,
    );

  it.each([
    ['by an end of the connection', (socket: Socket): unknown => socket.end()],
    ['by a reset', (socket: Socket): unknown => socket.resetAndDestroy()],
  ])('no longer wait: %s', async (_, leave) => {
    const socket = await opened();
    leave(socket);
    expect(await nobodyWaits()).toBe(0);
    socket.destroy();
  });
});

describe('too many requests that wait', () => {
  it('of one key, and of all keys, are answered at once', async () => {
    const waiting = [];
    for (let one = 0; one < MOST_OF_KEY; one += 1) waiting.push(await begun(shop.read));
    const refused = await shop.read.get('/events?wait=25');
    // Without the header its client would ask again at once, over and over.
    expect([refused.body.data, refused.headers.get('retry-after')]).toEqual([[], '5']);
    for (let one = MOST_OF_KEY; one < MOST; one += 1) waiting.push(await begun(shop.full));
    expect((await shop.full.get('/events?wait=25')).body.data).toEqual([]);
    expect(service.waiting()).toBe(MOST);
    expect((await shop.full.get('/me')).status).toBe(200);
    const lead = await announce();
    for (const { answer } of waiting) {
      expect(leadsIn(await answer)).toEqual([lead]);
      expect((await answer).headers.get('retry-after')).toBeNull();
    }
    expect(service.waiting()).toBe(0);
  });
});

it('a stop ends all waits', async () => {
  const { answer } = await begun(shop.read);
  service.leave();
  const { status, body, headers } = await answer;
  expect([status, body.data, headers.get('connection')]).toEqual([200, [], 'close']);
  expect((await shop.read.get('/events?wait=25')).body.data).toEqual([]);
});

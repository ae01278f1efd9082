import { ADVISORY_LOCKS } from '../../../adapters/advisory-locks.js';
import type { EXPORTED_VIEWS } from '../../../application/areas/exports/exported-views.js';
import { eventually } from '../../support/eventually.js';
import { followEvents } from '../../support/follow-events.js';
import { fillShop, type ShopRecords } from '../../support/records.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';
import type { Answer, Api } from '../../support/api.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await startTestService({ limits: { requests: 120 } });
});
beforeEach(async () => {
  shop = await service.shop();
});
afterAll(() => service.stop());

type Row = Readonly<Record<string, unknown>> & { readonly id: string };
const linesOf = ({ text }: Answer): Row[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);
const positionOf = ({ headers }: Answer): number => Number(headers.get('feed-position'));
const byId = (rows: readonly Row[]): Row[] => [...rows].sort((one, other) => (one.id < other.id ? -1 : 1));

async function lead(api: Api, name: string): Promise<string> {
  return (await api.post('/leads', { name })).body.data.id as string;
}

describe('an export', () => {
  let records: ShopRecords;
  beforeEach(async () => {
    records = await fillShop(service, shop);
    await fillShop(service, await service.shop({ name: 'Southside Tires' }));
  });

  /** The lists by which REST shows all records of a kind. */
  const LISTS: Readonly<Record<keyof typeof EXPORTED_VIEWS, (of: ShopRecords) => readonly string[]>> = {
    leads: () => ['/leads?limit=100'],
    'lead-timeline': ({ lead: id }) => [`/leads/${id}/timeline?limit=100`],
    customers: () => ['/customers?limit=100'],
    vehicles: ({ customer }) => [`/vehicles?customer_id=${customer}&limit=100`],
    quotes: () => ['/quotes?limit=100'],
    invoices: () => ['/invoices?limit=100', '/invoices?limit=100&imported=true'],
    jobs: () => ['/jobs?limit=100', '/jobs?limit=100&imported=true'],
    appointments: () => ['/appointments?from=2026-01-01T00:00:00Z&to=2026-04-01T00:00:00Z&limit=100'],
    tasks: () => ['open', 'done', 'canceled'].map((status) => `/tasks?status=${status}&limit=100`),
    services: () => ['/services?limit=100'],
    reviews: () => [],
    staff: () => ['/staff'],
    conversations: () => ['/conversations?limit=100'],
    messages: ({ conversation }) => [`/messages?conversation_id=${conversation}&limit=100`],
    calls: () => ['/calls?limit=100'],
  };

  it.each(Object.entries(LISTS))(
    'of %s has each record of the shop as its list answers it, in the order of the ids',
    async (kind, listsOf) => {
      const api = await service.key(shop.id, { scope: 'read' });
      const answer = await api.get(`/exports/${kind}`);
      expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
      const pages = await Promise.all(listsOf(records).map(async (path) => (await api.get(path)).body.data as Row[]));
      const listed = kind === 'reviews' ? ((await shop.full.post('/reviews/list', {})).body.data.items as Row[]) : pages.flat();
      const shown = linesOf(answer).map(({ lead_id: _, ...row }) => row as Row);
      expect(shown.length).toBeGreaterThan(0);
      expect(shown).toEqual(byId(listed));
    },
  );

  it('says whose an entry of a timeline is', async () => {
    expect(new Set(linesOf(await shop.read.get('/exports/lead-timeline')).map((row) => row['lead_id']))).toContain(records.lead);
  });
});

describe('the position of an export', () => {
  /** The leads that the feed tells after a position. */
  async function toldAfter(position: number): Promise<string[]> {
    await followEvents(service);
    const { body } = await shop.read.get(`/events?after=${position}`);
    return body.data.map(({ data }: { data: Row }) => data.id) as string[];
  }

  it('is 0 in a shop without events', async () => {
    expect(positionOf(await shop.read.get('/exports/leads'))).toBe(0);
  });

  it('divides the feed: what is in the answer has been told, what is not will be, also if the relay had not numbered it', async () => {
    const told = await lead(shop.full, 'Told');
    await followEvents(service);
    const waiting = await lead(shop.full, 'Waiting');
    const answer = await shop.read.get('/exports/leads');
    expect(linesOf(answer).map(({ id }) => id)).toEqual([told, waiting].sort());
    const next = await lead(shop.full, 'Next');
    expect(await toldAfter(positionOf(answer))).toEqual([next]);
    expect(await toldAfter(0)).toEqual([told, waiting, next]);
  });

  it('is before an event that is committed later, although it was made earlier', async () => {
    const first = await lead(shop.full, 'First');
    const late = await service.connections.pool.connect();
    await late.query('begin');
    await late.query(
      `insert into outbox (shop_id, id, type, data, cause, created_at)
       select shop_id, gen_random_uuid(), type, data, cause, created_at - interval '1 hour' from outbox where shop_id = $1`,
      [shop.id],
    );
    const position = positionOf(await shop.read.get('/exports/leads'));
    await late.query('commit');
    late.release();
    expect(await toldAfter(position)).toEqual([first]);
    expect(await toldAfter(0)).toEqual([first, first]);
  });

  it('is after the events that the relay was about to number when the export began', async () => {
    await lead(shop.full, 'Being told');
    const relay = await service.connections.pool.connect();
    await relay.query('begin');
    await relay.query(`select pg_advisory_xact_lock(${ADVISORY_LOCKS.numbering.join(', ')})`);
    const { rows } = await relay.query<{ number: number }>(`select nextval('event_numbers') as number`);
    await relay.query('update outbox set number = $2, relayed_at = now() where shop_id = $1', [shop.id, rows[0]?.number]);
    const asked = shop.read.get('/exports/leads');
    const waiting = () => service.sql(`select from pg_locks where locktype = 'advisory' and not granted`);
    expect(await eventually(waiting, ({ length }) => length > 0)).toHaveLength(1);
    await relay.query('commit');
    relay.release();
    expect(await toldAfter(positionOf(await asked))).toEqual([]);
  });
});

describe('an export that goes on after the last record that a client has', () => {
  const going = (after: string, token: string | null, kind = 'leads'): Promise<Answer> =>
    shop.read.get(`/exports/${kind}?after=${after}`, token === null ? {} : { 'export-token': token });

  it('has the rest and the first position with its token, and a new position without it or after 15 minutes', async () => {
    const ids = [await lead(shop.full, 'One'), await lead(shop.full, 'Two')].sort();
    const first = await shop.read.get('/exports/leads');
    const token = first.headers.get('export-token');
    const later = await lead(shop.full, 'Three');
    const rest = await going(ids[0]!, token);
    expect(linesOf(rest).map(({ id }) => id)).toEqual([ids[1], later]);
    expect([positionOf(rest), rest.headers.get('export-token')]).toEqual([positionOf(first), token]);
    expect(positionOf(await going(ids[0]!, null))).toBeGreaterThan(positionOf(first));
    service.clock.pass(15 * 60_000);
    const anew = await going(ids[0]!, token);
    expect(positionOf(anew)).toBeGreaterThan(positionOf(first));
    expect(anew.headers.get('export-token')).not.toBe(token);
  });

  it('is refused with the token of another kind, and with a place that is no id', async () => {
    const token = (await shop.read.get('/exports/leads')).headers.get('export-token');
    const other = await going('018f0000-0000-7000-8000-000000000000', token, 'customers');
    expect([other.status, other.body.error.message]).toEqual([
      422,
      'Export-Token: is not of an export of this kind with this updated_since',
    ]);
    const wrong = await going('last', null);
    expect([wrong.status, wrong.body.error.message]).toEqual([422, 'after: is not an id']);
  });
});

it('an unknown kind is not found, and the answer names the kinds', async () => {
  const { status, body } = await shop.read.get('/exports/people');
  expect([status, body.error.message]).toEqual([404, expect.stringContaining('the kinds are leads, lead-timeline, customers')]);
});

it('a client that wants it gets the answer compressed', async () => {
  const id = await lead(shop.full, 'Zipped');
  const plain = await shop.read.get('/exports/leads');
  const zipped = await shop.read.get('/exports/leads', { 'accept-encoding': 'gzip' });
  expect([plain, zipped].map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'gzip']);
  expect(linesOf(zipped)).toEqual([expect.objectContaining({ id })]);
  expect(zipped.headers.get('vary')).toContain('accept-encoding');
});

it('a request for the headers only ends at once', async () => {
  const { status, text, headers } = await shop.read.send('HEAD', '/api/v1/exports/leads', {});
  expect([status, text, headers.get('feed-position')]).toEqual([200, '', '0']);
  expect((await shop.read.get('/exports/leads')).status).toBe(200);
});

it('the 31st export of a key in an hour is refused, and those of another key are not', async () => {
  const api = await service.key(shop.id, { scope: 'read' });
  for (let exports = 0; exports < 30; exports += 1) expect((await api.get('/exports/staff')).status).toBe(200);
  const refused = await api.get('/exports/staff');
  expect([refused.status, refused.body.error.message]).toEqual([429, expect.stringContaining('more than 30 exports in an hour')]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
  expect((await shop.full.get('/exports/staff')).status).toBe(200);
});

import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { HOOK, rowOf, subscribed } from '../../support/webhook-shop.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  shop = await service.shop();
});

const like = (message: string | RegExp): unknown => (typeof message === 'string' ? message : expect.stringMatching(message));
const idsOf = async (): Promise<string[]> =>
  (await shop.read.get('/webhooks')).body.data.map(({ id }: { id: string }): string => id);

describe('POST /webhooks', () => {
  it('makes a webhook for all kinds of events, and shows its secret', async () => {
    const answer = await shop.full.post('/webhooks', { url: HOOK });
    const { secret, ...record } = answer.body.data;
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`/api/v1/webhooks/${record.id}`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(secret).toMatch(/^whsec_[\w+/]{32}$/);
    expect(record).toEqual({
      id: expect.any(String),
      url: HOOK,
      events: null,
      description: null,
      enabled: true,
      disabled_reason: null,
      created_at: service.clock.now(),
      last_success_at: null,
      last_failure_at: null,
    });
    expect((await shop.read.get(`/webhooks/${record.id}`)).body.data).toEqual(record);
  });

  it('keeps the kinds in their order and without repeats, and the description', async () => {
    const events = ['task.created', 'lead.created', 'task.created', 'ping'];
    const made = await subscribed(shop, { events, description: '  Accounting ' });
    expect(made).toMatchObject({ events: ['task.created', 'lead.created', 'ping'], description: 'Accounting' });
  });

  it('takes the same URL twice, with another secret', async () => {
    const [one, other] = [await subscribed(shop), await subscribed(shop)];
    expect(other.secret).not.toBe(one.secret);
    service.clock.pass(1);
    const latest = await subscribed(shop);
    expect(await idsOf()).toEqual([latest.id, ...[one.id, other.id].sort().reverse()]);
    expect((await shop.read.get('/webhooks')).body.meta).toEqual({ total: 3 });
  });

  const refusals: readonly (readonly [body: object, message: string | RegExp])[] = [
    [{}, 'url: url is required'],
    [{ url: 'ftp://1.1.1.1/' }, 'url: must begin with https://'],
    [{ url: `https://1.1.1.1/${'a'.repeat(2040)}` }, 'url: must be at most 2048 characters'],
    [{ url: HOOK, events: [] }, 'events: must name at least one kind; for all kinds, give null'],
    [
      { url: HOOK, events: ['lead.created', 'lead.exploded'] },
      'events: lead.exploded is not a kind of event; GET /event-types lists them',
    ],
    [{ url: HOOK, events: ['vehicle.decode_missed'] }, /^events: vehicle.decode_missed is not a kind of event/],
    [{ url: HOOK, events: ['lead.*'] }, /^events: lead.\* is not a kind of event/],
    [{ url: HOOK, events: 'lead.created' }, /^events: must be a list/],
    [{ url: HOOK, description: 'x'.repeat(201) }, 'description: must be at most 200 characters'],
  ];

  it('names the field that is wrong, and makes nothing', async () => {
    for (const [body, message] of refusals) {
      const answer = await shop.full.post('/webhooks', body);
      expect(answer).toMatchObject({ status: 422, body: { error: { code: 'validation_error', message: like(message) } } });
    }
    expect(await idsOf()).toEqual([]);
  });

  it('makes at most 20 in a shop, however many come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 26 }, () => shop.full.post('/webhooks', { url: HOOK })));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(20).fill(201), ...Array<number>(6).fill(409)]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.error).toEqual({ code: 'conflict', message: expect.stringContaining('20 webhooks') });
    const [first = ''] = await idsOf();
    await shop.full.send('DELETE', `/api/v1/webhooks/${first}`, {});
    expect((await shop.full.post('/webhooks', { url: HOOK })).status).toBe(201);
    expect((await (await service.shop()).full.post('/webhooks', { url: HOOK })).status).toBe(201);
  });
});

describe('PATCH /webhooks/{id}', () => {
  it('changes what is given, and nothing else', async () => {
    const { secret, ...made } = await subscribed(shop, { events: ['lead.created'], description: 'Accounting' });
    const patch = async (body: object): Promise<object> => (await shop.full.patch(`/webhooks/${made.id}`, body)).body.data;
    expect(await patch({ url: `${HOOK}/2` })).toEqual({ ...made, url: `${HOOK}/2` });
    expect(await patch({ events: ['task.created'], description: null })).toMatchObject({
      url: `${HOOK}/2`,
      events: ['task.created'],
      description: null,
    });
    expect(await patch({ events: null })).toMatchObject({ events: null, enabled: true });
    expect(secret).toMatch(/^whsec_/);
  });

  it('switches off and on, and then forgets why the service had switched it off', async () => {
    const { id } = await subscribed(shop);
    const enabled = async (value: boolean): Promise<object> =>
      (await shop.full.patch(`/webhooks/${id}`, { enabled: value })).body.data;
    expect(await enabled(false)).toMatchObject({ enabled: false, disabled_reason: null });
    await service.sql(
      `update webhooks set disabled_reason = 'failing', failing_since = $2, warned_at = $2, last_failure_at = $2 where id = $1`,
      [id, service.clock.now()],
    );
    expect(await enabled(false)).toMatchObject({ enabled: false, disabled_reason: 'failing' });
    expect(await enabled(true)).toMatchObject({
      enabled: true,
      disabled_reason: null,
      last_failure_at: service.clock.now(),
    });
    expect(await rowOf(service, { id })).toMatchObject({ failing_since: null, warned_at: null });
  });

  const refusals: readonly (readonly [body: object, message: string | RegExp])[] = [
    [{}, /^body: give at least one of url, events, description, enabled/],
    [{ url: null }, 'url: must not be null'],
    [{ url: 'hooks.example.com' }, /^url: /],
    [{ events: [] }, /^events: must name at least one kind/],
    [{ events: ['lead.exploded'] }, /^events: lead.exploded is not/],
    [{ enabled: 'yes' }, 'enabled: must be true or false'],
  ];

  it('names the field that is wrong, and changes nothing', async () => {
    const { id } = await subscribed(shop);
    const before = await rowOf(service, { id });
    for (const [body, message] of refusals) {
      const answer = await shop.full.patch(`/webhooks/${id}`, body);
      expect(answer).toMatchObject({ status: 422, body: { error: { message: like(message) } } });
    }
    expect(await rowOf(service, { id })).toEqual(before);
  });

  it('loses nothing that the sender or another change writes at the same time', async () => {
    const { id } = await subscribed(shop);
    const at = service.clock.now();
    const patch = (body: object): Promise<unknown> => shop.full.patch(`/webhooks/${id}`, body);
    await Promise.all([
      ...[1, 2, 3].map((n) => patch({ description: `change ${n}` })),
      service.sql('update webhooks set last_success_at = $2 where id = $1', [id, at]),
      patch({ events: ['lead.created'] }),
      service.sql('update webhooks set last_failure_at = $2 where id = $1', [id, at]),
      patch({ url: `${HOOK}/2` }),
    ]);
    expect((await shop.read.get(`/webhooks/${id}`)).body.data).toMatchObject({
      url: `${HOOK}/2`,
      events: ['lead.created'],
      description: expect.stringMatching(/^change [123]$/),
      last_success_at: at,
      last_failure_at: at,
    });
  });
});

describe('DELETE /webhooks/{id}', () => {
  it('answers 204 without a body, and 404 from then on', async () => {
    const { id } = await subscribed(shop);
    const remove = () => shop.full.send('DELETE', `/api/v1/webhooks/${id}`, {});
    const answer = await remove();
    expect([answer.status, answer.text, answer.headers.get('content-type')]).toEqual([204, '', null]);
    expect((await remove()).status).toBe(404);
    expect((await shop.read.get(`/webhooks/${id}`)).status).toBe(404);
    expect((await shop.full.patch(`/webhooks/${id}`, { enabled: true })).status).toBe(404);
    expect((await shop.full.post(`/webhooks/${id}/rotate-secret`)).status).toBe(404);
    expect((await shop.full.post(`/webhooks/${id}/test`)).status).toBe(404);
    expect((await shop.read.get(`/webhooks/${id}/deliveries`)).status).toBe(404);
    expect(await idsOf()).toEqual([]);
  });
});

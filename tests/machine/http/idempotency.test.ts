import { Conflict, NotFound, RefusedChange, Unavailable } from '../../../domain/shared/errors.js';
import type { Answer } from '../../support/api.js';
import { probeOperation } from '../../support/probe-operation.js';
import { rawRequest } from '../../support/raw-http.js';
import { freshVin } from '../../support/areas/vehicles.js';
import { operations } from '../../support/registry.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';

const { probe, operation } = probeOperation();
let service: TestService;
let shop: TestShop;
let keys = 0;

beforeAll(async () => {
  service = await startTestService({ operations: [...operations, operation] });
});
afterAll(() => service.stop());
beforeEach(async () => {
  shop = await service.shop();
});
afterEach(() => {
  probe.before = () => undefined;
});

function freshKey(): string {
  keys += 1;
  return `order-${keys}`;
}

const post = (key: string, body: unknown = { name: 'Dana' }, path = '/leads'): Promise<Answer> =>
  shop.full.post(path, body, { 'idempotency-key': key });
const run = (key: string): Promise<Answer> => post(key, { name: 'Dana' }, '/probes');
const replayed = ({ headers }: Answer): string | null => headers.get('idempotent-replayed');
const leads = async (): Promise<number> => (await shop.full.get('/leads')).body.data.length;

describe('a repeated call', () => {
  it('is answered as the first call was, and writes nothing', async () => {
    const key = freshKey();
    const first = await post(key);
    const second = await post(key);
    expect(first.status).toBe(201);
    expect(replayed(first)).toBeNull();
    expect(replayed(second)).toBe('true');
    expect(second).toMatchObject({ status: 201, text: first.text });
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    expect(first.headers.get('location')).toBe(`/api/v1/leads/${first.body.data.id}`);
    expect(await leads()).toBe(1);
  });

  it('is answered as the first call was, even if the record has changed since', async () => {
    const key = freshKey();
    const first = await post(key);
    await shop.full.patch(`/leads/${first.body.data.id}`, { status: 'won' });
    expect((await post(key)).text).toBe(first.text);
  });

  it('announces nothing', async () => {
    const key = freshKey();
    await post(key);
    await post(key);
    expect(await service.sql('select type from outbox where shop_id = $1', [shop.id])).toEqual([{ type: 'lead.created' }]);
  });

  it('is carried out again without the header', async () => {
    await shop.full.post('/leads', { name: 'Dana' });
    await shop.full.post('/leads', { name: 'Dana' });
    expect(await leads()).toBe(2);
  });

  it('is recognised on every POST that writes', async () => {
    const { body } = await shop.full.post('/customers', { name: 'Dana', email: 'dana@example.com' });
    const bodies = {
      '/customers': { name: 'Robin', email: 'robin@example.com' },
      '/vehicles': { customer_id: body.data.id, vin: freshVin() },
      '/tasks': { title: 'Call back' },
      '/tasks/create': { title: 'Call back' },
    };
    for (const [path, sent] of Object.entries(bodies)) {
      const key = freshKey();
      const first = await post(key, sent, path);
      const second = await post(key, sent, path);
      expect({ path, status: second.status, replayed: replayed(second), text: second.text }).toEqual({
        path,
        status: 201,
        replayed: 'true',
        text: first.text,
      });
    }
    const task = (await shop.full.get('/tasks')).body.data[0].id as string;
    const key = freshKey();
    await post(key, { complete: true }, `/tasks/${task}`);
    await post(freshKey(), { reopen: true }, `/tasks/${task}`);
    expect((await post(key, { complete: true }, `/tasks/${task}`)).body.data.status).toBe('done');
    expect((await shop.full.get(`/tasks/${task}`)).body.data.status).toBe('open');
  });
});

describe('an idempotency key that was used', () => {
  it('is refused with another body, and the first answer stays stored', async () => {
    const key = freshKey();
    const first = await post(key);
    const other = await post(key, { name: 'Robin' });
    expect(other).toMatchObject({ status: 422, body: { error: { code: 'validation_error' } } });
    expect((await post(key)).text).toBe(first.text);
    expect(await leads()).toBe(1);
  });

  it.each([
    ['an optional null', { notes: null, customer_id: null }],
    ['a default', { priority: 'normal' }],
    ['an unknown field', { colour: 'red' }],
    ['blanks around a text', { title: ' Call back ' }],
  ])('is the same call with %s written out', async (_, more) => {
    const key = freshKey();
    const first = await post(key, { title: 'Call back' }, '/tasks');
    const again = await post(key, { title: 'Call back', ...more }, '/tasks');
    expect([again.status, replayed(again), again.text]).toEqual([201, 'true', first.text]);
  });

  it('is another call when a null clears a field, and when another field is wrong', async () => {
    const { id } = (await shop.full.post('/tasks', { title: 'Call back', notes: 'in the evening' })).body.data;
    const key = freshKey();
    await post(key, { title: 'Call again' }, `/tasks/${id}`);
    expect((await post(key, { title: 'Call again', notes: null }, `/tasks/${id}`)).status).toBe(422);
    const wrong = freshKey();
    await post(wrong, { name: 7 });
    expect((await post(wrong, { name: 8 })).body.error.message).toContain('another call');
  });

  it('is refused on another path', async () => {
    const key = freshKey();
    await post(key, { title: 'Call back' }, '/tasks');
    expect((await post(key, { title: 'Call back' }, '/tasks/create')).status).toBe(422);
  });

  it('is a different key under another API key, and in another shop', async () => {
    const key = freshKey();
    const first = await post(key);
    const colleague = await service.key(shop.id);
    const second = await colleague.post('/leads', { name: 'Dana' }, { 'idempotency-key': key });
    const other = await (await service.shop()).full.post('/leads', { name: 'Robin' }, { 'idempotency-key': key });
    expect(replayed(second)).toBeNull();
    expect(second.body.data.id).not.toBe(first.body.data.id);
    expect(other.status).toBe(201);
  });

  it('can be used again after 24 hours, and not before', async () => {
    const key = freshKey();
    const first = await post(key);
    service.clock.pass(24 * 3_600_000 - 1);
    expect((await post(key)).text).toBe(first.text);
    service.clock.pass(1);
    const later = await post(key, { name: 'Robin' });
    expect(later.status).toBe(201);
    expect(await leads()).toBe(2);
  });

  it.each(['', ' ', 'x'.repeat(256), 'a\u00e9'])('is refused when it is %j', async (key) => {
    const answer = await shop.full.post('/leads', { name: 'Dana' }, { 'idempotency-key': key });
    expect(answer).toMatchObject({ status: 422, body: { error: { message: expect.stringMatching(/^Idempotency-Key: /) } } });
    expect(await leads()).toBe(0);
  });

  it('is refused when the header is sent twice', async () => {
    const headers = ['Authorization', `Bearer ${shop.full.token}`, 'Idempotency-Key', freshKey(), 'idempotency-key', freshKey()];
    const answer = await rawRequest(service.url, { method: 'POST', path: '/api/v1/leads', headers, body: '{"name":"Dana"}' });
    expect(answer).toMatchObject({ status: 422, body: { error: { message: 'Idempotency-Key: must be given once' } } });
    expect(await leads()).toBe(0);
  });

  it('may have blanks between other characters', async () => {
    const key = `${freshKey()} of Monday`;
    const first = await post(key);
    expect(first.status).toBe(201);
    expect((await post(key)).text).toBe(first.text);
  });

  it('is ignored on operations that only read', async () => {
    const header = { 'idempotency-key': freshKey() };
    for (const total of [0, 1]) {
      expect((await shop.full.post('/tasks/list', {}, header)).body.data.total).toBe(total);
      await shop.full.post('/tasks', { title: 'Call back' });
    }
  });
});

describe('the store of answers', () => {
  it('keeps a 422, which is replayed', async () => {
    const key = freshKey();
    const first = await post(key, { name: '' });
    const second = await post(key, { name: '' });
    expect(first.status).toBe(422);
    expect(replayed(first)).toBeNull();
    expect(second).toMatchObject({ status: 422, text: first.text });
    expect(replayed(second)).toBe('true');
  });

  const passing = [
    ['404', () => new NotFound('customer'), 404],
    ['409', () => new Conflict('not now'), 409],
    ['500 of the specification', () => new RefusedChange('not so'), 500],
    ['500 of a fault', () => new Error('a fault'), 500],
    ['503', () => new Unavailable(), 503],
  ] as const;

  it.each(passing)('does not keep a %s: the next try is carried out', async (_, refusal, status) => {
    const key = freshKey();
    probe.before = () => {
      throw refusal();
    };
    expect((await run(key)).status).toBe(status);
    probe.before = () => undefined;
    const answer = await run(key);
    expect(answer.status).toBe(201);
    expect(replayed(answer)).toBeNull();
    expect((await run(key)).text).toBe(answer.text);
  });

  it('does not keep a refusal by a gate, nor one of malformed JSON', async () => {
    const key = freshKey();
    expect((await post(key, 'no json')).status).toBe(400);
    expect((await service.as('sk_shop_x').post('/leads', { name: 'Dana' }, { 'idempotency-key': key })).status).toBe(401);
    expect((await shop.read.post('/leads', { name: 'Dana' }, { 'idempotency-key': key })).status).toBe(403);
    expect((await post(key)).status).toBe(201);
  });
});

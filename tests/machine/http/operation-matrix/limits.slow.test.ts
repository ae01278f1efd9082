import { KeyTokens } from '../../../../application/areas/access/api-keys.js';
import type { Operation } from '../../../../application/kernel/operation/operation.js';
import type { Answer, Api } from '../../../support/api.js';
import { describeEntryPoints, entryPoints, operationsUnderTest } from '../../../support/entry-point-suites.js';
import { entryPointsOf, outcomeOf, requestOf, served, titleOf, type EntryPoint } from '../../../support/entry-points.js';
import { fillShop, type ShopRecords } from '../../../support/records.js';
import { operations } from '../../../support/registry.js';
import { sampleOf } from '../../../support/samples.js';
import { startTestService, type TestService, type TestServiceOptions, type TestShop } from '../../../support/service.js';
import { SqlTap } from '../../../support/sql-tap.js';

const capabilities = entryPoints.filter(({ surface }) => surface !== 'rest');
/** The requests that a key may send. The five requests that fill a shop use another key of that shop, and have to fit in, too. */
const QUOTA = 6;
/** The requests of the quota that a test sends to the entry point itself. */
const AT_ENTRY_POINT = 2;
const BUDGET = 2;

let service: TestService;
let shop: TestShop;
let records: ShopRecords;

function given(limits: TestServiceOptions['limits'], options: TestServiceOptions = {}): void {
  beforeAll(async () => {
    service = await startTestService({ ...options, ...(limits && { limits }) });
    shop = await service.shop();
    records = await fillShop(service, shop);
  });
  afterAll(() => service.stop());
}

function call(entryPoint: EntryPoint, api: Api): Promise<Answer> {
  const { method, path, body } = requestOf(entryPoint, sampleOf(entryPoint.operation, records));
  return api.send(method, path, { body });
}

const remaining = ({ headers }: Answer): number => Number(/^"requests";r=(\d+);t=\d+$/.exec(headers.get('ratelimit') ?? '')?.[1]);

describe('the limit of requests in 60 seconds', () => {
  given({ requests: QUOTA });

  it.each(entryPoints.map((entryPoint) => [titleOf(entryPoint), entryPoint] as const))(
    'counts requests by key at %s, and refuses those above the limit',
    async (_, entryPoint) => {
      const key = await service.key(shop.id);
      for (let sent = AT_ENTRY_POINT; sent < QUOTA; sent += 1) await key.get('/me');
      for (let left = AT_ENTRY_POINT - 1; left >= 0; left -= 1) {
        const answer = await call(entryPoint, key);
        expect(outcomeOf(entryPoint, answer)).toMatchObject(served(entryPoint));
        expect(answer.headers.get('ratelimit-policy')).toBe(`"requests";q=${QUOTA};w=60`);
        expect(remaining(answer)).toBe(left);
      }
      const refused = await call(entryPoint, key);
      expect(outcomeOf(entryPoint, refused)).toMatchObject({ status: 429, code: 'rate_limited' });
      expect(remaining(refused)).toBe(0);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
      expect(outcomeOf(entryPoint, refused).message).toMatch(new RegExp(`; retry in ${refused.headers.get('retry-after')} s$`));
      if (entryPoint.surface === 'tool')
        expect(refused.body).toMatchObject({ jsonrpc: '2.0', id: null, error: { data: { code: 'rate_limited' } } });
      expect((await call(entryPoint, await service.key(shop.id))).status).toBe(served(entryPoint).status);
    },
  );

  it('counts every request of a key, whatever its answer, but none to an unknown path or method', async () => {
    const key = await service.key(shop.id, { scope: 'read', grants: {} });
    await key.get('/nowhere');
    await key.send('DELETE', '/api/v1/leads', {});
    await key.send('OPTIONS', '/api/v1/leads', {});
    const tools = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const counted = [
      key.get('/me'),
      key.get('/leads?status=none'),
      key.post('/leads', {}),
      key.post('/tasks/list', {}),
      key.rpc(tools),
    ];
    expect((await Promise.all(counted)).map(({ status }) => status)).toEqual([200, 422, 403, 403, 200]);
    expect(remaining(await key.send('HEAD', '/api/v1/me', {}))).toBe(0);
    expect((await key.get('/me')).status).toBe(429);
  });

  it('is checked before suspension', async () => {
    const key = await service.key(shop.id);
    for (let sent = 0; sent < QUOTA; sent += 1) await key.get('/me');
    await service.sql('update shops set suspended = true where id = $1', [shop.id]);
    expect((await key.get('/me')).status).toBe(429);
    await service.sql('update shops set suspended = false where id = $1', [shop.id]);
  });
});

describe('a budget of capability operations', () => {
  given({ requests: QUOTA, readBudget: BUDGET, writeBudget: BUDGET });

  describeEntryPoints(capabilities, (entryPoint) => {
    const others = entryPointsOf(entryPoint.operation).filter(({ surface }) => surface !== 'rest');
    const other = others.find(({ surface }) => surface !== entryPoint.surface) ?? entryPoint;

    it('refuses a call on both surfaces when it is used up, and counts it as a request unless the answer is 429', async () => {
      const key = await service.key(shop.id);
      for (let sent = 0; sent < BUDGET; sent += 1) await call(entryPoint, key);
      const refused = await call(entryPoint, key);
      expect(outcomeOf(entryPoint, refused)).toMatchObject({
        status: entryPoint.surface === 'tool' ? 200 : 429,
        code: 'rate_limited',
      });
      expect(outcomeOf(entryPoint, refused).message).toContain(`${entryPoint.operation.capability?.budget} budget`);
      if (entryPoint.surface === 'tool') {
        expect(refused.body.result.content[0].text).toMatch(
          /^the (read|write) budget of 2 calls in 60 seconds is used up; retry in \d+ s\.$/,
        );
        expect(refused.headers.get('retry-after')).toBeNull();
      } else {
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      const counted = BUDGET + (entryPoint.surface === 'tool' ? 1 : 0);
      expect(remaining(refused)).toBe(QUOTA - counted);
      expect(remaining(await key.get('/me'))).toBe(QUOTA - counted - 1);
      expect(outcomeOf(other, await call(other, key)).code).toBe('rate_limited');
    });
  });

  it('is separate for reads and writes, and is not spent by REST resources', async () => {
    const key = await service.key(shop.id);
    for (let sent = 0; sent < BUDGET; sent += 1) expect((await key.get('/tasks')).status).toBe(200);
    for (let sent = 0; sent < BUDGET; sent += 1) await key.post('/tasks/assignees');
    expect((await key.post('/tasks/assignees')).status).toBe(429);
    expect((await key.post('/tasks/create', { title: 'still allowed' })).status).toBe(201);
  });

  it('is not spent by refusals of earlier gates, and is spent by refusals of later ones', async () => {
    const key = await service.key(shop.id);
    const poor = await service.key(shop.id, { grants: {} });
    for (let sent = 0; sent <= BUDGET; sent += 1) expect((await poor.post('/tasks/create', {})).status).toBe(403);
    for (let sent = 0; sent < BUDGET; sent += 1) expect((await key.post('/tasks/create', 'no json')).status).toBe(400);
    expect((await key.post('/tasks/create', 'no json')).status).toBe(429);
  });
});

describe('failed authentications from one address', () => {
  given({ authFailures: BUDGET });
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const unknown = (): Api => service.as(service.container.get(KeyTokens).mint().token);

  it('are refused above a limit, while a live key from the same address is served', async () => {
    for (let sent = 0; sent < BUDGET; sent += 1) expect((await unknown().get('/me', from('192.0.2.1'))).status).toBe(401);
    const refused = await unknown().get('/me', from('192.0.2.1'));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.body.error.message).toMatch(/; retry in \d+ s$/);
    expect((await shop.full.get('/me', from('192.0.2.1'))).status).toBe(200);
    expect((await unknown().get('/me', from('192.0.2.2'))).status).toBe(401);
  });

  it('are counted by network for an IPv6 client', async () => {
    for (const host of ['1', '2']) await unknown().get('/me', from(`2001:db8:1:2::${host}`));
    expect((await unknown().get('/me', from('2001:db8:1:2:ffff::3'))).status).toBe(429);
    expect((await unknown().get('/me', from('2001:db8:1:3::1'))).status).toBe(401);
  });

  it('are counted on the tool endpoint too', async () => {
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    for (let sent = 0; sent < BUDGET; sent += 1) expect((await unknown().rpc(list, from('192.0.2.9'))).status).toBe(401);
    expect((await unknown().rpc(list, from('192.0.2.9'))).status).toBe(429);
  });

  it('cause neither a look-up nor a log line each, once they are refused', async () => {
    for (let sent = 0; sent <= BUDGET; sent += 1) await unknown().get('/me', from('192.0.2.10'));
    const fresh = await service.key(shop.id);
    const [before, tap] = [service.log.lines.length, new SqlTap()];
    const refused: ReturnType<Api['get']>[] = [];
    const began = performance.now();
    try {
      for (let sent = 0; sent < 40; sent += 1) refused.push(unknown().get('/me', from('192.0.2.10')));
      const live = fresh.get('/me', from('192.0.2.10')); // a valid key that the service does not remember is served nevertheless
      expect((await Promise.all(refused)).map(({ status }) => status)).toEqual(refused.map(() => 429));
      expect((await live).status).toBe(200);
    } finally {
      tap.close();
    }
    const ended = performance.now();
    const lookUps = tap.statements.filter(({ text }) => text.includes('k.public_id = '));
    expect(lookUps.length).toBeGreaterThan(0);
    // Keys that arrive within 50 ms are looked up together, so the number of look-ups depends on the time that the requests took.
    expect(lookUps.length).toBeLessThanOrEqual(2 + Math.floor((ended - began) / 50));
    const lines = service.log.lines.slice(before).map(({ detail }) => detail);
    expect(lines).toEqual([expect.objectContaining({ operation: 'account.read', status: 200 })]);
  });

  it.each([
    ['with a port', '192.0.2.20:1234', '192.0.2.20:9876', '192.0.2.21:1234'],
    ['in brackets with a port', '[2001:db8:7:1::1]:1234', '[2001:db8:7:1::2]:99', '[2001:db8:7:2::1]:1234'],
    ['behind a proxy that is named with its port', '192.0.2.30, 127.0.0.9:443', '192.0.2.30', '192.0.2.31, 127.0.0.9:443'],
  ])('are counted by the client address %s', async (_, one, same, other) => {
    for (let sent = 0; sent < BUDGET; sent += 1) await unknown().get('/me', from(one));
    expect((await unknown().get('/me', from(same))).status).toBe(429);
    expect((await unknown().get('/me', from(other))).status).toBe(401);
  });

  it('are counted by the proxy’s address if the proxy passes on an invalid address', async () => {
    for (let sent = 0; sent < BUDGET; sent += 1) await unknown().get('/me', from('unknown'));
    expect((await unknown().get('/me', from('_hidden, 1'))).status).toBe(429);
    expect((await unknown().get('/me', from('192.0.2.40'))).status).toBe(401);
  });

  it('do not include keys with a wrong checksum', async () => {
    for (let sent = 0; sent <= BUDGET + 1; sent += 1) {
      expect((await service.as('sk_shop_x').get('/me', from('192.0.2.3'))).status).toBe(401);
    }
  });
});

describe('a feature that the shop has switched off', () => {
  const switchable = (one: Operation): Operation =>
    one.capability ? { ...one, capability: { ...one.capability, feature: 'booking' } } : one;
  given({ readBudget: 1, writeBudget: 1 }, { operations: operations.map(switchable) });
  beforeAll(() => service.sql(`update shops set features = features || '{"booking": false}' where id = $1`, [shop.id]));

  it.each(
    operationsUnderTest
      .map(switchable)
      .flatMap(entryPointsOf)
      .map((entryPoint) => [titleOf(entryPoint), entryPoint] as const),
  )('is answered 404 at %s', async (_, entryPoint) => {
    const key = await service.key(shop.id);
    // The call is sent twice. The second one would fail if the first one had used up the budget.
    for (let sent = 0; sent < 2; sent += 1) {
      const answer = outcomeOf(entryPoint, await call(entryPoint, key));
      if (entryPoint.surface === 'rest') expect(answer).toMatchObject(served(entryPoint));
      else expect(answer).toMatchObject({ status: entryPoint.surface === 'tool' ? 200 : 404, code: 'not_found' });
    }
  });

  it('has no tools in the list of tools', async () => {
    const list = await (await service.key(shop.id)).rpc({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect(list.body.result.tools).toEqual([]);
  });
});

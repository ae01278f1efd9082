import { crc32 } from 'node:zlib';
import { ApiKeys, KeyTokens } from '../../../../application/areas/access/api-keys.js';
import type { NewKey } from '../../../../application/areas/access/manage-keys.js';
import { Shops } from '../../../../application/areas/access/shops.js';
import { EVERY_SECTION } from '../../../../domain/access/permission.js';
import { later } from '../../../../domain/shared/instant.js';
import type { Answer, Api } from '../../../support/api.js';
import { describeEntryPoints, entryPoints } from '../../../support/entry-point-suites.js';
import { outcomeOf, requestOf, served, type EntryPoint } from '../../../support/entry-points.js';
import { rawRequest } from '../../../support/raw-http.js';
import { fillShop, type ShopRecords } from '../../../support/records.js';
import { operations } from '../../../support/registry.js';
import { sampleOf, samples } from '../../../support/samples.js';
import { sharedTestService, type TestService, type TestShop } from '../../../support/service.js';

const writing = entryPoints.filter(({ operation }) => operation.scope === 'full');
const reading = entryPoints.filter(({ operation }) => operation.scope === 'read');
const capabilities = entryPoints.filter(({ surface }) => surface !== 'rest');

let service: TestService;
let shop: TestShop;
let records: ShopRecords;
let lapsed: { readonly key: Api; readonly records: ShopRecords };
let suspended: Api;
let suspendedAndLapsed: Api;
let revoked: Api;
/** expires in a millisecond */
let expired: Api;
/** keys of the shop, by the text of their rights */
const keys = new Map<string, Promise<Api>>();

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
  records = await fillShop(service, shop);
  const late = await service.shop();
  const own = await fillShop(service, late);
  await service.container.get(Shops).change(late.id, { planLapsed: true });
  lapsed = { key: await service.key(late.id), records: own };
  suspended = await keyOf({ suspended: true });
  suspendedAndLapsed = await keyOf({ suspended: true, planLapsed: true });
  revoked = await revokedKey();
  expired = await service.key(shop.id, { expiresAt: later(service.clock.now(), 1) });
});
afterAll(() => service.stop());

function call(entryPoint: EntryPoint, api: Api, of: ShopRecords = records): Promise<Answer> {
  const { method, path, body } = requestOf(entryPoint, sampleOf(entryPoint.operation, of));
  return api.send(method, path, { body });
}

async function refuses(entryPoint: EntryPoint, api: Api, status: number, code: string): Promise<Answer> {
  const answer = await call(entryPoint, api);
  expect(outcomeOf(entryPoint, answer)).toMatchObject({ status, code });
  return answer;
}

it('every operation has a sample', () => {
  expect(operations.map(({ name }) => name).filter((name) => !(name in samples))).toEqual([]);
});

describeEntryPoints(entryPoints, (entryPoint) => {
  it('serves a full key', async () => {
    const answer = outcomeOf(entryPoint, await call(entryPoint, shop.full));
    expect(answer).toMatchObject(served(entryPoint));
    if (answer.code === null) expect(answer.data).toBeDefined();
  });

  describe('refuses with 401', () => {
    const refused = async (token: string | null, words: RegExp): Promise<void> => {
      const answer = await refuses(entryPoint, service.as(token), 401, 'unauthorized');
      // If a 401 has no `error`, some clients ask an authorization server for a token. If it has one, they show the message.
      expect(answer.headers.get('www-authenticate')).toBe(token === null ? 'Bearer' : 'Bearer error="invalid_token"');
      expect(answer.headers.get('ratelimit')).toBeNull();
      expect(outcomeOf(entryPoint, answer).message).toMatch(words);
      if (entryPoint.surface === 'tool') expect(answer.body).toMatchObject({ jsonrpc: '2.0', id: null });
    };

    it('no key', () => refused(null, /Authorization/));
    it('a malformed key', () => refused('sk_shop_nothing', /malformed/));
    it('a key with another checksum', () => refused(`${shop.full.token?.slice(0, -1)}g`, /malformed/));
    it('an unknown key', () => refused(service.container.get(KeyTokens).mint().token, /unknown or revoked/));
    it('a known key with another secret', () => refused(withOtherSecret(shop.full), /unknown or revoked/));
    it('a revoked key', () => refused(revoked.token, /unknown or revoked/));
    it('an expired key, with an error that says so', () => {
      service.clock.pass(1);
      return refused(expired.token, /expired/);
    });

    it('two Authorization headers, even if both keys are live', async () => {
      const bearer = ['Authorization', `Bearer ${shop.full.token}`];
      const request = requestOf(entryPoint, sampleOf(entryPoint.operation, records));
      expect((await rawRequest(service.url, { ...request, headers: bearer })).status).toBe(served(entryPoint).status);
      expect((await rawRequest(service.url, { ...request, headers: [...bearer, ...bearer] })).status).toBe(401);
    });
  });

  it('refuses a suspended shop', async () => {
    const answer = await refuses(entryPoint, suspended, 403, 'org_suspended');
    if (entryPoint.surface === 'tool')
      expect(answer.body).toMatchObject({ jsonrpc: '2.0', id: null, error: { data: { code: 'org_suspended' } } });
  });

  it('refuses a suspended shop as suspended even if its plan has lapsed too', async () => {
    await refuses(entryPoint, suspendedAndLapsed, 403, 'org_suspended');
  });
});

describeEntryPoints(
  entryPoints.filter(({ surface }) => surface === 'rest'),
  (entryPoint) => {
    it('refuses a lapsed plan', async () => {
      await refuses(entryPoint, lapsed.key, 402, 'plan_lapsed');
    });

    it('checks the scope only, and not the grants', async () => {
      const ungranted = await keyWith({ grants: {} });
      expect(outcomeOf(entryPoint, await call(entryPoint, ungranted))).toMatchObject(served(entryPoint));
    });
  },
);

describeEntryPoints(writing, (entryPoint) => {
  it('refuses a read key, and names the scope that is needed', async () => {
    const answer = await refuses(entryPoint, shop.read, entryPoint.surface === 'tool' ? 200 : 403, 'insufficient_scope');
    expect(outcomeOf(entryPoint, answer).message).toMatch(/scope full/);
  });
});

describeEntryPoints(reading, (entryPoint) => {
  it('serves a read key', async () => {
    expect(outcomeOf(entryPoint, await call(entryPoint, shop.read))).toMatchObject(served(entryPoint));
  });
});

describeEntryPoints(capabilities, (entryPoint) => {
  const { permission = 'inbox.access' } = entryPoint.operation.capability ?? {};
  const refusal = entryPoint.surface === 'tool' ? 200 : 403;

  it('has no plan gate', async () => {
    expect(outcomeOf(entryPoint, await call(entryPoint, lapsed.key, lapsed.records))).toMatchObject(served(entryPoint));
  });

  it.each(['missing', 'view'] as const)('refuses a key whose grant is %s, and names section and level', async (held) => {
    const { [permission]: _own, ...others } = EVERY_SECTION;
    const grants = held === 'view' ? { ...others, [permission]: 'view' as const } : others;
    const answer = await refuses(entryPoint, await keyWith({ grants }), refusal, 'forbidden');
    expect(outcomeOf(entryPoint, answer).message).toContain(permission);
    expect(outcomeOf(entryPoint, answer).message).toContain('act');
  });

  it('serves a key that holds this section alone', async () => {
    const only = await keyWith({ grants: { [permission]: 'act' } });
    expect(outcomeOf(entryPoint, await call(entryPoint, only))).toMatchObject(served(entryPoint));
  });

  it('checks the scope before the section', async () => {
    const poor = await keyWith({ scope: 'read', grants: {} });
    await refuses(entryPoint, poor, refusal, entryPoint.operation.scope === 'full' ? 'insufficient_scope' : 'forbidden');
  });
});

/** A key of the shop with these rights. It is made once, and no test changes it. */
async function keyWith(rights: Partial<NewKey>): Promise<Api> {
  const name = JSON.stringify(rights);
  const key = keys.get(name) ?? service.key(shop.id, rights);
  keys.set(name, key);
  return key;
}

async function keyOf(state: { suspended?: boolean; planLapsed?: boolean }): Promise<Api> {
  const other = await service.shop();
  await service.container.get(Shops).change(other.id, state);
  return other.full;
}

async function revokedKey(): Promise<Api> {
  const before = new Set((await service.container.get(ApiKeys).listOf(shop.id)).map(({ id }) => id));
  const key = await service.key(shop.id);
  const own = (await service.container.get(ApiKeys).listOf(shop.id)).filter(({ id }) => !before.has(id));
  for (const { id } of own) await service.container.get(ApiKeys).revoke(shop.id, id, service.clock.now());
  return key;
}

/** A token with the key's public id, a wrong secret and the right checksum. */
function withOtherSecret({ token }: Api): string {
  const [, , publicId, secret] = (token ?? '').split('_');
  const body = `sk_shop_${publicId}_${(secret ?? '').split('').reverse().join('')}`;
  return `${body}_${crc32(body).toString(16).padStart(8, '0')}`;
}

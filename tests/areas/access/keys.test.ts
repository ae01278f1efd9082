import { randomUUID } from 'node:crypto';
import { KeyTokens } from '../../../application/areas/access/api-keys.js';
import { KeysOfShop } from '../../../application/areas/access/keys-of-shop.js';
import { KeyRing, type NewKey } from '../../../application/areas/access/manage-keys.js';
import { mintKey, MOST_LIVE_KEYS } from '../../../application/areas/access/mint-key.js';
import { Shops } from '../../../application/areas/access/shops.js';
import { EVERY_SECTION } from '../../../domain/access/permission.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { Answer, Api } from '../../support/api.js';
import { aStaffMember } from '../../support/builders/a-staff-member.js';
import { eventually } from '../../support/eventually.js';
import { runUseCase } from '../../support/run-use-case.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  shop = await service.shop();
});
afterAll(() => service.stop());

const mint = (by: Api, wanted: object = {}): Promise<Answer> =>
  by.post('/keys/mint', { name: 'website', scope: 'full', ...wanted });
const revoke = (by: Api, id: unknown): Promise<Answer> => by.post('/keys/revoke', { id });
const listed = async (by: Api, page: object = {}): Promise<Answer['body']> => (await by.post('/keys/list', page)).body.data;
const keyOf = (wanted: Partial<NewKey>): Promise<Api> => service.key(shop.id, wanted);
const idOf = async (api: Api): Promise<string> => (await api.get('/me')).body.data.key.id as string;
const outcomeOf = ({ status, body }: Answer): unknown[] => [status, body.error?.message];
const END = '2030-01-31T00:00:00.000Z' as Instant;

it('a key that is minted works at once, and by itself it may do what its maker may', async () => {
  const { status, body, headers } = await mint(shop.full);
  expect([status, headers.get('cache-control')]).toEqual([201, 'no-store']);
  expect(body.data).toEqual({
    id: expect.any(String),
    name: 'website',
    scope: 'full',
    status: 'active',
    grants: EVERY_SECTION,
    acts_for: null,
    expires_at: null,
    revoked_at: null,
    last_used_at: null,
    created_at: service.clock.now(),
    key: expect.stringMatching(/^sk_shop_/),
  });
  const made = service.as(body.data.key as string);
  expect((await made.get('/me')).body.data.key).toMatchObject({ id: body.data.id, name: 'website', scope: 'full' });
  expect((await mint(made)).status).toBe(201);
});

it('without further words a key ends with its maker, acts for the same person and holds the same sections', async () => {
  const { user_id: actsFor } = await aStaffMember(service, shop);
  const grants = { 'shop.manage': 'act', 'jobs.manage': 'view' } as const;
  const { body } = await mint(await keyOf({ grants, actsFor, expiresAt: END }));
  expect(body.data).toMatchObject({
    grants: { 'shop.manage': 'act', 'jobs.manage': 'view', 'inbox.access': null },
    acts_for: actsFor,
    expires_at: END,
  });
});

describe('a key may mint no more than itself', () => {
  const narrow = { grants: { 'shop.manage': 'act', 'jobs.manage': 'view' }, expiresAt: END } as const;

  it.each([
    [
      { grants: { 'inbox.access': 'view' } },
      'a key that holds inbox.access at level view can only be minted by one that holds it so, too',
    ],
    [
      { grants: { 'jobs.manage': 'act' } },
      'a key that holds jobs.manage at level act can only be minted by one that holds it so, too',
    ],
    [{ expires_at: null }, `this key expires ${END}, and a key that it mints must not expire later`],
    [{ expires_at: '2030-01-31T00:00:00.001Z' }, `this key expires ${END}, and a key that it mints must not expire later`],
  ])('%j is refused with 403', async (wanted, message) => {
    const by = await keyOf(narrow);
    const { total } = await listed(shop.read);
    expect(outcomeOf(await mint(by, wanted))).toEqual([403, message]);
    expect((await listed(shop.read)).total).toBe(total);
  });

  it.each([
    [{ grants: {} }, { grants: Object.fromEntries(Object.keys(EVERY_SECTION).map((section) => [section, null])) }],
    [{ grants: { 'shop.manage': 'view' } }, { scope: 'full' }],
    [
      { scope: 'read', expires_at: '2030-01-30T00:00:00Z' },
      { scope: 'read', expires_at: '2030-01-30T00:00:00.000Z' },
    ],
  ])('%j is less, or as much', async (wanted, made) => {
    const { status, body } = await mint(await keyOf(narrow), wanted);
    expect([status, body.data]).toEqual([201, expect.objectContaining(made)]);
  });

  it('it acts for the person of its maker, by either id, or for nobody', async () => {
    const [self, other] = [await aStaffMember(service, shop), await aStaffMember(service, shop)];
    const own = await keyOf({ actsFor: self.user_id });
    for (const acts_for of [self.id, self.user_id]) {
      expect((await mint(own, { acts_for })).body.data.acts_for).toBe(self.user_id);
    }
    expect((await mint(own, { acts_for: null })).body.data.acts_for).toBeNull();
    const message = 'a key can only be minted to act for the person whom this key acts for, or for nobody';
    for (const by of [own, shop.full]) expect(outcomeOf(await mint(by, { acts_for: other.id }))).toEqual([403, message]);
    expect(outcomeOf(await mint(own, { acts_for: randomUUID() }))).toEqual([422, 'acts_for: is the id of nobody in this shop']);
  });

  it('a key without the section, or with scope read, mints nothing', async () => {
    expect((await mint(shop.read)).status).toBe(403);
    expect((await mint(await keyOf({ grants: { 'shop.manage': 'view' } }))).status).toBe(403);
  });
});

it.each([
  [{ name: ' ' }, 'name: name is required'],
  [{ scope: 'all' }, 'scope: must be one of read, full'],
  [{ grants: { 'inbox.access': 'own' } }, 'grants.inbox.access: must be one of view, act'],
  [{ grants: { everything: 'act' } }, 'grants: must not have everything: it takes only '],
  [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at: must be in the future'],
])('%j is refused with 422', async (wrong, message) => {
  const [status, said] = outcomeOf(await mint(shop.full, wrong));
  expect([status, String(said).slice(0, message.length)]).toEqual([422, message]);
});

it('a key that was revoked after its call had passed the gates mints no successor', async () => {
  const { container } = service;
  const { key } = await container.get(KeyRing).mint({ shop: shop.id, name: 'lost', scope: 'full' });
  const caller = { key, shop: (await container.get(Shops).find(shop.id))! };
  await container.get(KeyRing).revoke(key.id);
  const before = await listed(shop.read);
  const parts = [KeysOfShop, KeyRing].map((port) => [port, container.get<object>(port)] as const);
  const call = runUseCase(mintKey, parts, caller, { name: 'heir', scope: 'full' });
  await expect(call).rejects.toThrow('the API key is unknown or revoked');
  expect(await listed(shop.read)).toEqual(before);
});

describe('a list of keys', () => {
  it('has the newest first, by pages, without their secrets', async () => {
    const { key, ...made } = (await mint(shop.full)).body.data;
    const { items, total, next_offset } = await listed(shop.read, { limit: 1 });
    expect([items, total, next_offset]).toEqual([[made], 3, 1]);
    const answer = await shop.read.post('/keys/list', {});
    const [, , publicId, secret] = String(key).split('_');
    for (const part of [publicId, secret, 'hash', 'sk_shop']) expect(answer.text).not.toContain(part);
    expect(answer.body.data.items.map(({ scope }: { scope: string }) => scope)).toEqual(['full', 'read', 'full']);
  });

  it('tells which keys are live, and why others are not', async () => {
    const person = await aStaffMember(service, shop);
    await keyOf({ name: 'of somebody', actsFor: person.user_id });
    await keyOf({ name: 'short', expiresAt: new Date(Date.parse(service.clock.now()) + 1000).toISOString() as Instant });
    const { id } = (await mint(shop.full, { name: 'lost' })).body.data;
    await revoke(shop.full, id);
    await shop.full.post('/staff/update', { id: person.id, active: false });
    service.clock.pass(2000);
    const statuses = (await listed(shop.read)).items.map(({ name, status }: Record<string, string>) => [name, status]);
    expect(statuses).toEqual([
      ['lost', 'revoked'],
      ['short', 'expired'],
      ['of somebody', 'inactive'],
      ['test', 'active'],
      ['test', 'active'],
    ]);
  });

  it('is that of the own shop', async () => {
    const other = await service.shop();
    const ids = (page: Answer['body']): string[] => page.items.map(({ id }: { id: string }) => id);
    expect(ids(await listed(other.read))).not.toEqual(expect.arrayContaining(ids(await listed(shop.read))));
  });
});

describe('a revocation', () => {
  const code = async (api: Api): Promise<unknown> => (await api.get('/me')).status;

  it('ends a key within a second, and again changes nothing', async () => {
    const { id, key } = (await mint(shop.full)).body.data;
    const made = service.as(key as string);
    expect(await code(made)).toBe(200);
    const { status, body } = await revoke(shop.full, id);
    expect([status, body.data]).toEqual([
      200,
      expect.objectContaining({ id, status: 'revoked', revoked_at: service.clock.now() }),
    ]);
    expect(
      await eventually(
        () => code(made),
        (seen) => seen === 401,
      ),
    ).toBe(401);
    service.clock.pass(5000);
    expect((await revoke(shop.full, id)).body).toEqual(body);
  });

  it('may end the key that asks for it, and leaves the keys that it has minted', async () => {
    const { key } = (await mint(shop.full)).body.data;
    const made = service.as(key as string);
    const heir = service.as((await mint(made)).body.data.key as string);
    expect((await revoke(made, await idOf(made))).status).toBe(200);
    expect(
      await eventually(
        () => code(made),
        (seen) => seen === 401,
      ),
    ).toBe(401);
    expect(await code(heir)).toBe(200);
  });

  it('does not end the last key that can mint others', async () => {
    const message = 'this would end the last key of the shop that can mint keys; mint another one first';
    const own = await idOf(shop.full);
    await keyOf({ scope: 'full', grants: { 'shop.manage': 'view' } });
    await keyOf({ expiresAt: new Date(Date.parse(service.clock.now()) + 1000).toISOString() as Instant });
    service.clock.pass(2000);
    expect(outcomeOf(await revoke(shop.full, own))).toEqual([409, message]);
    const { id } = (await mint(shop.full)).body.data;
    expect((await revoke(shop.full, own)).status).toBe(200);
    expect((await service.sql('select id from api_keys where id = $1 and revoked_at is null', [id])).length).toBe(1);
  });

  it('of two keys that revoke each other at once, one stays', async () => {
    const { id, key } = (await mint(shop.full)).body.data;
    const own = await idOf(shop.full);
    const answers = await Promise.all([revoke(shop.full, id), revoke(service.as(key as string), own)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    // The other one is the last key, or its call came after its end.
    expect(answers.filter(({ status }) => status === 409 || status === 401)).toHaveLength(1);
    const live = 'select id from api_keys where id = any($1) and revoked_at is null';
    expect(await service.sql(live, [[id, own]])).toHaveLength(1);
  });

  it('of a key of another shop is 404, and so is that of no key', async () => {
    const other = await service.shop();
    const foreign = await idOf(other.full);
    for (const id of [foreign, randomUUID()]) expect(outcomeOf(await revoke(shop.full, id))).toEqual([404, 'key not found']);
    expect(await code(other.full)).toBe(200);
  });
});

it('a suspended shop gets nothing of its keys', async () => {
  await service.sql('update shops set suspended = true where id = $1', [shop.id]);
  for (const path of ['list', 'mint']) {
    const answer = await eventually(
      () => shop.full.post(`/keys/${path}`, { name: 'website', scope: 'read' }),
      ({ status }) => status === 403,
    );
    expect(answer.body.error.code).toBe('org_suspended');
  }
});

it('a shop has a limited number of live keys', async () => {
  const { publicId } = service.container.get(KeyTokens).mint();
  await service.sql(
    `insert into api_keys (shop_id, id, public_id, secret_hash, name, scope, grants, created_at)
    select $1, gen_random_uuid(), $2 || n, 'none', 'many', 'read', '{}', now() from generate_series(3, $3::int) n`,
    [shop.id, publicId, MOST_LIVE_KEYS],
  );
  expect(outcomeOf(await mint(shop.full))).toEqual([
    409,
    `the shop has ${MOST_LIVE_KEYS} live keys, and may not have more; revoke one first`,
  ]);
  await service.sql(`update api_keys set revoked_at = now() where public_id = $1 || '3'`, [publicId]);
  const answers = await Promise.all([mint(shop.full), mint(shop.full), mint(shop.full)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
});

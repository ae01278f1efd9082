import type { CustomerId } from '../../../domain/shared/id.js';
import type { E164 } from '../../../domain/shared/phone.js';
import type { Answer } from '../../support/api.js';
import { aConversation } from '../../support/builders/a-conversation.js';
import { aCustomer, aLead } from '../../support/builders/records.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { SqlTap } from '../../support/sql-tap.js';
import { at } from '../../support/test-clock.js';

const PHONE = '613 555 0142';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  shop = await service.shop();
});
afterAll(() => service.stop());

async function resolve(clues: object, of = shop): Promise<Answer['body'][]> {
  const { status, body } = await of.read.post('/comms/resolve_contact', clues);
  expect([clues, status]).toEqual([clues, 200]);
  return body.data.matches as Answer['body'][];
}

const idsOf = async (clues: object): Promise<string[]> => (await resolve(clues)).map(({ id }) => id as string);

describe('comms.resolve_contact', () => {
  it('answers who has a number, an address or a name, and what matched', async () => {
    const dana = await aCustomer(shop.full, { email: 'dana@example.com', phone: PHONE });
    const thread = await aConversation(service, shop, { customerId: dana.id, lastMessageAt: at('2026-03-01T09:00:00Z') });
    await aConversation(service, shop, { customerId: dana.id });
    const lead = await aLead(shop.full, { name: 'Dana', phone: PHONE });
    await aCustomer(shop.full, { name: 'Lee Chen', phone: '613 555 0143' });
    expect(await resolve({ phone: '(613) 555-0142', email: 'DANA@example.com', name: 'whitfield dana' })).toEqual([
      {
        kind: 'customer',
        id: dana.id,
        name: 'Dana Whitfield',
        phone: '+16135550142',
        email: 'dana@example.com',
        conversation: thread.id,
        texting_blocked: false,
        matched: ['phone', 'email', 'name'],
        score: 0.992,
      },
      {
        kind: 'lead',
        id: lead.id,
        name: 'Dana',
        phone: '+16135550142',
        email: null,
        conversation: null,
        texting_blocked: false,
        matched: ['phone'],
        score: 0.9,
      },
    ]);
  });

  it('finds names by words in any order, with other accents, in full width, and companies of leads', async () => {
    const zoe = await aCustomer(shop.full, { name: 'Zoé O’Brien-Łukasz' });
    const lead = await aLead(shop.full, { name: 'Bo Li' });
    await service.sql(
      `update leads set company_name = 'Acme Fleet', search_text = search_text || e'\n acme fleet' where shop_id = $1 and id = $2`,
      [shop.id, lead.id],
    );
    for (const name of ['zoe', "o'brien-lukasz zoe", 'ＺＯＥ', 'Lukasz', 'zo', 'z o'])
      expect([name, await idsOf({ name })]).toEqual([name, [zoe.id]]);
    for (const name of ['bo', 'li bo', 'Bo, Li', 'fleet acme']) expect([name, await idsOf({ name })]).toEqual([name, [lead.id]]);
  });

  it('finds nobody by signs, by words of an e-mail or phone, or by a number that is none', async () => {
    await aCustomer(shop.full, { name: 'Dana Whitfield', email: 'dana@example.com', phone: PHONE });
    await aLead(shop.full, { name: 'Lee Chen', email: 'lee@example.com' });
    for (const clues of [
      ...['...', '%', '__', '\\', 'example', '613', 'dana example'].map((name) => ({ name })),
      ...['555', 'nonsense', '613-555-0142 ext 5'].map((phone) => ({ phone })),
      { email: 'dana' },
    ]) {
      expect([clues, await resolve(clues)]).toEqual([clues, []]);
    }
    expect(await idsOf({ name: '...', phone: PHONE })).toHaveLength(1);
  });

  it('never answers a deleted lead, or another shop’s contact', async () => {
    const other = await service.shop();
    for (const { full } of [shop, other]) await aLead(full, { name: 'Robin Tan', email: 'robin@example.com', phone: PHONE });
    await aCustomer(other.full, { name: 'Robin Tan', phone: PHONE });
    await service.sql(`update leads set deleted_at = now() where shop_id = $1`, [shop.id]);
    expect(await resolve({ name: 'robin tan', email: 'robin@example.com', phone: PHONE })).toEqual([]);
    expect(await resolve({ name: 'robin tan' }, other)).toHaveLength(2);
  });

  it('answers the ten best matches: whole names first, then customers, the last active and the newest', async () => {
    const leads = [await aLead(shop.full, { name: 'Dana' }), await aLead(shop.full, { name: 'Dana Lee' })];
    const customers: { id: string }[] = [];
    for (let n = 0; n < 10; n += 1) customers.push(await aCustomer(shop.full, { name: `Dana ${n} Whitfield` }));
    await aConversation(service, shop, {
      customerId: customers[4]?.id as CustomerId, // safe: an id of the API
      lastMessageAt: at('2026-03-01T09:00:00Z'),
    });
    const newestFirst = [9, 8, 7, 6, 5, 3, 2, 1].map((n) => customers[n]?.id);
    expect(await idsOf({ name: 'dana' })).toEqual([leads[0]?.id, customers[4]?.id, ...newestFirst]);
  });

  it('finds a whole name among any number of longer ones that have its words', async () => {
    const dana = await aCustomer(shop.full, { name: 'Dana' });
    await service.sql(
      `insert into customers (shop_id, id, name, email, tags, is_vip, consent_source, created_at, search_text, version)
       select $1, gen_random_uuid(), 'Danae ' || n, n || '@example.com', '{}', false, 'unknown', now(), ' danae ' || n, 1
       from generate_series(1, 500) n`,
      [shop.id],
    );
    const matches = await resolve({ name: 'dana' });
    expect([matches.length, matches[0].id, matches[0].score, matches[1].score]).toEqual([10, dana.id, 0.6, 0.3]);
  });

  it('needs at least one clue', async () => {
    for (const clues of [{}, { phone: null, email: '', name: ' ' }, { nickname: 'Dana' }]) {
      const { status, body } = await shop.read.post('/comms/resolve_contact', clues);
      expect([status, body.error.message]).toEqual([422, 'body: give at least one of phone, email, name']);
    }
  });
});

it('each clue is looked up in an index, so the cost does not grow with the shop', async () => {
  await service.sql(
    `insert into customers (shop_id, id, name, email, phone, tags, is_vip, consent_source, created_at, search_text, version)
     select $1, gen_random_uuid(), 'Name ' || n, n || '@example.com', '+1613' || n, '{}', false, 'unknown', now(),
       e' name ' || n || e'\n ' || n || e'@example.com\n +1613' || n, 1 from generate_series(1000000, 1020000) n`,
    [shop.id],
  );
  await service.sql(
    `insert into leads (shop_id, id, first_name, last_name, email, phone, status, created_at, search_text, version)
     select $1, gen_random_uuid(), 'Name', n::text, n || '@example.com', '+1613' || n, 'new', now(),
       e' name\n ' || n || e'\n ' || n || e'@example.com\n +1613' || n, 1 from generate_series(1000000, 1020000) n`,
    [shop.id],
  );
  await service.sql(
    `insert into conversations (shop_id, id, channel, status, contact_number, pinned, is_ai_managed, created_at, version, origin)
     select $1, gen_random_uuid(), 'sms', 'open', '+1613' || n, false, false, now(), 1, 'import'
     from generate_series(1000000, 1005000) n`,
    [shop.id],
  );
  for (const table of ['customers', 'leads', 'conversations']) await service.sql(`analyze ${table}`);
  const tap = new SqlTap();
  expect(await resolve({ phone: '+16131000007', email: '1000008@example.com', name: '1000009' })).toHaveLength(6);
  tap.close();
  const read = tap.statements.filter(({ text }) => text.includes('comms.resolve_contact'));
  expect(read).toHaveLength(2);
  for (const { text, values } of read) {
    const plan = await service.sql<{ 'QUERY PLAN': string }>(`explain (analyze, costs off) ${text}`, [...values]);
    const lines = plan.map((row) => row['QUERY PLAN']);
    expect(lines.filter((line) => /Seq Scan|Rows Removed by Filter: \d{3}/.test(line))).toEqual([]);
  }
});

describe('of many who may be meant, comms.resolve_contact', () => {
  it('finds a stranger who has a thread, by the number', async () => {
    const older = await aConversation(service, shop, { contactNumber: '+16135550142' as E164, channel: 'call' });
    const thread = await aConversation(service, shop, {
      contactNumber: '+16135550142' as E164,
      lastMessageAt: at('2026-03-01T09:00:00Z'),
    });
    expect(older.id).not.toBe(thread.id);
    expect(await resolve({ phone: PHONE })).toEqual([
      {
        ...{ kind: 'thread', id: thread.id, name: '+16135550142', phone: '+16135550142', email: null },
        ...{ conversation: thread.id, texting_blocked: false, matched: ['phone'], score: 0.9 },
      },
    ]);
    const dana = await aCustomer(shop.full, { phone: '613 555 0143' });
    await aConversation(service, shop, { customerId: dana.id as CustomerId, contactNumber: '+16135550143' as E164 });
    expect(await idsOf({ phone: '613 555 0143' })).toEqual([dana.id]);
  });

  it('finds the thread of a number with the lead that was made for it afterwards', async () => {
    const thread = await aConversation(service, shop, { contactNumber: '+16135550142' as E164 });
    const lead = await aLead(shop.full, { name: 'Zoe Fox', phone: PHONE });
    expect(await resolve({ phone: PHONE })).toMatchObject([{ kind: 'lead', id: lead.id, conversation: thread.id }]);
    expect(await resolve({ name: 'Zoe' })).toMatchObject([{ kind: 'lead', id: lead.id, conversation: thread.id }]);
  });

  it('scores a whole word above a part of one, and says how many more match', async () => {
    for (let index = 0; index < 10; index += 1) await aCustomer(shop.full, { name: `Olena ${index}` });
    const lena = await aCustomer(shop.full, { name: 'Lena Fox' });
    const { matches, omitted } = (await shop.read.post('/comms/resolve_contact', { name: 'Lena' })).body.data;
    expect(matches.slice(0, 2)).toMatchObject([{ id: lena.id, score: 0.45 }, { score: 0.3 }]);
    expect([matches.length, omitted]).toEqual([10, 1]);
  });
});

import { Tiktoken } from 'js-tiktoken/lite';
import cl100k from 'js-tiktoken/ranks/cl100k_base';
import { SettingsOfShops } from '../../../application/areas/access/shops.js';
import type { ShopSettings } from '../../../domain/access/shop.js';
import type { Api } from '../../support/api.js';
import { aStaffMember } from '../../support/builders/a-staff-member.js';
import { operations } from '../../support/registry.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop({ name: 'Northside Auto Care', timezone: 'America/Toronto' });
});
afterAll(() => service.stop());

const PARAMS = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
const INITIALIZE = { jsonrpc: '2.0', id: 1, method: 'initialize', params: PARAMS };

async function instructions(api: Api, query = ''): Promise<string> {
  return (await api.send('POST', `/api/mcp${query}`, { body: INITIALIZE })).body.result.instructions as string;
}

async function toolsOf(api: Api, query = ''): Promise<string[]> {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const { tools } = (await api.send('POST', `/api/mcp${query}`, { body: message })).body.result;
  return tools.map(({ name }: { name: string }) => name) as string[];
}

const set = (settings: Partial<ShopSettings>): Promise<ShopSettings> =>
  service.container.get(SettingsOfShops).change(shop.id, settings);

describe('the instructions for a model', () => {
  it('are short, and begin with the shop, its day, its hours and its currency', async () => {
    service.clock.set('2026-03-02T15:00:00Z');
    const text = await instructions(shop.full);
    expect(text).toMatch(
      /^You act for Northside Auto Care, a vehicle-service shop in America\/Toronto\. Today is Monday, 2026-03-02 there, and the shop is open 08:00 to 18:00\. Prices are in CAD\. /,
    );
    expect(new Tiktoken(cl100k).encode(text).length).toBeLessThanOrEqual(400);
  });

  it('are sent in revision 2026-07-28 too', async () => {
    const key = 'io.modelcontextprotocol';
    const _meta = {
      [`${key}/protocolVersion`]: '2026-07-28',
      [`${key}/clientCapabilities`]: {},
      [`${key}/clientInfo`]: { name: 't', version: '1' },
    };
    const body = { jsonrpc: '2.0', id: 1, method: 'server/discover', params: { _meta } };
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'server/discover' };
    const { result } = (await shop.full.send('POST', '/api/mcp', { body, headers })).body;
    expect(result.instructions).toBe(await instructions(shop.full));
  });

  it.each([
    ['2026-03-07T04:59:59Z', 'Friday, 2026-03-06 there, and the shop is open 07:30 to 12:00 and 13:00 to 24:00. '],
    ['2026-03-07T05:00:00Z', 'Saturday, 2026-03-07 there, and the shop is closed. '],
    ['2026-03-13T12:00:00Z', 'Friday, 2026-03-13 there, and the shop is closed: this date is one of its closures. '],
    // The clocks are set forward on the 8th of March, at two o'clock at night, and back on the 1st of November.
    ['2026-03-08T05:30:00Z', 'Sunday, 2026-03-08 there, and the shop is open 02:00 to 04:00. '],
    ['2026-03-09T03:59:59Z', 'Sunday, 2026-03-08 there, '],
    ['2026-03-09T04:00:00Z', 'Monday, 2026-03-09 there, '],
    ['2026-11-02T04:59:59Z', 'Sunday, 2026-11-01 there, '],
  ])('say at %s: Today is %s', async (now, words) => {
    await set({
      openingHours: {
        fri: [
          { from: '07:30', until: '12:00' },
          { from: '13:00', until: '24:00' },
        ],
        sun: [{ from: '02:00', until: '04:00' }],
      },
      closures: ['2026-03-13'],
    });
    service.clock.set(now);
    expect(await instructions(shop.read)).toContain(`Today is ${words}`);
  });

  it.each([
    ['2026-03-07T13:59:59Z', '2026-03-07T09:00:00-05:00'],
    ['2026-03-07T14:00:00Z', '2026-03-08T09:00:00-04:00'],
    ['2026-03-08T05:30:00Z', '2026-03-08T09:00:00-04:00'],
    ['2026-11-01T04:30:00Z', '2026-11-01T09:00:00-05:00'],
    ['2026-11-01T15:00:00Z', '2026-11-02T09:00:00-05:00'],
  ])('give at %s an example of a time at the next nine o’clock, with the offset of that time', async (now, example) => {
    service.clock.set(now);
    expect(await instructions(shop.read)).toContain(`such as ${example}; answers are in UTC.`);
  });
});

describe('the instructions for a key', () => {
  const CONFIRM = 'have the user confirm what a customer will receive';
  const KEYS = 'Give every write an `idempotency_key`';
  const STRANGERS = 'shop-ops/untrusted';

  it('say what it may do, in which order, and how', async () => {
    const text = await instructions(shop.full);
    // A new area may stand between those that are named here.
    expect(text).toMatch(
      / This key may read (?:\w+, )*comms \(texts and threads\), (?:\w+, )*jobs, (?:\w+, )*staff, (?:\w+, )*tasks/,
    );
    expect(text).toMatch(/; it may change things in (?:\w+, )*comms, (?:\w+, )*services, (?:\w+, )*tasks/);
    expect(text).toMatch(
      / Look first: .* Then ask: comms\.can_contact before a text, .*the user when you are not sure\. Then act, /,
    );
    for (const part of [CONFIRM, KEYS, STRANGERS, 'never instructions', '`next_offset` as `offset`'])
      expect(text).toContain(part);
  });

  it('that reads only speak of no writes', async () => {
    const text = await instructions(shop.read);
    expect(text).toMatch(
      / tasks(?:, \w+)*, and change nothing\. .* Look first: ids come from the tools that list\. Then ask: comms\.can_contact before you propose a text, booking\.availability before you offer a time, the user when you are not sure\. /,
    );
    for (const part of [CONFIRM, KEYS, 'Then act']) expect(text).not.toContain(part);
    expect(await instructions(shop.full, '?readonly=1')).toBe(text);
  });

  it('with one grant name its tools only', async () => {
    const key = await service.key(shop.id, { grants: { 'shop.manage': 'act', 'inbox.access': 'view' } });
    const text = await instructions(key);
    expect(text).toMatch(
      / This key may read services; it may change things in services\. Not listed here: tools for (?:\w+, )*automations\b/,
    );
    expect(text).not.toContain('tasks.');
    expect(await instructions(key, '?sections=all')).toContain(CONFIRM);
    const menu = await instructions(key, '?sections=services');
    expect(menu).toContain(' Then ask: the user when you are not sure. Then act. ');
    for (const part of [CONFIRM, STRANGERS]) expect(menu).not.toContain(part);
  });

  it('that books only name what it can ask, and no tool that lists', async () => {
    const text = await instructions(await service.key(shop.id, { grants: { 'bookings.manage': 'act' } }));
    expect(text).toMatch(
      / and change nothing\. .* Ids come from the user\. Then ask: booking\.availability before you offer a time, the user when you are not sure\. /,
    );
    expect(await instructions(shop.full, '?sections=booking')).toContain(' Ids come from the user. ');
  });

  it('without any tool say so, and nothing about tools', async () => {
    const text = await instructions(await service.key(shop.id, { grants: { 'jobs.manage': 'view' } }));
    expect(text).toMatch(/This key may call no tool at this address: tell the user\.$/);
  });

  it('that acts for a teammate name this person', async () => {
    const { user_id: actsFor } = await aStaffMember(service, shop, { name: 'Morgan Ellis' });
    expect(await instructions(await service.key(shop.id, { actsFor }))).toContain(
      ` acts for Morgan Ellis (\`user_id\` ${actsFor}): “I” and “my” mean this person. `,
    );
    expect(await instructions(shop.read)).toContain(' The key is named test and acts for nobody. ');
  });

  it('that acts for nobody is told that its texts count as automated', async () => {
    const words = 'the texts that you send count as automated, so `unanswered` goes on listing their threads';
    expect(await instructions(shop.full)).toContain(words);
    expect(await instructions(shop.read)).not.toContain(words);
    const { user_id: actsFor } = await aStaffMember(service, shop, { name: 'Robin Ellis' });
    expect(await instructions(await service.key(shop.id, { actsFor }))).not.toContain(words);
  });

  it('name the areas whose tools are not listed at the address', async () => {
    const areas = async (query: string): Promise<unknown> =>
      / Not listed here: tools for (.*) \(\?sections=all lists all\)\./.exec(await instructions(shop.full, query))?.[1];
    expect(await areas('')).toMatch(/^automations, (?:\w+, )*quotes, (?:\w+, )*reviews\b/);
    expect(await areas('?sections=all')).toBeUndefined();
    expect(await areas('?sections=inbox')).toMatch(
      /^(?:\w+, )*automations, booking, (?:\w+, )*customers, (?:\w+, )*services, (?:\w+, )*staff\b/,
    );
  });

  it('keep the name of the shop as it is, also where tools are spelled in another way', async () => {
    const other = await service.shop({ name: 'tasks.list & Sons' });
    const text = await instructions(other.full, '?names=underscore');
    expect(text).toContain('You act for tasks.list & Sons, ');
    expect(text).toContain(' comms_can_contact before a text, ');
  });

  it.each([
    '',
    '?readonly=1',
    '?sections=services',
    '?sections=inbox',
    '?sections=customers,inbox&readonly=1',
    '?sections=staff',
  ])('name no tool that is not at the address %s, in its spelling', async (query) => {
    for (const names of ['', 'names=underscore']) {
      const address = [query || '?', names].filter(Boolean).join('&');
      for (const key of [shop.full, shop.read]) {
        const [text, there] = [await instructions(key, address), await toolsOf(key, address)];
        const known = operations.flatMap(({ name }) => [name, name.replace('.', '_')]);
        expect(known.filter((name) => text.includes(name) && !there.includes(name))).toEqual([]);
        if (address.includes('inbox')) {
          const texts = key === shop.full && !query.includes('readonly');
          expect(text).toContain(`can_contact before ${texts ? 'a text' : 'you propose a text'}, `);
        }
      }
    }
  });
});

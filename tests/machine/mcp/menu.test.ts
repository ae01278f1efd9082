import { aStoredReview } from '../../support/builders/a-review.js';
import { aTieredService } from '../../support/builders/a-service.js';
import { aStoredService } from '../../support/builders/a-stored-service.js';
import { eventsOf } from '../../support/outbox.js';
import { operations } from '../../support/registry.js';
import { TOOL_LIST } from '../../support/rpc-messages.js';
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

interface ListedTool {
  readonly name: string;
  readonly inputSchema: { readonly properties: Readonly<Record<string, { readonly items?: object }>> };
}

async function tools(key = shop.full): Promise<ListedTool[]> {
  return (await key.send('POST', '/api/mcp?sections=all', { body: TOOL_LIST })).body.result.tools as ListedTool[];
}

const ofMenu = ({ name }: { readonly name: string }): boolean => /^(services|reviews)\./.test(name);
const MENU = operations.filter((operation) => operation.capability !== undefined && ofMenu(operation));

function namesOf(some: readonly { readonly name: string }[]): string[] {
  return some.map(({ name }) => name).sort();
}

describe('the tools of menu and reviews', () => {
  it('are listed, and left out if the shop has switched them off', async () => {
    expect(namesOf((await tools()).filter(ofMenu))).toEqual(namesOf(MENU));
    const reading = MENU.filter(({ scope }) => scope === 'read');
    expect(namesOf((await tools(shop.read)).filter(ofMenu))).toEqual(namesOf(reading));
    let left = MENU;
    for (const feature of ['services', 'reviews'] as const) {
      left = left.filter(({ capability }) => capability?.feature !== feature);
      await service.sql(`update shops set features = features || jsonb_build_object($2::text, false) where id = $1`, [
        shop.id,
        feature,
      ]);
      expect(namesOf((await tools(await service.key(shop.id))).filter(ofMenu))).toEqual(namesOf(left));
    }
  });

  it('find a service and change its price, as a model would', async () => {
    await aStoredService(service, shop, { name: 'Ceramic coating', category: 'Detailing' });
    await aStoredService(service, shop, aTieredService({ category: 'Detailing', position: 2 }));
    const [category] = (await shop.full.tool('services.categories')).structuredContent.items;
    expect(category).toEqual({ category: 'Detailing', count: 2 });
    const { items } = (await shop.full.tool('services.list', { category: category.category, q: 'DÉTAIL', active_only: true }))
      .structuredContent;
    expect(items).toMatchObject([{ name: 'Full interior detail', pricing_model: 'tiered', base_price: null }]);
    const { id } = items[0];
    const tiers = (await shop.full.tool('services.tiers', { id })).structuredContent.items as {
      vehicle_size: string;
      price: number;
    }[];
    const raised = tiers.map(({ vehicle_size, price }) => ({ vehicle_size, price: price + 10 }));
    const changed = (await shop.full.tool('services.update_price', { id, tiers: raised, idempotency_key: 'once' }))
      .structuredContent;
    expect(changed.tiers).toEqual([
      { vehicle_size: 'sedan', price: 210, duration_minutes: null },
      { vehicle_size: 'suv', price: 260, duration_minutes: 90 },
    ]);
    expect(
      (await shop.full.tool('services.update_price', { id, tiers: raised, idempotency_key: 'once' })).structuredContent,
    ).toEqual(changed);
    expect((await shop.full.tool('services.get', { id })).structuredContent).toEqual(changed);
    expect((await shop.full.tool('services.set_online', { id, bookable: false })).structuredContent.bookable).toBe(false);
    expect(await eventsOf(service, { id })).toHaveLength(2);
  });

  it('name the unknown properties of an entry', async () => {
    const { id } = await aStoredService(service, shop, aTieredService());
    const given = {
      id,
      tiers: [
        { vehicle_size: 'suv', price: 1 },
        { vehicle_size: 'van', price: 1, hours: 5 },
      ],
    };
    const { isError, content } = await shop.full.tool('services.update_price', given);
    expect([isError, JSON.parse(content[1].text).error]).toEqual([
      true,
      {
        code: 'validation_error',
        message: expect.stringMatching(/^tiers: hours is not a property of its entries; they have: vehicle_size, /),
      },
    ]);
    expect(await eventsOf(service, { id })).toEqual([]);
    const schema = (await tools()).find(({ name }) => name === 'services.update_price')?.inputSchema;
    expect(schema?.properties['tiers']).toMatchObject({
      type: 'array',
      items: {
        type: 'object',
        required: ['vehicle_size', 'price'],
        properties: { vehicle_size: { enum: expect.anything() }, price: { type: 'number' } },
      },
    });
  });

  it('refuse with advice: a price of the wrong kind, a service that is no longer sold, an unknown service', async () => {
    const flat = await aStoredService(service, shop, { active: false, bookable: false });
    for (const [name, args, code] of [
      ['services.update_price', { id: flat.id, tiers: [{ vehicle_size: 'suv', price: 1 }] }, 'validation_error'],
      ['services.tiers', { id: flat.id }, 'validation_error'],
      ['services.set_online', { id: flat.id, bookable: true }, 'conflict'],
      ['services.get', { id: '018f0000-0000-7000-8000-000000000000' }, 'not_found'],
    ] as const) {
      const { isError, content } = await shop.full.tool(name, args);
      expect([name, isError, JSON.parse(content[1].text).error.code]).toEqual([name, true, code]);
      expect(content[0].text.length).toBeGreaterThan(20);
    }
  });

  it('list reviews', async () => {
    const { id } = await aStoredReview(service, shop, { stars: 2, comment: 'Late' });
    await aStoredReview(service, shop, { stars: 2, reply: 'Sorry' });
    const { structuredContent } = await shop.full.tool('reviews.list', { unanswered_only: true, max_stars: 3 });
    expect(structuredContent).toMatchObject({
      items: [{ id, stars: 2, comment: 'Late', reply: null }],
      total: 1,
      omitted: 0,
      next_offset: null,
    });
  });
});

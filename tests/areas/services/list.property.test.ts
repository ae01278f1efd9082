import fc from 'fast-check';
import type { Service } from '../../../domain/services/service.js';
import { aStoredService } from '../../support/builders/a-stored-service.js';
import { listed, type ModelFilter } from './service-model.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(() => service.stop());

const LETTERS = [
  'a',
  'b',
  'B',
  'e',
  'é',
  'É',
  's',
  'ß',
  'ẞ',
  'i',
  'I',
  'ı',
  'İ',
  '%',
  '_',
  '\\',
  ' ',
  ' ',
  '1',
  '😀',
  '（',
] as const;
const text = (maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength }).map((letters) => letters.join(''));
const name = text(8);
const category = fc.constantFrom('Care', 'CARE', 'care', 'Tires', 'ti%es', null);

const menu = fc.array(
  fc.record({
    name,
    category,
    position: fc.integer({ min: -2, max: 2 }),
    active: fc.boolean(),
    bookable: fc.boolean(),
    addon: fc.boolean(),
  }),
  { minLength: 5, maxLength: 25, size: 'max' },
);
const filter = fc.record({
  q: fc.option(fc.oneof(text(1), text(2), text(3))),
  category: fc.option(fc.constantFrom('cAre', 'tires', 'ti_es', 'none'), { freq: 2 }),
  active: fc.boolean(),
  bookable: fc.boolean(),
  addon: fc.boolean(),
});
const asked = fc.record({ filter, limit: fc.integer({ min: 1, max: 12 }), offset: fc.nat(8) });
/** Moves of services, which are named by their positions: true puts a service on the booking page, false takes it off. */
const moves = fc.array(fc.tuple(fc.nat(), fc.boolean()), { maxLength: 10 });

async function expectPage(
  shop: TestShop,
  services: readonly Service[],
  wanted: { filter: ModelFilter; limit: number; offset: number },
): Promise<void> {
  const { q, category: one, active, bookable, addon } = wanted.filter;
  const { limit, offset } = wanted;
  const matching = listed(services, wanted.filter);
  const page = matching.slice(offset, offset + limit);
  const next = offset + page.length;
  const { body } = await shop.read.post('/services/list', {
    q,
    category: one,
    active_only: active,
    bookable_only: bookable,
    addons_only: addon,
    limit,
    offset,
  });
  expect([
    wanted,
    body.data.items.map(({ id }: { id: string }) => id),
    body.data.total,
    body.data.omitted,
    body.data.next_offset,
  ]).toEqual([
    wanted,
    page.map(({ id }) => id),
    matching.length,
    matching.length - page.length,
    page.length > 0 && next < matching.length ? next : null,
  ]);
}

it('order, filters, search, totals and pages of services equal a plain list’s, after any changes to the services', async () => {
  await fc.assert(
    fc.asyncProperty(menu, moves, fc.array(asked, { minLength: 40, maxLength: 40 }), async (written, moved, pages) => {
      const shop = await service.shop();
      const services: Service[] = [];
      for (const one of written) services.push(await aStoredService(service, shop, one));
      for (const [which, bookable] of moved) {
        const index = which % services.length;
        const before = services[index];
        if (!before) continue;
        const { status } = await shop.full.post('/services/set_online', { id: before.id, bookable });
        expect(status).toBe(bookable && !before.active ? 409 : 200);
        if (status === 200) services[index] = { ...before, bookable };
      }
      for (const page of pages) await expectPage(shop, services, page);
    }),
    { numRuns: 5, plugins: [fc.interruptAfterTimeLimit(40_000)] },
  );
}, 60_000);

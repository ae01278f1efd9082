import { aCustomer, created } from '../../support/builders/records.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  service.clock.restart();
  shop = await service.shop();
});
afterAll(() => service.stop());

const namesOf = async (filter: object): Promise<string[]> => {
  const { items, total } = (await shop.full.tool('customers.list', filter)).structuredContent;
  expect(total).toBe(items.length);
  return items.map(({ name }: { name: string }) => name) as string[];
};

async function owner(name: string, vehicle: object): Promise<void> {
  const { id } = await aCustomer(shop.full, { name });
  await created(shop.full, '/vehicles', { customer_id: id, ...vehicle });
}

it('customers are found by make, model, colour, plate and VIN of their vehicles', async () => {
  await owner('Dana', { make: 'Subaru', model: 'Outback', year: 2019, license_plate: 'CKWP 482' });
  await owner('Lee', { make: 'Citroën', model: 'C4', color: 'green', vin: '1HGCM82633A004352' });
  for (const [vehicle, names] of [
    ['subaru', ['Dana']],
    ['Subarus', ['Dana']],
    ['outback 2019', ['Dana']],
    ['CKWP482', ['Dana']],
    ['ckwp-482', ['Dana']],
    ['citroen', ['Lee']],
    ['green', ['Lee']],
    ['1hgcm82633a004352', ['Lee']],
    ['subaru green', []],
    ['%', []],
    ['', ['Lee', 'Dana']],
  ] as const) {
    expect([vehicle, await namesOf({ vehicle })]).toEqual([vehicle, names]);
  }
  expect(await namesOf({ vehicle: 'subaru', q: 'lee' })).toEqual([]);
});

it('hyphens and blanks of make, model and trim are no difference', async () => {
  const other = await service.shop();
  const models = ['F-150', 'F 150', 'F150', 'CX-5', 'C-HR'];
  for (const model of models) {
    const { id } = await aCustomer(other.full, { name: model });
    await created(other.full, '/vehicles', { customer_id: id, make: 'Any', model, trim: 'X-Line' });
  }
  const found = async (vehicle: string): Promise<string[]> => {
    const { body } = await other.read.post('/customers/list', { vehicle });
    return (body.data.items as { name: string }[]).map(({ name }) => name).toSorted();
  };
  for (const vehicle of ['f150', 'F-150', 'F 150', 'f‑150 xline']) {
    expect([vehicle, await found(vehicle)]).toEqual([vehicle, ['F 150', 'F-150', 'F150']]);
  }
  expect([await found('cx5'), await found('chr'), await found('x-line')]).toEqual([['CX-5'], ['C-HR'], models.toSorted()]);
});

it('a model or a plate finds the same people however its letters and digits are divided', async () => {
  const other = await service.shop();
  for (const vehicle of [
    { make: 'Mazda', model: 'CX-5', trim: 'GS', year: 2020, color: 'white', license_plate: '5XV 150' },
    { make: 'Mazda', model: 'CX-9', license_plate: '5ABC 123' },
    { make: 'Mazda', model: 'MX-5' },
    { make: 'Mazda', model: '3', year: 2015 },
    { make: 'Mazda', model: '6', year: 2013 },
    { make: 'Honda', model: 'CR-V', license_plate: 'AB-12 CD' },
    { make: 'Chevrolet', model: 'Cruze', color: 'violet', license_plate: 'AB-99 CD' },
    { make: 'Ford', model: 'F-150' },
    { make: 'RAM', model: '1500', color: 'flame red' },
    { make: 'Ford', model: 'Fusion', license_plate: '150 RAV' },
    { make: 'Toyota', model: 'RAV4', license_plate: 'M-A 1' },
    { make: 'VW', model: 'ID.4', license_plate: '4TRA 123' },
    { make: 'Chevrolet', model: 'Traverse', trim: '4WD' },
    { make: 'BMW', model: 'X5' },
    { make: 'Lexus', model: 'RX 500h' },
  ]) {
    const { id } = await aCustomer(other.full, { name: vehicle.model });
    await created(other.full, '/vehicles', { customer_id: id, ...vehicle });
  }
  const found = async (vehicle: string): Promise<string[]> => {
    const { items } = (await other.read.tool('customers.list', { vehicle })).structuredContent;
    return items.map(({ name }: { name: string }) => name) as string[];
  };
  for (const [model, ...spellings] of [
    ['CX-5', 'CX5', 'CX-5', 'cx 5', 'CX\u20115', 'CX\u20135', 'CX\u22125', 'cx.5', 'c x 5', 'C\u00adX-5', 'CX-5s', 'mazda CX-5'],
    ['CX-5', '2020 white mazda cx 5 gs', 'gs white cx 5 mazda'],
    ['MX-5', 'MX5', 'MX-5', 'mx 5', 'Mazda MX-5'],
    ['3', 'mazda 3', '2015 mazda 3'],
    ['CR-V', 'CRV', 'CR-V', 'cr v', 'Honda CR\u2013V', 'AB12CD', 'AB-12 CD', 'ab 12 cd', 'ab-12-cd', 'a b 1 2 c d'],
    ['F-150', 'F150', 'F-150', 'f 150', 'F-150s', 'ford F-150', 'f\u2011150 ford'],
    ['RAV4', 'RAV4', 'RAV-4', 'rav 4', 'Toyota Rav-4', 'MA1', 'm a 1', 'M-A1'],
    ['ID.4', 'ID4', 'ID.4', 'ID 4', 'ID-4', 'vw id 4'],
    ['X5', 'X5', 'X-5', 'x 5', 'BMW X 5'],
  ] as const) {
    for (const spelling of spellings) expect([spelling, await found(spelling)]).toEqual([spelling, [model]]);
  }
});

it('the list tells and filters by consent and by blocked texts, as the detail does', async () => {
  const consents = [
    ['express_written', undefined],
    ['implied_inquiry', '2025-09-01T15:00:00Z'], // six months before the clock of the tests
    ['implied_inquiry', '2025-09-02T15:00:00.001Z'],
    ['implied_existing_business', '2024-03-02T15:00:00Z'],
    ['unknown', undefined],
  ] as const;
  for (const [index, [consent_source, consent_captured_at]] of consents.entries()) {
    const { id } = await aCustomer(shop.full, {
      name: `${index}`,
      phone: `613 555 01${index}0`,
      consent_source,
      consent_captured_at,
    });
    if (index === 0) await shop.full.post('/comms/set_texting_block', { customer_id: id, blocked: true });
  }
  await aCustomer(shop.full, { name: 'free', phone: '613 555 0190', consent_source: 'express_verbal' });
  const { items } = (await shop.full.tool('customers.list')).structuredContent;
  for (const item of items as { id: string; marketing_consent: boolean; texting_blocked: boolean }[]) {
    const { marketing_consent, texting_blocked } = (await shop.full.tool('customers.get', { id: item.id })).structuredContent;
    expect(item).toMatchObject({ marketing_consent, texting_blocked });
    for (const [filter, holds] of Object.entries({ marketing_consent, texting_blocked })) {
      const found = (await shop.full.tool('customers.list', { [filter]: holds })).structuredContent.items as { id: string }[];
      expect([filter, found.some(({ id }) => id === item.id)]).toEqual([filter, true]);
    }
  }
  expect(await namesOf({ marketing_consent: true })).toEqual(['free', '2']);
  expect(await namesOf({ texting_blocked: true })).toEqual(['0']);
});

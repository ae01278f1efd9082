import { randomUUID } from 'node:crypto';
import { aCustomer, created } from '../../support/builders/records.js';
import { eventsOf } from '../../support/outbox.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

const VIN = '1HGCM82633A004352';
const NOW = '2026-03-02T15:00:00.000Z';

let service: TestService;
let shop: TestShop;
let owner: string;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  shop = await service.shop();
  owner = (await aCustomer(shop.full)).id;
});
afterAll(() => service.stop());

describe('POST /vehicles', () => {
  it('keeps the given values, the plate as recorded', async () => {
    const given = {
      year: 2003,
      make: ' Honda ',
      model: 'Accord',
      trim: 'EX',
      color: 'silver',
      license_plate: 'ckwp 482',
      mileage: 182_400,
      vehicle_type: 'show car',
    };
    const answer = await shop.full.post('/vehicles', { customer_id: owner, ...given });
    const { id } = answer.body.data;
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        data: {
          id,
          customer_id: owner,
          label: '2003 Honda Accord EX',
          ...given,
          make: 'Honda',
          vin: null,
          external_id: null,
          metadata: {},
          created_at: NOW,
          updated_at: expect.any(String),
        },
      },
    ]);
    expect(answer.headers.get('location')).toBe(`/api/v1/vehicles/${id}`);
    expect((await shop.read.get('/vehicles')).body.data).toEqual([answer.body.data]);
    expect(await eventsOf(service, { id })).toEqual([{ type: 'vehicle.created', data: answer.body.data, created_at: NOW }]);
  });

  it.each([
    [{ vin: VIN }, { vin: VIN, label: null, make: null, vehicle_type: 'other' }],
    [{ vin: ' 1hgcm-82633 a004352. ' }, { vin: VIN }],
    [{ make: 'Honda' }, { label: 'Honda', vin: null, vehicle_type: 'other', year: null, mileage: null, license_plate: null }],
    [
      { model: 'Accord', vehicle_type: '' },
      { label: 'Accord', vehicle_type: 'other' },
    ],
    [
      { make: 'Honda', year: 2020.0, mileage: -0, vin: null, trim: '' },
      { label: '2020 Honda', mileage: 0, trim: null },
    ],
    [
      { make: 'Honda', year: 1885, mileage: 9_999_999 },
      { year: 1885, mileage: 9_999_999 },
    ],
    [
      { make: 'Honda', year: 2100, vehicle_type: 'x'.repeat(40) },
      { year: 2100, vehicle_type: 'x'.repeat(40) },
    ],
  ])('answers %j', async (given, shown) => {
    expect(await created(shop.full, '/vehicles', { customer_id: owner, ...given })).toMatchObject(shown);
  });

  it.each([
    [/^vin: a VIN, or at least a make or a model, is required$/, {}],
    [/^vin: a VIN, or /, { year: 2003, trim: 'EX', make: ' ', model: null, vin: '' }],
    [/^vin: must be 17 letters and digits without I, O and Q$/, { vin: '1HGCM82633A00435', year: 'x' }],
    [/^vin: must be 17 /, { vin: '1HGCM82633A00435O' }],
    [/^vin: must be 17 /, { vin: '---', make: 'Honda' }],
  ])('answers 422 %s', async (message, given) => {
    const answer = await shop.full.post('/vehicles', { customer_id: owner, ...given });
    expect([answer.status, answer.body.error]).toEqual([
      422,
      { code: 'validation_error', message: expect.stringMatching(message) },
    ]);
  });
});

describe('the order of checks for a vehicle', () => {
  it('is the fields (422), then the customer, then the VIN', async () => {
    const known = await created(shop.full, '/vehicles', { customer_id: owner, vin: VIN });
    const foreign = (await aCustomer((await service.shop()).full)).id;
    for (const customer_id of [randomUUID(), foreign]) {
      expect((await shop.full.post('/vehicles', { customer_id, vin: VIN, year: 1 })).status).toBe(422);
      expect((await shop.full.post('/vehicles', { customer_id, year: 2003 })).status).toBe(422);
      const unknown = await shop.full.post('/vehicles', { customer_id, vin: VIN });
      expect([unknown.status, unknown.body.error]).toEqual([404, { code: 'not_found', message: 'customer not found' }]);
    }
    const answer = await shop.full.post('/vehicles', { customer_id: owner, vin: '1hgcm 82633 a004352', make: 'Honda' });
    expect([answer.status, answer.body]).toEqual([
      409,
      {
        error: { code: 'conflict', message: `this VIN is already on file (existing id: ${known.id})` },
      },
    ]);
    expect(answer.headers.get('location')).toBe(`/api/v1/vehicles?vin=${VIN}`);
  });

  it('allows the VIN of another shop’s vehicle, and any number of vehicles without a VIN', async () => {
    const other = await service.shop();
    await created(other.full, '/vehicles', { customer_id: (await aCustomer(other.full)).id, vin: VIN });
    await created(shop.full, '/vehicles', { customer_id: owner, vin: VIN });
    await created(shop.full, '/vehicles', { customer_id: owner, make: 'Honda', license_plate: 'A' });
    await created(shop.full, '/vehicles', { customer_id: owner, make: 'Honda', license_plate: 'A' });
  });
});

describe('GET /vehicles', () => {
  const idsOf = async (query: string): Promise<string[]> =>
    (await shop.read.get(`/vehicles?${query}`)).body.data.map(({ id }: { id: string }) => id) as string[];

  it('filters by owner, VIN and plate', async () => {
    const lee = (await aCustomer(shop.full)).id;
    const accord = await created(shop.full, '/vehicles', { customer_id: owner, vin: VIN, license_plate: 'ckwp 482' });
    const civic = await created(shop.full, '/vehicles', { customer_id: lee, make: 'Honda', license_plate: 'CKWP-482' });
    expect(await idsOf('')).toEqual([civic.id, accord.id]);
    expect(await idsOf(`customer_id=${lee.toUpperCase()}`)).toEqual([civic.id]);
    for (const same of [`vin=${VIN}`, 'vin=1hgcm-82633-a004352', `vin=${VIN}&customer_id=${owner}`])
      expect(await idsOf(same)).toEqual([accord.id]);
    for (const same of ['license_plate=CKWP%20482', 'license_plate=ckwp+482', 'license_plate=%20Ckwp%20482%20'])
      expect(await idsOf(same)).toEqual([accord.id]);
    expect(await idsOf('license_plate=ckwp-482')).toEqual([civic.id]);
    for (const none of [
      'license_plate=ckwp482',
      'license_plate=ckwp',
      'license_plate=',
      'vin=',
      'vin=1HGCM',
      'vin=11111111111111111',
      'customer_id=',
      'customer_id=x',
      `customer_id=${randomUUID()}`,
      `vin=${VIN}&customer_id=${lee}`,
    ]) {
      expect([none, await idsOf(none)]).toEqual([none, []]);
    }
  });
});

import { aCustomer, created } from '../../support/builders/records.js';
import { startFakeVpic, type FakeVpic, type FakeVpicMode } from '../../support/fakes/vpic/fake-vpic.js';
import { eventTypesOf } from '../../support/outbox.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';

const ACCORD = { Make: 'HONDA', Model: 'Accord', ModelYear: '2003', Trim: 'EX-V6', BodyClass: 'Coupe' };
const DECODED = {
  year: 2003,
  make: 'HONDA',
  model: 'Accord',
  trim: 'EX-V6',
  vehicle_type: 'coupe',
  label: '2003 HONDA Accord EX-V6',
};
const RAW = { year: null, make: null, model: null, trim: null, vehicle_type: 'other', label: null };
const DAY = 24 * 3_600_000;

let service: TestService;
let vpic: FakeVpic;
let shop: TestShop;
let owner: string;
let vins = 0;

beforeAll(async () => {
  vpic = await startFakeVpic();
  service = await startTestService({ vinDecoderUrl: vpic.url });
});
beforeEach(async () => {
  vpic.mode = 'ok';
  vpic.requests.length = 0;
  shop = await service.shop();
  owner = (await aCustomer(shop.full)).id;
});
afterAll(async () => {
  await service.stop();
  await vpic.stop();
});

/** Returns a VIN that the decoder knows, and that no earlier call returned. */
function freshVin(fields: Parameters<FakeVpic['answer']>[1] = ACCORD): string {
  vins += 1;
  const vin = `1HGCM82633A${String(vins).padStart(6, '0')}`;
  vpic.answer(vin, fields);
  return vin;
}

function vehicle(vin: string, given: object = {}, of: TestShop = shop, customer_id = owner): ReturnType<typeof created> {
  return created(of.full, '/vehicles', { customer_id, vin, ...given });
}

describe('a VIN decoder that answers', () => {
  it('fills year, make, model, trim and body category', async () => {
    const vin = freshVin();
    const stored = await vehicle(vin.toLowerCase());
    expect(stored).toMatchObject({ ...DECODED, vin });
    expect(vpic.requests).toEqual([`/api/vehicles/DecodeVinValues/${vin}?format=json`]);
    expect((await shop.read.get(`/vehicles?vin=${vin}`)).body.data).toEqual([stored]);
    expect(await eventTypesOf(service, stored)).toEqual(['vehicle.created']);
  });

  it.each<[object, object]>([
    [{ year: 1999 }, { ...DECODED, year: 1999, label: '1999 HONDA Accord EX-V6' }],
    [
      { make: 'Honda', model: 'Civic', trim: 'Si' },
      { ...DECODED, make: 'Honda', model: 'Civic', trim: 'Si', label: '2003 Honda Civic Si' },
    ],
    [{ vehicle_type: 'show car' }, { ...DECODED, vehicle_type: 'show car' }],
    [{ make: '', year: null }, DECODED],
  ])('is overridden by the supplied values: %j', async (given, shown) => {
    expect(await vehicle(freshVin(), given)).toMatchObject(shown);
  });

  it('is used for every value that it knows, whatever its error code', async () => {
    expect(await vehicle(freshVin({ Make: 'HONDA', ErrorCode: '1,11' }))).toMatchObject({
      ...RAW,
      make: 'HONDA',
      label: 'HONDA',
    });
    expect(await vehicle(freshVin({ BodyClass: 'Hovercraft' }))).toMatchObject({ ...RAW, vehicle_type: 'other' });
  });

  it('leaves the raw VIN for good if it knows nothing', async () => {
    const vin = freshVin({ ErrorCode: '7' });
    const stored = await vehicle(vin);
    expect(stored).toMatchObject({ ...RAW, vin });
    expect(await eventTypesOf(service, stored)).toEqual(['vehicle.created']);
  });

  it('is not called without a VIN, nor for a refused vehicle', async () => {
    await created(shop.full, '/vehicles', { customer_id: owner, make: 'Honda' });
    const vin = freshVin();
    await vehicle(vin);
    await service.sql('delete from vin_decodes where vin = $1', [vin]);
    vpic.requests.length = 0;
    expect((await shop.full.post('/vehicles', { customer_id: owner, vin })).status).toBe(409);
    expect((await shop.full.post('/vehicles', { customer_id: crypto.randomUUID(), vin: freshVin() })).status).toBe(404);
    expect((await shop.full.post('/vehicles', { customer_id: owner, vin: freshVin(), year: 1 })).status).toBe(422);
    expect(vpic.requests).toEqual([]);
  });

  it('is called once for all shops, and again after a month', async () => {
    const vin = freshVin();
    await vehicle(vin);
    const later = async (): Promise<unknown> => {
      const other = await service.shop();
      return vehicle(vin, {}, other, (await aCustomer(other.full)).id);
    };
    service.clock.pass(30 * DAY - 1);
    expect(await later()).toMatchObject(DECODED);
    expect(vpic.requests).toHaveLength(1);
    service.clock.pass(1);
    vpic.answer(vin, { ...ACCORD, Trim: 'EX-L' });
    expect(await later()).toMatchObject({ trim: 'EX-L' });
    expect(vpic.requests).toHaveLength(2);
  });
});

describe('a failure of the VIN decoder', () => {
  const modes: readonly FakeVpicMode[] = ['malformed', 'empty', 'empty-results', 'html', 'redirect', 'error500', 'drop'];

  it.each(modes)('by %s lets the vehicle be created with its raw VIN, to be decoded later', async (mode) => {
    vpic.mode = mode;
    const vin = freshVin();
    const stored = await vehicle(vin, { model: 'Accord' });
    expect(stored).toMatchObject({ ...RAW, vin, model: 'Accord', label: 'Accord' });
    expect(await eventTypesOf(service, stored)).toEqual(['vehicle.created', 'vehicle.decode_missed']);
    expect(await service.sql('select 1 from vin_decodes where vin = $1', [vin])).toEqual([]);
    vpic.mode = 'ok';
    // The decoder must succeed between two outages. Otherwise its circuit breaker opens, which has a test file of its own.
    expect(await vehicle(freshVin())).toMatchObject(DECODED);
  });

  it('by a slow or unfinished answer lets the vehicle be created', async () => {
    vpic.mode = 'hang';
    const stored = await vehicle(freshVin());
    expect(stored).toMatchObject(RAW);
    vpic.mode = 'slow';
    vpic.slowMs = 50;
    expect(await vehicle(freshVin())).toMatchObject(DECODED);
  });
});

describe('a VIN decoder that is unreachable', () => {
  it('leaves a vehicle complete except for the decoded fields', async () => {
    const { port } = new URL(vpic.url);
    await vpic.stop();
    const stored = await vehicle(freshVin());
    await vpic.start(Number(port));
    expect(stored).toMatchObject(RAW);
    expect(await eventTypesOf(service, stored)).toContain('vehicle.decode_missed');
  });
});

import { randomUUID } from 'node:crypto';
import { aCustomer, created } from '../../support/builders/records.js';
import { startFakeVpic, type FakeVpic } from '../../support/fakes/vpic/fake-vpic.js';
import { eventsOf, eventTypesOf } from '../../support/outbox.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';

const VIN = '1HGCM82633A004352';
const OTHER_VIN = '1HGCM82633A004353';
const ACCORD = { Make: 'HONDA', Model: 'Accord', ModelYear: '2003', Trim: 'EX-V6', BodyClass: 'Coupe' };
const GIVEN = {
  year: 2003,
  make: 'Honda',
  model: 'Civic',
  trim: 'EX',
  color: 'red',
  license_plate: 'ckwp 482',
  mileage: 182_400,
};

let service: TestService;
let vpic: FakeVpic;
let shop: TestShop;
let owner: string;

beforeAll(async () => {
  vpic = await startFakeVpic();
  service = await startTestService({ vinDecoderUrl: vpic.url });
});
beforeEach(async () => {
  vpic.mode = 'ok';
  vpic.requests.length = 0;
  vpic.answer(VIN, ACCORD);
  await service.sql('delete from vin_decodes');
  shop = await service.shop();
  owner = (await aCustomer(shop.full)).id;
});
afterAll(async () => {
  await service.stop();
  await vpic.stop();
});

type Vehicle = { readonly id: string } & Readonly<Record<string, unknown>>;

function aVehicle(given: object = GIVEN): Promise<Vehicle> {
  return created(shop.full, '/vehicles', { customer_id: owner, ...given });
}

describe('PATCH /vehicles/{id}', () => {
  it.each([
    [{ year: 1999 }, { year: 1999, label: '1999 Honda Civic EX' }],
    [
      { make: ' Acura ', trim: null },
      { make: 'Acura', trim: null, label: '2003 Acura Civic' },
    ],
    [{ model: null }, { model: null, label: '2003 Honda EX' }],
    [
      { color: 'blue', license_plate: 'BX 21' },
      { color: 'blue', license_plate: 'BX 21' },
    ],
    [{ mileage: 900 }, { mileage: 900 }],
    [{ mileage: null, color: null, license_plate: null, year: null }, { label: 'Honda Civic EX' }],
    [{ vehicle_type: 'show car' }, { vehicle_type: 'show car' }],
  ])('changes what is given and leaves the rest: %j', async (given, shown) => {
    const before = await aVehicle();
    const answer = await shop.full.patch(`/vehicles/${before.id}`, given);
    expect([answer.status, answer.body.data]).toMatchObject([
      200,
      { ...before, ...given, ...shown, updated_at: expect.any(String) },
    ]);
    expect((await shop.read.get(`/vehicles/${before.id}`)).body).toEqual(answer.body);
  });

  it('is found by its new plate, and not by the old one', async () => {
    const { id } = await aVehicle();
    await shop.full.patch(`/vehicles/${id}`, { license_plate: 'BX 21' });
    const found = async (plate: string): Promise<unknown[]> =>
      (await shop.read.get(`/vehicles?license_plate=${encodeURIComponent(plate)}`)).body.data;
    expect([await found('bx 21'), await found('ckwp 482')]).toMatchObject([[{ id }], []]);
  });

  it('tells the old values, and nothing when nothing changes', async () => {
    const { id } = await aVehicle();
    const { data } = (await shop.full.patch(`/vehicles/${id}`, { mileage: 900, color: 'red' })).body;
    await shop.full.patch(`/vehicles/${id}`, { mileage: 900, make: 'Honda' });
    expect((await eventsOf(service, { id })).slice(1)).toMatchObject([
      { type: 'vehicle.updated', data: { ...data, previous: { mileage: 182_400 } } },
    ]);
  });

  it('refuses a vehicle without a VIN, a make and a model', async () => {
    const { id } = await aVehicle();
    const answer = await shop.full.patch(`/vehicles/${id}`, { make: null, model: null });
    expect([answer.status, answer.body.error.message]).toEqual([422, 'vin: a VIN, or at least a make or a model, is required']);
    const known = await aVehicle({ vin: VIN });
    expect((await shop.full.patch(`/vehicles/${known.id}`, { make: null, model: null })).status).toBe(200);
  });

  it.each([
    [/^vin: must not be null$/, { vin: null }],
    [/^vin: must be 17 /, { vin: '1HGCM' }],
    [/^vehicle_type: must not be null$/, { vehicle_type: null }],
    [/^mileage: must be a whole number/, { mileage: -1 }],
    [/^year: must be a whole number/, { year: 1884 }],
    [/^body: /, { customer_id: randomUUID() }],
  ])('answers 422 %s', async (message, given) => {
    const { id } = await aVehicle();
    const answer = await shop.full.patch(`/vehicles/${id}`, given);
    expect([answer.status, answer.body.error.message]).toEqual([422, expect.stringMatching(message)]);
  });

  it('takes If-Match', async () => {
    const { id } = await aVehicle();
    const etag = (await shop.read.get(`/vehicles/${id}`)).headers.get('etag') ?? '';
    const change = (mileage: number): Promise<{ status: number }> =>
      shop.full.patch(`/vehicles/${id}`, { mileage }, { 'if-match': etag });
    expect([(await change(1)).status, (await change(2)).status]).toEqual([200, 412]);
    expect((await shop.read.get(`/vehicles/${id}`)).body.data.mileage).toBe(1);
  });

  it('changes once under an idempotency key', async () => {
    const { id } = await aVehicle();
    const change = { mileage: 900, idempotency_key: 'v-1' };
    const first = await shop.full.patch(`/vehicles/${id}`, change);
    await shop.full.patch(`/vehicles/${id}`, { mileage: 1000 });
    expect((await shop.full.patch(`/vehicles/${id}`, change)).body).toEqual(first.body);
    expect((await shop.read.get(`/vehicles/${id}`)).body.data.mileage).toBe(1000);
  });
});

describe('the VIN of a vehicle that has none', () => {
  it('is decoded, and fills what is not known', async () => {
    const { id } = await aVehicle({ make: 'Honda' });
    const answer = await shop.full.patch(`/vehicles/${id}`, { vin: VIN.toLowerCase(), trim: 'Si' });
    expect(answer.body.data).toMatchObject({ vin: VIN, year: 2003, make: 'Honda', model: 'Accord', trim: 'Si' });
    expect((await eventsOf(service, { id })).slice(1)).toMatchObject([
      { type: 'vehicle.updated', data: { previous: { vin: null, year: null, model: null, trim: null, label: 'Honda' } } },
    ]);
  });

  it('is decoded later if the decoder does not answer', async () => {
    vpic.mode = 'error500';
    const { id } = await aVehicle({ make: 'Honda' });
    const answer = await shop.full.patch(`/vehicles/${id}`, { vin: VIN });
    expect([answer.status, answer.body.data]).toMatchObject([200, { vin: VIN, model: null }]);
    expect(await eventTypesOf(service, { id })).toEqual(['vehicle.created', 'vehicle.updated', 'vehicle.decode_missed']);
    vpic.mode = 'ok';
    await shop.full.patch(`/vehicles/${id}`, { mileage: 1 });
    expect(await service.sql('select decode_pending from vehicles where id = $1', [id])).toEqual([{ decode_pending: true }]);
  });

  it('may be given again, without a decode and without an event', async () => {
    const { id } = await aVehicle({ vin: VIN });
    vpic.requests.length = 0;
    await service.sql('delete from vin_decodes');
    expect((await shop.full.patch(`/vehicles/${id}`, { vin: VIN })).status).toBe(200);
    expect([vpic.requests, await eventTypesOf(service, { id })]).toEqual([[], ['vehicle.created']]);
  });

  it('cannot be replaced', async () => {
    const { id } = await aVehicle({ vin: VIN });
    vpic.requests.length = 0;
    const answer = await shop.full.patch(`/vehicles/${id}`, { vin: OTHER_VIN });
    expect([answer.status, answer.body.error]).toEqual([
      409,
      { code: 'conflict', message: 'the vehicle has a VIN, which cannot be replaced' },
    ]);
    expect([answer.headers.get('location'), vpic.requests]).toEqual([null, []]);
  });

  it('is refused if another vehicle has it, also when two get it at the same time', async () => {
    const known = await aVehicle({ vin: OTHER_VIN });
    const { id } = await aVehicle();
    vpic.requests.length = 0;
    const answer = await shop.full.patch(`/vehicles/${id}`, { vin: OTHER_VIN });
    expect([answer.status, answer.body.error.message]).toEqual([409, `this VIN is already on file (existing id: ${known.id})`]);
    expect([answer.headers.get('location'), vpic.requests]).toEqual([`/api/v1/vehicles?vin=${OTHER_VIN}`, []]);
    const two = [id, (await aVehicle()).id];
    const answers = await Promise.all(two.map((one) => shop.full.patch(`/vehicles/${one}`, { vin: VIN })));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  });
});

it('the vehicle of another shop is unknown', async () => {
  const { id } = await aVehicle();
  const other = await service.shop();
  const answers = [await other.read.get(`/vehicles/${id}`), await other.full.patch(`/vehicles/${id}`, { mileage: 1, vin: VIN })];
  expect(answers.map(({ status, body }) => [status, body.error.message])).toEqual([
    [404, 'vehicle not found'],
    [404, 'vehicle not found'],
  ]);
  expect(vpic.requests).toEqual([]);
});

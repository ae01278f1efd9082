import { randomUUID } from 'node:crypto';
import { ImportFiles } from '../../support/import-files.js';
import { importRows, type Imported, type Row } from '../../support/importing.js';
import { freshVin } from '../../support/areas/vehicles.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;
let customer = '';

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  shop = await service.shop();
  await bring('customers', { external_id: 'C-1', name: 'Dana', phone: '6135550142' });
  customer = (await shop.full.get('/customers')).body.data[0].id as string;
});
afterAll(() => service.stop());

const bring = (kind: string, ...rows: readonly Row[]): Promise<Imported> => importRows(service, shop, kind, rows);
const all = async (path: string): Promise<any[]> => (await shop.full.get(path)).body.data; // oxlint-disable-line typescript/no-explicit-any -- as `body`

it.each(['leads', 'customers'])(
  'a file of %s with empty external ids changes nothing when it is imported again',
  async (kind) => {
    const files = await ImportFiles.open();
    const come = (): Promise<Imported> => files.bring(service, shop, kind, 'external_id,name,email\n,Ghost,ghost@x.com\n');
    expect(await come()).toMatchObject({ created: 1 });
    for (let times = 0; times < 3; times += 1) expect(await come()).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
    await files.close();
  },
);

it('an empty external id keeps a known one', async () => {
  await bring('leads', { external_id: 'L-1', name: 'Dana' });
  const [{ id }] = await all('/leads');
  expect(await bring('leads', { id, external_id: null, name: 'Robin' })).toMatchObject({ updated: 1 });
  expect(await bring('leads', { external_id: 'L-1', name: 'Robin' })).toMatchObject({ unchanged: 1 });
});

describe('an imported vehicle', () => {
  it('is stored as the API would have stored it, without a decode, and is found by VIN and plate', async () => {
    const vin = freshVin();
    const row = {
      external_id: 'V-1',
      customer_external_id: 'C-1',
      vin: ` ${vin.toLowerCase()} `,
      license_plate: 'ckwp 482',
      mileage: 1000,
      year: 2003,
    };
    expect(await bring('vehicles', row)).toMatchObject({ created: 1, errors: [] });
    const expected = {
      customer_id: customer,
      vin,
      year: 2003,
      make: null,
      license_plate: 'ckwp 482',
      mileage: 1000,
      vehicle_type: 'other',
      label: '2003',
    };
    for (const query of [`vin=${vin}`, 'license_plate=CKWP+482', `customer_id=${customer}`]) {
      expect(await all(`/vehicles?${query}`)).toMatchObject([expected]);
    }
    expect(await service.sql('select decode_pending from vehicles where shop_id = $1', [shop.id])).toEqual([
      { decode_pending: false },
    ]);
  });

  it('follows a licence plate that it gets later', async () => {
    await bring('vehicles', { external_id: 'V-1', customer_id: customer, make: 'Ford', license_plate: 'AAA 111' });
    await bring('vehicles', { external_id: 'V-1', license_plate: 'BBB 222' });
    expect(await all('/vehicles?license_plate=aaa+111')).toEqual([]);
    expect(await all('/vehicles?license_plate=bbb+222')).toMatchObject([{ make: 'Ford' }]);
  });

  it('can change its owner, and cannot lose all values that identify it', async () => {
    await bring('customers', { external_id: 'C-2', name: 'Robin', phone: '6135550143' });
    await bring('vehicles', { external_id: 'V-1', customer_external_id: 'C-1', make: 'Ford' });
    expect(await bring('vehicles', { external_id: 'V-1', customer_external_id: 'C-2' })).toMatchObject({ updated: 1 });
    expect(await all(`/vehicles?customer_id=${customer}`)).toEqual([]);
    const { errors } = await bring(
      'vehicles',
      { external_id: 'V-1', make: '' },
      { external_id: 'V-2', customer_external_id: 'C-1', year: 1999 },
    );
    expect(errors.map(({ column, reason }) => [column, reason])).toEqual(
      Array(2).fill(['vin', 'a VIN, or at least a make or a model, is required']),
    );
  });
});

describe('an imported lead', () => {
  const staff = async (active: boolean): Promise<string> => {
    const user = randomUUID();
    await service.sql(
      `insert into staff (shop_id, id, user_id, name, role, active, created_at, external_id) values ($1, $2, $3, 'A', 'advisor', $4, now(), $5)`,
      [shop.id, randomUUID(), user, active, active ? 'S-1' : 'S-2'],
    );
    return user;
  };

  it('is stored as the API would have stored it', async () => {
    const now = service.clock.now();
    expect(
      await bring('leads', { external_id: 'L-1', name: 'Dana  van Whitfield', email: 'D@Example.com', phone: '6135550142' }),
    ).toMatchObject({ created: 1 });
    const [lead] = await all('/leads?email=d@example.com');
    const { id: _, ...rest } = lead;
    expect(rest).toEqual({
      name: 'Dana van Whitfield',
      email: 'd@example.com',
      phone: '+16135550142',
      source: null,
      status: 'new',
      assigned_to: null,
      next_followup_at: now,
      external_id: 'L-1',
      metadata: {},
      created_at: now,
      updated_at: expect.any(String),
    });
  });

  it('has a name or a company, and a status, a source and a follow-up that an empty cell clears', async () => {
    const full = {
      external_id: 'L-1',
      name: 'Dana',
      company_name: 'Harbour',
      status: 'won',
      source: 'fair',
      next_followup_at: '2027-01-01T00:00:00Z',
    };
    await bring('leads', full);
    expect(await all('/leads')).toMatchObject([
      { name: 'Dana', status: 'won', source: 'fair', next_followup_at: '2027-01-01T00:00:00.000Z' },
    ]);
    const { errors } = await bring(
      'leads',
      { external_id: 'L-1', name: '', status: '', source: '', next_followup_at: '' },
      { external_id: 'L-2', email: 'x@example.com' },
      { external_id: 'L-1', company_name: '' },
      { external_id: 'L-1', status: 'sold' },
    );
    expect(await all('/leads')).toMatchObject([{ name: 'Harbour', status: 'new', source: null, next_followup_at: null }]);
    expect(errors.map(({ line, column }) => [line, column])).toEqual([
      [2, 'name'],
      [3, 'name'],
      [4, 'status'],
    ]);
  });

  it('belongs to active staff, while former staff keep their leads', async () => {
    const [here, gone] = [await staff(true), await staff(false)];
    const { errors } = await bring(
      'leads',
      { external_id: 'L-1', name: 'A', assigned_to_external_id: 'S-1' },
      { external_id: 'L-2', name: 'B', assigned_to: here },
      { external_id: 'L-3', name: 'C', assigned_to_external_id: 'S-2' },
      { external_id: 'L-4', name: 'D', assigned_to: gone },
    );
    expect(errors.map(({ line, column, reason }) => [line, column, reason])).toEqual(
      [
        [3, 'assigned_to_external_id'],
        [4, 'assigned_to'],
      ].map((place) => [...place, 'is not an active staff user of this shop']),
    );
    expect((await all('/leads')).map(({ assigned_to: owner }) => owner as unknown)).toEqual([here, here]);
    await service.sql('update staff set active = false where shop_id = $1', [shop.id]);
    const rows = [
      { external_id: 'L-1', assigned_to: here, source: 'fair' },
      { external_id: 'L-2', assigned_to: '' },
    ];
    expect(await bring('leads', ...rows)).toMatchObject({ updated: 2, errors: [] });
  });

  it('has its notes as the start of its timeline, once', async () => {
    const row = { external_id: 'L-1', name: 'Dana', notes: 'rang\ntwice', created_at: '2024-01-01T00:00:00Z' };
    await bring('leads', row);
    expect(await bring('leads', row)).toMatchObject({ unchanged: 1 });
    await bring('leads', { ...row, notes: 'again', source: 'fair' });
    const [{ id }] = (await all('/leads')) as [{ id: string }];
    expect(await all(`/leads/${id}/timeline`)).toMatchObject([
      { kind: 'note', body: 'rang\ntwice', created_at: '2024-01-01T00:00:00.000Z' },
    ]);
  });
});

import { randomUUID } from 'node:crypto';
import { importRows, type Imported, type Row } from '../../support/importing.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(() => service.stop());

beforeEach(async () => {
  shop = await service.shop();
});

const bring = (...rows: readonly Row[]): Promise<Imported> => importRows(service, shop, 'staff', rows);
const roster = async (): Promise<Row[]> => (await shop.read.get('/staff')).body.data as Row[];

describe('an import of staff', () => {
  it('has a user id that no file gives or changes', async () => {
    const given = randomUUID();
    await bring({ external_id: 'S', user_id: given, name: 'Morgan', email: 'morgan@example.com', role: 'advisor' });
    const [before] = await roster();
    expect([given, before!['id']]).not.toContain(before!['user_id']);
    expect(await bring({ external_id: 'S', user_id: randomUUID(), email: '', active: false })).toMatchObject({ updated: 1 });
    expect(await bring({ external_id: 'S', user_id: randomUUID(), email: '', active: false })).toMatchObject({ unchanged: 1 });
    expect(await roster()).toEqual([{ ...before, email: null, active: false, inbox_access: false }]);
  });

  it('takes working hours as text, clears them to the standard ones, and names a mistake in them', async () => {
    const hours = (): Promise<unknown> =>
      service.sql<{ hours: unknown }>('select hours from staff where shop_id = $1', [shop.id]).then(([row]) => row?.hours);
    const row = (typed: string | null): Row => ({ external_id: 'S', name: 'Morgan', role: 'technician', hours: typed });
    await bring(row('Tue-Wed 9:00-17:00'));
    const window = [{ from: '09:00', until: '17:00' }];
    expect(await hours()).toEqual({ tue: window, wed: window });
    expect(await bring(row('tue 09:00-17:00; wed 09:00-17:00'))).toMatchObject({ unchanged: 1 });
    await bring({ external_id: 'S', name: 'Morgan E.' });
    expect(await hours()).toEqual({ tue: window, wed: window });
    await bring(row('closed'));
    expect(await hours()).toEqual({});
    for (const standard of ['Standard', null]) {
      await bring(row('mon 09:00-17:00'));
      await bring(row(standard));
      expect(await hours()).toBeNull();
    }
    expect((await bring(row('mon 17:00-09:00'))).errors).toMatchObject([
      { column: 'hours', value: 'mon 17:00-09:00', reason: expect.stringContaining('must end after it begins') },
    ]);
  });

  it('lets two teammates swap external ids', async () => {
    await bring({ external_id: 'a', name: 'A', role: 'owner' }, { external_id: 'b', name: 'B', role: 'owner' });
    const [a, b] = (await roster()).map(({ id }) => id);
    expect(await bring({ id: a, external_id: 'c' }, { id: b, external_id: 'a' }, { id: a, external_id: 'b' })).toMatchObject({
      updated: 3,
      errors: [],
    });
    await bring({ external_id: 'a', name: 'now B' });
    expect((await roster()).map(({ name }) => name)).toEqual(['A', 'now B']);
  });

  it('keeps ids in a restore, and refuses a user id that another teammate has', async () => {
    const [id, user] = [randomUUID(), randomUUID()];
    const row = { id, user_id: user, name: 'Morgan', role: 'advisor', origin: 'service' };
    const { created, errors } = await importRows(service, shop, 'staff', [row, { ...row, id: randomUUID() }], { restore: true });
    expect([created, errors]).toEqual([
      1,
      [{ line: 2, column: 'user_id', value: user, reason: `already belongs to another staff member (existing id: ${id})` }],
    ]);
    expect(await roster()).toMatchObject([{ id, user_id: user }]);
    expect(await service.sql('select origin, external_id from staff where shop_id = $1', [shop.id])).toEqual([
      { origin: 'service', external_id: null },
    ]);
  });
});

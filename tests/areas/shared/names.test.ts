import { KeyRing } from '../../../application/areas/access/manage-keys.js';
import { CreateShop } from '../../../application/areas/access/manage-shops.js';
import { importRows, type Row } from '../../support/importing.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

/** A combining mark, a private character, punctuation with or without a blank of no width, the empty Braille pattern, a filler. */
const UNSEEN = ['\u0301', '\ue000', '.\u200b', '…!', '—', '\u2800.', '.\u3164'];
const SEEN = ['李', '7', '🚗', '★', 'O’Brien', '"A."'];

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
});
afterAll(() => service.stop());

let contacts = 0;
const anEmail = (): string => `name-${(contacts += 1)}@example.com`;

/** The status of a call with a name, and its message. */
type Naming = (name: string) => Promise<readonly [status: number, message: string | undefined]>;
const answered = async (path: string, input: object): Promise<readonly [number, string | undefined]> => {
  const { status, body } = await shop.full.post(path, input);
  return [status, body.error?.message];
};
const rule = { on: 'lead.created', do: [{ step: 'create_task', title: 'Call' }], enabled: false };

test.each<[string, Naming]>([
  ['a customer', (name) => answered('/customers', { name, email: anEmail() })],
  ['a lead', (name) => answered('/leads', { name })],
  ['a lead of a tool', (name) => answered('/leads/create', { name })],
  ['a rule', (name) => answered('/automations/create', { name, ...rule })],
  [
    'a customer that exists',
    async (name) => {
      const { id } = (await shop.full.post('/customers', { name: 'Dana', email: anEmail() })).body.data as { id: string };
      const { status, body } = await shop.full.patch(`/customers/${id}`, { name });
      return [status, body.error?.message];
    },
  ],
])('the name of %s has something that can be seen and said', async (_, naming) => {
  for (const name of UNSEEN)
    expect([name, await naming(name)]).toEqual([name, [422, expect.stringMatching(/^name: must have a letter/)]]);
  for (const name of SEEN) expect([200, 201]).toContain((await naming(name))[0]);
});

test.each<[string, string, Row]>([
  ['customers', 'name', { email: 'none@example.com' }],
  ['leads', 'name', {}],
  ['leads', 'company_name', { name: 'Dana' }],
  ['staff', 'name', { role: 'viewer' }],
  ['services', 'name', {}],
  ['reviews', 'reviewer_name', { stars: 5 }],
])('an import of %s refuses a line whose %s has nothing of it, and a restore keeps it', async (kind, column, row) => {
  const rows = UNSEEN.map((name) => ({ ...row, [column]: name }));
  const { errors } = await importRows(service, shop, kind, rows);
  expect(errors.map((error) => error.column)).toEqual(rows.map(() => column));
  const empty = await service.shop();
  const kept = await importRows(service, empty, kind, [{ ...row, [column]: '.' }], { restore: true });
  expect(kept).toMatchObject({ created: 1, errors: [] });
});

test('the names of shops and keys have it, too', async () => {
  const { container } = service;
  for (const name of UNSEEN) {
    const shopOf = container.get(CreateShop).execute({ name, timezone: 'UTC', country: 'CA', currency: 'CAD' });
    await expect(shopOf).rejects.toThrow(/with a letter or a digit/);
    const key = container.get(KeyRing).mint({ shop: shop.id, name, scope: 'read' });
    await expect(key).rejects.toThrow(/with a letter or a digit/);
  }
});

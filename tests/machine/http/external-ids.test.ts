import { randomUUID } from 'node:crypto';
import { aStaffMember } from '../../support/builders/a-staff-member.js';
import { aCustomer } from '../../support/builders/records.js';
import { importRows } from '../../support/importing.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';
import { changed, KINDS, listed, made, titled, updatesOf } from './annotated-kinds.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await startTestService({ poolSize: 12 });
});
beforeEach(async () => {
  shop = await service.shop();
});
afterAll(() => service.stop());

describe.each(titled(KINDS.filter(({ isNamed }) => isNamed)))('the external_id of %s', (name, kind) => {
  it('is null at first, is set and cleared by a change, is found exactly, and each change is told', async () => {
    const { id, external_id: none } = await made(kind, service, shop);
    const set = await changed(kind, shop, id, { external_id: ' crm/1 ' });
    expect([none, set.status, set.body.data.external_id]).toEqual([null, 200, 'crm/1']);
    expect((await listed(kind, shop, 'external_id=crm%2F1')).map((one) => one.id)).toEqual([id]);
    for (const other of ['crm', 'CRM%2F1', '', 'x'.repeat(200)])
      expect(await listed(kind, shop, `external_id=${other}`)).toEqual([]);
    expect((await changed(kind, shop, id, { external_id: 'crm/1' })).status).toBe(200);
    expect((await changed(kind, shop, id, { external_id: null })).body.data.external_id).toBeNull();
    expect((await updatesOf(service, id)).slice(-2)).toMatchObject([
      { type: kind.updated, data: { external_id: 'crm/1', previous: { external_id: null } } },
      { type: kind.updated, data: { external_id: null, previous: { external_id: 'crm/1' } } },
    ]);
  });

  it('that another has is 409 and names it, in a new one and in a change; another shop and another kind may have it', async () => {
    const first = await made(kind, service, shop, { external_id: 'crm-1' });
    const second = await made(kind, service, shop);
    const refused = [await changed(kind, shop, second.id, { external_id: 'crm-1' })];
    const { first: fields } = await kind.fields(shop);
    if (kind.isPosted) refused.push(await shop.full.post(`/${name}`, { ...fields, external_id: 'crm-1' }));
    for (const { status, body, headers } of refused) {
      const message = `this external_id already belongs to a ${kind.noun} (existing id: ${first.id})`;
      expect([status, body.error]).toEqual([409, { code: 'conflict', message }]);
      expect(headers.get('location')).toBe(`/api/v1/${name}/${first.id}`);
    }
    expect((await changed(kind, shop, second.id, { external_id: 'crm-2' })).status).toBe(200);
    expect(await made(kind, service, await service.shop(), { external_id: 'crm-1' })).toMatchObject({ external_id: 'crm-1' });
  });

  it('has 1 to 200 characters in one line', async () => {
    const { id } = await made(kind, service, shop);
    for (const wrong of ['', ' ', 'x'.repeat(201), 'a\nb', 7])
      expect((await changed(kind, shop, id, { external_id: wrong })).body.error).toMatchObject({
        code: 'validation_error',
        message: expect.stringMatching(/^external_id: /),
      });
    expect((await changed(kind, shop, id, { external_id: 'é'.repeat(200) })).status).toBe(200);
  });

  it('of an import is shown, and the record stays an imported one', async () => {
    const { first } = await kind.fields(shop);
    await importRows(service, shop, name, [{ external_id: 'C-7', ...first }]);
    const [record] = await listed(kind, shop, 'external_id=C-7');
    expect(record).toMatchObject({ external_id: 'C-7' });
    const { body } = await changed(kind, shop, record.id, { external_id: 'crm-7' });
    expect(body.data.external_id).toBe('crm-7');
    expect(await service.sql(`select external_id, origin from ${name} where id = $1`, [record.id])).toEqual([
      { external_id: 'crm-7', origin: 'import' },
    ]);
  });
});

describe.each(titled(KINDS.filter(({ isPosted }) => isPosted)))('PUT /%s/by-external-id', (name, kind) => {
  const at = (externalId: string): string => `/${name}/by-external-id/${encodeURIComponent(externalId)}`;

  it('makes a record, and changes its given fields later', async () => {
    const { first, second } = await kind.fields(shop);
    const before = await shop.full.put(at('crm/é 1'), { ...first, metadata: { plan: 'gold' } });
    expect([before.status, before.body.data]).toMatchObject([201, { ...first, external_id: 'crm/é 1' }]);
    const { id } = before.body.data;
    expect(before.headers.get('location')).toBe(`/api/v1/${name}/${id}`);
    const after = await shop.full.put(at('crm/é 1'), { ...second, metadata: { stage: '2' } });
    expect([after.status, after.headers.get('location')]).toEqual([200, null]);
    expect(after.body.data).toMatchObject({ ...first, ...second, id, metadata: { plan: 'gold', stage: '2' } });
    expect((await updatesOf(service, id)).map(({ type }) => type)).toEqual([kind.updated]);
    const again = await shop.full.put(at('crm/é 1'), second);
    expect([again.status, again.body.data]).toEqual([200, after.body.data]);
    expect(await updatesOf(service, id)).toHaveLength(1);
  });

  it.each(['%ff', '%zz', 'a%'])('refuses an id whose encoding is wrong: %s', async (encoding) => {
    const { first } = await kind.fields(shop);
    const { status, body } = await shop.full.put(`/${name}/by-external-id/${encoding}`, first);
    expect([status, body.error.message]).toEqual([422, expect.stringMatching(/^external_id: /)]);
  });

  it('finds an imported record, which keeps what it has', async () => {
    const { first, second } = await kind.fields(shop);
    await importRows(service, shop, name, [{ external_id: 'C-7', ...first }]);
    const { status, body } = await shop.full.put(at('C-7'), second);
    expect([status, body.data]).toMatchObject([200, { ...first, ...second, external_id: 'C-7' }]);
    expect(await service.sql(`select origin from ${name} where id = $1`, [body.data.id])).toEqual([{ origin: 'import' }]);
  });

  it('is refused as a whole, with the path’s id first and with what a new record needs', async () => {
    const { first } = await kind.fields(shop);
    const { body } = await shop.full.put(at('crm-1'), first);
    const refused = await shop.full.put(at('crm-1'), { ...first, source: 'web', metadata: { PLAN: 'x' } });
    expect([refused.status, refused.body.error.message]).toEqual([422, expect.stringMatching(/^metadata: /)]);
    expect((await listed(kind, shop, 'external_id=crm-1'))[0]).toEqual(body.data);
    for (const wrong of [' ', 'x'.repeat(201), 'a\nb'])
      expect((await shop.full.put(at(wrong), first)).body.error.message).toMatch(/^external_id: /);
    expect((await shop.full.put(at('new'), { metadata: {} })).body.error).toMatchObject({ code: 'validation_error' });
    expect(await listed(kind, shop, 'external_id=new')).toEqual([]);
  });

  it('is replayed with its status for an idempotency key', async () => {
    const { first } = await kind.fields(shop);
    const key = { 'idempotency-key': randomUUID() };
    const answers = [await shop.full.put(at('k'), first, key), await shop.full.put(at('k'), first, key)];
    expect(answers.map(({ status, headers }) => [status, headers.get('idempotent-replayed')])).toEqual([
      [201, null],
      [201, 'true'],
    ]);
  });

  it('at the same time makes one record, also beside an import and with idempotency keys', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => `crm-${index}`);
    const { first } = await kind.fields(shop);
    const { email: _, vin: __, ...shared } = first;
    const own = async (): Promise<object> => ({ ...(await kind.fields(shop)).first, ...shared });
    const bodies = new Map(await Promise.all(ids.map(async (id) => [id, await own()] as const)));
    const rows = ids.map((id) => ({ external_id: id, ...bodies.get(id) }));
    const importing = importRows(service, shop, name, rows);
    const put = ids.flatMap((id) =>
      [{}, {}, { 'idempotency-key': `a-${id}` }, { 'idempotency-key': `b-${id}` }].map((headers) =>
        shop.full.put(at(id), bodies.get(id), headers),
      ),
    );
    const answers = await Promise.all(put);
    const { skipped, created, updated, unchanged } = await importing;
    expect([answers.filter(({ status }) => ![200, 201].includes(status)).map(({ text }) => text), skipped]).toEqual([[], 0]);
    const first201 = answers.filter(({ status }) => status === 201).length;
    expect([first201 + created, created + updated + unchanged]).toEqual([ids.length, ids.length]);
    const stored = await service.sql<{ external_id: string }>(`select external_id from ${name} where shop_id = $1 order by 1`, [
      shop.id,
    ]);
    expect(stored.map(({ external_id }) => external_id)).toEqual([...ids].sort());
  });
});

it('the external_id of a job is that of its import, which a query finds without `imported`, and REST does not change it', async () => {
  const [, jobs] = titled(KINDS.filter(({ isNamed }) => !isNamed))[0]!;
  const { first } = await jobs.fields(shop);
  await importRows(service, shop, 'jobs', [{ external_id: 'J-1', ...first }]);
  const [job] = await listed(jobs, shop, 'external_id=J-1');
  expect([job.external_id, await listed(jobs, shop, 'external_id=J-1&imported=false')]).toEqual(['J-1', []]);
  const { status, body } = await changed(jobs, shop, job.id, { external_id: 'J-2' });
  expect([status, body.error.message]).toEqual([422, 'stage: stage is required']);
  expect((await changed(jobs, shop, job.id, { external_id: 'J-2', stage: 'ready' })).body.data).toMatchObject({
    external_id: 'J-1',
  });
});

it('a customer is not made or changed with what belongs to another one', async () => {
  const at = '/customers/by-external-id/c-2';
  const { id } = (await shop.full.put('/customers/by-external-id/c-1', { name: 'A', email: 'a@example.com' })).body.data;
  const message = `this email already belongs to a customer (existing id: ${id})`;
  const clash = { name: 'B', email: 'a@example.com' };
  expect((await shop.full.put(at, clash)).body.error).toEqual({ code: 'conflict', message });
  expect((await shop.full.put(at, { name: 'B', phone: '613 555 0142' })).status).toBe(201);
  expect((await shop.full.put(at, { ...clash, name: 'C' })).body.error).toEqual({ code: 'conflict', message });
  expect((await shop.read.get('/customers?external_id=c-2')).body.data).toMatchObject([{ name: 'B', email: null }]);
});

it('the consent of a customer changes with the fields that are given', async () => {
  const at = '/customers/by-external-id/c-1';
  const consent = async (fields: object): Promise<unknown> => {
    await shop.full.put(at, fields);
    const columns = 'consent_source as source, consent_captured_at as at, consent_note as note';
    return (await service.sql(`select ${columns} from customers where shop_id = $1`, [shop.id]))[0];
  };
  const given = { consent_source: 'web_form', consent_captured_at: '2026-01-01T00:00:00Z', consent_note: 'ticked' };
  const stored = { source: 'web_form', at: '2026-01-01T00:00:00.000Z', note: 'ticked' };
  expect(await consent({ name: 'A', email: 'a@example.com', ...given })).toEqual(stored);
  expect(await consent({ name: 'B' })).toEqual(stored);
  expect(await consent({ consent_source: 'web_form' })).toEqual(stored);
  expect(await consent({ consent_source: 'unknown' })).toEqual({ ...stored, source: 'unknown', at: null });
});

it('a vehicle has one VIN, and another owner if a call gives one', async () => {
  const [, vehicles] = titled(KINDS)[2]!;
  const { first } = await vehicles.fields(shop);
  const { first: other } = await vehicles.fields(shop);
  const put = (id: string, fields: object) => shop.full.put(`/vehicles/by-external-id/${id}`, fields);
  const { id } = (await put('v-1', first)).body.data;
  const taken = await put('v-2', { ...other, vin: first['vin'] });
  expect([taken.status, taken.body.error.message]).toEqual([409, `this VIN is already on file (existing id: ${id})`]);
  expect((await put('v-1', { vin: other['vin'] })).body.error.code).toBe('conflict');
  expect((await put('v-1', { customer_id: other['customer_id'] })).body.data).toMatchObject({
    ...first,
    customer_id: other['customer_id'],
  });
  expect((await put('v-1', { customer_id: randomUUID() })).body.error.code).toBe('not_found');
  const bare = (await put('v-3', { customer_id: first['customer_id'], make: 'Ford' })).body.data;
  expect((await put('v-3', { vin: other['vin'] })).body.data).toMatchObject({ id: bare.id, make: 'Ford', vin: other['vin'] });
});

it('a task keeps the links that are not given, and is assigned once', async () => {
  const { user_id: staff } = await aStaffMember(service, shop, { name: 'Morgan Ellis' });
  const [customer, other] = [await aCustomer(shop.full), await aCustomer(shop.full)];
  const put = (fields: object) => shop.full.put('/tasks/by-external-id/t-1', fields);
  const { id } = (await put({ title: 'Call', customer_id: customer.id })).body.data;
  expect((await put({ staff_id: staff, notes: 'soon' })).body.data).toMatchObject({
    customer_id: customer.id,
    assigned_to: staff,
  });
  expect((await put({ staff_id: staff, notes: 'soon', customer_id: customer.id })).status).toBe(200);
  expect((await put({ customer_id: other.id })).body.data).toMatchObject({ customer_id: other.id, notes: 'soon' });
  expect((await updatesOf(service, id)).map(({ type }) => type)).toEqual(['task.updated', 'task.assigned', 'task.updated']);
  for (const [fields, status] of [
    [{ customer_id: randomUUID() }, 404],
    [{ staff_id: randomUUID() }, 422],
  ] as const)
    expect([fields, (await put({ title: 'Not stored', ...fields })).status]).toEqual([fields, status]);
  await shop.full.post(`/tasks/${id}`, { complete: true });
  expect((await listed(titled(KINDS)[3]![1], shop, 'external_id=t-1')).map((task) => [task.title, task.status])).toEqual([
    ['Call', 'done'],
  ]);
});

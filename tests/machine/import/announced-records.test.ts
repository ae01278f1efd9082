import type { AnyKind } from '../../../application/transfer/import-kind.js';
import { importRows, kindNamed, type Row } from '../../support/importing.js';
import { eventsOf } from '../../support/outbox.js';
import { IMPORT_KINDS } from '../../support/registry.js';
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

const ANNOUNCE = { announce: true };
const bring = (name: string, rows: readonly Row[], options = {}): ReturnType<typeof importRows> =>
  importRows(service, shop, name, rows, options);

const told = (): Promise<{ type: string; data: Row; cause: Row }[]> =>
  service.sql(`select type, data, cause from outbox where shop_id = $1 and type <> 'records.imported' order by created_at, id`, [
    shop.id,
  ]);

/** Imports the records to which rows of a kind refer. */
async function bringOthers({ name }: AnyKind): Promise<void> {
  for (const other of IMPORT_KINDS) {
    if (other.name === name) return;
    await bring(other.name, other.examples);
  }
}

/** The kinds whose new records are told by another name. */
const OTHERS: Readonly<Record<string, string>> = { reviews: 'review.received', staff: 'staff.updated' };
const isAnnounced = (kind: AnyKind): boolean => 'announce' in kind && !kind.resolve.partOf;
const MADE = IMPORT_KINDS.filter((kind) => isAnnounced(kind) && kind.name !== 'calls').map((kind) => [kind.name, kind] as const);

test.each(MADE)('an import that announces its %s tells each new one once, as the document says', async (name, kind) => {
  await bringOthers(kind);
  await bring(name, kind.examples, ANNOUNCE);
  const rows = await service.sql<{ id: string }>(`select id from ${kind.record.name} where shop_id = $1`, [shop.id]);
  const events = (await told()).filter(({ type }) => type !== 'appointment.changed');
  expect(events.map(({ data }) => data['id']).sort()).toEqual(rows.map(({ id }) => id).sort());
  expect(events.map(({ type }) => type)).toEqual(rows.map(() => OTHERS[name] ?? `${kind.record.noun}.created`));
  expect(events[0]?.cause).toMatchObject({ operation: `${name}.import`, key_id: null });
  await bring(name, kind.examples, ANNOUNCE);
  expect((await told()).filter(({ type }) => type !== 'appointment.changed')).toHaveLength(rows.length);
  await service.checkEvents();
});

test('a changed invoice is told with its old values, as the API lists it, but for the time of the change', async () => {
  await bringOthers(kindNamed('invoices'));
  const [example] = kindNamed('invoices').examples;
  await bring('invoices', [example!]);
  await bring('invoices', [{ ...example, status: 'paid', balance: 0 }], ANNOUNCE);
  const [invoice] = (await shop.read.get('/invoices?imported=true')).body.data;
  expect(await eventsOf(service, invoice)).toMatchObject([
    { type: 'invoice.updated', data: { ...invoice, updated_at: null, previous: { status: 'partial', balance: 404.5 } } },
  ]);
});

test('an appointment is told as the diary lists it, when a file brings it, moves it, or moves its job on', async () => {
  await bringOthers(kindNamed('jobs'));
  const [{ actual_end: _, ...example } = {}] = kindNamed('jobs').examples;
  const scheduled = { ...example, stage: 'scheduled' };
  await bring('jobs', [scheduled], ANNOUNCE);
  const listed = async (): Promise<Row> =>
    (await shop.read.get('/appointments?from=2024-05-01T00:00:00Z&to=2024-06-01T00:00:00Z')).body.data[0];
  const first = await listed();
  await bring('jobs', [{ ...scheduled, scheduled_start: '2024-05-20T12:00:00Z' }], ANNOUNCE);
  const moved = await listed();
  await bring('jobs', [{ external_id: example['external_id'], stage: 'in_progress' }], ANNOUNCE);
  await bring('jobs', [{ external_id: example['external_id'], title: 'Polish' }], {});
  const appointments = (await told()).filter(({ type }) => type === 'appointment.changed').map(({ data }) => data);
  expect(appointments).toEqual([
    first,
    { ...moved, previous: { starts_at: first['starts_at'] } },
    { ...moved, stage: 'in_progress', status: 'in_progress', previous: { stage: 'scheduled', status: 'scheduled' } },
  ]);
  await service.checkEvents();
});

test('an imported call is told like one that has just ended', async () => {
  const { examples } = kindNamed('calls');
  await bringOthers(kindNamed('calls'));
  await bring('calls', examples, ANNOUNCE);
  expect((await told()).map(({ type, data }) => [type, data['status']])).toEqual([
    ['call.completed', 'completed'],
    ['call.missed', 'missed'],
  ]);
});

test('a price that a file changes is told as a change of its service', async () => {
  await bring('services', kindNamed('services').examples);
  await bring('service-tiers', [{ service_external_id: 'X-1002', vehicle_size: 'suv', price: 259.5 }], ANNOUNCE);
  expect((await told()).map(({ type, data }) => [type, data['name']])).toEqual([['service.updated', 'Full interior detail']]);
});

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
const OTHERS: Readonly<Record<string, string>> = {
  reviews: 'review.received',
  staff: 'staff.updated',
  'lead-timeline': 'lead_timeline.created',
};
/** Those whose new records are told by what has happened. */
const BY_STATUS = ['calls', 'messages'];
const MADE = IMPORT_KINDS.filter(({ name, resolve }) => !resolve.partOf && !BY_STATUS.includes(name)).map(
  (kind) => [kind.name, kind] as const,
);

test.each(MADE)('an import that announces its %s tells each new one once, as the document says', async (name, kind) => {
  await bringOthers(kind);
  const ids = (): Promise<{ id: string }[]> => service.sql(`select id from ${kind.record.name} where shop_id = $1`, [shop.id]);
  const known = new Set((await ids()).map(({ id }) => id));
  await bring(name, kind.examples, ANNOUNCE);
  const rows = (await ids()).filter(({ id }) => !known.has(id));
  const all = await told();
  const events = all.filter(({ type }) => type === (OTHERS[name] ?? `${kind.record.noun}.created`));
  expect(events.map(({ data }) => data['id']).sort()).toEqual(rows.map(({ id }) => id).sort());
  expect(events[0]?.cause).toMatchObject({ operation: `${name}.import`, key_id: null });
  await bring(name, kind.examples, ANNOUNCE);
  expect(await told()).toHaveLength(all.length);
  await service.checkEvents();
});

test('a changed invoice is told with its old values, as the API lists it', async () => {
  await bringOthers(kindNamed('invoices'));
  const [example] = kindNamed('invoices').examples;
  await bring('invoices', [example!]);
  await bring('invoices', [{ ...example, status: 'paid', balance: 0 }], ANNOUNCE);
  const [invoice] = (await shop.read.get('/invoices?imported=true')).body.data;
  expect(await eventsOf(service, invoice)).toMatchObject([
    { type: 'invoice.updated', data: { ...invoice, previous: { status: 'partial', balance: 404.5 } } },
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

const typesOf = async (): Promise<unknown[]> => (await told()).map(({ type }) => type);

test('an imported message is told by its direction and status, as the API answers it, and again when its status changes', async () => {
  const { examples } = kindNamed('messages');
  await bringOthers(kindNamed('messages'));
  await bring('messages', examples, ANNOUNCE);
  expect(await typesOf()).toEqual(['message.failed', 'message.received']);
  const [{ data }] = (await told()) as [{ data: Row }, ...unknown[]];
  const { body } = await shop.read.get(`/messages/${String(data['id'])}`);
  expect(data).toEqual(body.data);
  const [first] = examples;
  await bring('messages', [{ ...first, body: 'See you at ten.' }], ANNOUNCE);
  await bring('messages', [{ external_id: first!['external_id'], status: 'delivered' }], ANNOUNCE);
  expect((await told()).slice(2)).toMatchObject([{ type: 'message.delivered', data: { previous: { status: 'undelivered' } } }]);
  await service.checkEvents();
});

const WAYS = [
  ['batch by batch', ANNOUNCE],
  ['as a whole', { ...ANNOUNCE, strict: true }],
] as const;

test.each(WAYS)(
  'a task that is imported %s is told as the API answers it, and its changes by what has happened',
  async (_, options) => {
    const { examples } = kindNamed('tasks');
    await bringOthers(kindNamed('tasks'));
    await bring('tasks', examples, options);
    expect(await typesOf()).toEqual(['task.created', 'task.assigned', 'task.created']);
    const [{ data }] = (await told()) as [{ data: Row }, ...unknown[]];
    const { body } = await shop.read.get(`/tasks/${String(data['id'])}`);
    expect(body.data).toMatchObject({ conversation_label: expect.any(String), assignee_name: expect.any(String) });
    expect(data).toEqual(body.data);
    const { external_id } = examples[0]!;
    await bring('tasks', [{ external_id, title: 'Call back' }], options);
    await bring('tasks', [{ external_id, status: 'done', assigned_to: '' }], options);
    await bring('tasks', [{ external_id, status: 'open', assigned_to_external_id: 'S-1001' }], options);
    expect((await typesOf()).slice(3)).toEqual(['task.updated', 'task.completed', 'task.reopened', 'task.assigned']);
    await service.checkEvents();
  },
);

test('rows within rows are told, too: the messages of a thread, and the notes of a lead', async () => {
  await bringOthers(kindNamed('conversations'));
  await bring('conversations', kindNamed('conversations').examples, ANNOUNCE);
  expect(await typesOf()).toEqual(['conversation.created', 'conversation.created', 'message.received', 'message.delivered']);
  await bring('leads', [{ external_id: 'L-7', name: 'Dana Whitfield', notes: 'Rang twice.' }], ANNOUNCE);
  expect((await told()).slice(4)).toMatchObject([
    { type: 'lead.created', cause: { operation: 'leads.import' } },
    { type: 'lead_timeline.created', data: { kind: 'note', body: 'Rang twice.' }, cause: { operation: 'leads.import' } },
  ]);
  await service.checkEvents();
});

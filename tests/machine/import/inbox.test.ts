import { randomUUID } from 'node:crypto';
import { importRows, type Imported, type ImportOptions, type Row } from '../../support/importing.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;

beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(() => service.stop());

interface Inbox {
  readonly shop: TestShop;
  readonly threads: (rows: readonly Row[], options?: ImportOptions) => Promise<Imported>;
  readonly messages: (rows: readonly Row[], options?: ImportOptions) => Promise<Imported>;
  readonly stored: <T>(table: string, columns: string) => Promise<T[]>;
}

/** A shop with the customers C and D. */
async function anInbox(): Promise<Inbox> {
  const shop = await service.shop();
  await importRows(service, shop, 'customers', [
    { external_id: 'C', name: 'Dana', email: 'dana@example.com' },
    { external_id: 'D', name: 'Lee', email: 'lee@example.com' },
  ]);
  const bring = (kind: string, common: Row, given: readonly Row[], options?: ImportOptions): Promise<Imported> => {
    const rows = given.map((row) => ({ ...common, ...row }));
    return importRows(service, shop, kind, rows, options);
  };
  return {
    shop,
    threads: (rows, options) => bring('conversations', { channel: 'sms' }, rows, options),
    messages: (rows, options) => bring('messages', { conversation_external_id: 'T', direction: 'inbound' }, rows, options),
    stored: (table, columns) => service.sql(`select ${columns} from ${table} where shop_id = $1 order by external_id`, [shop.id]),
  };
}

const at = (hour: number): string => `2024-05-17T${String(hour).padStart(2, '0')}:00:00.000Z`;
const LAST = 'last_message_at, last_inbound_at, last_outbound_at, last_human_outbound_at';

function last(message: string | null, inbound: string | null, outbound: string | null, human: string | null): object {
  return { last_message_at: message, last_inbound_at: inbound, last_outbound_at: outbound, last_human_outbound_at: human };
}

describe('an import of conversations', () => {
  it('stores nested messages, and the thread has the state after the last of them', async () => {
    const { threads, stored } = await anInbox();
    const messages = [
      { external_id: 'm3', direction: 'outbound', body: 'c', automated: true, created_at: at(5) },
      { external_id: 'm1', direction: 'inbound', body: 'a', created_at: at(3) },
      { external_id: 'm2', direction: 'outbound', body: 'b', created_at: at(4) },
      { external_id: 'm0', direction: 'inbound', body: 'z', created_at: at(2) },
    ];
    const rows = [{ external_id: 'T', messages }, { external_id: 'U', messages: [] }, { external_id: 'V' }];
    expect(await threads(rows)).toMatchObject({ created: 3, errors: [] });
    expect(await stored('conversations', LAST)).toEqual([
      last(at(5), at(3), at(5), at(4)),
      last(null, null, null, null),
      last(null, null, null, null),
    ]);
    expect(await stored('messages', 'body, status, automated')).toEqual([
      { body: 'z', status: 'received', automated: false },
      { body: 'a', status: 'received', automated: false },
      { body: 'b', status: 'sent', automated: false },
      { body: 'c', status: 'sent', automated: true },
    ]);
    expect(await threads(rows)).toMatchObject({ unchanged: 3, updated: 0 });
    expect(
      await threads([{ external_id: 'T', messages: [{ external_id: 'm4', direction: 'inbound', created_at: at(6) }] }]),
    ).toMatchObject({ updated: 1 });
    expect(await stored('conversations', LAST)).toMatchObject([last(at(6), at(6), at(5), at(4)), {}, {}]);
  });

  it('refuses a nested message that names another thread than its own', async () => {
    const { shop, threads } = await anInbox();
    await threads([{ external_id: 'U' }]);
    const [other] = await service.sql<{ id: string }>('select id from conversations where shop_id = $1', [shop.id]);
    const nest = async (names: Row): Promise<unknown> =>
      (await threads([{ external_id: 'T', messages: [{ external_id: 'm', direction: 'inbound', ...names }] }])).errors;
    const reason = 'names another conversation than the one that the row is nested in';
    for (const names of [{ conversation: other!.id }, { conversation_external_id: 'U' }]) {
      expect(await nest(names)).toMatchObject([{ line: 1, column: 'messages[0].conversation', reason }]);
    }
    expect(await nest({ conversation_external_id: 'T' })).toEqual([]);
  });

  it('counts a closed thread without a time as read, and a repetition changes nothing', async () => {
    const { threads, stored } = await anInbox();
    const rows = [{ external_id: 'T', status: 'closed', read_at: '' }];
    expect(await threads(rows)).toMatchObject({ created: 1 });
    const [first] = await stored<{ read_at: unknown }>('conversations', 'read_at');
    service.clock.pass(60_000);
    expect(await threads(rows)).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
    expect(first?.read_at).not.toBeNull();
    expect(await stored('conversations', 'read_at')).toEqual([first]);
  });

  it('stores a thread with all its messages or not at all, and names the wrong message', async () => {
    const { threads, stored } = await anInbox();
    const messages = [{ direction: 'inbound', body: 'fine' }, { direction: 'sideways' }];
    const { errors } = await threads([
      { external_id: 'T', messages },
      { external_id: 'U', messages: ['no row'] },
      { external_id: 'V', messages: [{}] },
    ]);
    expect(errors).toEqual([
      { line: 1, column: 'messages[1].direction', value: 'sideways', reason: 'must be one of inbound, outbound' },
      { line: 2, column: 'messages', value: '["no row"]', reason: 'must be a list of at most 10000 objects' },
      { line: 3, column: 'messages[0].direction', value: null, reason: 'direction is required' },
    ]);
    expect([await stored('conversations', 'id'), await stored('messages', 'id')]).toEqual([[], []]);
  });

  it('reverts the changes that a refused line made to an existing thread', async () => {
    const { threads, stored } = await anInbox();
    await threads([{ external_id: 'T', messages: [{ external_id: 'm1', direction: 'inbound', created_at: at(1) }] }]);
    const messages = [
      { external_id: 'm2', direction: 'inbound', created_at: at(9) },
      { external_id: 'm3', direction: 'inbound', status: 'delivered' },
    ];
    expect(await threads([{ external_id: 'T', subject: 'x', messages }])).toMatchObject({ updated: 0, skipped: 1 });
    expect(await stored('conversations', `subject, ${LAST}`)).toEqual([{ subject: null, ...last(at(1), at(1), null, null) }]);
  });

  it('assigns a thread only to people who can read it, unless it is closed', async () => {
    const { shop, threads } = await anInbox();
    await importRows(service, shop, 'staff', [
      { external_id: 'advisor', name: 'A', role: 'advisor' },
      { external_id: 'technician', name: 'T', role: 'technician' },
      { external_id: 'gone', name: 'G', role: 'owner', active: false },
    ]);
    const rows = ['advisor', 'technician', 'gone'].flatMap((who) =>
      ['open', 'snoozed', 'closed'].map((status) => ({ status, assigned_to_external_id: who })),
    );
    const { errors } = await threads(rows);
    expect(errors.map(({ line, column }) => [line, column])).toEqual(
      [4, 5, 7, 8].map((line) => [line, 'assigned_to_external_id']),
    );
  });
});

describe('an import of messages', () => {
  it('moves the times of its thread forward only, and the last human reply by people only', async () => {
    const { threads, messages, stored } = await anInbox();
    await threads([{ external_id: 'T', last_message_at: at(5), last_inbound_at: at(5) }]);
    await messages([{ external_id: '1', created_at: at(2) }]);
    expect(await stored('conversations', LAST)).toEqual([last(at(5), at(5), null, null)]);
    await messages([{ external_id: '2', direction: 'outbound', automated: true, created_at: at(7) }]);
    expect(await stored('conversations', LAST)).toEqual([last(at(7), at(5), at(7), null)]);
    await messages([
      { external_id: '3', direction: 'outbound', created_at: at(6) },
      { external_id: '4', created_at: at(8) },
    ]);
    expect(await stored('conversations', LAST)).toEqual([last(at(8), at(8), at(7), at(6))]);
    await threads([
      { external_id: 'T', last_message_at: '', last_inbound_at: null, last_outbound_at: null, last_human_outbound_at: null },
    ]);
    await messages([{ external_id: '1', conversation_external_id: undefined, created_at: at(9) }]);
    expect(await stored('conversations', LAST)).toEqual([last(at(9), at(9), at(7), at(6))]);
  });

  it('moves the thread in a strict import too, and not in a dry run', async () => {
    const { threads, messages, stored } = await anInbox();
    await threads([{ external_id: 'T' }]);
    const rows = [
      { external_id: '1', created_at: at(2) },
      { external_id: '2', created_at: at(3) },
    ];
    expect(await messages(rows, { dryRun: true })).toMatchObject({ created: 2 });
    expect(await stored('conversations', LAST)).toEqual([last(null, null, null, null)]);
    await messages(rows, { strict: true });
    expect(await stored('conversations', LAST)).toEqual([last(at(3), at(3), null, null)]);
    expect(
      await threads([{ external_id: 'U', messages: [{ direction: 'outbound', created_at: at(4) }] }], { strict: true }),
    ).toMatchObject({ created: 1 });
    expect(await stored('conversations', LAST)).toMatchObject([{}, last(at(4), null, at(4), at(4))]);
  });

  it('normalises numbers and addresses, and keeps other texts', async () => {
    const { threads, messages, stored } = await anInbox();
    await threads([{ external_id: 'T' }]);
    await messages([
      { from: '613 555 0142', to: ' Dana@Example.com ' },
      { from: '72975', to: null },
    ]);
    expect(await stored('messages', '"from", "to"')).toEqual([
      { from: '+16135550142', to: 'dana@example.com' },
      { from: '72975', to: null },
    ]);
  });

  it('refuses messages whose status is unfinished or does not fit their direction', async () => {
    const { threads, messages } = await anInbox();
    await threads([{ external_id: 'T' }]);
    const statuses = ['received', 'queued', 'sending', 'sent', 'delivered', 'failed', 'undelivered', 'unconfirmed'];
    const { errors } = await messages(
      ['inbound', 'outbound'].flatMap((direction) => statuses.map((status) => ({ direction, status }))),
    );
    expect(errors.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(new Set(errors.map(({ column }) => column))).toEqual(new Set(['status']));
  });

  it('leaves its thread unchanged in a restore', async () => {
    const { threads, messages, stored } = await anInbox();
    const id = randomUUID();
    await threads([{ id, external_id: 'T', last_message_at: at(1) }], { restore: true });
    const own = randomUUID();
    expect(await messages([{ id: own, direction: 'outbound', created_at: at(9) }], { restore: true })).toMatchObject({
      created: 1,
      errors: [],
    });
    expect(await stored('messages', 'id, external_id')).toEqual([{ id: own, external_id: null }]);
    expect(await stored('conversations', `id, ${LAST}`)).toEqual([{ id, ...last(at(1), null, null, null) }]);
  });
});

import { randomUUID } from 'node:crypto';
import { importRows, type Imported, type Row } from '../../support/importing.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;

beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(() => service.stop());

interface PhoneLog {
  readonly shop: TestShop;
  readonly threads: (...rows: readonly Row[]) => Promise<Imported>;
  readonly calls: (...rows: readonly Row[]) => Promise<Imported>;
  readonly stored: <T>(columns: string) => Promise<T[]>;
}

/** A shop with the customers C and D. */
async function aPhoneLog(): Promise<PhoneLog> {
  const shop = await service.shop();
  await importRows(service, shop, 'customers', [
    { external_id: 'C', name: 'Dana', email: 'dana@example.com' },
    { external_id: 'D', name: 'Lee', email: 'lee@example.com' },
  ]);
  const bring = (kind: string, common: Row, given: readonly Row[]): Promise<Imported> =>
    importRows(
      service,
      shop,
      kind,
      given.map((row) => ({ ...common, ...row })),
    );
  return {
    shop,
    threads: (...rows) => bring('conversations', { channel: 'sms' }, rows),
    calls: (...rows) => bring('calls', CALL, rows),
    stored: (columns) => service.sql(`select ${columns} from calls where shop_id = $1 order by external_id`, [shop.id]),
  };
}

const at = (hour: number): string => `2024-05-17T${String(hour).padStart(2, '0')}:00:00.000Z`;
const CALL = { direction: 'inbound', from: '613 555 0142', to: '613 555 0100', started_at: at(1) };

describe('an import of calls', () => {
  it('gives a call that rings the time at which it ends, and takes it from one that does not', async () => {
    const { calls, stored } = await aPhoneLog();
    const dueAt = async (): Promise<unknown> => (await stored<{ due_at: unknown }>('due_at'))[0]?.due_at;
    const row = { external_id: 'c', provider_id: 'CA1', status: 'ringing' };
    await calls(row);
    expect(await dueAt()).toBe('2024-05-18T01:00:00.000Z');
    expect(await calls(row)).toMatchObject({ unchanged: 1 });
    await calls({ ...row, started_at: at(2) });
    expect(await dueAt()).toBe('2024-05-18T02:00:00.000Z');
    await calls({ ...row, started_at: '9999-12-31T12:00:00Z' });
    expect(await dueAt()).toBe('9999-12-31T23:59:59.999Z');
    await calls({ ...row, status: 'missed' });
    expect(await dueAt()).toBeNull();
  });

  it('keeps numbers as the provider reported them, in a restore and when nothing has changed', async () => {
    const { shop, calls } = await aPhoneLog();
    const odd = { ...CALL, id: randomUUID(), external_id: 'c', from: ' anonymous', to: 'sip:front-desk@example.com' };
    await importRows(service, shop, 'calls', [odd], { restore: true });
    const ends = { from: ' anonymous', to: 'sip:front-desk@example.com' };
    expect((await shop.read.get(`/calls/${odd.id}`)).body.data).toMatchObject(ends);
    expect(await calls({ external_id: 'c', ...ends })).toMatchObject({ unchanged: 1 });
    expect(await calls({ external_id: 'c', from: 'hidden', to: ends.to })).toMatchObject({ errors: [{ column: 'from' }] });
  });

  it('keeps the columns about audio in a restore, and a call that rings ends later', async () => {
    const { shop, stored } = await aPhoneLog();
    const audio = { has_recording: true, recording_duration_seconds: 5, has_voicemail: false, voicemail_duration_seconds: null };
    const row = { ...CALL, id: randomUUID(), status: 'ringing', ...audio };
    await importRows(service, shop, 'calls', [row], { restore: true });
    const dueAt = '2024-05-18T01:00:00.000Z';
    expect(await stored([...Object.keys(audio), 'due_at'].join(', '))).toEqual([{ ...audio, due_at: dueAt }]);
  });

  it('links a call to the customer of its thread, and to no other', async () => {
    const { threads, calls } = await aPhoneLog();
    await threads({ external_id: 'T', customer_external_id: 'C' }, { external_id: 'U' });
    const links = [
      { conversation_external_id: 'T', customer_external_id: 'D' },
      { conversation_external_id: 'T', customer_external_id: 'C' },
      { conversation_external_id: 'U', customer_external_id: 'D' },
    ];
    const { errors } = await calls(...links.map((link, index) => ({ external_id: `c${index}`, ...link })));
    expect(errors).toMatchObject([
      { line: 1, column: 'customer_external_id', reason: 'the conversation belongs to another customer' },
    ]);
    expect(await calls({ external_id: 'c1', customer_external_id: 'D' })).toMatchObject({
      errors: [{ column: 'customer_external_id' }],
    });
    expect(await calls({ external_id: 'c2', customer_external_id: 'C' })).toMatchObject({ updated: 1 });
  });

  it('moves the times of its thread as a reported call does, never back, and without an event', async () => {
    const { shop, threads, calls } = await aPhoneLog();
    const times = (): Promise<unknown> =>
      service.sql('select last_message_at, last_inbound_at, last_outbound_at from conversations where shop_id = $1', [shop.id]);
    const call = (external_id: string, row: Row): Promise<Imported> =>
      calls({ external_id, conversation_external_id: 'T', ...row });
    await threads({ external_id: 'T', contact_number: '613 555 0142' });
    const moved = (message: string | null, inbound: string | null): unknown => [
      { last_message_at: message, last_inbound_at: inbound, last_outbound_at: null },
    ];
    for (const status of ['ringing', 'in_progress', 'failed', 'canceled']) await call(status, { status });
    await call('out', { status: 'missed', direction: 'outbound' });
    expect(await times()).toEqual(moved(null, null));
    await call('missed', { status: 'missed', started_at: at(2) });
    expect(await times()).toEqual(moved(at(2), at(2)));
    const answered = { status: 'completed', started_at: at(3), ended_at: at(4) };
    await call('answered', answered);
    await call('older', { status: 'missed', started_at: at(1) });
    expect(await times()).toEqual(moved(at(4), at(2)));
    expect(await call('answered', answered)).toMatchObject({ unchanged: 1, updated: 0 });
    expect(await service.sql(`select type from outbox where shop_id = $1 and type <> 'records.imported'`, [shop.id])).toEqual([]);
    const list = await shop.read.get('/conversations?unanswered=true&since=2024-05-17T04:00:00Z');
    expect(list.body.data).toMatchObject([{ last_message_at: at(4), last_inbound_at: at(2) }]);
  });
});

import { randomUUID } from 'node:crypto';
import { importRows, type Imported, type ImportOptions, type Row } from '../../support/importing.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  shop = await service.shop();
  await importRows(service, shop, 'staff', [
    { external_id: 'advisor', name: 'A', role: 'advisor' },
    { external_id: 'gone', name: 'G', role: 'technician', active: false },
  ]);
  await importRows(service, shop, 'conversations', [{ external_id: 'T', channel: 'sms' }]);
});
afterAll(() => service.stop());

function bring(rows: readonly Row[], options?: ImportOptions): Promise<Imported> {
  const common = { conversation_external_id: 'T', direction: 'outbound' };
  return importRows(
    service,
    shop,
    'messages',
    rows.map((row) => ({ ...common, ...row })),
    options,
  );
}

function nest(messages: readonly Row[], options?: ImportOptions): Promise<Imported> {
  const rows = messages.map((row) => ({ direction: 'outbound', ...row }));
  return importRows(service, shop, 'conversations', [{ external_id: 'T', messages: rows }], options);
}

function stored<T>(columns: string): Promise<T[]> {
  return service.sql(`select ${columns} from messages where shop_id = $1 order by external_id`, [shop.id]);
}

describe('an import of messages', () => {
  it.each([
    ['in batches', {}],
    ['all or nothing', { strict: true }],
    ['in a dry run', { dryRun: true }],
  ])('refuses a provider’s id that another message of the shop has, %s', async (_, options) => {
    await bring([{ external_id: 'm', provider_id: 'SM1' }]);
    const [holder] = await stored<{ id: string }>('id');
    const reason = `already belongs to another message (existing id: ${holder!.id})`;
    const twice = await bring([{ external_id: 'n', provider_id: 'SM1' }], options);
    expect(twice.errors).toEqual([{ line: 1, column: 'provider_id', value: 'SM1', reason }]);
    const nested = await nest(
      [
        { external_id: 'o', provider_id: 'SM2' },
        { external_id: 'p', provider_id: 'SM1' },
      ],
      options,
    );
    expect(nested.errors).toEqual([{ line: 1, column: 'messages[1].provider_id', value: 'SM1', reason }]);
    const equal = await nest([{ provider_id: 'SM3' }, { provider_id: 'SM3' }], options);
    expect(equal.errors).toMatchObject([{ line: 1, column: 'messages[1].provider_id', value: 'SM3' }]);
    expect(await stored('external_id')).toEqual([{ external_id: 'm' }]);
  });

  it('accepts a provider’s id again that an earlier row gave up, and one of another shop', async () => {
    await bring([{ external_id: 'm', provider_id: 'SM1' }]);
    const rows = [
      { external_id: 'm', provider_id: null },
      { external_id: 'n', provider_id: 'SM1' },
    ];
    expect(await bring(rows)).toMatchObject({ updated: 1, created: 1, errors: [] });
    shop = await service.shop();
    await importRows(service, shop, 'conversations', [{ external_id: 'T', channel: 'sms' }]);
    expect(await bring([{ provider_id: 'SM1' }])).toMatchObject({ created: 1 });
  });

  it('sends nothing, whether restored or not, and knows in a restore which texts answered a keyword', async () => {
    const rows = ['queued', 'sending', 'sent'].map((status) => ({ id: randomUUID(), external_id: status, status }));
    const answer = { keyword_answer: true, automated: true };
    expect(
      await bring(
        rows.map((row) => ({ ...row, ...answer })),
        { restore: true },
      ),
    ).toMatchObject({ created: 3, errors: [] });
    expect(await stored('status, keyword_answer, due_at')).toEqual(
      ['unconfirmed', 'unconfirmed', 'sent'].map((status) => ({ status, keyword_answer: true, due_at: null })),
    );
    await bring([
      { external_id: 'z', keyword_answer: true },
      { external_id: 'sent', keyword_answer: false },
    ]);
    expect(await stored('keyword_answer')).toEqual([true, true, true, false].map((known) => ({ keyword_answer: known })));
  });

  it('accepts the status of a text that the service itself is sending, when it is the same', async () => {
    await bring([{ external_id: 'm', status: 'sent' }]);
    await service.sql(`update messages set status = 'sending' where shop_id = $1`, [shop.id]);
    expect(await bring([{ external_id: 'm', status: 'sending' }])).toMatchObject({ unchanged: 1, errors: [] });
    expect(await bring([{ external_id: 'm', status: 'queued' }])).toMatchObject({ skipped: 1 });
  });
});

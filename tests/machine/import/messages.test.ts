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

const MEDIA = [
  { content_type: 'image/jpeg', url: 'https://files.example.com/1' },
  { content_type: 'text/vcard', url: 'http://files.example.com/2;a' },
];
const SENT = { error: '30003: It is off.', media: MEDIA, segments: 2, provider_id: 'SM1' };

describe('an import of messages', () => {
  it('stores what is known of the sending, and clears what a later row leaves empty', async () => {
    const columns = `error, media, segments, provider_id, automated,
      (select s.external_id from staff s where s.shop_id = $1 and s.user_id = sent_by) as person`;
    await bring([{ external_id: 'm', ...SENT, sent_by_external_id: 'gone' }]);
    const media = MEDIA.map(({ content_type: contentType, url }) => ({ contentType, url }));
    expect(await stored(columns)).toEqual([{ ...SENT, media, automated: false, person: 'gone' }]);
    await bring([
      { external_id: 'm', error: '', media: null, segments: null, provider_id: null, sent_by: null, automated: true },
    ]);
    const none = { error: null, media: [], segments: null, provider_id: null, automated: true, person: null };
    expect(await stored(columns)).toEqual([none]);
  });

  it('shows all of it in the API', async () => {
    await bring([{ external_id: 'm', ...SENT, status: 'undelivered', sent_by_external_id: 'advisor' }]);
    const [message] = await stored<{ id: string }>('id');
    const [advisor] = await service.sql<{ id: string }>('select user_id as id from staff where shop_id = $1 and name = $2', [
      shop.id,
      'A',
    ]);
    const { error, media, segments } = SENT;
    expect((await shop.full.get(`/messages/${message!.id}`)).body.data).toMatchObject({
      error,
      media,
      segments,
      sent_by: advisor!.id,
    });
  });

  it('keeps the words of a message as they were written', async () => {
    const body = `  cafe\u0301 \n\t\u2028 z${'\u0301'.repeat(40)}  `;
    await bring([{ external_id: 'm', body }]);
    expect(await stored('body')).toEqual([{ body }]);
    expect(await bring([{ body: 'bell\u0007' }, { body: 'x'.repeat(20_001) }])).toMatchObject({ created: 0, skipped: 2 });
  });

  it.each([
    [{ sent_by_external_id: 'advisor', direction: 'inbound' }, 'sent_by_external_id'],
    [{ sent_by_external_id: 'advisor', automated: true }, 'sent_by_external_id'],
    [{ segments: -1 }, 'segments'],
    [{ media: [{ content_type: 'image/png' }] }, 'media'],
    [{ media: [{ content_type: 'image/png', url: 'javascript:alert(1)' }] }, 'media'],
    [{ media: Array.from({ length: 51 }, () => MEDIA[0]) }, 'media'],
    [{ media: '[]' }, 'media'],
  ])('refuses %j', async (row, column) => {
    expect(await bring([row])).toMatchObject({ created: 0, errors: [{ line: 1, column }] });
  });

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

import { randomUUID } from 'node:crypto';
import type { Api } from '../../support/api.js';
import { sharedTestService, type TestService } from '../../support/service.js';
import { Exports } from '../../support/transfer.js';
import { withoutChangeTimes } from '../../support/whole-answers.js';

let service: TestService;
let files: Exports;
beforeAll(async () => {
  [service, files] = await Promise.all([sharedTestService(), Exports.begin()]);
});
afterAll(async () => {
  await Promise.all([service.stop(), files.end()]);
});

/** The most bytes in a line that an import reads. */
const LINE = 4 * 1024 * 1024;

test('a thread with more messages than a line can hold continues in further lines, and is restored as a whole', async () => {
  const [shop, copy] = [await service.shop(), await service.shop()];
  for (const [messages, body] of [
    [3, 'short'],
    [1300, 'short'],
    [400, '漢'.repeat(5000)],
    [0, ''],
  ] as const) {
    const id = randomUUID();
    await service.sql(
      `insert into conversations (shop_id, id, channel, status, pinned, is_ai_managed, created_at, version)
       values ($1, $2, 'sms', 'open', false, false, now(), 1)`,
      [shop.id, id],
    );
    await service.sql(
      `insert into messages (shop_id, id, conversation_id, direction, body, status, created_at)
       select $1, gen_random_uuid(), $2, 'inbound', $4 || n, 'received', '2026-01-01'::timestamptz + n * interval '1 second'
       from generate_series(1, $3) n`,
      [shop.id, id, messages, body],
    );
  }
  const rows = await files.write(service, shop.id, 'conversations');
  expect(rows).toBeGreaterThan(4);
  const lines = (await files.text(shop.id, 'conversations')).trimEnd().split('\n');
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThan(LINE);
  expect(await files.bring(service, copy.id, shop.id, 'conversations')).toMatchObject({ errors: [], read: rows, created: 4 });
  await files.write(service, shop.id, 'messages');
  await files.write(service, copy.id, 'messages');
  await files.write(service, copy.id, 'conversations');
  expect(await files.text(copy.id, 'messages')).toBe(await files.text(shop.id, 'messages'));
  expect(await files.text(copy.id, 'conversations')).toBe(await files.text(shop.id, 'conversations'));
});

test.each([false, true])(
  'a lead with a long timeline continues in further lines and is restored as a whole (all or nothing: %s)',
  async (strict) => {
    const [shop, copy] = [await service.shop(), await service.shop()];
    const lead = (await shop.full.post('/leads', { name: 'Dana', notes: 'the first' })).body.data;
    await service.sql(
      `insert into lead_timeline (shop_id, id, lead_id, kind, body, created_at)
     select $1, gen_random_uuid(), $2, 'note', 'note ' || n, '2026-03-03'::timestamptz + n * interval '1 second' from generate_series(1, 1200) n`,
      [shop.id, lead.id],
    );
    expect(await files.write(service, shop.id, 'leads')).toBeGreaterThan(2);
    expect(await files.bring(service, copy.id, shop.id, 'leads', 'ndjson', true, strict)).toMatchObject({
      errors: [],
      created: 1,
    });
    const shown = async (api: Api): Promise<string> => withoutChangeTimes((await api.get(`/leads/${lead.id}`)).text);
    expect(await shown(copy.full)).toBe(await shown(shop.full));
    await files.write(service, copy.id, 'leads');
    expect(await files.text(copy.id, 'leads')).toBe(await files.text(shop.id, 'leads'));
  },
);

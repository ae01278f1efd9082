import { OptOuts } from '../../../application/areas/texting/opt-outs.js';
import { SandboxOutbox } from '../../../application/areas/texting/sandbox-outbox.js';
import { CHANNELS } from '../../../domain/inbox/conversation.js';
import { DEMO_SHOPS } from '../../../infrastructure/demo-data/demo-shops.js';
import type { Api } from '../../support/api.js';
import { startDemoService } from '../../support/demo.js';
import { doDueWork } from '../../support/due-work.js';
import type { TestService } from '../../support/service.js';

let service: TestService;

beforeAll(async () => {
  service = await startDemoService();
});
afterEach(() => {
  service.clock.restart();
});
afterAll(() => service.stop());

describe('the inbox of the demo has no', () => {
  test.each([
    [
      'thread of texts with a line that cannot text, and no other thread with a line',
      `conversations c left join phone_numbers n on n.shop_id = c.shop_id and n.number = c.line and n.is_sending and n.sms
      where (c.channel = 'sms') <> (n.id is not null) or (c.line is null) <> (n.id is null)`,
    ],
    ['message that waits to be sent', `messages where status in ('queued', 'sending') or due_at is not null`],
    ['scheduled message', 'scheduled_messages'],
    ['person’s message without the person', `messages where (sent_by is not null) <> (direction = 'outbound' and not automated)`],
    [
      'message of somebody who was not there yet, or has no inbox',
      `messages m join staff s on s.shop_id = m.shop_id and s.user_id = m.sent_by
      where s.created_at > m.created_at or not s.active or s.role not in ('owner', 'manager', 'advisor')`,
    ],
    ['undelivered message without the reason', `messages where (status in ('failed', 'undelivered')) <> (error is not null)`],
  ])('%s', async (_, condition) => {
    expect(await service.sql(`select count(*) as n from ${condition}`)).toEqual([{ n: 0 }]);
  });
});

describe.each(DEMO_SHOPS.map(({ name, id }) => [name, id] as const))('the inbox of %s', (_, shop) => {
  let api: Api;

  beforeAll(async () => {
    api = await service.key(shop);
  });

  async function answers(query: string): Promise<{ readonly given: number; readonly refusals: readonly string[] }> {
    const threads = (await api.get(`/conversations?${query}`)).body.data as { id: string }[];
    const sent = await Promise.all(
      threads.map(({ id }) => api.post('/messages', { conversation: id, body: 'Is that all right?' })),
    );
    return {
      given: sent.filter(({ status }) => status === 201).length,
      refusals: sent.flatMap(({ body }) => (body.error ? [body.error.message as string] : [])),
    };
  }

  test('sends nothing by itself', async () => {
    await doDueWork(service);
    expect(await service.container.get(SandboxOutbox).newest(shop, 1, null)).toEqual([]);
  });

  test.each(CHANNELS)('has threads on the channel %s that a text can answer, if texts belong there', async (channel) => {
    service.clock.set('2026-03-03T10:00:00.000Z'); // this time is in the texting hours of all three shops
    const { given, refusals } = await answers(`channel=${channel}&limit=40`);
    if (['webchat', 'whatsapp'].includes(channel)) {
      expect(refusals.every((message) => message.startsWith(`conversation: is a ${channel} thread`))).toBe(true);
      expect([given, refusals.length > 0]).toEqual([0, true]);
      return;
    }
    expect(refusals.filter((message) => !/no phone number|opted out/.test(message))).toEqual([]);
    expect(given).toBeGreaterThan(refusals.length);
  });

  test('has customers who may not be texted', async () => {
    const [block] = await service.container.get(OptOuts).list(shop);
    const [customer] = (await api.get(`/customers?phone=${encodeURIComponent(block?.number ?? '')}`)).body.data as {
      id: string;
    }[];
    const { body } = await api.post('/comms/can_contact', { customer_id: customer?.id });
    expect(body.data.texting).toMatchObject({ allowed: false, blocked_by: 'import', blocked_since: block?.since });
  });
});

test.each(['2026-03-03T03:30:00.000Z', '2026-03-08T07:00:00.000Z', '2026-03-03T23:59:00.000Z'])(
  'the first shop of the demo can text at any hour: %s',
  async (time) => {
    service.clock.set(time);
    const api = await service.key(DEMO_SHOPS[0].id);
    const [number] = (await api.get('/phone-numbers')).body.data as { number: string }[];
    const { body } = await api.post('/comms/can_contact', { phone: '613 555 0142' });
    expect(body.data.texting).toMatchObject({ allowed: true, reasons: [], from_number: number?.number });
  },
);

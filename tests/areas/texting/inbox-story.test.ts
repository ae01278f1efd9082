import { randomUUID } from 'node:crypto';
import { SandboxOutbox } from '../../../application/areas/texting/sandbox-outbox.js';
import type { Answer, Api } from '../../support/api.js';
import { aPhoneNumber } from '../../support/builders/a-phone-number.js';
import { aStaffMember } from '../../support/builders/a-staff-member.js';
import { command } from '../../support/command-line.js';
import { doDueWork, passWorking } from '../../support/due-work.js';
import { startFakeTwilio } from '../../support/fakes/twilio/fake-twilio.js';
import { followEvents } from '../../support/follow-events.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';

const STRANGER = '+16135550177';
const EMAIL = 'robin@shop.example';
const POINTER = 'Reply to this text to reach us.';
const HOUR_MS = 3_600_000;

/** A way on which texts reach the shop and leave it. */
interface Texting {
  readonly service: TestService;
  /** The stranger sends a text to the shop's line. */
  writes(shop: TestShop, line: string, body: string): Promise<void>;
  /** the texts that went out, oldest first */
  sent(shop: TestShop): Promise<readonly string[]>;
  /** The receipt of the text that went out last arrives. */
  receipt(): Promise<void>;
  stop(): Promise<void>;
}

/** The commands take the time from the machine's clock, so the service's clock begins there. */
async function throughSandbox(): Promise<Texting> {
  const service = await startTestService();
  service.clock.set(new Date().toISOString());
  const settings = { DATABASE_URL: service.databaseUrl, SIGNING_KEYS: 'a-signing-key-of-the-tests' };
  const sandbox = async (...args: readonly string[]): Promise<Answer['body']> => {
    const { exitCode, stderr, document } = await command(settings, 'sandbox', ...args, '--json');
    expect([exitCode, stderr]).toEqual([0, '']);
    return document;
  };
  return {
    service,
    writes: async ({ id }, line, body) => {
      const { message } = await sandbox('receive', '--shop', id, '--from', STRANGER, '--to', line, '--body', body);
      expect(message).toMatch(/^[0-9a-f-]{36}$/);
      service.clock.pass(Math.max(0, Date.now() - Date.parse(service.clock.now())));
    },
    sent: async ({ id }) => {
      const { items } = await sandbox('outbox', '--shop', id, '--limit', '100');
      return (items as { channel: string; body: string }[])
        .filter(({ channel, body }) => channel === 'sms' && !body.startsWith('You get')) // not the answers to keywords
        .map(({ body }) => body)
        .reverse();
    },
    receipt: () => passWorking(service, 1),
    stop: () => service.stop(),
  };
}

/** Through Twilio's SDK and its signed calls. */
async function throughTwilio(): Promise<Texting> {
  const twilio = await startFakeTwilio();
  const { accountSid, authToken, url: apiUrl } = twilio;
  const publicUrl = 'https://shop.example';
  const service = await startTestService({ texts: { provider: 'twilio', accountSid, authToken, apiUrl }, publicUrl });
  const calls = async (url: string, form: Readonly<Record<string, string>>): Promise<void> => {
    const { ok } = await twilio.call(url, Object.entries(form), service.url + url.slice(publicUrl.length));
    expect(ok).toBe(true);
  };
  return {
    service,
    writes: (_, line, body) =>
      calls(`${publicUrl}/providers/twilio/messages`, {
        ...{ MessageSid: `SM${randomUUID()}`, From: STRANGER, To: line, Body: body },
      }),
    sent: () => Promise.resolve(twilio.sent.map(({ body }) => body)),
    receipt: () =>
      calls(twilio.requests.findLast(({ form }) => form.has('StatusCallback'))?.form.get('StatusCallback') ?? '', {
        MessageSid: twilio.sent.at(-1)?.sid ?? '',
        MessageStatus: 'delivered',
      }),
    stop: async () => {
      await service.stop();
      await twilio.stop();
    },
  };
}

/** The beginning of the present hour, and a zone in which it is noon then. So the standard texting hours include it. */
function noonOf(now: string): { readonly noon: number; readonly timezone: string } {
  const ahead = 12 - Number(now.slice(11, 13));
  // In the names of these zones the signs are the other way round.
  const timezone = `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
  return { noon: Math.floor(Date.parse(now) / HOUR_MS) * HOUR_MS, timezone };
}

describe.each([
  ['the sandbox', throughSandbox],
  ['Twilio', throughTwilio],
])('through %s', (_, start) => {
  let texting: Texting;
  let service: TestService;
  let shop: TestShop;
  let line: string;
  let advisor: Api;
  let staffId: string;
  let noon: number;

  beforeAll(async () => {
    texting = await start();
    ({ service } = texting);
    const day = noonOf(service.clock.now());
    ({ noon } = day);
    shop = await service.shop({ timezone: day.timezone });
    ({ number: line } = await aPhoneNumber(service, shop, { is_primary: true }));
    const { user_id } = await aStaffMember(service, shop, { email: EMAIL });
    staffId = user_id;
    advisor = await service.key(shop.id, { actsFor: user_id });
  });
  afterAll(() => texting.stop());

  const afterNoon = (hours: number): string => new Date(noon + hours * HOUR_MS).toISOString();
  const writes = (body: string) => texting.writes(shop, line, body);
  const threads = async (query = ''): Promise<Answer['body'][]> =>
    (await shop.read.get(`/conversations?${query}`)).body.data as Answer['body'][];
  const answers = async (body: string): Promise<Answer> => {
    const [thread] = await threads();
    return advisor.post('/messages', { conversation: thread.id, body });
  };
  const schedules = async (body: string, sendAt: string): Promise<Answer> => {
    const [thread] = await threads();
    return advisor.post('/comms/schedule_message', { channel: 'sms', conversation: thread.id, body, send_at: sendAt });
  };
  const scheduled = async (id: string): Promise<Answer['body']> => {
    const { items } = (await shop.read.post('/comms/list_scheduled_messages', {})).body.data;
    return items.find((item: Answer['body']) => item.id === id);
  };

  it('a stranger texts in, and the teammate to whom the thread is assigned is told', async () => {
    await writes('Do you have time on Monday?');
    const [thread, ...others] = await threads('unread=true');
    expect([thread, others]).toMatchObject([{ contact_number: STRANGER, customer_id: null, assigned_to: null }, []]);
    expect((await shop.full.post(`/conversations/${thread.id}`, { staff_id: staffId })).body.data.assigned_to).toBe(staffId);
    await followEvents(service);
    const emails = await service.container.get(SandboxOutbox).newest(shop.id, 10, null);
    expect(emails).toMatchObject([{ channel: 'email', to: EMAIL, body: expect.stringContaining(thread.id as string) }]);
  });

  it('the teammate answers, and the receipt arrives', async () => {
    const { status, body } = await answers('Monday at nine?');
    expect([status, body.data]).toMatchObject([201, { status: 'queued', from: line, to: STRANGER, sent_by: staffId }]);
    await doDueWork(service);
    expect(await texting.sent(shop)).toEqual(['Monday at nine?']);
    await texting.receipt();
    expect((await shop.read.get(`/messages/${body.data.id}`)).body.data).toMatchObject({ status: 'delivered', error: null });
    expect(await threads('unread=true')).toEqual([]);
  });

  it('the stranger becomes a customer, and the thread is his', async () => {
    const { status, body } = await shop.full.post('/customers', { name: 'Noel Marchand', phone: STRANGER });
    expect(status).toBe(201);
    await followEvents(service);
    const [thread, ...others] = await threads();
    expect([thread, others]).toMatchObject([{ customer_id: body.data.id, contact_number: STRANGER, assigned_to: staffId }, []]);
    expect((await shop.read.get(`/conversations/${thread.id}`)).body.data.customer_name).toBe('Noel Marchand');
  });

  it('after STOP no text goes out, and after START texts go out again', async () => {
    const soon = new Date(Date.parse(service.clock.now()) + 60_000).toISOString();
    const { id } = (await schedules('We look forward to it.', soon)).body.data;
    await writes('Stop.');
    for (const refused of [await answers('Are you sure?'), await schedules('Are you sure?', afterNoon(3))])
      expect([refused.status, refused.body.error.code]).toEqual([409, 'conflict']);
    const { customer_id } = (await threads())[0];
    expect((await shop.read.post('/comms/can_contact', { customer_id })).body.data.texting.blocked_by).toBe('stop');
    service.clock.pass(60_000);
    await doDueWork(service);
    expect(await scheduled(id as string)).toMatchObject({ status: 'refused', error: 'opted_out', message_id: null });
    expect(await texting.sent(shop)).toEqual(['Monday at nine?']);
    await writes('start');
    expect((await answers('Welcome back')).status).toBe(201);
    await doDueWork(service);
    expect(await texting.sent(shop)).toEqual(['Monday at nine?', 'Welcome back']);
    expect(await threads()).toHaveLength(1);
  });

  it('a text that is scheduled for the night goes out in the morning', async () => {
    const [night, morning] = [afterNoon(10), afterNoon(20)];
    const { id } = (await schedules('See you at nine.', night)).body.data;
    service.clock.set(night);
    await doDueWork(service);
    expect(await scheduled(id as string)).toMatchObject({ status: 'scheduled', send_at: morning });
    expect((await answers('Too late')).body.error.message).toContain('outside the shop');
    service.clock.set(morning);
    await doDueWork(service);
    expect(await scheduled(id as string)).toMatchObject({ status: 'sent', error: null });
    expect((await texting.sent(shop)).at(-1)).toBe(`See you at nine.\n${POINTER}`);
  });
});

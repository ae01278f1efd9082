import { Shops } from '../../../application/areas/access/shops.js';
import { SandboxOutbox, type SandboxEntry } from '../../../application/areas/texting/sandbox-outbox.js';
import type { StoredEvent } from '../../../application/kernel/events/work.js';
import type { Conversation } from '../../../domain/inbox/conversation.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { eventWorksOf } from '../../../infrastructure/modules/background.js';
import { aConversation } from '../../support/builders/a-conversation.js';
import { aStaffMember } from '../../support/builders/a-staff-member.js';
import { FakeMailServer } from '../../support/fakes/smtp/fake-mail-server.js';
import { sharedTestService, startTestService, type TestService, type TestShop } from '../../support/service.js';

const EMAIL = 'robin@shop.example';

let service: TestService;
let shop: TestShop;
let thread: Conversation;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  await prepare(service);
});
afterAll(() => service.stop());

async function prepare(of: TestService): Promise<void> {
  shop = await of.shop();
  // A number in E.164 is what the brand stands for.
  thread = await aConversation(of, shop, { contactNumber: '+16135550142' as E164, subject: 'Brakes' });
}

/** Assigns the thread, and returns the work that follows the event. */
async function assign(of: TestService, staff_id: string): Promise<() => Promise<boolean>> {
  expect((await shop.full.post(`/conversations/${thread.id}`, { staff_id })).status).toBe(200);
  const [event] = await of.sql<StoredEvent>(
    `select shop_id as shop, id, type, created_at as "createdAt", data, cause from outbox
     where shop_id = $1 and type = 'conversation.assigned' order by created_at desc, id desc limit 1`,
    [shop.id],
  );
  const work = eventWorksOf(of.container).find(({ name }) => name === 'conversations.tell_assignee')!;
  const payload = work.payloadOf(event!);
  return () => work.run(payload!);
}

const kept = (): Promise<SandboxEntry[]> => service.container.get(SandboxOutbox).newest(shop.id, 10, null);

test('a teammate is told of a thread by its id, and of nothing else', async () => {
  const { user_id } = await aStaffMember(service, shop, { email: EMAIL });
  const tell = await assign(service, user_id);
  expect(await tell()).toBe(true);
  const [email, ...others] = await kept();
  expect([email, others]).toMatchObject([
    {
      ...{ channel: 'email', message: null, to: EMAIL, subject: 'A conversation was assigned to you' },
      body: `You are in charge of the conversation ${thread.id} of Northside Auto Care now.`,
    },
    [],
  ]);
  expect(JSON.stringify(email)).not.toMatch(/5550142|Brakes/);
});

test.each<[string, (user: string) => Promise<unknown>]>([
  ['was unassigned meanwhile', () => shop.full.post(`/conversations/${thread.id}`, { unassign: true })],
  [
    'was given to somebody else meanwhile',
    async () => shop.full.post(`/conversations/${thread.id}`, { staff_id: (await aStaffMember(service, shop)).user_id }),
  ],
  ['has left the shop', (user) => service.sql('update staff set active = false where user_id = $1', [user])],
  ['has no address', (user) => service.sql('update staff set email = null where user_id = $1', [user])],
  ['works for a shop that is suspended', () => service.container.get(Shops).change(shop.id, { suspended: true })],
])('a teammate who %s is not told', async (_, change) => {
  const { user_id } = await aStaffMember(service, shop, { email: EMAIL });
  const tell = await assign(service, user_id);
  await change(user_id);
  expect([await tell(), await kept()]).toEqual([true, []]);
});

describe('with a mail server', () => {
  let server: FakeMailServer;
  let mailing: TestService;
  let user: string;

  beforeAll(async () => {
    server = new FakeMailServer({ disabledCommands: ['STARTTLS', 'AUTH'] });
    const url = `smtp://127.0.0.1:${await server.start()}`;
    mailing = await startTestService({ mail: { url, from: 'desk@shop.example' } });
  });
  beforeEach(async () => {
    await prepare(mailing);
    server.received.length = 0;
    server.refuses = null;
    ({ user_id: user } = await aStaffMember(mailing, shop, { email: EMAIL }));
  });
  afterAll(async () => {
    await mailing.stop();
    await server.stop();
  });

  const messageIds = (): (string | undefined)[] =>
    server.received.map(({ content }) => /^Message-ID:\s+(\S+)/m.exec(content)?.[1]);

  test('a repetition has the same Message-ID, and another assignment has another', async () => {
    const tell = await assign(mailing, user);
    expect([await tell(), await tell()]).toEqual([true, true]);
    await shop.full.post(`/conversations/${thread.id}`, { unassign: true });
    mailing.clock.pass(1000);
    const tellAgain = await assign(mailing, user);
    await tellAgain();
    const [first, second, third] = messageIds();
    expect([first === second, first === third, server.received[0]?.to]).toEqual([true, false, [EMAIL]]);
  });

  test('a mail server that cannot take the e-mail gets it again, for a day', async () => {
    server.refuses = { at: 'content', code: 451 };
    const tell = await assign(mailing, user);
    expect(await tell()).toBe(false);
    server.refuses = null;
    expect([await tell(), server.received.length]).toEqual([true, 1]);
    server.refuses = { at: 'content', code: 451 };
    mailing.clock.pass(24 * 3_600_000 + 1);
    expect(await tell()).toBe(true);
  });

  test('a mail server that refuses the e-mail does not get it again', async () => {
    server.refuses = { at: 'recipient', code: 550 };
    const tell = await assign(mailing, user);
    expect(await tell()).toBe(true);
  });
});

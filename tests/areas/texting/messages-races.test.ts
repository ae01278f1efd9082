import { HandOverText } from '../../../application/areas/texting/hand-over-text.js';
import { ProviderEvents } from '../../../application/areas/texting/provider-events.js';
import type { MessageId } from '../../../domain/shared/id.js';
import type { Answer } from '../../support/api.js';
import { aStaffMember } from '../../support/builders/a-staff-member.js';
import { Inbox } from '../../support/inbox.js';
import { startTestService, type TestService } from '../../support/service.js';

let service: TestService;
let inbox: Inbox;

const numbersOf = (n: number, first = 0): string[] => Array.from({ length: n }, (_, at) => `+1613555${4000 + first + at}`);

describe('with three connections to the database', () => {
  beforeAll(async () => {
    service = await startTestService({ poolSize: 3 });
    inbox = await Inbox.open(service);
  });
  afterAll(() => service.stop());

  it('many texts of new numbers at once are all stored', async () => {
    const bodies = ['Hello', 'Is it ready?', 'HELP', 'STOP', 'Thanks', 'Bye'];
    for (let round = 0; round < 5; round += 1)
      await Promise.all(bodies.flatMap((body) => numbersOf(5, round * 5).map((from) => inbox.writes(body, { from }))));
    expect(await inbox.threads('limit=100')).toHaveLength(25);
  });
});

describe('at the same time', () => {
  beforeAll(async () => {
    service = await startTestService();
  });
  beforeEach(async () => {
    inbox = await Inbox.open(service);
  });
  afterAll(() => service.stop());

  const handOver = (id: string) => service.container.get(HandOverText).run({ shop: inbox.shop.id, id: id as MessageId }); // safe: an id of the API

  /** Sends a text, hands it over, and reports its delivery twice. A text that is refused ends here. */
  async function sendFully(thread: string, api = inbox.shop.full): Promise<void> {
    const { status, body } = await inbox.sends({ conversation: thread }, api);
    if (status === 409) return;
    expect([status, body.error]).toEqual([201, undefined]);
    await Promise.all([handOver(body.data.id), handOver(body.data.id)]);
    const receipt = {
      providerId: body.data.id,
      shop: inbox.shop.id,
      message: body.data.id,
      status: 'delivered',
      refusal: null,
    } as const;
    await Promise.all([receipt, receipt].map((one) => service.container.get(ProviderEvents).reported(one)));
  }

  it('a first text and first keywords of one number are all stored', async () => {
    for (const from of numbersOf(30, 900))
      await Promise.all(['HELP', 'Hello', 'STOP'].map((body) => inbox.writes(body, { from })));
    expect(await inbox.threads('limit=100')).toHaveLength(30);
  });

  it('twenty writers of one thread leave exact times, flags and counts', async () => {
    await inbox.writes('Hello');
    const { id } = await inbox.threadOf();
    const { user_id: actsFor } = await aStaffMember(service, inbox.shop);
    const advisor = await service.key(inbox.shop.id, { actsFor });
    const verb = (name: string): Promise<Answer> => inbox.shop.full.post(`/conversations/${id}`, { [name]: true });
    const writers: readonly (() => Promise<unknown>)[] = [
      () => inbox.writes('Are you there?'),
      () => sendFully(id),
      () => sendFully(id, advisor),
      () => verb('mark_read'),
      () => verb('snooze'),
    ];
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(
        Array.from({ length: 20 }, async (_, n) => {
          service.clock.pass(1);
          await writers[n % writers.length]?.();
        }),
      );
      await requireExact();
    }
    expect(await inbox.messagesOf({ id })).toHaveLength(1 + 5 * 12);
    service.clock.pass(1);
    await inbox.writes('Hello?');
    expect(await inbox.threadOf()).toMatchObject({ status: 'open', unread: true, last_inbound_at: service.clock.now() });
    await requireExact();
  });

  /** Compares the threads' times with their messages, and the counts of the lists with the threads. */
  async function requireExact(): Promise<void> {
    const { id: shop } = inbox.shop;
    const [times] = await service.sql<{ stored: unknown; counted: unknown }>(
      `select jsonb_agg(distinct jsonb_build_array(t.id, t.last_message_at, t.last_inbound_at, t.last_outbound_at,
           t.last_human_outbound_at)) as stored,
         jsonb_agg(distinct m.times) as counted
       from conversations t cross join lateral (
         select jsonb_build_array(t.id, max(created_at), max(created_at) filter (where direction = 'inbound'),
           max(created_at) filter (where direction = 'outbound'),
           max(created_at) filter (where direction = 'outbound' and not automated)) as times
         from messages where shop_id = t.shop_id and conversation_id = t.id) m
       where t.shop_id = $1`,
      [shop],
    );
    expect(times?.stored).toEqual(times?.counted);
    const counts = await service.sql(
      `select bucket, sum(n)::int as n from record_counts where shop_id = $1 and list = 'conversations'
       group by bucket having sum(n) <> 0`,
      [shop],
    );
    const threads = await inbox.threads('limit=100');
    const buckets = new Map<string, number>();
    for (const { id, status, unread, channel, assigned_to: owner } of threads) {
      const unanswered = (await inbox.threads('unanswered=true&limit=100')).some((one) => one.id === id);
      const bucket = `${status}:${unread ? 'unread' : 'read'}:${unanswered ? 'unanswered' : 'answered'}:${channel}:${owner ?? '-'}`;
      buckets.set(bucket, (buckets.get(bucket) ?? 0) + 1);
    }
    expect(counts).toEqual([...buckets].map(([bucket, n]) => ({ bucket, n })));
  }

  it('after the answer to a STOP nothing is handed over, whatever was under way', async () => {
    const handedOverTo = async (number: string): Promise<number> =>
      (
        await service.sql('select from sandbox_outbox where shop_id = $1 and "to" = $2 and body not like $3', [
          inbox.shop.id,
          number,
          'You get no more%',
        ])
      ).length;
    const race = async (from: string, n: number): Promise<void> => {
      await inbox.writes('Hello', { from });
      const { id } = await inbox.threadOf(from);
      const before = await inbox.queued({ conversation: id });
      const sends = [handOver(before.id), sendFully(id), sendFully(id), sendFully(id)];
      if (n % 4 > 0) await sends[n % 4];
      await inbox.writes('STOP', { from });
      const then = await handedOverTo(from);
      await Promise.all(sends);
      await sendFully(id);
      expect(await handedOverTo(from)).toBe(then);
      const states = (await inbox.messagesOf({ id })).filter(({ body }) => body === 'Your car is ready.');
      expect(states.filter(({ status, error }) => status !== 'delivered' && status !== 'sent' && error !== 'opted_out')).toEqual(
        [],
      );
      expect(states.filter(({ error }) => error === null)).toHaveLength(then);
    };
    for (let round = 0; round < 3; round += 1) await Promise.all(numbersOf(10, 500 + round * 10).map(race));
  });

  it('a STOP and a START leave the block that came last', async () => {
    for (const from of numbersOf(10, 700)) {
      await Promise.all(['STOP', 'START', 'STOP', 'START'].map((body) => inbox.writes(body, { from })));
      for (const [body, blocked] of [
        ['STOP', true],
        ['START', false],
      ] as const) {
        await inbox.writes(body, { from });
        const { id } = await inbox.threadOf(from);
        expect((await inbox.shop.read.get(`/conversations/${id}`)).body.data.texting_blocked).toBe(blocked);
      }
    }
  });
});

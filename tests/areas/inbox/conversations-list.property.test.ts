import fc from 'fast-check';
import { CONVERSATION_STATUSES, isUnanswered, isUnread, type Conversation } from '../../../domain/inbox/conversation.js';
import type { StaffUserId } from '../../../domain/shared/id.js';
import { aConversation } from '../../support/builders/a-conversation.js';
import { aStaffMember } from '../../support/builders/a-staff-member.js';
import { aCustomer } from '../../support/builders/records.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { at } from '../../support/test-clock.js';

let service: TestService;
beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(() => service.stop());

// There are few values, so that many threads have the same ones.
const time = fc.option(fc.nat(3).map((hour) => at(`2026-03-01T1${hour}:00:00Z`)));
const channel = fc.constantFrom('sms' as const, 'email' as const);
const status = fc.constantFrom(...CONVERSATION_STATUSES);
const someThread = fc.record({
  ...{ status, channel, customer: fc.option(fc.nat(1)), owner: fc.option(fc.nat(1)), markedUnread: fc.boolean() },
  ...{ lastMessageAt: time, lastInboundAt: time, lastOutboundAt: time, lastHumanOutboundAt: time, readAt: time },
});
const VERBS = ['mark_read', 'mark_unread', 'mark_done', 'mark_open', 'snooze', 'unassign', 'staff_id'] as const;
const someChange = fc.record({ thread: fc.nat(), verb: fc.constantFrom(...VERBS), owner: fc.nat(1) });

interface Filter {
  readonly status?: string;
  readonly channel?: string;
  readonly customer_id?: string;
  readonly assigned_to?: string;
  readonly unassigned?: boolean;
  readonly unread?: boolean;
  readonly unanswered?: boolean;
  readonly since?: string;
}

/** Every combination of at most three filters. */
function filters(customer: string, owner: string): Filter[] {
  const single: Filter[] = [
    ...[{ status: 'open' }, { channel: 'sms' }, { customer_id: customer }, { assigned_to: owner }, { unassigned: true }],
    ...[{ unread: true }, { unanswered: true }, { since: '2026-03-01T11:00:00Z' }],
  ];
  const pairs = single.flatMap((one, index) => single.slice(index + 1).map((other) => ({ ...one, ...other })));
  return [
    {},
    ...single,
    ...pairs,
    { status: 'open', channel: 'sms', unread: true },
    { status: 'open', unread: true, assigned_to: owner },
  ];
}

function matches(thread: Conversation, filter: Filter): boolean {
  const owner = filter.assigned_to ?? (filter.unassigned ? null : undefined);
  return (
    (filter.status ?? thread.status) === thread.status &&
    (filter.channel ?? thread.channel) === thread.channel &&
    (filter.customer_id ?? thread.customerId) === thread.customerId &&
    (owner === undefined || owner === thread.assignedTo) &&
    (!filter.unread || isUnread(thread)) &&
    (!filter.unanswered || isUnanswered(thread)) &&
    (filter.since === undefined || (thread.lastMessageAt !== null && thread.lastMessageAt >= at(filter.since)))
  );
}

/** Threads without messages come last: their text begins with a sign that sorts before all digits. */
const orderOf = ({ lastMessageAt, id }: Conversation): string => `${lastMessageAt ?? '!'} ${id}`;

it('pages and totals equal a plain list’s under every pair of filters, after any changes of the threads', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(someThread, { minLength: 5, maxLength: 25 }),
      fc.array(someChange, { maxLength: 12 }),
      async (rows, changes) => {
        const shop = await service.shop();
        const customers = [await aCustomer(shop.full), await aCustomer(shop.full)];
        const owners = [await aStaffMember(service, shop), await aStaffMember(service, shop)].map(({ user_id }) => user_id);
        const threads: Conversation[] = [];
        for (const { customer, owner, ...fields } of rows) {
          const links = { customerId: customers[customer ?? -1]?.id ?? null, assignedTo: owners[owner ?? -1] ?? null };
          threads.push(await aConversation(service, shop, { ...fields, ...links }));
        }
        for (const change of changes) await play(shop, threads, change, owners);
        for (const filter of filters(customers[0].id as string, owners[0] ?? '')) await expectPages(shop, threads, filter);
      },
    ),
    { numRuns: 3, plugins: [fc.interruptAfterTimeLimit(40_000)] },
  );
}, 60_000);

async function play(
  shop: TestShop,
  threads: Conversation[],
  { thread: number, verb, owner }: { readonly thread: number; readonly verb: (typeof VERBS)[number]; readonly owner: number },
  owners: readonly StaffUserId[],
): Promise<void> {
  const index = number % threads.length;
  const thread = threads[index];
  if (!thread) return;
  const answer = await shop.full.post(`/conversations/${thread.id}`, { [verb]: verb === 'staff_id' ? owners[owner] : true });
  if (answer.status === 409) return;
  const { assigned_to: assignedTo, status: now, unread } = answer.body.data;
  const readAt = unread || isUnread(thread) === unread ? thread.readAt : at('9999-01-01T00:00:00Z');
  threads[index] = {
    ...thread,
    assignedTo,
    status: now,
    readAt,
    markedUnread: unread && !isUnread({ ...thread, markedUnread: false }),
  };
}

async function expectPages(shop: TestShop, threads: readonly Conversation[], filter: Filter): Promise<void> {
  const matching = threads
    .filter((thread) => matches(thread, filter))
    .sort((one, other) => (orderOf(one) < orderOf(other) ? 1 : -1));
  for (const [limit, offset] of [
    [100, 0],
    [3, 2],
  ] as const) {
    const ids = matching.slice(offset, offset + limit).map(({ id }) => id);
    const next = offset + ids.length;
    const { items, ...meta } = (await shop.read.post('/comms/list_conversations', { ...filter, limit, offset })).body.data;
    expect([filter, items.map(({ id }: Conversation) => id), meta]).toEqual([
      filter,
      ids,
      {
        total: matching.length,
        omitted: matching.length - ids.length,
        next_offset: ids.length > 0 && next < matching.length ? next : null,
      },
    ]);
  }
}

import { CALL_STATUSES } from '../../../domain/calls/call.js';
import { CONSENT_SOURCES } from '../../../domain/customers/customer.js';
import { CHANNELS, CONVERSATION_STATUSES } from '../../../domain/inbox/conversation.js';
import { INVOICE_STATUSES } from '../../../domain/invoices/invoice.js';
import { JOB_STAGES } from '../../../domain/jobs/job.js';
import { TIMELINE_KINDS } from '../../../domain/leads/lead-timeline.js';
import { LEAD_STATUSES } from '../../../domain/leads/lead.js';
import { PHONE_NUMBER_STATUSES } from '../../../domain/phone-numbers/phone-number.js';
import { QUOTE_STATUSES } from '../../../domain/quotes/quote.js';
import { STARS } from '../../../domain/reviews/review.js';
import { DEPOSIT_TYPES, PRICING_MODELS } from '../../../domain/services/service.js';
import { ORIGINS } from '../../../domain/shared/origin.js';
import { ROLES } from '../../../domain/staff/staff.js';
import { TASK_PRIORITIES, TASK_STATUSES } from '../../../domain/tasks/task.js';
import { DIRECTIONS, isWaiting, MESSAGE_STATUSES } from '../../../domain/texting/message.js';
import { DEMO_SHOPS } from '../../../infrastructure/demo-data/demo-shops.js';
import { startDemoService } from '../../support/demo.js';
import type { TestService } from '../../support/service.js';

const NOW = '2026-03-02T15:00:00Z';

let service: TestService;

beforeAll(async () => {
  service = await startDemoService();
});
afterAll(() => service.stop());

async function valuesOf(shop: string, table: string, column: string): Promise<string[]> {
  const sql = `select distinct ${column}::text as value from ${table} where shop_id = $1 and ${column} is not null order by 1`;
  return (await service.sql<{ value: string }>(sql, [shop])).map(({ value }) => value);
}

async function found(condition: string): Promise<number> {
  const [row] = await service.sql<{ n: number }>(`select count(*) as n from ${condition}`);
  return row?.n ?? NaN;
}

describe.each(DEMO_SHOPS.map(({ name, id }) => [name, id] as const))('the records of the demo shop %s', (__, shop) => {
  test.each<[string, string, readonly (string | number)[]]>([
    ['tasks', 'status', TASK_STATUSES],
    ['tasks', 'priority', TASK_PRIORITIES],
    ['leads', 'status', LEAD_STATUSES],
    ['lead_timeline', 'kind', TIMELINE_KINDS],
    ['jobs', 'stage', JOB_STAGES],
    ['jobs', 'origin', ORIGINS],
    ['quotes', 'status', QUOTE_STATUSES],
    ['invoices', 'status', INVOICE_STATUSES],
    ['invoices', 'origin', ORIGINS],
    ['services', 'pricing_model', PRICING_MODELS],
    ['services', 'deposit_type', DEPOSIT_TYPES],
    ['reviews', 'stars', STARS],
    ['calls', 'status', CALL_STATUSES],
    ['calls', 'direction', DIRECTIONS],
    ['conversations', 'status', CONVERSATION_STATUSES],
    ['conversations', 'channel', CHANNELS],
    ['messages', 'direction', DIRECTIONS],
    // Statuses of a message that waits to be sent are missing, because the service would send it.
    ['messages', 'status', MESSAGE_STATUSES.filter((status) => !isWaiting(status))],
    ['customers', 'consent_source', CONSENT_SOURCES],
    ['staff', 'role', ROLES],
    ['phone_numbers', 'status', PHONE_NUMBER_STATUSES],
  ])('include, in %s, every value of %s', async (table, column, values) => {
    expect(await valuesOf(shop, table, column)).toEqual(values.map(String).sort());
  });

  test.each([
    ['an inactive teammate', 'staff where not active'],
    ['a customer without e-mail', 'customers where email is null'],
    ['a customer without phone', 'customers where phone is null'],
    ['a VIP', 'customers where is_vip'],
    ['a number that is not to be texted', 'opt_outs where lifted_at is null'],
    ['tags', 'customers where cardinality(tags) > 1'],
    ['an unnamed lead', 'leads where coalesce(first_name, last_name, company_name) is null'],
    ['a company', 'leads where first_name is null and company_name is not null'],
    ['an unassigned lead', 'leads where assigned_to is null'],
    ['a thread of a lead', 'conversations where lead_id is not null'],
    ['a thread of nobody', 'conversations where lead_id is null and customer_id is null and contact_number is not null'],
    ['an unread thread', 'conversations where last_inbound_at > coalesce(last_outbound_at, created_at)'],
    [
      'a thread that the service answers',
      'conversations where is_ai_managed and last_outbound_at is not null and last_human_outbound_at is null',
    ],
    ['an undated open task', `tasks where status = 'open' and due_at is null`],
    ['an overdue task', `tasks where status = 'open' and due_at < '${NOW}'`],
    ['a task due later', `tasks where status = 'open' and due_at > '2026-03-09'`],
    ['a task of a message', 'tasks where message_id is not null'],
    ['a task of a job', 'tasks where job_id is not null'],
    ['leads of one instant', 'leads a join leads b using (shop_id) where a.created_at = b.created_at and a.id < b.id'],
    ['today’s lead', `leads where created_at > '${NOW}'::timestamptz - interval '1 day'`],
    ['a job of several days', `jobs where scheduled_end > scheduled_start + interval '1 day'`],
    ['a job without an end', 'jobs where scheduled_start is not null and scheduled_end is null'],
    ['a job in a bay', 'jobs where bay is not null'],
    ['a mobile job', 'jobs where location_address is not null'],
    ['a job ahead', `jobs where stage = 'scheduled' and scheduled_start < '${NOW}'::timestamptz + interval '7 days'`],
    ['a tiered service', 'services where jsonb_array_length(tiers) > 1'],
    ['a service no longer sold', 'services where not active'],
    ['a service off the booking page', 'services where active and not bookable'],
    ['an extra', 'services where addon'],
    ['an untaxed service', 'services where tax_exempt'],
    ['a service under no heading', 'services where category is null'],
    ['a service that cures', 'services where cure_time_hours > 0'],
    ['a review without stars', 'reviews where stars is null'],
    ['a rating only', 'reviews where stars is not null and comment is null'],
    ['an unanswered review', 'reviews where public and reply is null'],
    ['a hidden review', 'reviews where not public'],
    ['a review of nobody known', 'reviews where customer_id is null'],
    ['a call of nobody known', 'calls where customer_id is null and conversation_id is null'],
    ['a filed call', 'calls where conversation_id is not null'],
    ['a call that was written along', `calls where transcript_source = 'live_agent' and transcript is not null`],
    ['a summary', 'calls where ai_summary is not null'],
    ['a line that cannot send', `phone_numbers where status = 'active' and not is_sending`],
  ])('include %s', async (_, condition) => {
    expect(await found(condition.replace(' where ', ` where shop_id = '${shop}' and `))).toBeGreaterThan(0);
  });
});

test('the first demo shop has a customer without a name', async () => {
  expect(await found('customers where name is null')).toBeGreaterThan(0);
});

test('at a clock change, one job lasts through it and another is on that day', async () => {
  for (const [zone, change] of [
    ['America/Toronto', '2025-11-02T06:00:00Z'],
    ['Europe/London', '2025-10-26T01:00:00Z'],
  ] as const) {
    const jobs = `jobs join shops on shops.id = shop_id where timezone = '${zone}' and`;
    expect(await found(`${jobs} scheduled_start < '${change}' and scheduled_end > '${change}'`)).toBeGreaterThan(0);
    const day = `(scheduled_start at time zone timezone)::date = ('${change}'::timestamptz at time zone timezone)::date`;
    expect(await found(`${jobs} ${day}`)).toBeGreaterThan(0);
  }
});

test('about a tenth of the jobs and invoices are imported', async () => {
  for (const table of ['jobs', 'invoices']) {
    const share = (await found(`${table} where origin = 'import'`)) / (await found(table));
    expect(share).toBeGreaterThan(0.07);
    expect(share).toBeLessThan(0.13);
  }
});

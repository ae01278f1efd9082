import { normalizePhone } from '../../../domain/shared/phone.js';
import { normalizeVin } from '../../../domain/vehicles/vehicle.js';
import { startDemoService } from '../../support/demo.js';
import type { TestService } from '../../support/service.js';

const NOW = '2026-03-02T15:00:00Z';

let service: TestService;

beforeAll(async () => {
  service = await startDemoService();
});
afterAll(() => service.stop());

async function found(condition: string): Promise<number> {
  const [row] = await service.sql<{ n: number }>(`select count(*) as n from ${condition}`);
  return row?.n ?? NaN;
}

describe('the records of the demo agree with each other: they include no', () => {
  test.each([
    [
      'task before what it is about',
      `tasks t
      left join conversations c on c.id = t.conversation_id left join messages m on m.id = t.message_id
      left join jobs j on j.id = t.job_id left join customers p on p.id = t.customer_id
      where t.created_at < greatest(c.created_at, m.created_at, j.created_at, p.created_at)`,
    ],
    [
      'task of another thread’s message',
      `tasks t join messages m on m.id = t.message_id
      where m.conversation_id is distinct from t.conversation_id`,
    ],
    [
      'task of another customer’s thread',
      `tasks t join conversations c on c.id = t.conversation_id
      where c.customer_id is not null and c.customer_id is distinct from t.customer_id`,
    ],
    [
      'task of another customer’s job',
      'tasks t join jobs j on j.id = t.job_id where j.customer_id is distinct from t.customer_id',
    ],
    [
      'task of somebody without inbox access',
      `tasks t join staff s on s.user_id = t.assigned_to
      where not s.active or s.role not in ('owner', 'manager', 'advisor')`,
    ],
    [
      'thread of somebody without inbox access',
      `conversations t join staff s on s.user_id = t.assigned_to
      where not s.active or s.role not in ('owner', 'manager', 'advisor')`,
    ],
    [
      'phone number that is live in two shops',
      `phone_numbers one join phone_numbers other on other.number = one.number and other.shop_id <> one.shop_id
      where one.status in ('active', 'porting') and other.status in ('active', 'porting')`,
    ],
    ['completed task that is not done', `tasks where (status = 'done') <> (completed_at is not null)`],
    ['job of another customer’s vehicle', 'jobs j join vehicles v on v.id = j.vehicle_id where v.customer_id <> j.customer_id'],
    [
      'job that began without a stamp',
      `jobs
      where (stage in ('in_progress', 'curing', 'qa', 'ready', 'completed')) <> (actual_start is not null)`,
    ],
    ['completed job without an end', `jobs where (stage = 'completed') <> (actual_end is not null)`],
    ['job that ends before it begins', 'jobs where actual_end <= actual_start or scheduled_end <= scheduled_start'],
    [
      'job before its customer or vehicle',
      `jobs j join customers c on c.id = j.customer_id left join vehicles v on v.id = j.vehicle_id
      where j.created_at < greatest(c.created_at, v.created_at)`,
    ],
    ['scheduled job in the past', `jobs where stage = 'scheduled' and scheduled_start < '${NOW}'`],
    ['inquiry with a date', `jobs where (stage = 'lead') <> (scheduled_start is null)`],
    ['bay that the shop does not have', `jobs j join shop_settings s using (shop_id) where bay is not null and not s.bays ? bay`],
    [
      'bay with two jobs at a time',
      `jobs a join jobs b using (shop_id, bay) where a.id < b.id and a.stage <> 'canceled' and b.stage <> 'canceled'
      and tstzrange(a.scheduled_start, coalesce(a.scheduled_end, a.scheduled_start + interval '1 hour'))
        && tstzrange(b.scheduled_start, coalesce(b.scheduled_end, b.scheduled_start + interval '1 hour'))`,
    ],
    [
      'appointment on a closed day',
      `jobs j join shop_settings s using (shop_id) join shops p on p.id = j.shop_id
      where s.closures ? to_char(j.scheduled_start at time zone p.timezone, 'YYYY-MM-DD')`,
    ],
    ['mobile job in a bay', 'jobs where bay is not null and location_address is not null'],
    ['job for somebody who does none', `jobs j join staff s on s.id = j.assignee_id where s.role <> 'technician'`],
    [
      'lead whose timeline ends elsewhere',
      `leads l join lateral (
      select e."to" from lead_timeline e where e.lead_id = l.id and e.kind = 'status_changed' order by e.created_at desc, e.id desc limit 1
      ) last on last."to" <> l.status`,
    ],
    [
      'thread whose last lines are others',
      `conversations c left join lateral (
      select max(m.created_at) as any, max(m.created_at) filter (where m.direction = 'inbound') as inbound,
        max(m.created_at) filter (where m.direction = 'outbound') as outbound,
        max(m.created_at) filter (where m.direction = 'outbound' and not m.automated) as human
      from messages m where m.conversation_id = c.id) m on true
      left join lateral (
      select max(k.ended_at) filter (where k.status in ('completed', 'missed')) as any,
        max(k.ended_at) filter (where k.status = 'missed') as missed
      from calls k where k.conversation_id = c.id) k on true
      where c.last_message_at is distinct from greatest(m.any, k.any)
        or c.last_inbound_at is distinct from greatest(m.inbound, k.missed)
        or c.last_outbound_at is distinct from m.outbound or c.last_human_outbound_at is distinct from m.human`,
    ],
    [
      'message before its thread',
      'messages m join conversations c on c.id = m.conversation_id where m.created_at < c.created_at',
    ],
    ['customer nobody can reach', 'customers where email is null and phone is null'],
    ['vehicle whose decode is awaited', 'vehicles where decode_pending'],
    [
      'paper before its customer',
      `(select customer_id, created_at from quotes union all select customer_id, created_at from invoices) p
      join customers c on c.id = p.customer_id where p.created_at < c.created_at`,
    ],
    [
      'balance that its status does not know',
      `invoices where balance is distinct from (case status
      when 'draft' then null when 'void' then null when 'open' then total when 'partial' then balance else 0 end)`,
    ],
    [
      'partial payment of nothing or all',
      `invoices where status = 'partial' and (balance is null or balance <= 0 or balance >= total)`,
    ],
    [
      'number out of the order of time',
      `(select number, lag(number) over (partition by shop_id, kind order by created_at, number) as before from (
      select 'quote' as kind, shop_id, number, created_at from quotes union all select 'invoice', shop_id, number, created_at from invoices
      union all select 'job', shop_id, number, created_at from jobs) numbered) numbers where number <> before + 1`,
    ],
    ['inactive service on the booking page', 'services where bookable and not active'],
    [
      'price that its model does not know',
      `services where (base_price is null) <> (pricing_model in ('tiered', 'custom'))
      or (jsonb_array_length(tiers) > 0) <> (pricing_model = 'tiered')`,
    ],
    [
      'deposit without a value, or above the price',
      `services where (deposit_value is null) <> (deposit_type = 'none')
      or deposit_type = 'percent' and deposit_value > 10000 or deposit_type = 'fixed' and deposit_value > base_price`,
    ],
    [
      'reply without its time',
      'reviews where (reply is null) <> (replied_at is null) or replied_at < coalesce(left_at, created_at)',
    ],
    ['review before its customer', 'reviews r join customers c on c.id = r.customer_id where r.left_at < c.created_at'],
    [
      'call of another customer’s thread',
      `calls t join conversations c on c.id = t.conversation_id
      where c.customer_id is distinct from t.customer_id or t.started_at < c.created_at`,
    ],
    ['call of a customer without a thread', 'calls where customer_id is not null and conversation_id is null'],
    [
      'call in a thread of another channel',
      `calls t join conversations c on c.id = t.conversation_id where c.channel not in ('sms', 'call')`,
    ],
    [
      'call that is up and over',
      `calls where (status in ('ringing', 'in_progress')) <> (ended_at is null) or (ended_at is null) <> (duration_seconds is null)
      or abs(extract(epoch from ended_at - started_at) - duration_seconds) >= 1`,
    ],
    [
      'call that has been up for long',
      `calls where ended_at is null and started_at < '${NOW}'::timestamptz - interval '5 minutes'`,
    ],
    [
      'word of a call that nobody took',
      `calls where transcript is not null and status <> 'completed' or (transcript is null) <> (transcript_source is null)`,
    ],
  ])('%s', async (_, condition) => {
    expect(await found(condition)).toBe(0);
  });
});

test.each([
  ['quotes', 1000, 10_000_00],
  ['invoices', 1000, 10_000_00],
])('the totals of %s lie in the range that such shops charge', async (table, least, most) => {
  // The range is in cents of a Canadian dollar. Amounts in other currencies are converted roughly.
  const worth = `total / (case currency when 'JPY' then 1.1 when 'GBP' then 0.6 else 1 end)`;
  expect(await found(`${table} join shops on shops.id = shop_id where ${worth} not between ${least} and ${most}`)).toBe(0);
});

test.each([
  ...['staff', 'customers', 'vehicles', 'leads', 'lead_timeline', 'conversations', 'messages', 'calls', 'quotes', 'jobs'],
  ...['invoices', 'reviews', 'tasks', 'services', 'phone_numbers'],
])('no record of %s was created in the future', async (table) => {
  expect(await found(`${table} where created_at > '${NOW}'`)).toBe(0);
  expect(await found(table)).toBeGreaterThan(10);
});

test('work begins within the opening hours, except at clock changes, which are on Sundays', async () => {
  const outside = await service.sql<{ day: string }>(`select to_char(local, 'Dy') as day from (
      select j.scheduled_start at time zone p.timezone as local, s.opening_hours from jobs j
      join shop_settings s using (shop_id) join shops p on p.id = j.shop_id where j.scheduled_start is not null) starts
    where not exists (select from jsonb_to_recordset(opening_hours -> lower(to_char(local, 'Dy'))) as w ("from" text, "until" text)
      where to_char(local, 'HH24:MI') >= w."from" and to_char(local, 'HH24:MI') < w."until")`);
  expect(new Set(outside.map(({ day }) => day))).toEqual(new Set(['Sun']));
  expect(outside.length).toBeLessThan(5);
});

test('recorded times of events are in the past', async () => {
  const times = [
    'jobs.actual_start',
    'jobs.actual_end',
    'tasks.closed_at',
    'reviews.left_at',
    'reviews.replied_at',
    'calls.started_at',
    'calls.ended_at',
    'conversations.last_message_at',
    'customers.consent_captured_at',
  ];
  for (const [table, column] of times.map((time) => time.split('.'))) {
    expect([table, column, await found(`${table} where ${column} > '${NOW}'`)]).toEqual([table, column, 0]);
  }
});

test('phones and VINs have the form in which the API stores them', async () => {
  const phones = await service.sql<{ phone: string; country: 'CA' }>(`select phone, country from shops join (
    select shop_id, phone from customers union all select shop_id, phone from leads union all select shop_id, phone from staff
    union all select shop_id, contact_number from conversations union all select shop_id, number from phone_numbers
    union all select shop_id, "from" from calls union all select shop_id, "to" from calls) known on shop_id = id where phone is not null`);
  expect(phones.length).toBeGreaterThan(3000);
  expect(phones.filter(({ phone, country }) => normalizePhone(phone, country) !== phone)).toEqual([]);
  const vins = await service.sql<{ vin: string }>('select vin from vehicles where vin is not null');
  expect(vins.filter(({ vin }) => normalizeVin(vin) !== vin)).toEqual([]);
});

import { CHANNELS, CONVERSATION_STATUSES } from '../../domain/conversations/conversation.js';
import { CONSENT_SOURCES } from '../../domain/customers/consent.js';
import { JOB_STAGES } from '../../domain/jobs/job.js';
import { LEAD_STATUSES } from '../../domain/leads/lead-status.js';
import { normalizePhone } from '../../domain/shared/phone.js';
import { ROLES } from '../../domain/staff/staff.js';
import { TASK_STATUSES } from '../../domain/tasks/task-status.js';
import { TASK_PRIORITIES } from '../../domain/tasks/task.js';
import { normalizeVin } from '../../domain/vehicles/vin.js';
import { loadDemo } from '../../infrastructure/demo/load-demo.js';
import { startTestService, type TestService } from '../support/service.js';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  await loadDemo(service.dataSource, service.container);
});
afterAll(() => service.stop());

async function valuesOf(table: string, column: string): Promise<string[]> {
  const rows = await service.sql<{ value: string }>(`select distinct ${column} as value from ${table} order by 1`);
  return rows.map(({ value }) => value);
}

async function found(condition: string): Promise<number> {
  const [row] = await service.sql<{ n: number }>(`select count(*) as n from ${condition}`);
  return row?.n ?? NaN;
}

describe('every state is there', () => {
  test.each([
    ['tasks', 'status', TASK_STATUSES],
    ['tasks', 'priority', TASK_PRIORITIES],
    ['leads', 'status', LEAD_STATUSES],
    ['jobs', 'stage', JOB_STAGES],
    ['conversations', 'status', CONVERSATION_STATUSES],
    ['conversations', 'channel', CHANNELS],
    ['customers', 'consent_source', CONSENT_SOURCES],
    ['staff', 'role', ROLES],
  ])('%s by %s', async (table, column, values) => {
    expect(await valuesOf(table, column)).toEqual(values.toSorted());
  });

  test.each([
    ['an inactive teammate', 'staff where not active'],
    ['a customer without e-mail', 'customers where email is null'],
    ['a customer without phone', 'customers where phone is null'],
    ['a customer without name', 'customers where name is null'],
    ['a VIP', 'customers where is_vip'],
    ['tags', 'customers where cardinality(tags) > 1'],
    ['an unnamed lead', 'leads where coalesce(first_name, last_name, company_name) is null'],
    ['a company', 'leads where first_name is null and company_name is not null'],
    ['an unassigned lead', 'leads where assigned_to is null'],
    ['a note', `lead_timeline where kind = 'note'`],
    ['a thread of a lead', 'conversations where lead_id is not null'],
    ['a thread of nobody', 'conversations where lead_id is null and customer_id is null and contact_number is not null'],
    ['an undated open task', `tasks where status = 'open' and due_at is null`],
    ['an open task due later', `tasks where status = 'open' and due_at > '2026-03-09'`],
    ['a task of a message', 'tasks where message_id is not null'],
    ['a task of a job', 'tasks where job_id is not null'],
    ['leads of one instant', 'leads a join leads b on a.created_at = b.created_at and a.id < b.id'],
    ['today’s lead', `leads where created_at > '2026-03-01T15:00:00Z'`],
  ])('%s', async (_, condition) => {
    expect(await found(condition)).toBeGreaterThan(0);
  });
});

describe('what belongs together agrees', () => {
  test.each([
    ['task before what it is about', `tasks t
      left join conversations c on c.id = t.conversation_id left join messages m on m.id = t.message_id
      left join jobs j on j.id = t.job_id left join customers p on p.id = t.customer_id
      where t.created_at < greatest(c.created_at, m.created_at, j.created_at, p.created_at)`],
    ['task of another thread’s message', `tasks t join messages m on m.id = t.message_id
      where m.conversation_id is distinct from t.conversation_id`],
    ['task of another customer’s thread', `tasks t join conversations c on c.id = t.conversation_id
      where c.customer_id is not null and c.customer_id is distinct from t.customer_id`],
    ['task of another customer’s job', 'tasks t join jobs j on j.id = t.job_id where j.customer_id is distinct from t.customer_id'],
    ['task of somebody without inbox access', `tasks t join staff s on s.user_id = t.assigned_to
      where not s.active or s.role not in ('owner', 'manager', 'advisor')`],
    ['completed task that is not done', `tasks where (status = 'done') <> (completed_at is not null)`],
    ['job of another customer’s vehicle', 'jobs j join vehicles v on v.id = j.vehicle_id where v.customer_id <> j.customer_id'],
    ['job that began without a stamp', `jobs
      where (stage in ('in_progress', 'curing', 'qa', 'ready', 'completed')) <> (actual_start is not null)`],
    ['completed job without an end', `jobs where (stage = 'completed') <> (actual_end is not null)`],
    ['job that ends before it begins', 'jobs where actual_end <= actual_start or scheduled_end <= scheduled_start'],
    ['job before its customer or vehicle', `jobs j join customers c on c.id = j.customer_id left join vehicles v on v.id = j.vehicle_id
      where j.created_at < greatest(c.created_at, v.created_at)`],
    ['scheduled job in the past', `jobs where stage = 'scheduled' and scheduled_start < '2026-03-02T15:00:00Z'`],
    ['lead whose timeline ends elsewhere', `leads l join lateral (
      select e."to" from lead_timeline e where e.lead_id = l.id and e.kind = 'status_changed' order by e.created_at desc, e.id desc limit 1
      ) last on last."to" <> l.status`],
    ['thread whose last lines are others', `conversations c left join lateral (
      select max(m.created_at) as any, max(m.created_at) filter (where m.direction = 'inbound') as inbound,
        max(m.created_at) filter (where m.direction = 'outbound') as outbound
      from messages m where m.conversation_id = c.id) m on true
      where c.last_message_at is distinct from m.any or c.last_inbound_at is distinct from m.inbound
        or c.last_outbound_at is distinct from m.outbound`],
    ['message before its thread', 'messages m join conversations c on c.id = m.conversation_id where m.created_at < c.created_at'],
    ['customer nobody can reach', 'customers where email is null and phone is null'],
    ['vehicle whose decode is awaited', 'vehicles where decode_pending'],
  ])('no %s', async (_, condition) => {
    expect(await found(condition)).toBe(0);
  });

  test('phones and VINs are as the API would have stored them', async () => {
    const phones = await service.sql<{ phone: string }>(`select phone from customers where phone is not null
      union all select phone from leads where phone is not null union all select phone from staff
      union all select contact_number from conversations where contact_number is not null`);
    expect(phones.filter(({ phone }) => normalizePhone(phone, 'CA') !== phone)).toEqual([]);
    const vins = await service.sql<{ vin: string }>('select vin from vehicles where vin is not null');
    expect(vins.filter(({ vin }) => normalizeVin(vin) !== vin)).toEqual([]);
  });
});

import { randomUUID } from 'node:crypto';
import { JOB_STAGES } from '../../../domain/jobs/job.js';
import type { Answer } from '../../support/api.js';
import { aConversation } from '../../support/builders/a-conversation.js';
import { aStaffMember } from '../../support/builders/a-staff-member.js';
import { insert } from '../../support/builders/insert.js';
import { aCustomer, aStoredTask, created } from '../../support/builders/records.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { at } from '../../support/test-clock.js';

const NOW = '2026-03-02T15:00:00.000Z';

let service: TestService;
let shop: TestShop;
/** the customer as the API answered it when it was created */
let customer: Answer['body'];

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  service.clock.set(NOW);
  shop = await service.shop();
  customer = await aCustomer(shop.full, { phone: '613 555 0142', consent_source: 'implied_inquiry' });
});
afterAll(() => service.stop());

async function detail(of: { readonly id: string } = customer): Promise<Answer['body']> {
  const { status, body } = await shop.read.post('/customers/get', { id: of.id });
  expect(status).toBe(200);
  return body.data;
}

const idsOf = (records: readonly { readonly id: string }[]): string[] => records.map(({ id }) => id);
let numbers = 0;

async function aJobOf(of: { readonly id: string }, fields: object = {}): Promise<string> {
  numbers += 1;
  const row = {
    shop_id: shop.id,
    id: randomUUID(),
    number: numbers,
    customer_id: of.id,
    stage: 'scheduled',
    created_at: NOW,
    version: 1,
  };
  return (await insert(service, 'jobs', { ...row, ...fields })).id;
}

describe('customers.get', () => {
  it('answers a customer without records as the customer with empty lists', async () => {
    expect(await detail()).toEqual({
      ...customer,
      vehicles: [],
      open_jobs: [],
      open_tasks: [],
      conversation: null,
      texting_blocked: false,
      marketing_consent: true,
    });
  });

  it('answers every record as its own list or path answers it, to the millisecond', async () => {
    const { user_id: staff } = await aStaffMember(service, shop);
    const thread = await aConversation(service, shop, { customerId: customer.id });
    service.clock.set('2026-03-02T15:00:00.120Z');
    await created(shop.full, '/vehicles', {
      customer_id: customer.id,
      make: 'Honda',
      model: 'Civic',
      year: 2020,
      license_plate: 'ckwp 482',
      mileage: 7,
    });
    const times = {
      scheduled_start: '2026-03-03T09:00:00.5Z',
      scheduled_end: '2026-03-03T10:00:00Z',
      actual_start: '2026-03-02T09:00:00.001Z',
    };
    const job = await aJobOf(customer, {
      stage: 'in_progress',
      title: 'Brakes',
      location_address: '1 Main St',
      created_at: '2026-01-01T00:00:00.010Z',
      ...times,
    });
    await aStoredTask(shop.full, {
      conversation: thread.id,
      staff_id: staff,
      due_at: '2026-03-01T09:00:00.25Z',
      notes: 'two\nlines',
    });
    const { vehicles, open_jobs: jobs, open_tasks: tasks, conversation } = await detail();
    expect(vehicles).toEqual((await shop.read.get(`/vehicles?customer_id=${customer.id}`)).body.data);
    expect(jobs).toEqual([(await shop.read.get(`/jobs/${job}`)).body.data]);
    expect(tasks).toEqual((await shop.read.get('/tasks')).body.data);
    expect(tasks).toEqual([
      expect.objectContaining({ overdue: true, conversation_label: customer.name, assignee_name: 'Front desk' }),
    ]);
    expect([vehicles.length, vehicles[0].created_at, conversation]).toEqual([1, '2026-03-02T15:00:00.120Z', thread.id]);
  });

  it('lists the jobs that are neither completed nor canceled, imported ones too, newest first', async () => {
    const stages = new Map<string, string>();
    for (const [day, stage] of JOB_STAGES.entries()) {
      const origin = day % 2 === 0 ? 'service' : 'import';
      stages.set(await aJobOf(customer, { stage, origin, created_at: `2026-02-0${day + 1}T09:00:00Z` }), stage);
    }
    await aJobOf(await aCustomer(shop.full));
    const listed = (await detail()).open_jobs as { id: string }[];
    expect(listed.map(({ id }) => stages.get(id))).toEqual(['ready', 'qa', 'curing', 'in_progress', 'scheduled', 'lead']);
  });

  it('lists vehicles newest first, and only its own', async () => {
    const [first, second] = [
      await created(shop.full, '/vehicles', { customer_id: customer.id, make: 'A' }),
      await created(shop.full, '/vehicles', { customer_id: customer.id, make: 'B' }),
    ];
    await created(shop.full, '/vehicles', { customer_id: (await aCustomer(shop.full)).id, make: 'C' });
    expect(idsOf((await detail()).vehicles)).toEqual([second.id, first.id]);
  });

  it('lists open tasks in the order of the queue: soonest due, undated last, then newest', async () => {
    const task = async (fields: object = {}): Promise<string> =>
      (await aStoredTask(shop.full, { customer_id: customer.id, ...fields })).id as string;
    const undated = await task();
    const late = await task({ due_at: '2026-05-01T00:00:00Z' });
    const soon = await task({ due_at: '2026-04-01T00:00:00Z' });
    const newer = await task();
    await shop.full.post(`/tasks/${await task()}`, { complete: true });
    await shop.full.post(`/tasks/${await task()}`, { cancel: true });
    await aStoredTask(shop.full);
    expect(idsOf((await detail()).open_tasks)).toEqual([soon, late, newer, undated]);
  });

  it('names the thread that was active last, and one without messages only if there is no other', async () => {
    const thread = (lastMessageAt: string | null, of = customer): Promise<{ id: string }> =>
      aConversation(service, shop, { customerId: of.id, lastMessageAt: lastMessageAt === null ? null : at(lastMessageAt) });
    const silent = await thread(null);
    expect((await detail()).conversation).toBe(silent.id);
    await thread('2026-03-01T09:00:00Z');
    const active = await thread('2026-03-02T09:00:00Z');
    await thread('2026-02-01T09:00:00Z');
    await thread('2026-03-03T09:00:00Z', await aCustomer(shop.full));
    expect((await detail()).conversation).toBe(active.id);
  });

  it('answers at most a hundred records of each kind', async () => {
    await service.sql(
      `insert into vehicles (shop_id, id, customer_id, make, decode_pending, created_at, version)
       select $1, gen_random_uuid(), $2, 'Make ' || n, false, $3::timestamptz + n * interval '1 s', 1 from generate_series(1, 103) n`,
      [shop.id, customer.id, NOW],
    );
    const { vehicles } = await detail();
    expect([vehicles.length, vehicles[0].make, vehicles[99].make]).toEqual([100, 'Make 103', 'Make 4']);
  });

  it('answers whether text messages and campaigns may be sent', async () => {
    const consent = async (): Promise<unknown> => {
      const { texting_blocked: blocked, marketing_consent: marketing } = await detail();
      return { blocked, marketing };
    };
    service.clock.set('2026-09-02T14:59:59.999Z');
    expect(await consent()).toEqual({ blocked: false, marketing: true });
    service.clock.set('2026-09-02T15:00:00.000Z');
    expect(await consent()).toEqual({ blocked: false, marketing: false });
    const express = `update customers set consent_source = 'express_written' where shop_id = $1 and id = $2`;
    await service.sql(express, [shop.id, customer.id]);
    expect(await consent()).toEqual({ blocked: false, marketing: true });
  });

  it('answers the customer as a change left it, also with its name cleared', async () => {
    await shop.full.patch(`/customers/${customer.id}`, { tags: ['fleet', 'b,c'], is_vip: true });
    await service.sql(`update customers set name = null where shop_id = $1 and id = $2`, [shop.id, customer.id]);
    expect(await detail()).toMatchObject({ name: '—', tags: ['fleet', 'b,c'], is_vip: true });
  });
});

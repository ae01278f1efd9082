import { randomUUID } from 'node:crypto';
import type { E164 } from '../../../domain/shared/phone.js';
import { aConversation, aMessage } from '../../support/builders/a-conversation.js';
import { aStoredJob } from '../../support/builders/a-job.js';
import { aStaffMember } from '../../support/builders/a-staff-member.js';
import { aCustomer, aLead, aStoredTask } from '../../support/builders/records.js';
import { eventsOf } from '../../support/outbox.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;
const NOW = '2026-03-02T15:00:00.000Z';

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
});
afterAll(() => service.stop());

describe('POST /tasks', () => {
  it('needs only a title', async () => {
    const answer = await shop.full.post('/tasks', { title: ' Call back ' });
    const { id } = answer.body.data;
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        data: {
          id,
          title: 'Call back',
          notes: null,
          status: 'open',
          priority: 'normal',
          due_at: null,
          overdue: false,
          completed_at: null,
          external_id: null,
          metadata: {},
          created_at: NOW,
          updated_at: expect.any(String),
          conversation: null,
          conversation_label: null,
          customer_id: null,
          job_id: null,
          message_id: null,
          assigned_to: null,
          assignee_name: null,
        },
      },
    ]);
    expect(answer.headers.get('location')).toBe(`/api/v1/tasks/${id}`);
    expect((await shop.read.get(`/tasks/${id}`)).body).toEqual(answer.body);
    expect(await eventsOf(service, { id })).toEqual([{ type: 'task.created', data: answer.body.data, created_at: NOW }]);
  });

  it('accepts every other field, and is the same at POST /tasks/create', async () => {
    const [customer, morgan] = [await aCustomer(shop.full), await aStaffMember(service, shop, { name: 'Morgan' })];
    const thread = await aConversation(service, shop, { customerId: customer.id });
    const [line, job] = [await aMessage(service, shop, thread), await aStoredJob(service, shop, customer)];
    const given = {
      title: 'x'.repeat(200),
      notes: 'a\n'.repeat(1999).trim(),
      priority: 'high',
      due_at: '2026-03-02T16:00:00.1239+02:00',
    };
    const links = { conversation: thread.id, customer_id: customer.id, job_id: job.id, message_id: line.id };
    for (const path of ['/tasks', '/tasks/create']) {
      const answer = await shop.full.post(path, { ...given, ...links, staff_id: morgan.user_id });
      expect([answer.status, answer.body.data]).toEqual([
        201,
        {
          ...given,
          ...links,
          id: expect.any(String),
          status: 'open',
          due_at: '2026-03-02T14:00:00.123Z',
          overdue: true,
          completed_at: null,
          external_id: null,
          metadata: {},
          created_at: NOW,
          updated_at: expect.any(String),
          conversation_label: 'Dana Whitfield',
          assigned_to: morgan.user_id,
          assignee_name: 'Morgan',
        },
      ]);
      expect((await eventsOf(service, answer.body.data)).map(({ type, data }) => [type, data])).toEqual([
        ['task.created', answer.body.data],
        ['task.assigned', answer.body.data],
      ]);
    }
  });

  it('reads null and empty as not given, and makes two tasks of two calls', async () => {
    const given = {
      notes: ' ',
      priority: null,
      due_at: '',
      conversation: null,
      customer_id: '',
      job_id: null,
      message_id: null,
      staff_id: '',
    };
    const [one, other] = [await aStoredTask(shop.full, given), await aStoredTask(shop.full, given)];
    expect(one).toMatchObject({ notes: null, priority: 'normal', due_at: null, assigned_to: null });
    expect(other.id).not.toBe(one.id);
  });
});

describe('the link of a new task to other records', () => {
  it('follows from the line or the thread, and is refused with 422 if both disagree', async () => {
    const [dana, lee] = [await aCustomer(shop.full), await aCustomer(shop.full)];
    const [danas, anonymous] = [await aConversation(service, shop, { customerId: dana.id }), await aConversation(service, shop)];
    const [line, stray] = [await aMessage(service, shop, danas), await aMessage(service, shop, anonymous)];
    expect(await aStoredTask(shop.full, { message_id: line.id })).toMatchObject({
      conversation: danas.id,
      customer_id: dana.id,
      message_id: line.id,
    });
    expect(await aStoredTask(shop.full, { conversation: danas.id })).toMatchObject({ customer_id: dana.id, message_id: null });
    expect(await aStoredTask(shop.full, { message_id: stray.id, customer_id: lee.id })).toMatchObject({
      conversation: anonymous.id,
      customer_id: lee.id,
    });
    for (const [field, links] of [
      ['message_id', { message_id: line.id, conversation: anonymous.id }],
      ['customer_id', { conversation: danas.id, customer_id: lee.id }],
      ['customer_id', { message_id: line.id, customer_id: lee.id }],
    ] as const) {
      const answer = await shop.full.post('/tasks', { title: 'T', ...links });
      expect([answer.status, answer.body.error.message]).toEqual([422, expect.stringMatching(new RegExp(`^${field}: `))]);
    }
  });

  it('has the label of the customer, or else of the lead, the number or the subject', async () => {
    const [customer, lead, nameless] = [
      await aCustomer(shop.full, { name: 'Customer' }),
      await aLead(shop.full, { name: 'A  Lead' }),
      await aCustomer(shop.full),
    ];
    await service.sql('update customers set name = null where shop_id = $1 and id = $2', [shop.id, nameless.id]);
    const all = { customerId: customer.id, leadId: lead.id, contactNumber: '+16135550142' as E164, subject: 'Brakes' }; // safe: a number in E.164
    for (const [contact, label] of [
      [all, 'Customer'],
      [{ ...all, customerId: null }, 'A Lead'],
      [{ ...all, customerId: nameless.id }, 'A Lead'],
      [{ ...all, customerId: null, leadId: null }, '+16135550142'],
      [{ subject: 'Brakes' }, 'Brakes'],
      [{}, null],
    ] as const) {
      const thread = await aConversation(service, shop, contact);
      const task = await aStoredTask(shop.full, { conversation: thread.id });
      expect(task.conversation_label).toBe(label);
      expect((await shop.read.get(`/tasks/${task.id}`)).body.data).toEqual(task);
    }
  });

  it('has the present name of the contact as its label', async () => {
    const customer = await aCustomer(shop.full);
    const task = await aStoredTask(shop.full, {
      conversation: (await aConversation(service, shop, { customerId: customer.id })).id,
    });
    await shop.full.patch(`/customers/${customer.id}`, { name: 'Married Name' });
    expect((await shop.read.get(`/tasks/${task.id}`)).body.data.conversation_label).toBe('Married Name');
  });
});

describe('the assignee of a new task', () => {
  it('is refused with a 500 if unknown, of another shop, inactive or without inbox access', async () => {
    const wrong = [
      randomUUID(),
      (await aStaffMember(service, await service.shop())).user_id,
      (await aStaffMember(service, shop, { active: false })).user_id,
      (await aStaffMember(service, shop, { role: 'technician' })).user_id,
      (await aStaffMember(service, shop, { role: 'viewer' })).user_id,
    ];
    const task = await aStoredTask(shop.full);
    for (const staff_id of wrong) {
      for (const [path, body] of [
        ['/tasks', { title: 'T', staff_id }],
        ['/tasks/create', { title: 'T', staff_id }],
        [`/tasks/${task.id}`, { staff_id }],
      ] as const) {
        const { status, body: refused } = await shop.full.post(path, body);
        expect([status, refused.error.code]).toEqual([500, 'internal_error']);
      }
    }
    expect((await shop.read.get(`/tasks/${task.id}`)).body.data).toEqual(task);
    expect(service.log.lines.map(({ message }) => message)).not.toContain('unexpected error');
  });

  it('may be an owner, a manager or an advisor', async () => {
    for (const role of ['owner', 'manager', 'advisor'] as const) {
      const { user_id } = await aStaffMember(service, shop, { role });
      expect(await aStoredTask(shop.full, { staff_id: user_id })).toMatchObject({ assigned_to: user_id });
    }
  });
});

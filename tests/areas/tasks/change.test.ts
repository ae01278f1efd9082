import { randomUUID } from 'node:crypto';
import type { Answer } from '../../support/api.js';
import { aConversation, aMessage } from '../../support/builders/a-conversation.js';
import { aStaffMember } from '../../support/builders/a-staff-member.js';
import { aCustomer, aStoredTask } from '../../support/builders/records.js';
import { eventsOf, eventTypesOf } from '../../support/outbox.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;
let now: string;
const change = async (id: string, body: object): Promise<Answer['body']> => {
  const answer = await shop.full.post(`/tasks/${id}`, body);
  expect(answer.status).toBe(200);
  expect((await shop.read.get(`/tasks/${id}`)).body).toEqual(answer.body);
  return answer.body.data;
};

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
});
beforeEach(() => {
  service.clock.pass(1000);
  now = service.clock.now();
});
afterAll(() => service.stop());

describe('an edit', () => {
  it.each<[object, object]>([
    [{ title: ' New title ' }, { title: 'New title' }],
    [{ notes: ' a\nb ' }, { notes: 'a\nb' }],
    [{ priority: 'low' }, { priority: 'low' }],
    [{ due_at: '2027-01-01T00:00:00+01:00' }, { due_at: '2026-12-31T23:00:00.000Z' }],
    [{ due_at: '2020-01-01T00:00:00Z' }, { due_at: '2020-01-01T00:00:00.000Z', overdue: true }],
  ])('answers %j', async (body, shown) => {
    const task = await aStoredTask(shop.full);
    expect(await change(task.id, body)).toEqual({ ...task, ...shown, updated_at: expect.any(String) });
    expect(await change(task.id, body)).toEqual({ ...task, ...shown, updated_at: expect.any(String) });
    const previous = Object.fromEntries(Object.keys(shown).map((field) => [field, task[field]]));
    const [, updated, ...more] = await eventsOf(service, task);
    expect(more).toEqual([]);
    expect(updated).toEqual({
      type: 'task.updated',
      created_at: now,
      data: { ...task, ...shown, updated_at: expect.any(String), previous },
    });
  });

  it('clears the notes by an empty text', async () => {
    for (const notes of ['', '  \n ']) {
      const task = await aStoredTask(shop.full, { notes: 'Text' });
      expect(await change(task.id, { notes })).toEqual({ ...task, notes: null, updated_at: expect.any(String) });
    }
  });

  it('removes a due date', async () => {
    const task = await aStoredTask(shop.full, { due_at: '2020-01-01T00:00:00Z' });
    expect(await change(task.id, { remove_due_date: true })).toEqual({
      ...task,
      due_at: null,
      overdue: false,
      updated_at: expect.any(String),
    });
  });
});

describe('an edit with a number of changes other than one', () => {
  it.each([
    {},
    { complete: false },
    { unknown: 1, complete: false, cancel: false },
    { complete: true, cancel: true },
    { title: 'T', notes: '' },
    { title: 'T', complete: true, reopen: false },
  ])('is refused with 500 for %j, and changes nothing', async (body) => {
    const task = await aStoredTask(shop.full);
    const answer = await shop.full.post(`/tasks/${task.id}`, body);
    expect([answer.status, answer.body]).toEqual([
      500,
      { error: { code: 'internal_error', message: expect.stringMatching(/^give exactly one of title, notes, /) } },
    ]);
    expect((await shop.read.get(`/tasks/${task.id}`)).body.data).toEqual({ ...task, updated_at: expect.any(String) });
  });
});

describe('an edit with exactly one change', () => {
  it('may also have false verbs and unknown fields, and an id that is ignored', async () => {
    const [task, other] = [await aStoredTask(shop.full), await aStoredTask(shop.full)];
    expect(await change(task.id, { complete: true, cancel: false, reopen: false, color: 'red', id: other.id })).toMatchObject({
      status: 'done',
    });
  });
});

describe('an edit of a task that is not of this shop', () => {
  it('is answered 404, even if the change names an unknown record', async () => {
    const foreign = await aStoredTask((await service.shop()).full);
    for (const id of [foreign.id, randomUUID(), 'x']) {
      for (const body of [{ complete: true }, { staff_id: randomUUID() }, { link_conversation: randomUUID() }]) {
        const answer = await shop.full.post(`/tasks/${id}`, body);
        expect([answer.status, answer.body.error]).toEqual([404, { code: 'not_found', message: 'task not found' }]);
      }
    }
  });
});

describe('the status of a task', () => {
  it('is changed once by complete, reopen and cancel; only a done task has a completed_at', async () => {
    const task = await aStoredTask(shop.full);
    const done = await change(task.id, { complete: true });
    expect(done).toEqual({ ...task, status: 'done', completed_at: now, updated_at: expect.any(String) });
    service.clock.pass(1000);
    expect(await change(task.id, { complete: true })).toEqual(done);
    expect(await change(task.id, { reopen: true })).toEqual({ ...task, updated_at: expect.any(String) });
    expect(await change(task.id, { reopen: true })).toEqual({ ...task, updated_at: expect.any(String) });
    const canceled = await change(task.id, { cancel: true });
    expect(canceled).toEqual({ ...task, status: 'canceled', completed_at: null, updated_at: expect.any(String) });
    expect(await change(task.id, { cancel: true })).toEqual(canceled);
    expect(await change(task.id, { reopen: true })).toEqual({ ...task, updated_at: expect.any(String) });
    expect(await eventTypesOf(service, task)).toEqual([
      'task.created',
      'task.completed',
      'task.reopened',
      'task.canceled',
      'task.reopened',
    ]);
  });

  it.each([
    ['cancel', 'complete', 'canceled'],
    ['complete', 'cancel', 'done'],
  ])('refuses, after %s, to %s with 409 until it is reopened', async (first, second, status) => {
    const task = await aStoredTask(shop.full);
    await change(task.id, { [first]: true });
    const answer = await shop.full.post(`/tasks/${task.id}`, { [second]: true });
    expect([answer.status, answer.body.error]).toEqual([
      409,
      { code: 'conflict', message: `the task is ${status}: reopen it first` },
    ]);
    expect((await shop.read.get(`/tasks/${task.id}`)).body.data.status).toBe(status);
    await change(task.id, { reopen: true });
    await change(task.id, { [second]: true });
  });

  it('allows other changes when the task is finished', async () => {
    const morgan = await aStaffMember(service, shop);
    for (const verb of ['complete', 'cancel']) {
      const task = await aStoredTask(shop.full);
      const finished = await change(task.id, { [verb]: true });
      expect(await change(task.id, { title: 'New' })).toEqual({ ...finished, title: 'New', updated_at: expect.any(String) });
      expect(await change(task.id, { staff_id: morgan.user_id })).toMatchObject({
        assigned_to: morgan.user_id,
        status: finished.status,
      });
    }
  });

  it('decides, with the clock, whether the task is overdue', async () => {
    const task = await aStoredTask(shop.full, { due_at: service.clock.now() });
    expect(task.overdue).toBe(false);
    service.clock.pass(1);
    expect((await shop.read.get(`/tasks/${task.id}`)).body.data).toEqual({ ...task, overdue: true });
    expect(await change(task.id, { complete: true })).toMatchObject({ overdue: false });
    expect(await change(task.id, { reopen: true })).toMatchObject({ overdue: true });
    expect(await change(task.id, { cancel: true })).toMatchObject({ overdue: false });
  });
});

describe('an assignment', () => {
  it('is announced only if the assignee is a new one, and its removal is announced as an update', async () => {
    const [morgan, riley] = [
      await aStaffMember(service, shop, { name: 'Morgan' }),
      await aStaffMember(service, shop, { name: 'Riley' }),
    ];
    const task = await aStoredTask(shop.full);
    const mine = await change(task.id, { staff_id: morgan.user_id });
    expect(mine).toEqual({ ...task, assigned_to: morgan.user_id, assignee_name: 'Morgan', updated_at: expect.any(String) });
    await change(task.id, { staff_id: morgan.user_id });
    await change(task.id, { staff_id: riley.user_id });
    expect(await change(task.id, { unassign: true })).toEqual({ ...task, updated_at: expect.any(String) });
    expect(await change(task.id, { unassign: true })).toEqual({ ...task, updated_at: expect.any(String) });
    const [, first, second, ...more] = await eventsOf(service, task);
    expect(first).toMatchObject({
      type: 'task.assigned',
      data: { ...mine, previous: { assigned_to: null, assignee_name: null } },
    });
    expect(second).toMatchObject({
      type: 'task.assigned',
      data: { assigned_to: riley.user_id, previous: { assigned_to: morgan.user_id, assignee_name: 'Morgan' } },
    });
    expect(more.map(({ type }) => type)).toEqual(['task.updated']);
  });
});

describe('the thread of a task', () => {
  it('is linked with its customer and label; the task keeps the customer without it, and loses its message', async () => {
    const dana = await aCustomer(shop.full);
    const [danas, anonymous] = [
      await aConversation(service, shop, { customerId: dana.id }),
      await aConversation(service, shop, { subject: 'Brakes' }),
    ];
    const line = await aMessage(service, shop, danas);
    const task = await aStoredTask(shop.full);
    const linked = await change(task.id, { link_conversation: danas.id });
    expect(linked).toEqual({
      ...task,
      conversation: danas.id,
      conversation_label: dana.name,
      customer_id: dana.id,
      updated_at: expect.any(String),
    });
    expect(await change(task.id, { link_conversation: danas.id })).toEqual(linked);
    const moved = await change((await aStoredTask(shop.full, { message_id: line.id })).id, { link_conversation: anonymous.id });
    expect(moved).toMatchObject({
      conversation: anonymous.id,
      conversation_label: 'Brakes',
      customer_id: dana.id,
      message_id: null,
    });
    const freed = await change((await aStoredTask(shop.full, { message_id: line.id })).id, { unlink_conversation: true });
    expect(freed).toMatchObject({ conversation: null, conversation_label: null, customer_id: dana.id, message_id: null });
    expect(await eventTypesOf(service, task)).toEqual(['task.created', 'task.updated']);
  });

  it('is refused with 404 if it is not of this shop, and with 422 if it is of another customer', async () => {
    const other = await service.shop();
    const [dana, lee] = [await aCustomer(shop.full), await aCustomer(shop.full)];
    const task = await aStoredTask(shop.full, { customer_id: lee.id });
    for (const id of [randomUUID(), (await aConversation(service, other)).id]) {
      const answer = await shop.full.post(`/tasks/${task.id}`, { link_conversation: id });
      expect([answer.status, answer.body.error.message]).toEqual([404, 'conversation not found']);
    }
    const answer = await shop.full.post(`/tasks/${task.id}`, {
      link_conversation: (await aConversation(service, shop, { customerId: dana.id })).id,
    });
    expect([answer.status, answer.body.error.message]).toEqual([422, expect.stringMatching(/^link_conversation: /)]);
    expect((await shop.read.get(`/tasks/${task.id}`)).body.data).toEqual({ ...task, updated_at: expect.any(String) });
  });
});

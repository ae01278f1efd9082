import { ValidationError } from '../../../domain/shared/errors.js';
import type { ConversationId, CustomerId, MessageId, StaffUserId } from '../../../domain/shared/id.js';
import { changeTask, type Task, type TaskChange } from '../../../domain/tasks/task.js';
import { aCanceledTask, aDoneTask, aTask } from '../../support/builders/a-task.js';
import { at } from '../../support/test-clock.js';

// The casts are safe, because the domain only compares ids.
const THREAD = 'thread' as ConversationId;
const OTHER_THREAD = 'other thread' as ConversationId;
const DANA = 'dana' as CustomerId;
const LEE = 'lee' as CustomerId;
const LINE = 'line' as MessageId;
const MORGAN = { userId: 'morgan' as StaffUserId, name: 'Morgan' };
const DANAS_NAMES = { customer: 'Dana', lead: null, contactNumber: null, subject: null };
const NOW = at('2026-03-03T09:00:00.000Z');

describe('an edit of a task', () => {
  const dueAt = at('2026-04-01T00:00:00.000Z');
  const EDITS: readonly [TaskChange, Partial<Task>][] = [
    [{ verb: 'title', value: 'New' }, { title: 'New' }],
    [{ verb: 'notes', value: 'Text' }, { notes: 'Text' }],
    [{ verb: 'priority', value: 'high' }, { priority: 'high' }],
    [{ verb: 'due_at', value: dueAt }, { dueAt }],
  ];

  it.each(EDITS)('changes a value by %j and announces task.updated', (change, part) => {
    expect(changeTask(aTask(), change, NOW)).toEqual({
      next: { ...aTask(), ...part },
      events: [{ type: 'task.updated' }],
      changed: true,
      at: NOW,
    });
  });

  it.each(EDITS)('changes and announces nothing by %j if the value is the same', (change, part) => {
    const before = aTask(part);
    expect(changeTask(before, change, NOW)).toEqual({ next: before, events: [], changed: false });
  });

  it.each([aDoneTask(), aCanceledTask()])('is allowed for a finished task', (before) => {
    expect(changeTask(before, { verb: 'title', value: 'New' }, NOW).next).toEqual({ ...before, title: 'New' });
  });

  it('removes a due date, once', () => {
    expect(changeTask(aTask({ dueAt }), { verb: 'remove_due_date', value: true }, NOW).next.dueAt).toBeNull();
    expect(changeTask(aTask(), { verb: 'remove_due_date', value: true }, NOW).changed).toBe(false);
  });
});

describe('an assignment of a task', () => {
  const mine = aTask({ assignedTo: MORGAN.userId, assigneeName: MORGAN.name });

  it('is announced', () => {
    const decision = changeTask(aTask(), { verb: 'staff_id', value: MORGAN }, NOW);
    expect(decision).toEqual({ next: mine, events: [{ type: 'task.assigned' }], changed: true, at: NOW });
  });

  it('announces nothing if the assignee is the same', () => {
    expect(changeTask(mine, { verb: 'staff_id', value: MORGAN }, NOW)).toEqual({ next: mine, events: [], changed: false });
  });

  it('can be removed, once', () => {
    expect(changeTask(mine, { verb: 'unassign', value: true }, NOW)).toEqual({
      next: aTask(),
      events: [{ type: 'task.updated' }],
      changed: true,
      at: NOW,
    });
    expect(changeTask(aTask(), { verb: 'unassign', value: true }, NOW).changed).toBe(false);
  });
});

describe('a thread that is linked to a task', () => {
  const thread = { id: THREAD, names: DANAS_NAMES, customerId: DANA };
  const linked = aTask({ conversationId: THREAD, conversationNames: DANAS_NAMES, customerId: DANA });
  const link = (conversation: typeof thread | { id: ConversationId; names: null; customerId: null }): TaskChange => ({
    verb: 'link_conversation',
    value: conversation,
  });

  it('sets the customer of the task', () => {
    expect(changeTask(aTask(), link(thread), NOW).next).toEqual(linked);
  });

  it('keeps the customer of the task if the thread has none', () => {
    const decision = changeTask(aTask({ customerId: LEE }), link({ id: THREAD, names: null, customerId: null }), NOW);
    expect(decision.next).toMatchObject({ conversationId: THREAD, customerId: LEE });
  });

  it('is refused if it is of another customer, and the error names the change', () => {
    const change = (): unknown => changeTask(aTask({ customerId: LEE }), link(thread), NOW);
    expect(change).toThrow(ValidationError);
    expect(change).toThrow(/^link_conversation: /);
  });

  it('changes nothing if it is linked again, and keeps the message', () => {
    const before = { ...linked, messageId: LINE };
    const again = { ...thread, names: { ...DANAS_NAMES } };
    expect(changeTask(before, link(again), NOW)).toEqual({ next: before, events: [], changed: false });
  });

  it('sets the customer that the thread has got since, and keeps the message', () => {
    const before = { ...linked, customerId: null, messageId: LINE };
    expect(changeTask(before, link(thread), NOW).next).toEqual({ ...linked, messageId: LINE });
  });

  it('removes the message of the thread that it replaces', () => {
    const before = aTask({ conversationId: OTHER_THREAD, messageId: LINE });
    expect(changeTask(before, link(thread), NOW).next).toEqual(linked);
  });

  it('loses its message when it is unlinked, and leaves the customer', () => {
    const decision = changeTask({ ...linked, messageId: LINE }, { verb: 'unlink_conversation', value: true }, NOW);
    expect(decision).toMatchObject({ next: aTask({ customerId: DANA }), changed: true });
    expect(changeTask(decision.next, { verb: 'unlink_conversation', value: true }, NOW).changed).toBe(false);
  });
});

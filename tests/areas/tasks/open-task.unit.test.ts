import type { ConversationId, CustomerId, JobId, MessageId, StaffUserId, TaskId } from '../../../domain/shared/id.js';
import { importTask } from '../../../domain/tasks/imported-task.js';
import { openTask, type NewTask, type Task, type TaskLinks } from '../../../domain/tasks/task.js';
import { at } from '../../support/test-clock.js';

const DANAS_NAMES = { customer: 'Dana', lead: null, contactNumber: null, subject: null };
const NOW = at('2026-03-03T09:00:00.000Z');
const DANA = 'dana' as CustomerId; // safe: ids are only compared
const LEE = 'lee' as CustomerId;
const DANAS_THREAD = { id: 'thread' as ConversationId, names: DANAS_NAMES, customerId: DANA };
const NOBODYS_THREAD = { id: 'anonymous' as ConversationId, names: null, customerId: null };
const LINE = { id: 'line' as MessageId, conversation: DANAS_THREAD };

function open(links: Partial<TaskLinks> = {}, more: Partial<NewTask> = {}): ReturnType<typeof openTask> {
  const none: TaskLinks = { conversation: null, customerId: null, jobId: null, message: null };
  const given = { id: 'task' as TaskId, title: 'Call', assignee: null };
  return openTask({ ...given, links: { ...none, ...links }, ...more }, NOW);
}

describe('a new task', () => {
  it('is open and announced', () => {
    expect(open()).toMatchObject({
      next: {
        notes: null,
        priority: 'normal',
        dueAt: null,
        status: 'open',
        completedAt: null,
        closedAt: null,
        createdAt: NOW,
        assignedTo: null,
        assigneeName: null,
      },
      events: [{ type: 'task.created' }],
      changed: true,
    });
  });

  it('is announced as assigned too, if it has an assignee', () => {
    const { next, events } = open({}, { assignee: { userId: 'morgan' as StaffUserId, name: 'Morgan' } });
    expect(next).toMatchObject({ assignedTo: 'morgan', assigneeName: 'Morgan' });
    expect(events).toEqual([{ type: 'task.created' }, { type: 'task.assigned' }]);
  });
});

describe('the links of a new task', () => {
  const DANAS = { conversationId: 'thread', conversationNames: DANAS_NAMES, customerId: 'dana' };

  it.each<[string, Partial<TaskLinks>, object]>([
    ['nothing', {}, { conversationId: null, conversationNames: null, customerId: null, jobId: null, messageId: null }],
    ['a thread implies its customer', { conversation: DANAS_THREAD }, { ...DANAS, messageId: null }],
    ['a line implies its thread and its customer', { message: LINE }, { ...DANAS, messageId: 'line' }],
    ['a line and its own thread', { message: LINE, conversation: DANAS_THREAD }, { ...DANAS, messageId: 'line' }],
    ['a thread and its own customer', { conversation: DANAS_THREAD, customerId: DANA }, DANAS],
    [
      'a thread of nobody and a customer',
      { conversation: NOBODYS_THREAD, customerId: LEE },
      { conversationId: 'anonymous', customerId: 'lee' },
    ],
    [
      'a customer and a job',
      { customerId: LEE, jobId: 'job' as JobId },
      { customerId: 'lee', jobId: 'job', conversationId: null },
    ],
  ])('are accepted and completed: %s', (_, links, expected) => {
    expect(open(links).next).toMatchObject(expected);
  });

  it.each<[string, Partial<TaskLinks>]>([
    ['message_id: the message belongs to another conversation', { message: LINE, conversation: NOBODYS_THREAD }],
    ['customer_id: the conversation belongs to another customer', { conversation: DANAS_THREAD, customerId: LEE }],
    ['customer_id: the conversation belongs to another customer', { message: LINE, customerId: LEE }],
  ])('are refused by %j if they disagree', (problem, links) => {
    expect(() => open(links)).toThrow(problem);
  });
});

describe('an imported task', () => {
  const MORGAN = { assignedTo: 'morgan' as StaffUserId, assigneeName: 'Morgan' };
  const task: Task = open().next;
  const told = (before: Task | null, after: Task): string[] => importTask(before, after, NOW).events.map(({ type }) => type);

  it('is told as new, and as assigned if somebody has it', () => {
    expect(told(null, task)).toEqual(['task.created']);
    expect(told(null, { ...task, ...MORGAN })).toEqual(['task.created', 'task.assigned']);
    expect(told(null, { ...task, status: 'done' })).toEqual(['task.created']);
  });

  it.each([
    ['another status', { status: 'done' }, ['task.completed']],
    ['the status canceled', { status: 'canceled' }, ['task.canceled']],
    ['an assignee', MORGAN, ['task.assigned']],
    ['both', { status: 'done', ...MORGAN }, ['task.completed', 'task.assigned']],
    ['other words', { title: 'Write' }, ['task.updated']],
  ] as const)('that gets %s is told by what has happened', (_, change, events) => {
    expect(told(task, { ...task, ...change })).toEqual(events);
  });

  it('that is open again, or nobody’s, is told, too', () => {
    expect(told({ ...task, status: 'done' }, task)).toEqual(['task.reopened']);
    expect(told({ ...task, ...MORGAN }, task)).toEqual(['task.updated']);
  });
});

import { randomUUID } from 'node:crypto';
import { aStoredTask } from '../builders/records.js';
import type { TestedArea } from '../tested-area.js';

declare module '../records.js' {
  interface ShopRecords {
    readonly task: string;
  }
}

export const tasks: TestedArea = {
  samples: {
    'tasks.list': ({ staffUser, conversation, customer }) => ({
      input: { status: 'all', assigned_to: staffUser, conversation_id: conversation, customer_id: customer },
      references: {
        assigned_to: [staffUser, 'matches nothing'],
        conversation_id: [conversation, 'matches nothing'],
        customer_id: [customer, 'matches nothing'],
      },
    }),
    'tasks.create': ({ conversation, customer, job, message, staffUser }) => ({
      input: {
        title: 'Call back about the brake quote',
        notes: 'after lunch',
        priority: 'high',
        due_at: '2026-04-01T09:00:00Z',
        conversation,
        customer_id: customer,
        job_id: job,
        message_id: message,
        staff_id: staffUser,
      },
      references: {
        conversation: [conversation, 404],
        customer_id: [customer, 404],
        job_id: [job, 404],
        message_id: [message, 404],
        staff_id: [staffUser, 500],
      },
    }),
    'tasks.put': ({ conversation, customer, job, message, staffUser }) => ({
      input: {
        ...{ title: 'Call back', notes: 'after lunch', priority: 'high', due_at: '2026-04-01T09:00:00Z', conversation },
        ...{ customer_id: customer, job_id: job, message_id: message, staff_id: staffUser, metadata: { plan: 'gold' } },
      },
      path: { external_id: randomUUID() },
      references: {
        conversation: [conversation, 404],
        customer_id: [customer, 404],
        job_id: [job, 404],
        message_id: [message, 404],
        staff_id: [staffUser, 422],
      },
    }),
    'tasks.read': ({ task }) => ({ input: {}, path: { id: task }, references: { id: [task, 404] } }),
    'tasks.change': ({ task, staffUser, conversation }) => ({
      input: { notes: 'no hurry' },
      path: { id: task },
      references: { id: [task, 404], staff_id: [staffUser, 500], link_conversation: [conversation, 404] },
    }),
    'tasks.update': ({ task, staffUser, conversation }) => ({
      input: { notes: 'no hurry' },
      path: { id: task },
      references: { id: [task, 404], staff_id: [staffUser, 422], link_conversation: [conversation, 404] },
    }),
    'tasks.assignees': () => ({ input: {} }),
  },
  events: {
    'task.created': { by: 'tasks.create', previous: false },
    'task.updated': { by: 'tasks.change', previous: true },
    'task.completed': { by: 'tasks.change', previous: true },
    'task.reopened': { by: 'tasks.change', previous: true },
    'task.canceled': { by: 'tasks.change', previous: true },
    'task.assigned': { by: 'tasks.change', previous: true },
  },
  hints: {
    'tasks.create': { destructiveHint: false, idempotentHint: false, openWorldHint: false },
    'tasks.update': { destructiveHint: true, idempotentHint: true, openWorldHint: false },
  },
  store: async (_service, { full }, { conversation, customer, job, message, staffUser }) => {
    const links = { conversation, customer_id: customer, job_id: job, message_id: message, staff_id: staffUser };
    return { task: (await aStoredTask(full, links)).id };
  },
};

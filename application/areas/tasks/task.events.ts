import type { About } from '../../kernel/events/contacts.js';
import { eventKinds } from '../../kernel/events/event-kinds.js';
import { TaskView } from './task.view.js';

const aboutTask: About = ({ customer_id: customer, conversation }) => [
  ['customer', customer],
  ['conversation', conversation],
];

export const taskEvents = eventKinds(TaskView, aboutTask, {
  'task.created': { says: 'A task was created.' },
  'task.updated': { says: 'A task changed, but neither its status nor its assignee.' },
  'task.completed': { says: 'A task was completed.' },
  'task.reopened': { says: 'A finished task was reopened.' },
  'task.canceled': { says: 'A task was canceled.' },
  'task.assigned': { says: 'A task was given to a teammate.' },
});

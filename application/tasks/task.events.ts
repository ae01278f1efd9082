import { eventKinds } from '../events/event-kinds.js';
import { TaskView } from './task.view.js';

export const taskEvents = eventKinds(TaskView, {
  'task.created': { says: 'A task was created.' },
  'task.updated': { says: 'A task changed, but neither its status nor its assignee.' },
  'task.completed': { says: 'A task was completed.' },
  'task.reopened': { says: 'A finished task was reopened.' },
  'task.canceled': { says: 'A task was canceled.' },
  'task.assigned': { says: 'A task was given to a teammate.' },
});

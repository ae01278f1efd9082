import { operation } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { Announcer } from '../../kernel/events/announcer.js';
import { Clock } from '../../kernel/ports/ports.js';
import { Staff } from '../staff/staff.js';
import { ChangeTask, ChangeTaskInput } from './change-task.js';
import { TaskView } from './task.view.js';
import { Tasks } from './tasks.js';

export const updateTask = operation(ChangeTask, {
  name: 'tasks.update',
  summary: 'Change, assign or finish a task',
  description:
    'Makes exactly one change of a task: give one field besides `id`. The teammate in `staff_id` is notified, and no ' +
    'customer sees it. A repetition changes nothing. Refuses no change and several ones, to cancel a done task, and to ' +
    'complete a canceled one.',
  scope: 'full',
  capability: { permission: 'inbox.access', budget: 'write' },
  input: ChangeTaskInput,
  output: one(TaskView),
  needs: [Tasks, Staff, Clock, Announcer],
  errors: ['not_found', 'conflict'],
  exactlyOne: true,
  repeatable: true,
  destructive: true,
});

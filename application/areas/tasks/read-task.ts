import { NotFound } from '../../../domain/shared/errors.js';
import type { TaskId } from '../../../domain/shared/id.js';
import type { Task } from '../../../domain/tasks/task.js';
import { PathId } from '../../kernel/fields/fields.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { TaskView } from './task.view.js';
import { Tasks } from './tasks.js';

class ReadTaskInput {
  @PathId() id!: TaskId;
}

class ReadTask implements UseCase<ReadTaskInput, Task> {
  constructor(private readonly tasks: Tasks) {}

  async execute({ shop }: Caller, { id }: ReadTaskInput): Promise<Task> {
    const task = await this.tasks.find(shop.id, id);
    if (!task) throw new NotFound('task');
    return task;
  }
}

export const readTask = operation(ReadTask, {
  name: 'tasks.read',
  summary: 'Read a task',
  description: 'One task of the shop.',
  scope: 'read',
  route: get('/tasks/:id'),
  input: ReadTaskInput,
  output: one(TaskView),
  needs: [Tasks],
  errors: ['not_found'],
});

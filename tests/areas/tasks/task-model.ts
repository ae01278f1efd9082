/** A task with the values by which the list of tasks is sorted and filtered. */
export interface ModelTask {
  readonly id: string;
  status: 'open' | 'done' | 'canceled';
  due: string | null;
  readonly created: string;
  closed: string | null;
  assignee: string | null;
  thread: string | null;
}

export interface ModelFilter {
  readonly status: 'open' | 'done' | 'all';
  readonly assignee: string | null;
  readonly thread: string | null;
  readonly overdue: boolean;
}

/**
 * The tasks that match the filter, in the order of the specification. Plain code finds them, so that the test can compare the
 * answer of the database.
 */
export function listed(tasks: readonly ModelTask[], filter: ModelFilter, now: string): ModelTask[] {
  return tasks.filter((task) => matches(task, filter, now)).sort(inOrder);
}

function matches(task: ModelTask, { status, assignee, thread, overdue }: ModelFilter, now: string): boolean {
  if (assignee !== null && task.assignee !== assignee) return false;
  if (thread !== null && task.thread !== thread) return false;
  if (overdue) return task.status === 'open' && task.due !== null && task.due < now;
  return status === 'all' || (task.status === 'open') === (status === 'open');
}

function inOrder(one: ModelTask, other: ModelTask): number {
  const open = Number(other.status === 'open') - Number(one.status === 'open');
  if (open !== 0) return open;
  const keys: readonly (readonly [string, string])[] =
    one.status === 'open'
      ? // Tasks without a due date come last. The times of creation are compared in descending order, and so are the ids.
        [
          [one.due ?? '~', other.due ?? '~'],
          [other.created, one.created],
          [other.id, one.id],
        ]
      : [
          [other.closed ?? '', one.closed ?? ''],
          [other.id, one.id],
        ];
  const [first, second] = keys.find(([left, right]) => left !== right) ?? ['', ''];
  return first < second ? -1 : Number(first > second);
}

/** Returns the task after a verb of the service, or null if the service refuses the verb. */
export function moved(task: ModelTask, verb: 'complete' | 'cancel' | 'reopen', now: string): ModelTask | null {
  if (verb === 'reopen') return { ...task, status: 'open', closed: null };
  const to = verb === 'complete' ? 'done' : 'canceled';
  if (task.status === to) return task;
  return task.status === 'open' ? { ...task, status: to, closed: now } : null;
}

import { changeTask, isOverdue, TASK_MOVES, TASK_STATUSES, type Task, type TaskStatus } from '../../../domain/tasks/task.js';
import { aCanceledTask, aDoneTask, aTask } from '../../support/builders/a-task.js';
import { at } from '../../support/test-clock.js';

const NOW = at('2026-03-03T09:00:00.000Z');
const FROM: Readonly<Record<TaskStatus, Task>> = { open: aTask(), done: aDoneTask(), canceled: aCanceledTask() };
const VERBS = ['complete', 'cancel', 'reopen'] as const;
type Verb = (typeof VERBS)[number];

function change(status: TaskStatus, verb: Verb): ReturnType<typeof changeTask> {
  return changeTask(FROM[status], { verb, value: true }, NOW);
}

describe('a change of a task’s status', () => {
  const MOVES: readonly [TaskStatus, Verb, Partial<Task>, string][] = [
    ['open', 'complete', { status: 'done', completedAt: NOW, closedAt: NOW }, 'task.completed'],
    ['open', 'cancel', { status: 'canceled', completedAt: null, closedAt: NOW }, 'task.canceled'],
    ['done', 'reopen', { status: 'open', completedAt: null, closedAt: null }, 'task.reopened'],
    ['canceled', 'reopen', { status: 'open', completedAt: null, closedAt: null }, 'task.reopened'],
  ];
  const REPEATS: readonly [TaskStatus, Verb][] = [
    ['done', 'complete'],
    ['canceled', 'cancel'],
    ['open', 'reopen'],
  ];
  const REFUSED: readonly [TaskStatus, Verb][] = [
    ['canceled', 'complete'],
    ['done', 'cancel'],
  ];

  it.each(MOVES)('moves a task that is %s by %s', (status, verb, part, event) => {
    const before = FROM[status];
    expect(change(status, verb)).toEqual({ next: { ...before, ...part }, events: [{ type: event }], changed: true, at: NOW });
  });

  it.each(REPEATS)('changes nothing for a task that is %s by %s', (status, verb) => {
    const before = FROM[status];
    expect(change(status, verb)).toEqual({ next: before, events: [], changed: false });
  });

  it.each(REFUSED)('is refused for a task that is %s by %s, until it is reopened', (status, verb) => {
    const refused = { code: 'conflict', field: 'status', message: `the task is ${status}: reopen it first` };
    expect(() => change(status, verb)).toThrow(expect.objectContaining(refused));
  });

  it('is tested for every status and verb', () => {
    const listed = [...MOVES, ...REPEATS, ...REFUSED].map(([status, verb]) => `${status} ${verb}`).sort();
    const all = TASK_STATUSES.flatMap((status) => VERBS.map((verb) => `${status} ${verb}`)).sort();
    expect(listed).toEqual(all);
  });

  it('can lead from every status to every status', () => {
    for (const start of TASK_STATUSES) {
      const reached = new Set<TaskStatus>([start]);
      for (const status of reached) TASK_MOVES[status].forEach((next) => reached.add(next));
      expect([...reached].sort()).toEqual([...TASK_STATUSES].sort());
    }
  });
});

describe('the function isOverdue', () => {
  const DUE = at('2026-03-03T09:00:00.000Z');

  it.each([
    ['open', '2026-03-03T09:00:00.001Z', true],
    ['open', '2026-03-03T09:00:00.000Z', false],
    ['open', '2026-03-03T08:59:59.999Z', false],
    ['done', '2027-01-01T00:00:00.000Z', false],
    ['canceled', '2027-01-01T00:00:00.000Z', false],
  ] as const)('decides for a task that is %s at %s: %s', (status, now, overdue) => {
    expect(isOverdue({ status, dueAt: DUE }, at(now))).toBe(overdue);
  });

  it('is false for a task without a due date', () => {
    expect(isOverdue(aTask(), at('9999-12-31T23:59:59.999Z'))).toBe(false);
  });
});

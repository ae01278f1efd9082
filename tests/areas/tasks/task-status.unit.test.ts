import { Conflict } from '../../../domain/shared/errors.js';
import type { Decision } from '../../../domain/shared/events.js';
import {
  cancel,
  complete,
  isOverdue,
  reopen,
  TASK_MOVES,
  TASK_STATUSES,
  type Task,
  type TaskStatus,
} from '../../../domain/tasks/task.js';
import { aCanceledTask, aDoneTask, aTask } from '../../support/builders/a-task.js';
import { at } from '../../support/test-clock.js';

const NOW = at('2026-03-03T09:00:00.000Z');
const FROM: Readonly<Record<TaskStatus, Task>> = { open: aTask(), done: aDoneTask(), canceled: aCanceledTask() };
const VERBS = {
  complete: (task: Task): Decision<Task, 'task.completed'> => complete(task, NOW),
  cancel: (task: Task): Decision<Task, 'task.canceled'> => cancel(task, NOW),
  reopen: (task: Task): Decision<Task, 'task.reopened'> => reopen(task, NOW),
} as const;

describe('a change of a task’s status', () => {
  const MOVES: readonly [TaskStatus, keyof typeof VERBS, Partial<Task>, string][] = [
    ['open', 'complete', { status: 'done', completedAt: NOW, closedAt: NOW }, 'task.completed'],
    ['open', 'cancel', { status: 'canceled', completedAt: null, closedAt: NOW }, 'task.canceled'],
    ['done', 'reopen', { status: 'open', completedAt: null, closedAt: null }, 'task.reopened'],
    ['canceled', 'reopen', { status: 'open', completedAt: null, closedAt: null }, 'task.reopened'],
  ];
  const REPEATS: readonly [TaskStatus, keyof typeof VERBS][] = [
    ['done', 'complete'],
    ['canceled', 'cancel'],
    ['open', 'reopen'],
  ];
  const REFUSED: readonly [TaskStatus, keyof typeof VERBS][] = [
    ['canceled', 'complete'],
    ['done', 'cancel'],
  ];

  it.each(MOVES)('moves a task that is %s by %s', (status, verb, part, event) => {
    const before = FROM[status];
    expect(VERBS[verb](before)).toEqual({ next: { ...before, ...part }, events: [{ type: event }], changed: true, at: NOW });
  });

  it.each(REPEATS)('changes nothing for a task that is %s by %s', (status, verb) => {
    const before = FROM[status];
    expect(VERBS[verb](before)).toEqual({ next: before, events: [], changed: false });
  });

  it.each(REFUSED)('is refused for a task that is %s by %s, until it is reopened', (status, verb) => {
    expect(() => VERBS[verb](FROM[status])).toThrow(new Conflict(`the task is ${status}: reopen it first`));
  });

  it('is tested for every status and verb', () => {
    const listed = [...MOVES, ...REPEATS, ...REFUSED].map(([status, verb]) => `${status} ${verb}`).sort();
    const all = TASK_STATUSES.flatMap((status) => Object.keys(VERBS).map((verb) => `${status} ${verb}`)).sort();
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

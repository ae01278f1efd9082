import { readFile } from 'node:fs/promises';
import { compare, exportsOf, real, WHOLE_MODULES, type Changes, type Part } from './planted.js';

const now = exportsOf('.');
const TASK = 'domain/tasks/task.ts';
const PORT = 'application/areas/tasks/tasks.ts';

const partAt = (part: Part, name: string): Part => part[name] as Part; // safe: the tests name parts that have parts

/** What the comparison says when a part of what extensions may use has another value. @param value undefined: the part is gone */
function changed(path: readonly string[], value?: unknown): Changes {
  const after = structuredClone(now);
  const place = path.slice(0, -1).reduce(partAt, after);
  const name = path.at(-1) ?? '';
  if (value === undefined) Reflect.deleteProperty(place, name);
  else place[name] = value;
  return compare({ ...real, exports: now }, { ...real, exports: after });
}

test('the records, operations, ports and kinds of events of the areas are among what extensions may use', () => {
  expect(now).toMatchObject({
    [TASK]: { Task: { title: ': string' } },
    [PORT]: { Tasks: { find: '(shop: ShopId, id: TaskId): Promise<Task | null>' } },
    'application/areas/tasks/create-task.ts': { createTask: 'a value' },
    'application/areas/tasks/task.view.ts': { taskEvents: 'a value' },
    'application/kernel/operation/guard.ts': { before: expect.stringContaining('OperationOf<Input>') },
  });
});

test.each<[string, readonly string[], unknown]>([
  [`module ${TASK}: the module has gone away`, [TASK], undefined],
  [`module ${TASK}: Task has gone away`, [TASK, 'Task'], undefined],
  [`module ${TASK}: Task.title has gone away`, [TASK, 'Task', 'title'], undefined],
  [`module ${TASK}: Task.title is written in another way`, [TASK, 'Task', 'title'], ': string | null'],
  [`module ${PORT}: Tasks.find is written in another way`, [PORT, 'Tasks', 'find'], '(): void'],
])('a break is told: %s', (line, path, value) => {
  expect(changed(path, value)).toEqual({ breaks: [line], additions: [] });
});

test.each<[string, readonly string[], unknown]>([
  [`module ${TASK}: Task has gained estimate`, [TASK, 'Task', 'estimate'], ': number | null'],
  [`module ${TASK}: has the new Estimate`, [TASK, 'Estimate'], 'a type'],
  ['module domain/new.ts: is a new module with One', ['domain/new.ts'], { One: 'a type' }],
])('what is gained is told, too: %s', (line, path, value) => {
  expect(changed(path, value)).toEqual({ breaks: [], additions: [line] });
});

test('a release that has promised nothing is compared with nothing', () => {
  expect(compare({ ...real, exports: {} }, { ...real, exports: now })).toEqual({ breaks: [], additions: [] });
});

test('the guide lists the modules of which every export stays', async () => {
  const guide = await readFile('docs/extending.md', 'utf8');
  expect(WHOLE_MODULES.filter((file) => !guide.includes(`\`${file.replace(/\.ts$/, '')}\``))).toEqual([]);
});

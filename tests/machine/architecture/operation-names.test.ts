import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fieldsOf, type Field } from '../../../application/kernel/fields/field.js';
import { isTool, withStreams } from '../../../application/kernel/operation/operation.js';
import { operations } from '../../support/registry.js';

/** If the name of an operation has one of these verbs, the name of its file must begin with the same verb. */
const VERBS = ['read', 'get', 'list', 'search', 'create', 'update', 'change', 'move'];
/** Operations whose file name begins with another verb. */
const OTHERWISE = ['jobs.create'];

const DECLARED = /^export const (\w+) = operation\((\w+), \{$/gm;

it('an operation that reads one record at its path is named read, or get if it is also a capability', () => {
  const single = operations.filter(
    ({ route, output }) => route?.method === 'GET' && route.path.endsWith('/:id') && output.shape === 'one',
  );
  expect(single.length).toBeGreaterThan(4);
  expect(single.filter(({ name, capability }) => !name.endsWith(capability ? '.get' : '.read')).map(({ name }) => name)).toEqual(
    [],
  );
});

/** For the verb of a capability, the verb of the REST operation that answers with the same records in another form. */
const TWINS = { get: 'read', list: 'search' } as const;

it('the twin of a capability on REST is named read beside get, and search beside list', () => {
  const areaOf = (name: string): string => name.slice(0, name.indexOf('.'));
  const onRest = operations.filter(({ route, capability }) => route?.method === 'GET' && !capability);
  const alone = operations.filter(({ route, capability }) => capability && !route);
  const pairs = Object.entries(TWINS).flatMap(([verb, twin]) =>
    alone
      .filter(({ name }) => name.endsWith(`.${verb}`))
      .map(({ name }) => [name, `${areaOf(name)}.${twin}`, `/${areaOf(name)}${verb === 'get' ? '/:id' : ''}`] as const),
  );
  const misnamed = pairs.flatMap(([name, twin, path]) => {
    const named = onRest.find(({ route }) => route?.path === path)?.name;
    return named === undefined || named === twin ? [] : [`${named} is the twin of ${name}`];
  });
  expect(misnamed).toEqual([]);
  const twins = pairs.map(([, twin]): string => twin);
  expect(twins).toEqual(expect.arrayContaining(['customers.read', 'customers.search', 'jobs.search', 'staff.search']));
  const named = operations.flatMap(({ name, capability }) => {
    if (capability && /\.(read|search)$/.test(name)) return [`${name} is a capability: name it get or list`];
    return name.endsWith('.search') && !twins.includes(name) ? [`${name} has no twin: name it list`] : [];
  });
  expect(named).toEqual([]);
});

it('every tool that a refusal or a description names exists', () => {
  const tools = operations.filter(isTool).map(({ name }) => name);
  const areas = new Set(operations.map(({ name }) => name.split('.')[0] ?? ''));
  const namedIn = (text = ''): string[] =>
    [...text.matchAll(/\b([a-z_]+)\.[a-z_]+\b/g)].flatMap(([name, area = '']) => (areas.has(area) ? [name] : []));
  const named = operations.flatMap(({ description, capability, input }) => [
    ...(capability ? namedIn(description) : []),
    ...fieldsOf(input).flatMap(({ listedBy, schema }) => [
      ...(listedBy === undefined ? [] : [listedBy]),
      ...namedIn(schema.description),
    ]),
  ]);
  expect(named).toContain('tasks.assignees');
  expect([...new Set(named)].filter((name) => !tools.includes(name))).toEqual([]);
});

it('every argument of a tool has a description, and so has every property of its entries', () => {
  const withEntries = (field: Field): readonly Field[] => [field, ...(field.entry ? fieldsOf(field.entry) : [])];
  const silent = operations
    .filter(isTool)
    .flatMap(({ name, input }) =>
      fieldsOf(input)
        .flatMap(withEntries)
        .map((field) => ({ tool: name, field: field.name, says: field.schema.description })),
    )
    .filter(({ says }) => says === undefined);
  expect(silent).toEqual([]);
});

it('a file has one operation, and its name begins with the verb', async () => {
  const found: (readonly [file: string, name: string])[] = [];
  for (const path of await readdir('application', { recursive: true })) {
    if (!path.endsWith('.ts')) continue;
    const names = [...(await readFile(join('application', path), 'utf8')).matchAll(/^ {2}name: '(\w+\.\w+)',$/gm)];
    found.push(...names.map(([, name = '']) => [basename(path), name] as const));
  }
  expect(found.map(([, name]) => name).sort()).toEqual(
    withStreams(operations)
      .map(({ name }) => name)
      .sort(),
  );
  expect(new Set(found.map(([file]) => file)).size).toBe(found.length);
  const misnamed = found.filter(([file, name]) => {
    const verb = VERBS.find((one) => name.endsWith(`.${one}`));
    return verb !== undefined && !OTHERWISE.includes(name) && !file.startsWith(`${verb}-`);
  });
  expect(misnamed).toEqual([]);
});

/** Operations that give the use case of another one a second name, because they refuse with other codes. */
const USE_CASE_OF: Readonly<Record<string, string>> = { UpdateTask: 'ChangeTask', UpdateConversation: 'ChangeConversation' };

it('the file, the class and the exported operation have one name', async () => {
  const pascal = (kebab: string): string => kebab.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const misnamed: string[] = [];
  let found = 0;
  for (const path of await readdir('application', { recursive: true })) {
    if (!path.endsWith('.ts')) continue;
    for (const [, exported = '', made] of (await readFile(join('application', path), 'utf8')).matchAll(DECLARED)) {
      found += 1;
      const name = pascal(basename(path, '.ts'));
      if (made !== (USE_CASE_OF[name] ?? name) || exported !== `${name.charAt(0).toLowerCase()}${name.slice(1)}`)
        misnamed.push(`${path}: ${exported}`);
    }
  }
  expect(found).toBe(withStreams(operations).length);
  expect(misnamed).toEqual([]);
});

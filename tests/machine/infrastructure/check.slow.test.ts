import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const CHECK = resolve('bin/check.mjs');

interface Checked {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const check = (cwd: string, ...args: readonly string[]): Checked =>
  spawnSync(process.execPath, [CHECK, ...args], { cwd, encoding: 'utf8' });

describe('the check of an area', () => {
  it('explains itself when no area is named, or one that does not exist', () => {
    const { status, stderr } = check('.');
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(/^Usage: .*\nThe areas are .*, tasks, /) });
    expect(check('.', 'tasks', '--help').stderr).toBe(stderr);
    expect(check('.', 'phone_numbers', '--list').stdout).toBe(check('.', 'phone-numbers', '--list').stdout);
    expect(check('.', 'tasks', 'taks')).toMatchObject({ status: 1, stderr: expect.stringMatching(/^No area is named taks\.\n/) });
  });

  it('concerns the sources and tests of the area, its operations, and the suites over the whole service', () => {
    const [operations, ...files] = check('.', 'tasks', 'phone-numbers', '--list').stdout.split('\n');
    expect(operations?.replace('OPERATION=', '').split(',').sort()).toEqual(
      [
        'numbers.add',
        'numbers.update',
        'phone_numbers.list',
        'tasks.assignees',
        'tasks.change',
        'tasks.create',
        'tasks.list',
        'tasks.put',
        'tasks.read',
        'tasks.update',
      ].sort(),
    );
    expect(files).toEqual(
      expect.arrayContaining([
        'application/areas/tasks/create-task.ts',
        'application/areas/phone-numbers/area.ts',
        'adapters/areas/tasks/task.entity.ts',
        'tests/machine/import/tasks.test.ts',
        'tests/areas/tasks/create.test.ts',
        'tests/areas/phone-numbers/list.test.ts',
        'tests/machine/http/operation-matrix/gates.test.ts',
        'tests/sql-rules/tenancy.test.ts',
        'tests/machine/architecture/event-catalogue.test.ts',
      ]),
    );
    expect(files.filter((file) => file.includes('.slow.') || file.startsWith('application/areas/jobs/'))).toEqual([]);
  });

  it('concerns the suites that judge every table and every statement of background work', () => {
    const { stdout } = check('.', 'access', '--list');
    expect(stdout.split('\n')).toEqual(
      expect.arrayContaining([
        'tests/machine/infrastructure/customer-erase.test.ts',
        'tests/sql-rules/background-tenancy.test.ts',
        'tests/sql-rules/distribution.test.ts',
        'tests/sql-rules/foreign-keys.test.ts',
        'tests/sql-rules/schema.test.ts',
      ]),
    );
  });

  it('runs the suites over every operation only for an area that has operations', () => {
    expect(check('.', 'outgoing', '--list').stdout).not.toContain('tests/machine/http/operation-matrix/');
  });
});

describe('a finding', () => {
  let tree: string;

  beforeEach(async () => {
    tree = await realpath(await mkdtemp(join(tmpdir(), 'checked-')));
    await symlink(resolve('node_modules'), join(tree, 'node_modules'));
    const scripts = Object.fromEntries(['typecheck', 'contract', 'docs', 'client', 'test'].map((name) => [name, 'true']));
    await write('package.json', JSON.stringify({ type: 'module', scripts }));
    await write('.oxlintrc.json', '{ "rules": { "no-debugger": "error" } }');
    await write('.dependency-cruiser.cjs', 'module.exports = { forbidden: [] };');
    await write('application/areas/boats/area.ts', 'export const boats = 1;\n');
  });
  afterEach(() => rm(tree, { recursive: true, force: true }));

  async function write(file: string, text: string): Promise<void> {
    await mkdir(dirname(join(tree, file)), { recursive: true });
    await writeFile(join(tree, file), text);
  }

  it('is reported with its step, and the other steps run, the tests of the area first', async () => {
    await write('tests/areas/boats/sail.test.ts', 'debugger\n');
    await write('tests/machine/http/openapi.test.ts', '');
    const { status, stdout, stderr } = check(tree, 'boats');
    expect(stdout.match(/^(passed|FAILED): \w+/gm)).toEqual([
      'passed: area',
      'FAILED: format',
      'FAILED: lint',
      'passed: dependencies',
      'passed: types',
      'passed: contract',
      'passed: documents',
      'passed: client',
      'passed: suites',
    ]);
    expect({ status, last: stderr.trimEnd().split('\n').at(-1) }).toEqual({ status: 1, last: 'failed: format, lint' });
  });

  it('of another area is not reported', async () => {
    await write('application/areas/cars/area.ts', 'debugger\n');
    expect(check(tree, 'boats').status).toBe(0);
  });
});

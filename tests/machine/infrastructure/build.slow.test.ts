import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { run, type Ran } from '../../support/command-line.js';

let tree = '';

beforeEach(async () => {
  tree = await mkdtemp(join(tmpdir(), 'build-test-'));
  for (const part of ['bin', '.swcrc', 'package-lock.json', 'ormconfig.ts'])
    await cp(part, join(tree, part), { recursive: true });
  await symlink(resolve('node_modules'), join(tree, 'node_modules'));
  for (const layer of ['domain', 'application', 'adapters', 'infrastructure'])
    await write(`${layer}/${layer}.ts`, `export const ${layer}: number = 1;\n`);
  await write('domain/tasks/task.ts', `export const title: string = 'a task';\n`);
  expect(await build()).toMatchObject({ exitCode: 0, stderr: '' });
});

afterEach(async () => {
  await rm(tree, { recursive: true, force: true });
});

function build(): Promise<Ran> {
  return run(process.execPath, [join(tree, 'bin/build.mjs')], {});
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(tree, file)), { recursive: true });
  await writeFile(join(tree, file), text);
}

/** The modules of dist/, each with the time when it was written. */
async function modules(): Promise<Record<string, number>> {
  const files = (await readdir(join(tree, 'dist'), { recursive: true })).filter((file) => file.endsWith('.js')).sort();
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, (await stat(join(tree, 'dist', file))).mtimeMs] as const)),
  );
}

function built(file: string): Promise<string> {
  return readFile(join(tree, 'dist', file), 'utf8');
}

describe('the build', () => {
  it('compiles only the module whose source has changed', async () => {
    const { 'domain/tasks/task.js': former, ...others } = await modules();
    await write('domain/tasks/task.ts', `export const title: string = 'another task';\n`);
    await build();
    const { 'domain/tasks/task.js': task, ...same } = await modules();
    expect(await built('domain/tasks/task.js')).toContain('another task');
    expect(task).not.toBe(former);
    expect(same).toEqual(others);
  });

  it('compiles nothing when the sources have the same content', async () => {
    const before = await modules();
    await write('domain/tasks/task.ts', `export const title: string = 'a task';\n`);
    await build();
    expect(await modules()).toEqual(before);
  });

  it('removes what a removed or renamed source has left', async () => {
    await rm(join(tree, 'domain/tasks'), { recursive: true });
    await write('domain/jobs/task.ts', `export const title: string = 'a task';\n`);
    await build();
    expect((await readdir(join(tree, 'dist/domain'), { recursive: true })).sort()).toEqual([
      'domain.js',
      'domain.js.map',
      'jobs',
      'jobs/task.js',
      'jobs/task.js.map',
    ]);
  });

  it('copies the data that modules read, and removes what is left of it', async () => {
    await write('domain/tasks/titles.ndjson', '{"title":"a task"}\n');
    await build();
    expect(await built('domain/tasks/titles.ndjson')).toBe('{"title":"a task"}\n');
    await write('domain/tasks/titles.ndjson', '{"title":"another task"}\n');
    await build();
    expect(await built('domain/tasks/titles.ndjson')).toBe('{"title":"another task"}\n');
    await rm(join(tree, 'domain/tasks/titles.ndjson'));
    await build();
    await expect(built('domain/tasks/titles.ndjson')).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('may run several times at once', async () => {
    await rm(join(tree, 'domain/tasks'), { recursive: true });
    for (let number = 0; number < 200; number += 1) {
      await write(`application/rooms/room-${number}/room.ts`, `export const number: number = ${number};\n`);
    }
    const firstRuns = await Promise.all([build(), build(), build()]);
    expect(firstRuns.map(({ stderr }) => stderr)).toEqual(['', '', '']);
    expect(Object.keys(await modules())).toHaveLength(205);
    await rm(join(tree, 'application/rooms'), { recursive: true });
    const secondRuns = await Promise.all([build(), build(), build()]);
    expect(secondRuns.map(({ stderr }) => stderr)).toEqual(['', '', '']);
    expect(Object.keys(await modules())).toHaveLength(5);
    await expect(readdir(join(tree, 'dist/application/rooms'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('makes a module again that is incomplete or missing', async () => {
    const whole = await built('domain/tasks/task.js');
    await truncate(join(tree, 'dist/domain/tasks/task.js'), 10);
    await rm(join(tree, 'dist/domain/domain.js.map'));
    await build();
    expect(await built('domain/tasks/task.js')).toBe(whole);
    expect(await built('domain/domain.js.map')).toContain('"sources":["../../domain/domain.ts"]');
  });

  it('compiles everything when the settings of the compiler have changed', async () => {
    const before = Object.values(await modules());
    await write('.swcrc', (await readFile(join(tree, '.swcrc'), 'utf8')).replace('"es2022"', '"es2021"'));
    await build();
    expect(Object.values(await modules()).filter((time) => before.includes(time))).toEqual([]);
  });

  it('fails on a wrong syntax, names the file, and leaves dist/ as it was', async () => {
    const before = await modules();
    await write('domain/domain.ts', 'export const domain = 2;\n');
    await write('domain/tasks/task.ts', 'export const = ;\n');
    const { exitCode, stderr } = await build();
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^the build failed: /);
    expect(stderr).toContain('domain/tasks/task.ts');
    expect(await modules()).toEqual(before);
  });
});

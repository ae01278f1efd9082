import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { jest } from '@jest/globals';
import { bareEnvironment } from '../../support/command-line.js';
import { eventually } from '../../support/eventually.js';

// The limit is high, because a drill starts many processes, which takes long while other tests run.
jest.setTimeout(120_000);

interface Processes {
  readonly descendantsOf: (ancestor: number) => number[];
  readonly parentOf: (pid: number) => number | null;
}

const PATIENCE_MS = 60_000;
/** Each program that the drill `instances` runs as its command line names it. */
const PROGRAMS = ['/bin/postgres', 'redis-server', 'bin/start.mjs'];
/** Makes a drill throw when it gets SIGUSR2. The processes that it starts get the same option, and do nothing about it. */
const THROWING = `--import=data:text/javascript,if(process.argv[1].endsWith('workshop/drills/run.mjs'))process.on('SIGUSR2',()=>{throw(Error('planted'))})`;

let processes: Processes;
let folder = '';

beforeEach(async () => {
  // The cast is safe: the script has no types, but has these exports.
  processes = (await import(pathToFileURL(resolve('workshop/harness/processes.mjs')).href)) as Processes;
  folder = await realpath(await mkdtemp(join(tmpdir(), 'drill-')));
  await chmod(folder, 0o755);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function drill(settings: Readonly<Record<string, string>>, ...args: string[]): ChildProcess {
  const env = bareEnvironment({ TMPDIR: folder, ...settings });
  return spawn(process.execPath, ['workshop/drills/run.mjs', ...args, '--short'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
}

function factOf(pid: number, fact: 'cmdline' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${fact}`, 'utf8');
  } catch {
    return ''; // the process has just ended
  }
}

const commandLineOf = (pid: number): string => factOf(pid, 'cmdline').replaceAll('\0', ' ');

/** Waits until a drill has started all programs, and returns their processes. */
async function startedBy(child: ChildProcess, programs: readonly string[]): Promise<number[]> {
  const family = (): number[] => processes.descendantsOf(child.pid ?? 0);
  const missing = (): string[] => {
    const lines = family().map(commandLineOf);
    return programs.filter((program) => !lines.some((line) => line.includes(program)));
  };
  expect(await eventually(missing, (left) => left.length === 0, PATIENCE_MS)).toEqual([]);
  return family();
}

async function expectNothingLeft(pids: readonly number[]): Promise<void> {
  expect(pids.filter((pid) => processes.parentOf(pid) !== null).map(commandLineOf)).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
}

it.each([
  ['Ctrl-C', 'SIGINT', 130],
  ['SIGTERM', 'SIGTERM', 143],
  ['an error that nothing handles', 'SIGUSR2', 1],
] as const)('%s leaves no process and no file of a drill behind', async (_, signal, code) => {
  const child = drill({ NODE_OPTIONS: THROWING }, 'instances');
  const ended = once(child, 'exit');
  const pids = await startedBy(child, PROGRAMS);
  child.kill(signal);
  expect(await ended).toEqual([code, null]);
  await expectNothingLeft(pids);
});

it('a drill that throws says why, and leaves nothing behind', async () => {
  const child = drill({ PATH: '' }, 'instances'); // redis-server is not found
  const ended = once(child, 'exit');
  let errors = '';
  child.stderr?.on('data', (chunk) => (errors += String(chunk)));
  const pids = await startedBy(child, ['/bin/postgres']);
  expect(await ended).toEqual([1, null]);
  expect(errors).toContain('redis-server cannot be started');
  await expectNothingLeft(pids);
});

it('a database that a drill has stopped is ended, too', async () => {
  const child = drill({}, 'freeze');
  const ended = once(child, 'exit');
  const pids = await startedBy(child, ['/bin/postgres', 'bin/start.mjs']);
  const isStopped = (pid: number): boolean => factOf(pid, 'status').includes('State:\tT');
  expect(await eventually(() => pids.some(isStopped), Boolean, PATIENCE_MS)).toBe(true);
  child.kill('SIGINT');
  expect(await ended).toEqual([130, null]);
  await expectNothingLeft(pids);
});

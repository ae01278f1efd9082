import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { bareEnvironment, run, shopOps, type Ran } from '../../support/command-line.js';

// The limit is high, because the tests start whole processes, each with a database. This takes long on a busy machine.
jest.setTimeout(120_000);

interface Started {
  readonly pid: number;
  /** the lines on stdout, up to the last one to paste */
  readonly lines: readonly string[];
  readonly baseUrl: string;
  readonly curls: readonly string[];
  readonly log: () => string;
  readonly ended: Promise<number | null>;
}

let root = '';
let dataDir = '';
let settings: Record<string, string> = {};
const children: ChildProcess[] = [];

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "start-up test's ")));
  await chmod(root, 0o755);
  dataDir = join(root, 'data');
  settings = { DATA_DIR: dataDir, PORT: '0', VIN_DECODER_URL: 'off' };
});

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGTERM');
    await new Promise((resolve) => child.once('exit', resolve));
  }
});

afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

/** Starts the service in a process group of its own, as a shell does, and waits until it has printed its last line. */
function start(file: string, args: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Started> {
  const child = spawn(file, args, {
    env: bareEnvironment({ ...settings, ...more }),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let output = '';
  let logged = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (logged += chunk));
  return new Promise((resolve, reject) => {
    child.once('exit', () => {
      reject(new Error(`ended: ${logged}`));
    });
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      if (!/api\/mcp -H.*\n|key mint.*\n/.test(output)) return;
      const lines = output.split('\n').map((line) => line.trim());
      const baseUrl = /Base URL +(.*)$/m.exec(output)?.[1] ?? '';
      resolve({
        pid: child.pid ?? 0,
        lines,
        baseUrl,
        curls: lines.filter((line) => line.startsWith('curl ')),
        log: () => logged,
        ended,
      });
    });
  });
}

/** Runs a printed command in a shell, with one more option, which prints the status of the answer. */
async function pasted(line: string): Promise<string> {
  return (await run('sh', ['-c', `${line} -w '\\n%{http_code}'`], {})).stdout;
}

function startRefused(more: Readonly<Record<string, string>>): Promise<Ran> {
  return run(process.execPath, ['bin/start.mjs'], { ...settings, ...more });
}

test('the first start prints addresses, keys and working lines, and a later start prints the same without keys', async () => {
  const first = await start(process.execPath, ['bin/start.mjs']);
  const file = join(dataDir, 'demo.json');
  const notes = JSON.parse(await readFile(file, 'utf8')) as { shop_id: string; keys: { full: string; read: string } };
  expect(notes).toEqual({
    base_url: first.baseUrl,
    docs_url: `${first.baseUrl}/docs`,
    mcp_url: `${first.baseUrl}/api/mcp`,
    shop_id: expect.any(String),
    keys: { full: expect.stringMatching(/^sk_shop_/), read: expect.stringMatching(/^sk_shop_/) },
  });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(first.lines).toEqual(
    expect.arrayContaining([
      `Docs page ${first.baseUrl}/docs`,
      `MCP       ${first.baseUrl}/api/mcp`,
      `Full key  ${notes.keys.full}`,
      `Read key  ${notes.keys.read}`,
    ]),
  );
  const told = ['making the embedded database', 'starting the embedded database', 'bringing the tables', 'making the demo shops'];
  expect(first.log()).toMatch(new RegExp(told.join('[^]*')));
  expect(first.curls).toHaveLength(7);
  const answers = await Promise.all(first.curls.map(pasted));
  expect(answers.map((answer) => answer.split('\n').at(-1))).toEqual(['200', '201', '201', '201', '201', '200', '200']);
  expect(answers[6]).toContain('"structuredContent"');
  // A command can use the same database while the service runs.
  const shops = await shopOps(settings, 'shop', 'list', '--json');
  expect(shops).toMatchObject({ exitCode: 0, stderr: '' });
  expect(shops.document.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining([notes.shop_id]));
  expect(shops.document).toHaveLength(3);
  const second = await startRefused({});
  expect(second).toMatchObject({
    exitCode: 1,
    stdout: '',
    stderr: expect.stringMatching(/^the embedded database in .* is in use by another running process: .*\n$/),
  });
  process.kill(first.pid, 'SIGTERM');
  expect(await first.ended).toBe(0);
  expect(first.log()).toContain('"msg":"stopping"');

  const later = await start(process.execPath, ['bin/start.mjs']);
  expect(later.log()).toContain('starting the embedded database');
  expect(later.log()).not.toMatch(/making|tables/);
  expect(later.lines.join('\n')).not.toContain('sk_shop_');
  expect(later.lines).toContain(`The demo shop's keys are in ${file}`);
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
    ...notes,
    base_url: later.baseUrl,
    docs_url: `${later.baseUrl}/docs`,
    mcp_url: `${later.baseUrl}/api/mcp`,
  });
  const again = await Promise.all(later.curls.map(pasted));
  expect(again.map((answer) => answer.split('\n').at(-1))).toEqual(['200', '201', '201', '201', '201', '200', '200']);
  // On Ctrl-C a terminal sends the signal to the whole group of processes. The second signal is from a user who does not wait.
  process.kill(-later.pid, 'SIGINT');
  process.kill(-later.pid, 'SIGINT');
  expect(await later.ended).toBe(0);
  const reset = await shopOps(settings, 'reset', '--json');
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ base_url: later.baseUrl, keys: reset.document.keys });
});

test('a start on the data of another deployment prints the addresses, and that nothing leaves', async () => {
  await rm(join(dataDir, 'demo.json'));
  const server = await occupied();
  const port = portOf(server);
  await new Promise((resolve) => server.close(resolve));
  const service = await start(process.execPath, ['bin/start.mjs'], { PORT: String(port), OUTGOING: 'off' });
  expect(service.lines).toContain(`Base URL  http://127.0.0.1:${port}`);
  expect(service.lines).toContain('Silent: no text, e-mail or webhook leaves until shop-ops wake (OUTGOING=off)');
  process.kill(service.pid, 'SIGTERM');
  expect(await service.ended).toBe(0);
  expect(await shopOps(settings, 'wake', '--yes')).toMatchObject({ exitCode: 0 });
});

test.each([
  ['SIGINT', 'the group'],
  ['SIGTERM', 'npm alone'],
] as const)('npm start ends with 0 on %s to %s', async (signal, whom) => {
  const service = await start('npm', ['start', '--silent']);
  process.kill(whom === 'the group' ? -service.pid : service.pid, signal);
  expect(await service.ended).toBe(0);
  await expect(fetch(service.baseUrl)).rejects.toThrow();
});

test('a signal during the start ends it with 0, and leaves no server behind', async () => {
  const early = join(root, 'early');
  const child = spawn(process.execPath, ['bin/start.mjs'], {
    env: bareEnvironment({ ...settings, DATA_DIR: early }),
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  children.push(child);
  while (!(await stat(join(early, 'postgres.log')).catch(() => null))) await new Promise((resolve) => setTimeout(resolve, 10));
  child.kill('SIGINT');
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
  await expect(stat(join(early, 'postgres', 'data', 'postmaster.pid'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a start with a wrong setting prints one line that names it, before anything is opened', async () => {
  const untouched = join(root, 'untouched');
  const busy = await occupied();
  const port = portOf(busy);
  const wrong: readonly (readonly [Record<string, string>, RegExp])[] = [
    [{ PORT: 'many' }, /^PORT must be a whole number from 0 to 65535, not "many"\n$/],
    [{ DATABASE_URL: 'mysql://there' }, /^DATABASE_URL must be an address beginning with [^\n]*\n$/],
    [{ DATABASE_URL: 'postgres://there/db' }, /^SIGNING_KEYS is required with DATABASE_URL\n$/],
    [{ PORT: String(port) }, new RegExp(`^PORT ${port} on 127\\.0\\.0\\.1 is in use by another program[^\n]*\n$`)],
    [
      { METRICS_PORT: String(port) },
      new RegExp(`^METRICS_PORT ${port} on 127\\.0\\.0\\.1 is in use by another program[^\n]*\n$`),
    ],
    [{ PORT: '39876', METRICS_PORT: '39876' }, /^METRICS_PORT must be a different port than PORT\n$/],
    [{ HOST: '192.0.2.7' }, /^HOST 192\.0\.2\.7 is not an address of this machine\n$/],
  ];
  try {
    for (const [more, line] of wrong) {
      expect(await startRefused({ ...more, DATA_DIR: untouched })).toMatchObject({
        exitCode: 1,
        stdout: '',
        stderr: expect.stringMatching(line),
      });
    }
    await expect(stat(untouched)).rejects.toMatchObject({ code: 'ENOENT' });
    const file = join(root, 'a-file');
    await writeFile(file, '');
    expect(await startRefused({ DATA_DIR: file })).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringMatching(/^DATA_DIR cannot be created: [^\n]*\n$/),
    });
  } finally {
    busy.close();
  }
});

test('a start with an unreachable database prints one line, without the password', async () => {
  const server = await occupied();
  const port = portOf(server);
  await new Promise((resolve) => server.close(resolve));
  const more = { DATABASE_URL: `postgres://me:a-password@127.0.0.1:${port}/shop`, SIGNING_KEYS: 'a-signing-key-of-the-tests' };
  const refused = await startRefused(more);
  expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
  expect(refused.stderr).toMatch(new RegExp(`^the database shop at 127\\.0\\.0\\.1:${port} cannot be opened: [^\n]*\n$`));
  expect(refused.stderr).not.toContain('a-password');
});

async function occupied(): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

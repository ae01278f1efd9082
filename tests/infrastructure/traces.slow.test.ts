import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { bareEnvironment, command } from '../support/command-line.js';
import { eventually } from '../support/eventually.js';
import { cloneDatabase, type TestDatabase } from '../support/postgres.js';
import { TraceCollector } from '../support/trace-collector.js';

// The limit is high, because the tests start whole processes and wait for the time limits of an export.
jest.setTimeout(120_000);

interface Started {
  readonly url: string;
  readonly log: () => { readonly msg: string; readonly reason?: string }[];
  /** Sends SIGTERM, and resolves with the exit code and how long it took. */
  stop(): Promise<{ readonly code: number | null; readonly ms: number }>;
}

let database: TestDatabase;
let folder = '';
const children: ChildProcess[] = [];
const collectors: TraceCollector[] = [];

beforeAll(async () => {
  [database, folder] = await Promise.all([cloneDatabase(), mkdtemp(join(tmpdir(), 'traces-'))]);
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const collector of collectors.splice(0)) await collector.stop();
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function collect(options: Parameters<typeof TraceCollector.start>[0] = {}): Promise<TraceCollector> {
  const collector = await TraceCollector.start(options);
  collectors.push(collector);
  return collector;
}

async function start(env: Readonly<Record<string, string>>): Promise<Started> {
  const settings = {
    ...{ DATABASE_URL: database.url, SIGNING_KEYS: 'a-signing-key-of-the-tests', VIN_DECODER_URL: 'off' },
    ...{ PORT: '0', DATA_DIR: folder, ...env },
  };
  const stdio = ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'];
  const child = spawn(process.execPath, ['dist/infrastructure/main.js'], { env: bareEnvironment(settings), stdio });
  children.push(child);
  let [output, logged] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (logged += chunk));
  const ended = once(child, 'exit');
  const printed = await eventually(
    () => /Base URL +(http:\/\/\S+)/.exec(output)?.[1] ?? '',
    (found) => found !== '' || child.exitCode !== null,
    60_000,
  );
  if (printed === '') throw new Error(`the service ended: ${logged}`);
  const lines = (): string[] => logged.split('\n').filter((line) => line.startsWith('{'));
  return {
    url: printed,
    log: () => lines().map((line) => JSON.parse(line) as { msg: string; reason?: string }),
    stop: async () => {
      const told = performance.now();
      child.kill('SIGTERM');
      const [code] = (await ended) as [number | null];
      return { code, ms: performance.now() - told };
    },
  };
}

/** Asks without a key, which is a request with spans, too. */
const ask = async ({ url }: Started): Promise<number> => (await fetch(`${url}/api/v1/me`)).status;

/** The names of OpenTelemetry's modules that a process has loaded by its end. Node writes every loaded script into the folder. */
async function loadedBy(env: Readonly<Record<string, string>>): Promise<string[]> {
  const scripts = await mkdtemp(join(folder, 'scripts-'));
  const service = await start({ ...env, NODE_V8_COVERAGE: scripts });
  await ask(service);
  expect((await service.stop()).code).toBe(0);
  const files = await Promise.all((await readdir(scripts)).map((file) => readFile(join(scripts, file), 'utf8')));
  const urls = files.flatMap((file) => (JSON.parse(file) as { result: { url: string }[] }).result.map(({ url }) => url));
  expect(urls.some((url) => url.includes('/node_modules/express/'))).toBe(true);
  return urls.filter((url) => url.includes('/@opentelemetry/'));
}

test('a service without a collector loads nothing of OpenTelemetry', async () => {
  const collector = await collect();
  const [without, beside] = await Promise.all([loadedBy({}), loadedBy(collector.settings)]);
  expect(without).toEqual([]);
  expect(beside.length).toBeGreaterThan(10);
});

test('a stop exports what has ended, also in protobuf, with the name and the headers that the environment gives', async () => {
  const collector = await collect();
  const { OTEL_EXPORTER_OTLP_ENDPOINT } = collector.settings;
  const [json, protobuf] = await Promise.all([
    start({ ...collector.settings, OTEL_SERVICE_NAME: 'bay-one', OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a-secret' }),
    start({ OTEL_EXPORTER_OTLP_ENDPOINT: OTEL_EXPORTER_OTLP_ENDPOINT ?? '' }),
  ]);
  expect([await ask(json), await ask(protobuf)]).toEqual([401, 401]);
  await protobuf.stop();
  expect(collector.requests.map(({ path, headers }) => [path, headers['content-type']])).toEqual([
    ['/v1/traces', 'application/x-protobuf'],
  ]);
  expect(collector.text).toContain('GET /api/v1/me');
  await json.stop();
  const { path, headers, body } = collector.requests[1]!;
  expect([path, headers['content-type'], headers['api-key']]).toEqual(['/v1/traces', 'application/json', 'a-secret']);
  expect([body.includes('bay-one'), body.includes('a-secret')]).toEqual([true, false]);
});

test('without its collector the service answers, says so once, and says when the collector is back', async () => {
  const { settings, port } = await collect();
  await collectors.pop()?.stop();
  const service = await start({ ...settings, OTEL_EXPORTER_OTLP_TIMEOUT: '500' });
  const told = (): string[] =>
    service
      .log()
      .map(({ msg, reason }) => [msg, reason].join(' '))
      .filter((line) => line.includes('traces'));
  for (let second = 0; second < 12; second += 1) {
    expect(await ask(service)).toBe(401);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  expect(told()).toEqual([expect.stringMatching(/^traces cannot be exported ECONNREFUSED/)]);
  await collect({ port });
  const answered = await eventually(
    async () => ((await ask(service)) === 401 ? told() : []),
    ({ length }) => length > 1,
    15_000,
  );
  expect(answered.slice(1)).toEqual(['traces are exported again ']);
  expect((await service.stop()).code).toBe(0);
});

test('a collector that does not answer holds up neither the service nor its stop', async () => {
  const collector = await collect({ answer: () => undefined });
  const service = await start(collector.settings);
  const began = performance.now();
  for (let count = 0; count < 300; count += 1) await ask(service);
  expect(performance.now() - began).toBeLessThan(10_000);
  const { code, ms } = await service.stop();
  expect(code).toBe(0);
  expect(ms).toBeLessThan(5_000);
});

test.each([
  ['at the port for gRPC', 'http://127.0.0.1:4317', 'ECONNREFUSED', 'speaks no gRPC'],
  ['that is not there', 'http://127.0.0.1:9', 'ECONNREFUSED', 'check that a collector runs there'],
  ['that does not answer', null, 'Request timed out', 'check that a collector runs there'],
])('the doctor fails for a collector %s', async (_, endpoint, reason, advice) => {
  const mute = await collect({ answer: () => undefined });
  const settings = endpoint === null ? mute.settings : { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint };
  const { document } = await command({ DATA_DIR: join(folder, 'no-data'), ...settings }, 'doctor', '--json');
  expect(document.findings).toContainEqual({
    ...{ check: 'traces', status: 'fail' },
    ...{ detail: expect.stringContaining(reason), advice: expect.stringContaining(advice) },
  });
});

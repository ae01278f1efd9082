import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { command } from '../../support/command-line.js';
import { eventually } from '../../support/eventually.js';
import { cloneDatabase, type TestDatabase } from '../../support/postgres.js';
import { killServices, startServiceProcess, type ServiceProcess } from '../../support/service-process.js';
import { TraceCollector } from '../../support/trace-collector.js';

// The limit is high, because the tests start whole processes and wait for the time limits of an export.
jest.setTimeout(120_000);

let database: TestDatabase;
let folder = '';
const collectors: TraceCollector[] = [];

beforeAll(async () => {
  [database, folder] = await Promise.all([cloneDatabase(), mkdtemp(join(tmpdir(), 'traces-'))]);
});
afterEach(async () => {
  killServices();
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

const start = (env: Readonly<Record<string, string>>): Promise<ServiceProcess> =>
  startServiceProcess(database.url, { DATA_DIR: folder, ...env });

/** Asks without a key, which is a request with spans, too. */
const ask = async ({ url }: ServiceProcess): Promise<number> => (await fetch(`${url}/api/v1/me`)).status;

/**
 * The names of OpenTelemetry's modules that a process has loaded by its end. Node writes the address of every loaded script into the
 * folder. A script of the bundle names the modules that it consists of.
 */
async function loadedBy(env: Readonly<Record<string, string>>): Promise<string[]> {
  const scripts = await mkdtemp(join(folder, 'scripts-'));
  const service = await start({ ...env, NODE_V8_COVERAGE: scripts });
  await ask(service);
  expect((await service.stop()).code).toBe(0);
  const files = await Promise.all((await readdir(scripts)).map((file) => readFile(join(scripts, file), 'utf8')));
  const urls = files.flatMap((file) => (JSON.parse(file) as { result: { url: string }[] }).result.map(({ url }) => url));
  const modules = (await Promise.all(urls.map(modulesOf))).flat();
  expect(modules.some((name) => name.includes('node_modules/express/'))).toBe(true);
  return modules.filter((name) => name.includes('/@opentelemetry/') && !name.includes('/@opentelemetry/api/'));
}

async function modulesOf(url: string): Promise<string[]> {
  if (!url.includes('/dist/bundled/')) return [url];
  return [...(await readFile(new URL(url), 'utf8')).matchAll(/^\/\/ (node_modules\/\S+)$/gm)].map(([, name = '']) => name);
}

test('a service without a collector loads nothing of OpenTelemetry but its API', async () => {
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

test('without its collector the service answers, and says so once', async () => {
  const { settings } = await collect();
  await collectors.pop()?.stop();
  const service = await start({ ...settings, OTEL_EXPORTER_OTLP_TIMEOUT: '500', OTEL_BSP_SCHEDULE_DELAY: '100' });
  const told = (): string[] =>
    service
      .log()
      .filter(({ msg }) => msg === 'traces')
      .map(({ reason }) => reason ?? '');
  const asked = async (): Promise<string[]> => ((await ask(service)) === 401 ? told() : []);
  await eventually(asked, ({ length }) => length > 0, 30_000);
  const end = performance.now() + 3_000;
  while (performance.now() < end) await asked();
  expect(told()).toEqual([expect.stringMatching(/^they cannot be exported: ECONNREFUSED/)]);
  expect((await service.stop()).code).toBe(0);
});

test('a stop that cannot export the last spans is a good stop', async () => {
  const collector = await collect({ answer: (response) => response.writeHead(401).end() });
  const service = await start({ ...collector.settings, OTEL_BSP_SCHEDULE_DELAY: '60000' });
  await ask(service);
  expect((await service.stop()).code).toBe(0);
  expect(collector.requests).toHaveLength(1);
});

test('a sampler by ratio decides alone, whatever a client asks for', async () => {
  const collector = await collect();
  const service = await start({
    ...{ ...collector.settings, OTEL_BSP_SCHEDULE_DELAY: '50' },
    ...{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' },
  });
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  await fetch(`${service.url}/api/v1/me`, { headers: { traceparent } });
  await service.stop();
  expect(collector.requests).toEqual([]);
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

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { command, shopOps } from '../../support/command-line.js';
import { TraceCollector } from '../../support/trace-collector.js';

let folder: string;
const open: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-operations-doctor-'));
});
afterEach(async () => {
  for (const collector of open.splice(0)) await collector.stop();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function collect(status = 200): Promise<TraceCollector> {
  const collector = await TraceCollector.start({
    answer: (response) => response.writeHead(status, { 'content-type': 'application/json' }).end('{}'),
  });
  open.push(collector);
  return collector;
}

/** The finding of the doctor about traces. */
async function finding(settings: Readonly<Record<string, string>>, doctor = command): Promise<unknown> {
  const { document, stdout } = await doctor({ DATA_DIR: join(folder, 'data'), ...settings }, 'doctor', '--json');
  expect(stdout).not.toContain('a-secret');
  return (document.findings as { check: string }[]).find(({ check }) => check === 'traces');
}

describe('the doctor', () => {
  it('sends an export without spans to the collector, as the service would', async () => {
    const collector = await collect();
    // The doctor runs in a process of its own, because the SDK reads its headers from the environment of the process.
    expect(await finding({ ...collector.settings, OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a-secret' }, shopOps)).toEqual({
      check: 'traces',
      status: 'ok',
      detail: `127.0.0.1:${collector.port} takes them by http/json`,
      advice: null,
    });
    expect(collector.requests).toMatchObject([
      { path: '/v1/traces', headers: { 'content-type': 'application/json', 'api-key': 'a-secret' } },
    ]);
    expect(collector.spans).toEqual([]);
  });

  it('sends it in protobuf, too', async () => {
    const collector = await collect();
    const { OTEL_EXPORTER_OTLP_ENDPOINT = '' } = collector.settings;
    expect(await finding({ OTEL_EXPORTER_OTLP_ENDPOINT })).toMatchObject({ status: 'ok' });
    expect(collector.requests).toMatchObject([{ headers: { 'content-type': 'application/x-protobuf' }, body: '' }]);
  });

  it.each([401, 404])('fails for a collector that answers %d', async (status) => {
    const collector = await collect(status);
    expect(await finding(collector.settings)).toMatchObject({
      status: 'fail',
      detail: expect.stringMatching(`^127\\.0\\.0\\.1:${collector.port} does not take them by http/json: status ${status}: `),
      advice: expect.stringContaining('OTEL_EXPORTER_OTLP_HEADERS'),
    });
  });

  it('asks no collector if a setting of its address is wrong, or if traces are switched off', async () => {
    const collector = await collect();
    expect(await finding({ ...collector.settings, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toBeUndefined();
    expect(await finding({ ...collector.settings, OTEL_SDK_DISABLED: 'true' })).toMatchObject({ status: 'ok' });
    expect(collector.requests).toEqual([]);
  });
});

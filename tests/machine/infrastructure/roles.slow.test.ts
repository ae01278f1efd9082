import { BackgroundBench, relayed } from '../../support/background-bench.js';
import { eventually } from '../../support/eventually.js';

let bench: BackgroundBench;

beforeEach(async () => {
  bench = await BackgroundBench.open();
});
afterEach(() => bench.close());

const created = () => bench.outbox('lead.created');

it('a web process serves requests and leaves the background work to a worker', async () => {
  const web = await bench.start({ ROLE: 'web' });
  await (await web.key(await web.shop())).post('/leads', { name: 'Dana Reyes' });
  expect(await bench.holders(71_406)).toEqual([]);
  expect(await bench.holders(71_407)).toEqual([]);
  expect(relayed(await created())).toBe(false);
  await bench.start({ ROLE: 'worker', METRICS_PORT: '0' });
  expect(relayed(await eventually(created, relayed))).toBe(true);
});

it('a worker serves its metrics and its health, and no API', async () => {
  const worker = await bench.start({ ROLE: 'worker', METRICS_PORT: '0' });
  const answerOf = async (path: string): Promise<[number, string]> => {
    const answer = await fetch(worker.url + path);
    return [answer.status, await answer.text()];
  };
  expect(worker.url).toBe(`http://127.0.0.1:${worker.metricsPort}`);
  expect(await answerOf('/healthz')).toEqual([200, '{"status":"ok"}']);
  const [status, readiness] = await answerOf('/readyz');
  expect([status, JSON.parse(readiness)]).toEqual([
    200,
    { status: 'ok', checks: expect.objectContaining({ database: 'ok', migrations: 'ok', queue: 'ok', clock: 'ok' }) },
  ]);
  expect(await answerOf('/metrics')).toEqual([200, expect.stringContaining('background_jobs_total')]);
  for (const path of ['/api/v1/me', '/api/v1/openapi.json', '/docs', '/']) expect(await answerOf(path)).toEqual([404, '']);
  expect((await fetch(`${worker.url}/metrics`, { method: 'POST' })).status).toBe(404);
});

it('a worker whose migrations are pending is not ready', async () => {
  const worker = await bench.start({ ROLE: 'worker', METRICS_PORT: '0' });
  await bench.sql.query('delete from migrations where id = (select max(id) from migrations)');
  const answer = await fetch(`${worker.url}/readyz`);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await answer.json()).toMatchObject({ status: 'unavailable', checks: { migrations: 'pending' } });
});

it('a second worker takes over when the leader ends', async () => {
  const first = await bench.start({ ROLE: 'worker', METRICS_PORT: '0' });
  await bench.start({ ROLE: 'worker', METRICS_PORT: '0' });
  const web = await bench.start({ ROLE: 'web' });
  await (await web.key(await web.shop())).post('/leads', { name: 'Dana Reyes' });
  expect(relayed(await eventually(created, relayed))).toBe(true);
  await bench.stop(first);
  await (await web.key(await web.shop())).post('/leads', { name: 'Sam Okafor' });
  expect(relayed(await eventually(created, relayed))).toBe(true);
});

it('a worker whose port is taken names the setting that has it', async () => {
  const taken = await bench.start({ ROLE: 'worker', METRICS_PORT: '0' });
  const port = String(taken.metricsPort);
  await expect(bench.start({ ROLE: 'worker', PORT: port })).rejects.toThrow(new RegExp(`^PORT ${port} on .* is in use`));
  await expect(bench.start({ ROLE: 'worker', METRICS_PORT: port })).rejects.toThrow(
    new RegExp(`^METRICS_PORT ${port} on .* is in use`),
  );
});

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cloneDatabase, type TestDatabase } from '../../support/postgres.js';
import { startWholeService, type WholeService } from '../../support/whole-service.js';

/** Only with Redis. */
const WITH_REDIS = 'limits_shared';

let database: TestDatabase;
let service: WholeService;
let backups: string;
let measured: string;

beforeAll(async () => {
  database = await cloneDatabase();
  backups = await mkdtemp(join(tmpdir(), 'deploy-test-'));
  service = await startWholeService(database.url, { METRICS_PORT: '0', ROLE: 'web', BACKUP_TO: backups });
  await (await service.key(await service.shop())).get('/leads');
  measured = await (await fetch(`http://127.0.0.1:${service.metricsPort}/metrics`)).text();
});
afterAll(async () => {
  await service.stop();
  await database.drop();
  await rm(backups, { recursive: true, force: true });
});

/** The names of metrics in expressions: words with an underscore that are no function and no label. */
function metricsIn(expressions: string): string[] {
  const words = expressions.replaceAll(/"[^"]*"/g, '').matchAll(/\b[a-z]+(?:_[a-z0-9]+)+\b(?!\s*(?:\(|=|!))/g);
  return [...new Set([...words].map(([word]) => word))].sort();
}

const rules = async (): Promise<string> => {
  const file = await readFile('deploy/prometheus/alerts.yml', 'utf8');
  return [...file.matchAll(/expr: (?:\|\n((?: {10}.*\n)+)|(.*))/g)].map(([, block, line]) => block ?? line).join('\n');
};
const dashboard = async (): Promise<string> => {
  const { panels } = JSON.parse(await readFile('deploy/grafana/shop-operations.json', 'utf8')) as {
    panels: { targets?: { expr: string }[] }[];
  };
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join('\n');
};

it.each([
  ['the alert rules', rules],
  ['the dashboard', dashboard],
])('%s ask for metrics that the service has', async (_, read) => {
  const asked = metricsIn(await read());
  expect(asked.length).toBeGreaterThan(10);
  const missing = asked.filter(
    (name) => name !== WITH_REDIS && !new RegExp(`^# TYPE ${name.replace(/_(?:count|bucket)$/, '')} `, 'm').test(measured),
  );
  expect(missing).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { shopOps } from '../../support/command-line.js';
import { cloneDatabase } from '../../support/postgres.js';
import { killServices, startServiceProcess } from '../../support/service-process.js';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

afterAll(killServices);

it('the command line prints the release and the commit, whatever the settings are', async () => {
  const { exitCode, stdout } = await shopOps({ DATABASE_URL: 'wrong', EXTENSIONS: 'nowhere.js' }, '--version');
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(new RegExp(String.raw`^${version} \((unknown commit|[0-9a-f]{12})\)\n$`));
});

it('a service says in its log what has started, with its settings and without its secrets', async () => {
  const database = await cloneDatabase();
  const service = await startServiceProcess(database.url, { LOG_LEVEL: 'info', METRICS_PORT: '0' });
  await service.stop(); // the log is written in blocks
  await database.drop();
  const started = service.log().find(({ msg }) => msg === 'started');
  expect(started).toMatchObject({
    version,
    commit: expect.stringMatching(/^(unknown|[0-9a-f]{40}(-changed)?)$/),
    role: 'all',
    settings: { DATABASE_URL: 'set', SIGNING_KEYS: 'set', PORT: 0, METRICS_PORT: 0, RATE_LIMIT: 0 },
  });
  expect(JSON.stringify(service.log())).not.toContain('a-signing-key-of-the-tests');
});

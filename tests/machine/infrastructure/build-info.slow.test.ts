import { readFileSync } from 'node:fs';
import { inWords } from '../../../infrastructure/server/build-info.js';
import { shopOps } from '../../support/command-line.js';
import { cloneDatabase } from '../../support/postgres.js';
import { killServices, startServiceProcess } from '../../support/service-process.js';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

afterAll(killServices);

it.each([
  ['unknown', '1.0.0 (unknown commit)'],
  ['0123456789abcdef0123456789abcdef01234567', '1.0.0 (0123456789ab)'],
  ['0123456789abcdef0123456789abcdef01234567-changed', '1.0.0 (0123456789ab-changed)'],
])('a build of the commit %s is named %s', (commit, words) => {
  expect(inWords({ version: '1.0.0', commit })).toBe(words);
});

it('the command line prints the release and the commit, whatever the settings are', async () => {
  const { exitCode, stdout } = await shopOps({ DATABASE_URL: 'wrong', EXTENSIONS: 'nowhere.js' }, '--version');
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(new RegExp(String.raw`^${version} \((unknown commit|[0-9a-f]{12}(-changed)?)\)\n$`));
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

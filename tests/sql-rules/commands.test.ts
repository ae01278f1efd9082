import { randomUUID } from 'node:crypto';
import { DISTRIBUTED, refusalsWhenDistributed } from '../support/distributed-sql.js';
import { refusalsAcrossShops } from '../support/across-shops.js';
import { oneLine } from '../support/bound-statements.js';
import { command } from '../support/command-line.js';
import { importRows } from '../support/importing.js';
import { IMPORT_KINDS } from '../support/registry.js';
import { startTestService, type TestService } from '../support/service.js';
import { SqlTap } from '../support/sql-tap.js';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const run = (...args: string[]): ReturnType<typeof command> =>
  command({ DATABASE_URL: service.databaseUrl, SIGNING_KEYS: 'a-signing-key-of-the-tests' }, ...args, '--json');

/** What Citus would refuse of the statements that some work carries out, each with the reasons. */
async function refusedOf(work: () => Promise<unknown>, refusalsOf = refusalsWhenDistributed): Promise<object[]> {
  const tap = new SqlTap();
  try {
    await work();
  } finally {
    tap.close();
  }
  expect(tap.statements.length).toBeGreaterThan(0);
  const statements = new Set(tap.statements.map(oneLine));
  return [...statements]
    .map((statement) => ({ statement, refused: refusalsOf(statement) }))
    .filter(({ refused }) => refused.length > 0);
}

it.each(['in batches', 'all or nothing'])('an import of each kind, %s, has no statement that Citus refuses', async (how) => {
  const shop = await service.shop();
  for (const announce of [false, true])
    for (const { name, examples } of IMPORT_KINDS) {
      const rows = [...examples, ...examples.map((row) => ('external_id' in row ? { ...row, external_id: randomUUID() } : row))];
      const work = (): Promise<unknown> => importRows(service, shop, name, rows, { strict: how === 'all or nothing', announce });
      expect([name, await refusedOf(work)]).toEqual([name, []]);
    }
});

it('the doctor and the list of what waits have no statement over several shops that Citus refuses', async () => {
  const work = async (): Promise<void> => {
    await run('doctor');
    await run('wake', '--list');
  };
  const refusals = (text: string): string[] => [...refusalsWhenDistributed(text), ...refusalsAcrossShops(text, DISTRIBUTED)];
  expect(await refusedOf(work, refusals)).toEqual([]);
});

it('the load of the demo has no statement that Citus refuses', async () => {
  expect(await refusedOf(() => run('demo', 'load'))).toEqual([]);
});

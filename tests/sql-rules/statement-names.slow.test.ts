import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { statement } from '../../adapters/storage/statement.js';
import { ownEmbeddedPostgres } from '../../infrastructure/embedded-postgres/embedded-postgres.js';

it('pg_stat_statements shows the names of statements', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-operations-names-'));
  await chmod(dataDir, 0o755);
  try {
    await inCluster(dataDir, (client) => client.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`));
    const seen = await inCluster(dataDir, async (client) => {
      await client.query('create extension pg_stat_statements');
      await client.query({ ...statement('tasks.find', 'select 1 where $1::int = 1'), values: [1] });
      await client.query({
        ...statement('tasks.page', '\n  with page as (select $1::int as one) select one from page'),
        values: [1],
      });
      const { rows } = await client.query<{ query: string }>('select query from pg_stat_statements');
      return rows.map(({ query }) => query);
    });
    for (const name of ['tasks.find', 'tasks.page'])
      expect(seen.filter((query) => query.includes(`/* ${name} */`))).toHaveLength(1);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

async function inCluster<T>(dataDir: string, work: (client: Client) => Promise<T>): Promise<T> {
  const { url, stop } = await ownEmbeddedPostgres(dataDir);
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
    await stop();
  }
}

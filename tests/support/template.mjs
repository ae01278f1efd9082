import { databaseOf, withClient } from '../../workshop/harness/citus.mjs';

export const TEMPLATE = 'shop_template';

/** Creates the migrated database that each test file gets a copy of. */
export async function createTemplate(server) {
  await withClient(server, (client) => client.query(`create database ${TEMPLATE}`));
  await migrateTemplate(server);
}

export async function migrateTemplate(server) {
  const { openDataSource } = await import('../../dist/adapters/areas/data-source.js');
  const { migrateUp } = await import('../../dist/infrastructure/database/migrations.js');
  const dataSource = await openDataSource({ url: databaseOf(server, TEMPLATE), poolSize: 4, ssl: false });
  await migrateUp(dataSource);
  await dataSource.destroy();
}

/** Drops what an earlier run or the shared services of this one have left on a server. */
export async function dropDatabasesOfTests(url) {
  await withClient(url, async (client) => {
    const { rows } = await client.query(
      String.raw`select datname from pg_database where datname ~ '^(test_[0-9a-f]{12}|shop_(demo_|migrated_)?template)$'`,
    );
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
  });
}

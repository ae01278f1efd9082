import pg from 'pg';

/** Creates the migrated database that each test file gets a copy of. */
export async function createTemplate(server) {
  await withClient(server, (client) => client.query('create database shop_template'));
  const { openDataSource } = await import('../../dist/adapters/areas/data-source.js');
  const { migrateUp } = await import('../../dist/infrastructure/database/migrations.js');
  const dataSource = await openDataSource({ url: databaseOf(server, 'shop_template'), poolSize: 4, ssl: false });
  await migrateUp(dataSource);
  await dataSource.destroy();
}

function databaseOf(server, name) {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

export async function withClient(url, work) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

import { createHash } from 'node:crypto';
import { runMigrations } from 'graphile-worker';
import { longLocks } from './locks.mjs';
import { filesOf, snapshotOf } from './snapshot.mjs';

/**
 * Carries out all migrations on an empty database, one by one.
 * @param dataSource TypeORM's, for the migrations' runner
 * @param migrations the classes of the migrations, in their order
 * @param released the database of the last release. Its migrations are not judged
 * @returns `database`: what the migrations made, and `locks`: the lines about those that keep the previous version waiting
 */
export async function migratedBy(dataSource, migrations, released) {
  const runner = dataSource.createQueryRunner();
  const client = await runner.connect();
  const [digests, locks] = [{}, []];
  await runMigrations({ connectionString: dataSource.options.url });
  for (const Migration of migrations) {
    const isJudged = !released.migrations[Migration.name];
    const before = isJudged && { ...(await snapshotOf(client)), files: await filesOf(client) };
    const migration = await carriedOut(new Migration(), runner);
    digests[Migration.name] = digestOf(migration.statements);
    if (isJudged) locks.push(...longLocks({ name: Migration.name, ...migration }, await around(client, released, before)));
  }
  const database = { ...(await snapshotOf(client)), migrations: digests };
  await runner.release();
  return { database, locks };
}

async function around(client, released, before) {
  const files = await filesOf(client);
  const rewritten = Object.keys(released.tables).filter((name) => files[name] && before.files[name] !== files[name]);
  return { released: released.tables, before: before.tables, rewritten };
}

/** Runs a migration as TypeORM does, and returns its statements. */
async function carriedOut(migration, runner) {
  const transaction = migration.transaction ?? true;
  const statements = [];
  const { query } = runner;
  if (transaction) await runner.startTransaction();
  runner.query = (text, ...values) => {
    statements.push(text);
    return query.call(runner, text, ...values);
  };
  await migration.up(runner);
  runner.query = query;
  if (transaction) await runner.commitTransaction();
  return { transaction, statements };
}

/** White space counts for nothing, so a migration can be formatted. */
function digestOf(statements) {
  return createHash('sha256').update(statements.join(';').replaceAll(/\s+/g, ' ')).digest('hex').slice(0, 16);
}

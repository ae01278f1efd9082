import type { QueryRunner } from 'typeorm';

const AT_ONCE = 'indexesAtOnce';

/** Lets `addIndex` build indexes in the open transaction, because nobody else uses the tables. */
export function buildAtOnce(runner: QueryRunner): void {
  runner.data[AT_ONCE] = true;
}

/**
 * Builds an index while the table is read and written. The migration must have `readonly transaction = false`. If it fails, it leaves
 * an invalid index, which the next try removes.
 * @param definition what stands behind `on`: `leads (shop_id, source)`
 */
export async function addIndex(
  runner: QueryRunner,
  name: string,
  definition: string,
  kind: 'index' | 'unique index' = 'index',
): Promise<void> {
  if (runner.data[AT_ONCE] === true) {
    await runner.query(`drop index if exists ${name}`);
    await runner.query(`create ${kind} ${name} on ${definition}`);
    return;
  }
  if (runner.isTransactionActive) throw new Error(`the migration of ${name} needs: readonly transaction = false`);
  // It waits for the end of all older transactions, and nothing waits behind it.
  await runner.query('set lock_timeout = 0');
  try {
    await runner.query(`drop index concurrently if exists ${name}`);
    await runner.query(`create ${kind} concurrently ${name} on ${definition}`);
  } finally {
    await runner.query('reset lock_timeout');
  }
}

import type { DataSource } from 'typeorm';
import { MigrationExecutor } from 'typeorm/migration/MigrationExecutor.js'; // the entry would load all decorators, too
import { buildAtOnce } from '../../adapters/migrations/add-index.js';
import { systemCodeOf } from '../../adapters/system-errors.js';

/** A statement cannot run in a transaction, such as `create index concurrently`. */
const NEEDS_NO_TRANSACTION = '25001';

/**
 * Carries out all pending migrations in one transaction: a failure or a kill leaves the tables as they were. All tables that change
 * are locked until the end, so nobody else may use the database. If an extension has a migration that cannot run in a transaction,
 * each migration is a step of its own.
 */
export async function migrateAtOnce(patient: DataSource): Promise<void> {
  const runner = patient.createQueryRunner();
  try {
    buildAtOnce(runner);
    await runner.startTransaction();
    const executor = new MigrationExecutor(patient, runner);
    executor.transaction = 'none'; // the one that is open
    await executor.executePendingMigrations();
    await runner.commitTransaction();
    return;
  } catch (error) {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
    if (systemCodeOf(error) !== NEEDS_NO_TRANSACTION) throw error;
  } finally {
    await runner.release();
  }
  await patient.runMigrations();
}

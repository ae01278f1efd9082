import type { DataSource } from 'typeorm';
import type { Table } from '../../adapters/storage/tables/table.js';
import { distributionOf } from '../database/distribution.js';
import { ok, warn, type Finding } from './finding.js';

const CHECK = 'distribution';
const ADVICE = 'see npx shop-ops distribute --plan, then stop the service and run npx shop-ops distribute';

/** Checks whether a database with Citus is distributed, with the tables of a newer release. A database without Citus has no finding. */
export async function checkDistribution(dataSource: DataSource, tables: readonly Table[]): Promise<Finding[]> {
  const found = await distributionOf(dataSource, tables);
  if (found === null) return [];
  const { open, isInterrupted } = found;
  if (isInterrupted) return [warn(CHECK, 'a distribution was interrupted: foreign keys are missing until it is done', ADVICE)];
  if (open.length === tables.length) {
    const effect = 'the database has Citus, but no table is distributed: every shop is on the coordinator';
    return [warn(CHECK, effect, ADVICE)];
  }
  if (open.length > 0) return [warn(CHECK, `on the coordinator alone: ${open.join(', ')}`, ADVICE)];
  return [ok(CHECK, `all ${tables.length} tables are distributed or on every server`)];
}

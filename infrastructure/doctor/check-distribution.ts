import type { DataSource } from 'typeorm';
import type { Table } from '../../adapters/persistence/tables/table.js';
import { undistributedTables } from '../database/distribution.js';
import { ok, warn, type Finding } from './finding.js';

/** Checks a distributed database for tables of a newer release. A database that is not distributed has no such finding. */
export async function checkDistribution(dataSource: DataSource, tables: readonly Table[]): Promise<Finding[]> {
  const left = await undistributedTables(dataSource, tables);
  if (left === null) return [];
  if (left.length === 0) return [ok('distribution', `all ${tables.length} tables are distributed or on every server`)];
  return [
    warn('distribution', `on the coordinator alone: ${left.join(', ')}`, 'stop the service and run npx shop-ops distribute'),
  ];
}

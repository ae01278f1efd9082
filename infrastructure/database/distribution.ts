import type { DataSource } from 'typeorm';
import { DROPPED_KEYS, readCatalog, type Catalog } from '../../adapters/storage/distribution/catalog.js';
import { distributionSteps, obstaclesOf, type DistributionStatement } from '../../adapters/storage/distribution/distribution.js';
import type { Table } from '../../adapters/storage/tables/table.js';
import { inOneLine } from '../server/process-life.js';
import { locked, untilUnlocked } from './migrations.js';

export interface Planned {
  readonly hasCitus: boolean;
  readonly obstacles: readonly string[];
  readonly steps: readonly DistributionStatement[];
  /** the tables that belong to no area: they stay on the coordinator */
  readonly local: readonly string[];
}

export async function planOf(dataSource: DataSource, tables: readonly Table[]): Promise<Planned> {
  const catalog = await catalogOf(dataSource);
  const names = new Set(tables.map(({ name }) => name));
  return {
    hasCitus: catalog.hasCitus,
    obstacles: obstaclesOf(tables, catalog),
    steps: distributionSteps(tables, catalog),
    local: catalog.tables.filter((name) => !names.has(name) && name !== DROPPED_KEYS),
  };
}

/**
 * Carries the steps out, one by one. It can be killed at any time: what was done stays done, and the next call does the rest.
 * @throws Error that names the step that has failed
 */
export function carryOut(dataSource: DataSource, tables: readonly Table[]): Promise<readonly DistributionStatement[]> {
  return locked(dataSource, async (patient) => {
    const steps = distributionSteps(tables, await catalogOf(patient));
    for (const [place, { does, sql }] of steps.entries()) {
      await untilUnlocked(() => patient.query(sql)).catch((error: unknown) => {
        const before = `after ${place} of ${steps.length} steps`;
        throw new Error(`cannot ${does} (${before}; run it again to go on): ${inOneLine(error)}`, { cause: error });
      });
    }
    return steps;
  });
}

/** The state of the distribution of a database with Citus. */
export interface Distribution {
  /** the tables that are on the coordinator alone */
  readonly open: readonly string[];
  /** true: foreign keys that a distribution has dropped may be missing */
  readonly isInterrupted: boolean;
  /** false: writes go to every server */
  readonly hasShopRows: boolean;
}

/** Null: the database has no Citus. */
export async function distributionOf(dataSource: DataSource, tables: readonly Table[]): Promise<Distribution | null> {
  const catalog = await catalogOf(dataSource);
  if (!catalog.hasCitus) return null;
  return {
    open: tables.flatMap(({ name }) => (catalog.placed.has(name) ? [] : [name])),
    isInterrupted: catalog.tables.includes(DROPPED_KEYS),
    hasShopRows: catalog.hasShopRows,
  };
}

function catalogOf(dataSource: DataSource): Promise<Catalog> {
  return readCatalog((sql) => dataSource.query(sql));
}

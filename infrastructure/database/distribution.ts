import type { DataSource } from 'typeorm';
import { DROPPED_KEYS, readCatalog, type Catalog } from '../../adapters/persistence/distribution/catalog.js';
import { distributionSteps, type Step } from '../../adapters/persistence/distribution/distribution.js';
import { obstaclesOf } from '../../adapters/persistence/distribution/obstacles.js';
import type { Table } from '../../adapters/persistence/tables/table.js';
import { inOneLine } from '../process/error-text.js';
import { locked, untilUnlocked } from './migrations.js';

export interface Planned {
  readonly hasCitus: boolean;
  readonly obstacles: readonly string[];
  readonly steps: readonly Step[];
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
export function carryOut(dataSource: DataSource, tables: readonly Table[]): Promise<readonly Step[]> {
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

/** The tables that a distributed database still holds on its coordinator alone; null: the database is not distributed. */
export async function undistributedTables(dataSource: DataSource, tables: readonly Table[]): Promise<string[] | null> {
  const { placed } = await catalogOf(dataSource);
  return placed.size === 0 ? null : tables.flatMap(({ name }) => (placed.has(name) ? [] : [name]));
}

function catalogOf(dataSource: DataSource): Promise<Catalog> {
  return readCatalog((sql) => dataSource.query(sql));
}

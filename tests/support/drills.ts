import { readdirSync } from 'node:fs';
import { run, type Ran } from './command-line.js';
import { cloneDatabase } from './postgres.js';

/** Drills start whole processes and put load on them, which takes long while other tests run. */
export const DRILL_MS = 180_000;
/** The drills that need a cluster. They run by hand, because they kill servers under load. */
export const ON_CITUS = ['citus-node', 'citus-rebalance'];
export const DRILLS = readdirSync('workshop/drills')
  .filter((file) => file.endsWith('.mjs') && file !== 'run.mjs')
  .map((file) => file.slice(0, -'.mjs'.length))
  .filter((drill) => !ON_CITUS.includes(drill));
/** The drills that freeze or kill PostgreSQL. Each of them starts a server of its own. */
const WITH_OWN_DATABASE = ['events', 'freeze', 'kill', 'recover', 'worker-survives'];

/** Runs the short form of a drill in a process of its own. */
export async function shortDrill(drill: string, ...options: string[]): Promise<Ran> {
  if (WITH_OWN_DATABASE.includes(drill)) return drillOf(drill, '--short', ...options);
  const database = await cloneDatabase();
  try {
    return await drillOf(drill, '--short', '--database', database.url, ...options);
  } finally {
    await database.drop();
  }
}

export function drillOf(drill: string, ...options: string[]): Promise<Ran> {
  return run(process.execPath, ['workshop/drills/run.mjs', drill, ...options], {});
}

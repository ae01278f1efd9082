import type { Planned } from '../database/distribution.js';
import type { Finding } from '../doctor/finding.js';
import { command, flag, onTables } from './command.js';
import { asTable } from './outcome.js';

const NO_CITUS = 'the database has no extension Citus: install it on every server, and run create extension citus';

const up = command({
  name: 'migrate up',
  about: 'apply all pending migrations',
  run: ({ sessions }) =>
    sessions.withDatabase(async (session) => {
      const { migrateUp } = await import('../database/migrations.js');
      const { limitRole } = await import('../database/role-limits.js');
      const applied = await migrateUp(session.dataSource);
      const told = await limitRole(session.config, session);
      const text = applied.length === 0 ? 'Nothing was pending.' : `Applied ${applied.join(', ')}.`;
      return { document: { applied }, text: told === null ? text : `${text}\n${told}` };
    }),
});

const down = command({
  name: 'migrate down',
  about: 'undo the newest migration and delete the data in what it created',
  run: ({ sessions }) =>
    sessions.withDatabase(async ({ dataSource }) => {
      const { migrateDown, migrationStates, unknownMigrations } = await import('../database/migrations.js');
      const unknown = await unknownMigrations(dataSource);
      if (unknown.length > 0)
        throw new Error(
          `${unknown.join(', ')} cannot be undone here: use the release and the EXTENSIONS of the process that applied it`,
        );
      const newest = (await migrationStates(dataSource)).findLast(({ applied }) => applied)?.name;
      if (newest === undefined) throw new Error('no migration is applied: there is nothing to undo');
      await migrateDown(dataSource);
      return { document: { reverted: newest }, text: `Undid ${newest}.` };
    }),
});

const status = command({
  name: 'migrate status',
  about: 'show which migrations are applied',
  run: ({ sessions }) =>
    sessions.withDatabase(async ({ dataSource }) => {
      const { migrationStates } = await import('../database/migrations.js');
      const migrations = await migrationStates(dataSource);
      const pending = migrations.filter(({ applied }) => !applied).length;
      const rows = migrations.map(({ name, applied }) => [name, applied ? 'applied' : 'pending']);
      return { document: { migrations, pending }, text: asTable(['MIGRATION', 'STATE'], rows) };
    }),
});

const distribute = onTables({
  name: 'distribute',
  about: 'distribute the tables over the servers of Citus, by shop; the service must not run meanwhile',
  input: { plan: flag('only print the statements') },
  async run({ dataSource, storages }, { plan }) {
    const { requireKnown } = await import('../database/migrations.js');
    const { carryOut, planOf } = await import('../database/distribution.js');
    // Tables that are not known here would stay on the coordinator, and no foreign key could lead from them to the others.
    await requireKnown(dataSource, 'nothing is distributed');
    const tables = storages.flatMap((storage) => storage.tables);
    const planned = await planOf(dataSource, tables);
    if (!plan && !planned.hasCitus) throw new Error(NO_CITUS);
    if (planned.obstacles.length > 0) throw new Error(`Citus would refuse these tables: ${planned.obstacles.join('; ')}`);
    if (plan) return { document: planned, text: scriptOf(planned) };
    const done = await carryOut(dataSource, tables);
    const text = done.map(({ does }) => `done: ${does}`).join('\n') || 'All tables are distributed already.';
    return { document: { done }, text };
  },
});

/** The text is a script for psql. */
function scriptOf({ hasCitus, steps, local }: Planned): string {
  const head = [
    ...(hasCitus ? [] : ['-- This is plain PostgreSQL: the statements need the extension Citus.']),
    // Without Citus the script ends here, before it changes anything.
    '\\set ON_ERROR_STOP on',
    'select citus_version();',
    `-- These tables stay on the coordinator: ${local.join(', ')}, and the queue.`,
  ];
  if (steps.length === 0) return [...head, '-- All tables are distributed already.'].join('\n');
  return [...head, ...steps.map(({ does, sql }) => `-- ${does}\n${sql};`)].join('\n');
}

const doctor = command({
  name: 'doctor',
  about: 'examine settings, database, migrations, clock and folders, and say how to correct them; changes nothing',
  async run({ env, extensions }) {
    const { examine } = await import('../doctor/examine.js');
    const findings = await examine(env, extensions);
    const failed = findings.filter(({ status }) => status === 'fail').map(({ check }) => check);
    const warned = findings.some(({ status }) => status === 'warn');
    return {
      document: { status: failed.length > 0 ? 'fail' : warned ? 'warn' : 'ok', findings },
      text: findings.map(inLines).join('\n'),
      failure: failed.length > 0 ? `these checks failed: ${failed.join(', ')}` : undefined,
    };
  },
});

function inLines({ check, status, detail, advice }: Finding): string {
  const line = `${status.padEnd(4)}  ${check}: ${detail}`;
  return advice === null ? line : `${line}\n      → ${advice}`;
}

export const databaseCommands = [up, down, status, distribute, doctor];

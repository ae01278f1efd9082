import type { Planned } from '../database/distribution.js';
import type { Finding } from '../doctor/finding.js';
import { tableNames } from '../../adapters/storage/storage.js';
import { command, flag, onTables, optional } from './command.js';
import { asTable } from './outcome.js';

const NO_CITUS = 'the database has no extension Citus: install it on every server, and run create extension citus';

const up = command({
  name: 'migrate up',
  changes: true,
  makesDatabase: true,
  about: 'apply all pending migrations; migrate alone does it, too',
  isDefault: true,
  input: { grantTo: optional('<role>', 'then let this role of the database run the service, and change no table') },
  run: ({ sessions }, { grantTo: role }) =>
    sessions.withDatabase(async (session) => {
      const { grantTo, migrateAsAllowed } = await import('../database/service-role.js');
      const { limitRole } = await import('../database/role-limits.js');
      const { dataSource, storages, embedded } = session;
      const tables = tableNames(storages);
      const { withBackupBefore } = await import('../backup/before-migration.js');
      const applied = await withBackupBefore(session, () => migrateAsAllowed(dataSource, tables, { isAlone: embedded }));
      if (role !== undefined) await grantTo(dataSource, role, tables);
      const told = await limitRole(session.config, session);
      const text = applied.length === 0 ? 'Nothing was pending.' : `Applied ${applied.join(', ')}.`;
      const granted = role === undefined ? [] : [`The role ${role} can run the service.`];
      const lines = [text, ...granted, ...(told === null ? [] : [told])];
      const document = { applied, ...(role !== undefined && { granted_to: role }) };
      return { document, text: lines.join('\n'), isUnchanged: applied.length === 0 && role === undefined };
    }),
});

const down = command({
  name: 'migrate down',
  changes: true,
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
  changes: true,
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
    if (plan) return { document: planned, text: scriptOf(planned), isUnchanged: true };
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

/** The exit code of `doctor --strict` when nothing failed. */
const ONLY_WARNINGS = 3;

const doctor = command({
  name: 'doctor',
  about: 'examine settings, database, queue, provider, clock and folders, and say how to correct them; changes nothing',
  input: { strict: flag('exit with 3 when there are only warnings') },
  async run({ env, extensions }, { strict }) {
    const { examine } = await import('../doctor/examine.js');
    const findings = await examine(env, extensions);
    const failed = findings.filter(({ status }) => status === 'fail').map(({ check }) => check);
    const warned = findings.filter(({ status }) => status === 'warn').map(({ check }) => check);
    const isFailed = failed.length > 0;
    const worst = isFailed ? `these checks failed: ${failed.join(', ')}` : `these checks warn: ${warned.join(', ')}`;
    return {
      document: { status: isFailed ? 'fail' : warned.length > 0 ? 'warn' : 'ok', findings },
      text: findings.map(inLines).join('\n'),
      failure: isFailed || (strict && warned.length > 0) ? worst : undefined,
      exitCode: isFailed ? undefined : ONLY_WARNINGS,
    };
  },
});

function inLines({ check, status, detail, advice }: Finding): string {
  const line = `${status.padEnd(4)}  ${check}: ${detail}`;
  return advice === null ? line : `${line}\n      → ${advice}`;
}

export const databaseCommands = [up, down, status, distribute, doctor];

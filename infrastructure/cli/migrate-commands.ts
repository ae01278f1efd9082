import type { Command } from 'commander';
import { printing, type Outcome } from './outcome.js';
import type { Sessions } from './session.js';
import { inColumns } from './table.js';

export function addMigrateCommands(program: Command, sessions: Sessions): void {
  const migrate = program.command('migrate').description('bring the tables of the database up to date');
  migrate
    .command('up')
    .description('apply all pending migrations')
    .action(printing(() => up(sessions)));
  migrate
    .command('down')
    .description('undo the newest migration and delete the data in what it created')
    .action(printing(() => down(sessions)));
  migrate
    .command('status')
    .description('show which migrations are applied')
    .action(printing(() => status(sessions)));
}

function up(sessions: Sessions): Promise<Outcome> {
  return sessions.withDatabase(async (session) => {
    const { migrateUp } = await import('../database/migrations.js');
    const { limitRole } = await import('../database/role-limits.js');
    const applied = await migrateUp(session.dataSource);
    const told = await limitRole(session.config, session);
    const text = applied.length === 0 ? 'Nothing was pending.' : `Applied ${applied.join(', ')}.`;
    return { document: { applied }, text: told === null ? text : `${text}\n${told}` };
  });
}

function down(sessions: Sessions): Promise<Outcome> {
  return sessions.withDatabase(async ({ dataSource }) => {
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
  });
}

function status(sessions: Sessions): Promise<Outcome> {
  return sessions.withDatabase(async ({ dataSource }) => {
    const { migrationStates } = await import('../database/migrations.js');
    const migrations = await migrationStates(dataSource);
    const pending = migrations.filter(({ applied }) => !applied).length;
    const rows = migrations.map(({ name, applied }) => [name, applied ? 'applied' : 'pending']);
    return { document: { migrations, pending }, text: inColumns([['MIGRATION', 'STATE'], ...rows]) };
  });
}

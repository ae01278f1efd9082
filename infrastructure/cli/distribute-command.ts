import type { Command } from 'commander';
import type { Planned } from '../database/distribution.js';
import { printing, type Outcome } from './outcome.js';
import type { Sessions } from './session.js';

const NO_CITUS = 'the database has no extension Citus: install it on every server, and run create extension citus';

export function addDistributeCommand(program: Command, sessions: Sessions): void {
  program
    .command('distribute')
    .description('distribute the tables over the servers of Citus, by shop; the service must not run meanwhile')
    .option('--plan', 'only print the statements')
    .action(printing(({ plan = false }: { plan?: boolean }) => distribute(sessions, plan)));
}

function distribute(sessions: Sessions, plan: boolean): Promise<Outcome> {
  return sessions.withTables(async ({ dataSource, storages }) => {
    const { requireKnown } = await import('../database/migrations.js');
    const { carryOut, planOf } = await import('../database/distribution.js');
    // Tables that are not known here would stay on the coordinator, and no foreign key could lead from them to the others.
    await requireKnown(dataSource, 'nothing is distributed');
    const tables = storages.flatMap((storage) => storage.tables);
    const planned = await planOf(dataSource, tables);
    if (!plan && !planned.hasCitus) throw new Error(NO_CITUS);
    if (planned.obstacles.length > 0) throw new Error(`Citus would refuse these tables: ${planned.obstacles.join('; ')}`);
    if (plan) return { document: planned, text: textOf(planned) };
    const done = await carryOut(dataSource, tables);
    const text = done.length === 0 ? 'All tables are distributed already.' : done.map(({ does }) => `done: ${does}`).join('\n');
    return { document: { done }, text };
  });
}

/** The text is a script for psql. */
function textOf({ hasCitus, steps, local }: Planned): string {
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

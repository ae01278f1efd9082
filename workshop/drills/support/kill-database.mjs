import { setTimeout as sleep } from 'node:timers/promises';
import { parentOf } from '../../harness/processes.mjs';

/**
 * Kills a process of the database. If the database has not recovered from the last kill, this first waits until it has.
 * @param what `backend` or `postmaster`
 */
export async function killIn(sql, what) {
  for (;;) {
    const found = await sql
      .row(`select pid from pg_stat_activity where application_name = 'shop-operations' and pid <> pg_backend_pid() limit 1`)
      .catch(() => undefined);
    const victim = what === 'backend' ? found?.pid : parentOf(found?.pid);
    if (victim && wasKilled(victim)) return;
    await sleep(100);
  }
}

/** False: the process had ended after the look for it, as the backends of an instance do that was killed a moment ago. */
function wasKilled(pid) {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (error.code === 'ESRCH') return false;
    throw error;
  }
}

export function endSessions(sql) {
  return sql.rows(
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
  );
}

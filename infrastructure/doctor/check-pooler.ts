import type { Pool } from 'pg';
import { missingLimits } from '../database/role-limits.js';
import { ok, warn, type Finding } from './finding.js';

const CHECK = 'pooler';

/** Checks what a pooler does not pass on: the limits, which the role of its sessions must have. */
export async function checkPooler(pool: Pool): Promise<Finding> {
  const lines = await missingLimits(pool);
  if (lines.length === 0) return ok(CHECK, 'the sessions of the pooler have the limits of calls');
  return warn(
    CHECK,
    'the sessions of the pooler have no limits',
    `run as the role or as a superuser, then RECONNECT: ${lines.join('; ')}`,
  );
}

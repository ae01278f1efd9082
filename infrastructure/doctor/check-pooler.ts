import pg from 'pg';
import { inOneLine } from '../process/error-text.js';
import { ok, warn, type Finding } from './finding.js';

const CHECK = 'pooler';
/** PgBouncer's own database, which answers commands about itself. */
const CONSOLE = '/pgbouncer';
const ANSWER_MS = 3000;
/** The longest time in seconds for which a statement may wait for a session, see `limitBehindPooler`. */
const LONGEST_WAIT = 1;

/** Checks the settings of a PgBouncer that the service cannot notice otherwise. That it keeps prepared statements is known by now. */
export async function checkPooler(url: string, ssl: boolean): Promise<Finding> {
  const address = new URL(url);
  address.pathname = CONSOLE;
  const options = { connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS };
  const client = new pg.Client({ connectionString: address.href, ssl, ...options });
  client.on('error', () => undefined); // the query fails, too, and says why
  try {
    await client.connect();
    const { rows } = await client.query<{ key: string; value: string }>('show config');
    return judge(new Map(rows.map(({ key, value }) => [key, Number(value)])));
  } catch (error) {
    const advice = 'if it is PgBouncer, add the user of DATABASE_URL to its stats_users';
    return warn(CHECK, `the settings of the pooler cannot be read: ${inOneLine(error)}`, advice);
  } finally {
    await client.end().catch(() => undefined); // the finding is made
  }
}

function judge(settings: ReadonlyMap<string, number>): Finding {
  const wait = settings.get('query_wait_timeout') ?? 0;
  if (wait > LONGEST_WAIT || wait === 0) {
    const effect = `query_wait_timeout is ${wait}: a statement may still run when its client was told that its outcome is unknown`;
    return warn(CHECK, effect, `set query_wait_timeout = ${LONGEST_WAIT} in pgbouncer.ini`);
  }
  return ok(CHECK, `PgBouncer, where a statement waits for a session for at most ${LONGEST_WAIT} s`);
}

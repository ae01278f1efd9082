import type { Database } from '../../storage/database.js';
import { statement } from '../../storage/statement.js';

/** The channel on which changes of shops and keys are announced. */
export const ACCESS_CHANGED = 'access_changed';

const ANNOUNCE = statement('access.announce', `select pg_notify('${ACCESS_CHANGED}', $1)`);

/**
 * Tells every instance to forget a key or the keys of a shop. It is a statement of its own in the transaction of the change: a
 * distributed database has no triggers, and it runs what stands in the change itself on other servers.
 * @param subject `key:<id>` or `shop:<id>`
 */
export async function announceAccess(database: Database, subject: string): Promise<void> {
  await database.write(ANNOUNCE, [subject]);
}

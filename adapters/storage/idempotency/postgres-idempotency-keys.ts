import { IdempotencyKeys, type KeyClaim, type IdempotencyRef } from '../../../application/kernel/ports/idempotency-keys.js';
import type { Ids } from '../../../application/kernel/ports/ports.js';
import { later, type Instant } from '../../../domain/shared/instant.js';
import { within } from '../../time-limit.js';
import type { Database } from '../database.js';
import { statement } from '../statement.js';
import { PendingReleases } from './pending-releases.js';

/**
 * Takes a key for a new attempt, when the key has no row or its row is free. A row is free after 24 h. A row without an answer is
 * already free after 60 s, since its process is then dead, and at once if its attempt is in `$7`, the attempts that are known to
 * be over. `$8` and `$9` are the times 24 h and 60 s ago: a database that is distributed counts no times in this condition.
 */
const BEGIN = statement(
  'idempotency_keys.begin',
  `insert into idempotency_keys as i (shop_id, api_key_id, key, fingerprint, attempt, begun_at)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (shop_id, api_key_id, key) do update
    set fingerprint = excluded.fingerprint, attempt = excluded.attempt, begun_at = excluded.begun_at, answer = null
    where i.begun_at <= $8 or (i.answer is null and (i.begun_at <= $9 or i.attempt = any($7::uuid[])))
  returning attempt`,
);
const FIND = statement(
  'idempotency_keys.find',
  `select fingerprint, answer from idempotency_keys where shop_id = $1 and api_key_id = $2 and key = $3`,
);
const FINISH = statement(
  'idempotency_keys.finish',
  `update idempotency_keys set answer = $5
  where shop_id = $1 and api_key_id = $2 and key = $3 and attempt = $4 returning 1`,
);
/**
 * Deletes the row of a key whose attempt is over. A row with an answer stays: the COMMIT of its call has reached the database,
 * although the confirmation was lost, so the call must not be carried out again.
 */
const RELEASE = statement(
  'idempotency_keys.release',
  `delete from idempotency_keys
  where shop_id = $1 and api_key_id = $2 and key = $3 and attempt = any($4::uuid[]) and answer is null`,
);

/** How long a row keeps its key, and how long an attempt may take to answer. */
const [KEPT_MS, ANSWERED_IN_MS] = [24 * 3_600_000, 60_000];
/** The longest time that a failed call waits for the release of its key. */
const RELEASE_MS = 300;

export class PostgresIdempotencyKeys extends IdempotencyKeys {
  private readonly owed = new PendingReleases((ref, attempts) => this.remove(ref, attempts));

  constructor(
    private readonly database: Database,
    private readonly ids: Ids,
  ) {
    super();
  }

  override async begin(ref: IdempotencyRef, fingerprint: string, now: Instant): Promise<KeyClaim> {
    const attempt = this.ids.next<'Attempt'>();
    const free = [this.owed.attemptsOf(ref), later(now, -KEPT_MS), later(now, -ANSWERED_IN_MS)];
    const begun = await this.tryToBegin(ref, [...place(ref), fingerprint, attempt, now, ...free], attempt);
    if (begun) return { state: 'begun', attempt };
    const [row] = await this.database.read<{ fingerprint: string; answer: string | null }>(FIND, place(ref));
    if (!row) return { state: 'in_progress', fingerprint };
    const { fingerprint: first, answer } = row;
    return answer === null ? { state: 'in_progress', fingerprint: first } : { state: 'done', fingerprint: first, answer };
  }

  override async finish(ref: IdempotencyRef, attempt: string, answer: string): Promise<boolean> {
    return (await this.database.write(FINISH, [...place(ref), attempt, answer])).length > 0;
  }

  /**
   * Frees the key of a call that has failed. It never throws and takes at most RELEASE_MS, because the client waits for the
   * refusal. A release that fails or takes longer is repeated later (see `PendingReleases`).
   */
  override async release(ref: IdempotencyRef, attempt: string): Promise<void> {
    const released = this.remove(ref, [attempt]).then(yes, no);
    if (!(await within(RELEASE_MS, released, no))) this.owed.add(ref, attempt);
  }

  /**
   * Returns true when the attempt has taken the key. After an error the row may have been written all the same, so `owed`
   * releases it later.
   */
  private async tryToBegin(ref: IdempotencyRef, values: readonly unknown[], attempt: string): Promise<boolean> {
    try {
      const begun = (await this.database.write(BEGIN, values)).length > 0;
      if (begun) this.owed.forget(ref);
      return begun;
    } catch (error) {
      this.owed.add(ref, attempt);
      throw error;
    }
  }

  private remove(ref: IdempotencyRef, attempts: readonly string[]): Promise<unknown> {
    return this.database.write(RELEASE, [...place(ref), attempts]);
  }
}

const yes = (): boolean => true;
const no = (): boolean => false;

function place({ shop, apiKey, key }: IdempotencyRef): unknown[] {
  return [shop, apiKey, key];
}

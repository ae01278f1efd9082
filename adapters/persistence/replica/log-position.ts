import { statement } from '../connection/database.js';

/** A position in the write-ahead log of a database. */
export interface LogPosition {
  /**
   * the server, its database and the timeline, which a promotion changes; positions of different histories cannot be compared, even if their
   * numbers look alike
   */
  readonly history: string;
  /** such as `0/1B81E90` */
  readonly lsn: string;
}

/** A position of the primary. Every change that was acknowledged before `askedAt` is below it. */
export interface PrimaryPosition extends LogPosition {
  /** the time before the question, as `performance.now()` counts */
  readonly askedAt: number;
}

/**
 * Asks the primary for its position. A commit is acknowledged when its record is flushed, and with `synchronous_commit = off` when
 * it is inserted. The insert position is not taken always: what is inserted and belongs to no commit may wait long for its flush,
 * and until then no replica gets it.
 */
export const PRIMARY_POSITION = statement(
  'replica.primary_position',
  `select s.system_identifier || '.' || (select oid from pg_database where datname = current_database()) || '/' || lower(left(pg_walfile_name(p.lsn), 8)) as history, p.lsn::text as lsn
  from pg_control_system() s, (
    select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
      else pg_current_wal_flush_lsn() end as lsn
  ) p`,
);

/** Asks a replica for the position up to which it has replayed the log. */
export const REPLICA_POSITION = statement(
  'replica.position',
  `select pg_is_in_recovery() as standby, coalesce(pg_last_wal_replay_lsn()::text, '0/0') as lsn,
    s.system_identifier || '.' || (select oid from pg_database where datname = current_database()) || '/' || lpad(to_hex(greatest(c.timeline_id, r.min_recovery_end_timeline)), 8, '0') as history
  from pg_control_system() s, pg_control_checkpoint() c, pg_control_recovery() r`,
);

export interface ReplicaPosition extends LogPosition {
  /** false: the server was promoted, so it is no replica any more */
  readonly standby: boolean;
}

/** Tells whether a replica has replayed everything up to a position of the same history. */
export function hasReached(replica: LogPosition, position: LogPosition): boolean {
  return numberOf(replica.lsn) >= numberOf(position.lsn);
}

/** Returns why a server must not be read, in words for the log. Null: it is a replica of the primary that gave the position. */
export function strangeness({ standby, history }: ReplicaPosition, primary: LogPosition): string | null {
  if (!standby) return 'it is no replica: it was promoted, or never was one';
  if (history === primary.history) return null;
  return history.split('/')[0] === primary.history.split('/')[0]
    ? 'it does not follow the timeline of the primary, or has made no restartpoint since the primary was promoted'
    : 'it is a replica of another database than DATABASE_URL';
}

function numberOf(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

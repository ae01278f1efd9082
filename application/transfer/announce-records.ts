import type { Instant } from '../../domain/shared/instant.js';
import type { Announcement, Announcer } from '../kernel/events/announcer.js';
import { NO_CAUSE } from '../kernel/events/cause.js';
import type { AnyKind } from './import-kind.js';
import type { RecordWrites } from './import-store.js';

/** The events of the new records of a batch. A record that an earlier import has brought is not new. */
export function announcementsOf(
  kind: AnyKind,
  writes: readonly RecordWrites[],
  announcer: Announcer,
  now: Instant,
): Announcement[] {
  const created = writes.filter(({ record }) => record === kind.record).flatMap((one) => one.created);
  const cause = { ...NO_CAUSE, operation: `${kind.name}.import` };
  return created.flatMap(({ after }) => kind.announce?.(announcer, after, now, cause) ?? []);
}

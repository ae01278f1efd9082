import type { EventKind } from '../../../domain/shared/events.js';
import type { ShopId, StaffUserId } from '../../../domain/shared/id.js';
import type { EventWork, StoredEvent } from '../../kernel/events/work.js';
import type { Port } from '../../kernel/operation/operation.js';
import { provide, type Provision } from '../../kernel/provide.js';
import { EventHistory } from '../events/event-history.js';
import { EmailNotices, noticeOf, TELL_AGAIN_AFTER_MS, type Notice } from './email-notices.js';
import { Staff } from './staff.js';

/** A kind of record that is given to teammates. */
interface AssignedKind {
  /** the name of the work in the queue */
  readonly work: string;
  /** the kind of event that tells of it */
  readonly on: EventKind;
  /** the word for one record */
  readonly noun: 'conversation' | 'task' | 'lead';
}

/** The records of a kind. */
interface AssignedRecords {
  find(shop: ShopId, id: string): Promise<{ readonly assignedTo: StaffUserId | null } | null>;
}

/** A record as its events show it. */
interface ShownRecord {
  readonly id: string;
  readonly assigned_to: StaffUserId | null;
  /** absent for a new record */
  readonly previous?: object;
}

interface Payload extends Notice {
  readonly record: string;
  readonly assignee: StaffUserId;
}

/** Tells a teammate by e-mail that a record was given to them, and has not been given away since. */
abstract class NotifyAssignee implements EventWork<Payload> {
  readonly name: string;
  readonly on: readonly EventKind[];
  readonly againAfterMs = TELL_AGAIN_AFTER_MS;

  constructor(
    private readonly kind: AssignedKind,
    private readonly records: AssignedRecords,
    private readonly history: EventHistory,
    private readonly staff: Staff,
    private readonly notices: EmailNotices,
  ) {
    this.name = kind.work;
    this.on = [kind.on];
  }

  /** Null: the change is another one, the record has no assignee, or somebody has taken it for themselves. */
  payloadOf(event: StoredEvent): Payload | null {
    const { id: record, assigned_to: assignee, previous } = event.data as unknown as ShownRecord; // safe: such records are shown so
    const isGiven = previous === undefined || 'assigned_to' in previous;
    return isGiven && assignee !== null && assignee !== event.cause.user_id ? { ...noticeOf(event), record, assignee } : null;
  }

  keyOf({ event }: Payload): string {
    return event;
  }

  async run(payload: Payload): Promise<boolean> {
    const { shop, event, record, assignee } = payload;
    const { noun, on } = this.kind;
    if ((await this.records.find(shop, record))?.assignedTo !== assignee) return true;
    // Given to somebody else and back: the last change tells them.
    if (await this.history.hasChangedSince(shop, { event, type: on, record, field: 'assigned_to' })) return true;
    const member = await this.staff.find(shop, assignee);
    return this.notices.send(payload, member?.active ? [member] : [], ({ name }) => ({
      subject: `A ${noun} was assigned to you`,
      text: `You are in charge of the ${noun} ${record} of ${name} now.`,
    }));
  }
}

/** The work that tells teammates what they are given of a kind of record. */
export function notifyAssignees(kind: AssignedKind, records: Port<AssignedRecords>): Provision<EventWork> {
  class NotifyOfKind extends NotifyAssignee {
    constructor(found: AssignedRecords, history: EventHistory, staff: Staff, notices: EmailNotices) {
      super(kind, found, history, staff, notices);
    }
  }
  return provide(NotifyOfKind, NotifyOfKind, [records, EventHistory, Staff, EmailNotices]);
}

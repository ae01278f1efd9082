import type { StaffUserId } from '../../../domain/shared/id.js';
import type { StoredEvent } from '../../kernel/events/work.js';
import { noticeOf, type EmailNotices, type Notice } from './email-notices.js';
import type { Staff } from './staff.js';

/** A record was given to a teammate. */
export interface AssignmentNotice extends Notice {
  readonly assignee: StaffUserId;
}

/** The assignment that an event tells of. Null: the record has no assignee, or somebody has taken it for themselves. */
export function assignmentNoticeOf(event: StoredEvent): AssignmentNotice | null {
  // The cast is safe: a record that can be assigned shows its assignee like this.
  const { assigned_to: assignee } = event.data as { readonly assigned_to: StaffUserId | null };
  if (assignee === null || assignee === event.cause.user_id) return null;
  return { ...noticeOf(event), assignee };
}

/** Tells teammates by e-mail what was assigned to them. */
export class AssignmentNotices {
  constructor(
    private readonly staff: Staff,
    private readonly notices: EmailNotices,
  ) {}

  /**
   * @param noun names the kind of the record
   * @param record the record as it is now: nobody is told of one that somebody else has got meanwhile
   * @returns false: the teammate was not told, and another try may succeed
   */
  async send(
    assignment: AssignmentNotice,
    noun: 'conversation' | 'task' | 'lead',
    record: { readonly id: string; readonly assignedTo: StaffUserId | null } | null,
  ): Promise<boolean> {
    const { shop, assignee } = assignment;
    if (record?.assignedTo !== assignee) return true;
    const member = await this.staff.find(shop, assignee);
    return this.notices.send(assignment, member?.active ? [member] : [], ({ name }) => ({
      subject: `A ${noun} was assigned to you`,
      text: `You are in charge of the ${noun} ${record.id} of ${name} now.`,
    }));
  }
}

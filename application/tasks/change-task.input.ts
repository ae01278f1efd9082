import type { ConversationId, StaffUserId, TaskId } from '../../domain/shared/id.js';
import type { Instant } from '../../domain/shared/instant.js';
import { TASK_PRIORITIES, type TaskPriority } from '../../domain/tasks/task.js';
import { DateTime, OneOf, PathId, Text, Uuid, Verb } from '../fields/fields.js';

export class ChangeTaskInput {
  @PathId() id!: TaskId;
  @Text({ max: 200, change: true }) title?: string;
  @Text({ max: 4000, lines: true, clearable: true, change: true, description: 'An empty text clears the notes.' }) notes?: string;
  @OneOf(TASK_PRIORITIES, { change: true }) priority?: TaskPriority;
  @Verb() complete?: true;
  @Verb() reopen?: true;
  @Verb() cancel?: true;
  @Verb() unassign?: true;
  @Verb() remove_due_date?: true;
  @Verb() unlink_conversation?: true;
  @Uuid({ change: true, description: 'A `staff_id` from tasks.assignees. The teammate is notified.' }) staff_id?: StaffUserId;
  @DateTime({ max: 40, change: true }) due_at?: Instant;
  @Uuid({ change: true, description: 'The thread to link.' }) link_conversation?: ConversationId;
}

type Given = Omit<ChangeTaskInput, 'id'>;

/** A requested change: the verb and its value. */
export type AskedChange = {
  readonly [Verb in keyof Given]-?: { readonly verb: Verb; readonly value: NonNullable<Given[Verb]> };
}[keyof Given];

/**
 * Returns the one change of a call.
 * @param given an object with exactly one field, as the operation's `exactlyOne` has checked
 */
export function theOneChange(given: Given): AskedChange {
  const [asked] = Object.entries(given).map(([verb, value]) => ({ verb, value }));
  // The cast is safe: `Object.entries` loses the types, but each verb and value come from one property.
  return asked as AskedChange;
}

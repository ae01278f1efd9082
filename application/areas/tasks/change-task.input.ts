import type { ConversationId, StaffUserId, TaskId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { TASK_PRIORITIES, type TaskPriority } from '../../../domain/tasks/task.js';
import { DateTime, OneOf, PathId, Text, Uuid, Verb } from '../../kernel/fields/fields.js';

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

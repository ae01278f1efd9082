import type { ConversationId, CustomerId, JobId, MessageId, ShopId, StaffUserId, TaskId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { Task, TaskLinks } from '../../../domain/tasks/task.js';
import type { Announced } from '../../kernel/events/announcer.js';
import type { ChangedRows, ChangesAsked } from '../../kernel/operation/changes-page.js';
import type { AnnotationFilter, OffsetSlice } from '../../kernel/operation/page.js';
import type { RecordType } from '../../transfer/import-kind.js';

/** The lists of tasks by status. The list `done` has done and canceled tasks. */
export const TASK_LISTS = ['open', 'done', 'all'] as const;
export type TaskList = (typeof TASK_LISTS)[number];

export interface TaskFilter extends AnnotationFilter {
  readonly list: TaskList;
  /** only open tasks that were due before this time, whatever `list` says; null: no such limit */
  readonly overdueAt: Instant | null;
  readonly assignedTo?: StaffUserId;
  readonly conversationId?: ConversationId;
  readonly customerId?: CustomerId;
  readonly ids?: readonly TaskId[];
}

/** The ids of the records that a task is linked to. Each record must belong to this shop. */
export interface TaskLinkIds {
  readonly conversation?: ConversationId | undefined;
  readonly customer_id?: CustomerId | undefined;
  readonly job_id?: JobId | undefined;
  readonly message_id?: MessageId | undefined;
}

/** The to-do queue of a shop. Tasks are never deleted. */
export abstract class Tasks {
  abstract find(shop: ShopId, id: TaskId): Promise<Task | null>;
  abstract findByExternalId(shop: ShopId, externalId: string): Promise<Task | null>;
  /**
   * Open tasks come first, sorted by due time. Open tasks without a due time come after the others. Open tasks with the same due
   * time are sorted newest first. Finished tasks follow, the last closed first. Page and total come from one snapshot.
   */
  abstract list(shop: ShopId, filter: TaskFilter, limit: number, offset: number): Promise<OffsetSlice<Task>>;
  /** The matching tasks in the order of their changes. */
  abstract changes(shop: ShopId, filter: TaskFilter, asked: ChangesAsked): Promise<ChangedRows<Task>>;
  /** @throws Duplicate when another task has its external id */
  abstract add(shop: ShopId, decision: Announced<Task>): Promise<Task>;
  /** Null: another call has made a task with its external id meanwhile. An open unit of work goes on. Otherwise like `add`. */
  abstract addUnlessTaken(shop: ShopId, decision: Announced<Task>): Promise<Task | null>;
  /**
   * Stores the result of `change` and its events; calls `change` again after a concurrent write. Null: the shop has no such task.
   * @throws Duplicate in the same case as `add`
   */
  abstract change(shop: ShopId, id: TaskId, change: (task: Task) => Announced<Task>): Promise<Task | null>;
  /** The records with these ids. A link is null if no id was given, or if the shop has no such record. */
  abstract findLinks(shop: ShopId, ids: TaskLinkIds): Promise<TaskLinks>;
}

export const TASKS: RecordType = { name: 'tasks', noun: 'task' };

import { TASKS, Tasks, type TaskFilter, type TaskLinkIds } from '../../../application/areas/tasks/tasks.js';
import type { Announced } from '../../../application/kernel/events/announcer.js';
import type { ChangedRows, ChangesAsked } from '../../../application/kernel/operation/changes-page.js';
import type { OffsetSlice } from '../../../application/kernel/operation/page.js';
import type { ThreadNames } from '../../../domain/inbox/conversation.js';
import type { ConversationId, CustomerId, JobId, MessageId, ShopId, TaskId } from '../../../domain/shared/id.js';
import type { Task, TaskLinks, ThreadLink } from '../../../domain/tasks/task.js';
import type { Database } from '../../storage/database.js';
import { ExternalIds } from '../../storage/records/external-ids.js';
import { RecordStore } from '../../storage/records/record-store.js';
import { statement } from '../../storage/statement.js';
import { TASK_KIND, THREAD_CONTACT, THREAD_NAMES } from './task.entity.js';
import { TaskPages } from './task.pages.js';

/**
 * Finds the records that a task refers to. `$1` shop, `$2` thread, `$3` customer, `$4` job, `$5` message. The result has at most
 * one row for each of the four kinds of record. The row of a message also has the id, the names and the customer of its thread.
 */
const RESOLVE = statement(
  'tasks.resolve',
  `
  select 'conversation' as kind, thread.id, ${THREAD_NAMES} as names, thread.customer_id as "customerId", null::uuid as thread
  from conversations thread ${THREAD_CONTACT} where thread.shop_id = $1 and thread.id = $2
  union all select 'customer', c.id, null, null, null from customers c where c.shop_id = $1 and c.id = $3
  union all select 'job', j.id, null, null, null from jobs j where j.shop_id = $1 and j.id = $4
  union all
  select 'message', m.id, ${THREAD_NAMES}, thread.customer_id, m.conversation_id
  from messages m join conversations thread on thread.shop_id = m.shop_id and thread.id = m.conversation_id ${THREAD_CONTACT}
  where m.shop_id = $1 and m.id = $5`,
);

interface Found {
  readonly kind: 'conversation' | 'customer' | 'job' | 'message';
  readonly id: string;
  readonly names: ThreadNames | null;
  readonly customerId: CustomerId | null;
  readonly thread: ConversationId | null;
}

const NO_LINKS: TaskLinks = { conversation: null, customerId: null, jobId: null, message: null };

async function findLinks(database: Database, shop: ShopId, ids: TaskLinkIds): Promise<TaskLinks> {
  const asked = [ids.conversation, ids.customer_id, ids.job_id, ids.message_id];
  if (asked.every((id) => id === undefined)) return NO_LINKS;
  const found = await database.read<Found>(RESOLVE, [shop, ...asked.map((id) => id ?? null)]);
  const link = (kind: Found['kind']): Found | null => found.find((candidate) => candidate.kind === kind) ?? null;
  const conversation = link('conversation');
  return {
    conversation: conversation && threadOf(conversation, conversation.id as ConversationId),
    customerId: (link('customer')?.id ?? null) as CustomerId | null,
    jobId: (link('job')?.id ?? null) as JobId | null,
    message: messageOf(link('message')),
  };
}

function threadOf({ names, customerId }: Found, id: ConversationId): ThreadLink {
  return { id, names, customerId };
}

function messageOf(row: Found | null): TaskLinks['message'] {
  return row?.thread ? { id: row.id as MessageId, conversation: threadOf(row, row.thread) } : null;
}

export class PostgresTasks extends Tasks {
  private readonly store: RecordStore<Task>;
  private readonly externalIds: ExternalIds<Task>;
  private readonly pages: TaskPages;

  constructor(private readonly database: Database) {
    super();
    this.externalIds = new ExternalIds(database, TASK_KIND, TASKS);
    this.store = new RecordStore(database, TASK_KIND, (...given) => this.externalIds.named(...given));
    this.pages = new TaskPages(database);
  }

  override find(shop: ShopId, id: TaskId): Promise<Task | null> {
    return this.store.find(shop, id);
  }

  override findByExternalId(shop: ShopId, externalId: string): Promise<Task | null> {
    return this.externalIds.find(shop, externalId);
  }

  override list(shop: ShopId, filter: TaskFilter, limit: number, offset: number): Promise<OffsetSlice<Task>> {
    return this.pages.list(shop, filter, limit, offset);
  }

  override changes(shop: ShopId, filter: TaskFilter, asked: ChangesAsked): Promise<ChangedRows<Task>> {
    return this.pages.changes(shop, filter, asked);
  }

  override add(shop: ShopId, decision: Announced<Task>): Promise<Task> {
    return this.store.create(shop, decision);
  }

  override addUnlessTaken(shop: ShopId, decision: Announced<Task>): Promise<Task | null> {
    return this.externalIds.addUnlessTaken(this.store, shop, decision);
  }

  override change(shop: ShopId, id: TaskId, change: (task: Task) => Announced<Task>): Promise<Task | null> {
    return this.store.change(shop, id, change);
  }

  override findLinks(shop: ShopId, ids: TaskLinkIds): Promise<TaskLinks> {
    return findLinks(this.database, shop, ids);
  }
}

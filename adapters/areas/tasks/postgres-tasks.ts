import { Tasks, type TaskFilter, type TaskLinkIds } from '../../../application/areas/tasks/tasks.js';
import type { Announced } from '../../../application/kernel/events/announcer.js';
import type { OffsetSlice } from '../../../application/kernel/operation/page.js';
import type { ShopId, TaskId } from '../../../domain/shared/id.js';
import type { TaskLinks } from '../../../domain/tasks/task-links.js';
import type { Task } from '../../../domain/tasks/task.js';
import type { Database } from '../../storage/database.js';
import { RecordStore } from '../../storage/records/record-store.js';
import { TASK_KIND } from './task.kind.js';
import { TaskPages } from './task.pages.js';
import { findLinks } from './task.reads.js';

export class PostgresTasks extends Tasks {
  private readonly store: RecordStore<Task>;
  private readonly pages: TaskPages;

  constructor(private readonly database: Database) {
    super();
    this.store = new RecordStore(database, TASK_KIND);
    this.pages = new TaskPages(database);
  }

  override find(shop: ShopId, id: TaskId): Promise<Task | null> {
    return this.store.find(shop, id);
  }

  override list(shop: ShopId, filter: TaskFilter, limit: number, offset: number): Promise<OffsetSlice<Task>> {
    return this.pages.list(shop, filter, limit, offset);
  }

  override async add(shop: ShopId, decision: Announced<Task>): Promise<void> {
    await this.store.add(shop, decision);
  }

  override change(shop: ShopId, id: TaskId, change: (task: Task) => Announced<Task>): Promise<Task | null> {
    return this.store.change(shop, id, change);
  }

  override findLinks(shop: ShopId, ids: TaskLinkIds): Promise<TaskLinks> {
    return findLinks(this.database, shop, ids);
  }
}

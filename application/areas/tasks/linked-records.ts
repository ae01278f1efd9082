import { NotFound } from '../../../domain/shared/errors.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { TaskLinks } from '../../../domain/tasks/task-links.js';
import type { TaskLinkIds, Tasks } from './tasks.js';

/** The records that a task is to be linked to. @throws NotFound, naming the first that does not belong to this shop */
export async function linkedRecords(tasks: Tasks, shop: ShopId, ids: TaskLinkIds): Promise<TaskLinks> {
  const links = await tasks.findLinks(shop, ids);
  if (ids.conversation !== undefined && links.conversation === null) throw new NotFound('conversation');
  if (ids.customer_id !== undefined && links.customerId === null) throw new NotFound('customer');
  if (ids.job_id !== undefined && links.jobId === null) throw new NotFound('job');
  if (ids.message_id !== undefined && links.message === null) throw new NotFound('message');
  return links;
}

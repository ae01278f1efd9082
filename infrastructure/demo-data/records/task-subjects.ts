import type { Customer } from '../../../domain/customers/customer.js';
import type { Conversation } from '../../../domain/inbox/conversation.js';
import type { Job } from '../../../domain/jobs/job.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { Task } from '../../../domain/tasks/task.js';
import type { Message } from '../../../domain/texting/message.js';
import { latest, type PartContext } from '../random/part-context.js';
import { groupedBy } from './rows.js';

interface TaskMatter {
  readonly customers: readonly Customer[];
  readonly conversations: readonly Conversation[];
  readonly messages: readonly Message[];
  readonly jobs: readonly Job[];
}

/** The subject of a task, and the time since which the task can exist. */
export interface TaskSubject {
  readonly title: string;
  readonly links: Pick<Task, 'conversationId' | 'customerId' | 'jobId' | 'messageId'>;
  readonly since: Instant;
}

const NO_LINKS = { conversationId: null, customerId: null, jobId: null, messageId: null };

/** Subjects with consistent links, as the API stores them: a message implies its thread, and a thread its customer. */
export class TaskSubjects {
  private readonly lines: ReadonlyMap<string, readonly Message[]>;
  private readonly threadOfCustomer: ReadonlyMap<string, Conversation>;

  constructor(
    private readonly context: PartContext,
    private readonly matter: TaskMatter,
  ) {
    this.lines = groupedBy(matter.messages, ({ conversationId }) => conversationId);
    this.threadOfCustomer = new Map(matter.conversations.map((thread) => [thread.customerId ?? '', thread]));
  }

  /** @param recent pick only from the newest quarter of the records */
  next(recent: boolean): TaskSubject {
    const { random } = this.context;
    const kind = random.weighted([
      ['thread', 45],
      ['job', 25],
      ['customer', 15],
      ['shop', 15],
    ] as const);
    const title = random.pick(this.context.shop.texts.taskTitles[kind]);
    const from = <T>(records: readonly T[]): T => random.pick(recent ? records.slice(-Math.ceil(records.length / 4)) : records);
    switch (kind) {
      case 'thread':
        return { title, ...this.aboutThread(from(this.matter.conversations)) };
      case 'job':
        return { title, ...this.aboutJob(from(this.matter.jobs)) };
      case 'customer': {
        const { id, createdAt } = from(this.matter.customers);
        return { title, links: { ...NO_LINKS, customerId: id }, since: createdAt };
      }
      case 'shop':
        return { title, links: NO_LINKS, since: this.context.daysAgo(360) };
    }
  }

  private aboutThread({ id, customerId, createdAt }: Conversation): Omit<TaskSubject, 'title'> {
    const lines = this.lines.get(id) ?? [];
    const message = lines.length > 0 && this.context.random.chance(0.6) ? this.context.random.pick(lines) : null;
    const links = { ...NO_LINKS, conversationId: id, customerId, messageId: message?.id ?? null };
    return { links, since: latest(createdAt, message?.createdAt ?? null) };
  }

  private aboutJob({ id, customerId, createdAt }: Job): Omit<TaskSubject, 'title'> {
    const thread = this.context.random.chance(0.4) ? this.threadOfCustomer.get(customerId) : undefined;
    const links = { ...NO_LINKS, jobId: id, customerId, conversationId: thread?.id ?? null };
    return { links, since: latest(createdAt, thread?.createdAt ?? null) };
  }
}

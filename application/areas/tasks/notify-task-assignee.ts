import type { TaskId } from '../../../domain/shared/id.js';
import type { EventWork, StoredEvent } from '../../kernel/events/work.js';
import { assignmentNoticeOf, type AssignmentNotice, type AssignmentNotices } from '../staff/assignment-notices.js';
import { TELL_AGAIN_AFTER_MS } from '../staff/email-notices.js';
import type { Tasks } from './tasks.js';

interface Payload extends AssignmentNotice {
  readonly task: TaskId;
}

/** Tells a teammate by e-mail that a task was given to them, also when the task is new. */
export class NotifyTaskAssignee implements EventWork<Payload> {
  readonly name = 'tasks.tell_assignee';
  readonly on = ['task.assigned'] as const;
  readonly againAfterMs = TELL_AGAIN_AFTER_MS;

  constructor(
    private readonly tasks: Tasks,
    private readonly notices: AssignmentNotices,
  ) {}

  payloadOf(event: StoredEvent): Payload | null {
    const assignment = assignmentNoticeOf(event);
    // The cast is safe: the data of the event is the task.
    return assignment && { ...assignment, task: event.data['id'] as TaskId };
  }

  keyOf({ event }: Payload): string {
    return event;
  }

  async run(payload: Payload): Promise<boolean> {
    return this.notices.send(payload, 'task', await this.tasks.find(payload.shop, payload.task));
  }
}

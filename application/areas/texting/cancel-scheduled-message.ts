import { NotFound } from '../../../domain/shared/errors.js';
import type { ScheduledMessageId } from '../../../domain/shared/id.js';
import { cancel, type ScheduledMessage } from '../../../domain/texting/scheduled-message.js';
import { Announcer } from '../../kernel/events/announcer.js';
import type { Cause } from '../../kernel/events/cause.js';
import { PathId } from '../../kernel/fields/fields.js';
import { operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { Clock } from '../../kernel/ports/ports.js';
import { scheduledMessageEvents, ScheduledMessageView } from './scheduled-message.view.js';
import { ScheduledMessages } from './scheduled-messages.js';

class CancelScheduledMessageInput {
  @PathId({ listedBy: 'comms.list_scheduled_messages' }) id!: ScheduledMessageId;
}

class CancelScheduledMessage implements UseCase<CancelScheduledMessageInput, ScheduledMessage> {
  constructor(
    private readonly scheduled: ScheduledMessages,
    private readonly clock: Clock,
    private readonly announcer: Announcer,
  ) {}

  async execute({ shop }: Caller, { id }: CancelScheduledMessageInput, cause: Cause): Promise<ScheduledMessage> {
    const message = await this.scheduled.change(shop.id, id, (before) =>
      this.announcer.announce(scheduledMessageEvents, before, cancel(before, this.clock.now()), cause),
    );
    if (!message) throw new NotFound('scheduled message');
    return message;
  }
}

export const cancelScheduledMessage = operation(CancelScheduledMessage, {
  name: 'comms.cancel_scheduled_message',
  summary: 'Cancel a scheduled message',
  description:
    'Cancels a text or email that still waits; it stays in the list as `canceled`. The customer gets nothing, and nobody is ' +
    'told. A repetition is refused and changes nothing. Refuses a message that no longer waits.',
  scope: 'full',
  capability: { permission: 'inbox.access', budget: 'write', feature: 'scheduling' },
  input: CancelScheduledMessageInput,
  output: one(ScheduledMessageView),
  needs: [ScheduledMessages, Clock, Announcer],
  errors: ['not_found', 'conflict'],
  repeatable: true,
  destructive: true,
});

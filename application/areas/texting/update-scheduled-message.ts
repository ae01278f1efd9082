import { defined } from '../../../domain/shared/defined.js';
import { NotFound, ValidationError } from '../../../domain/shared/errors.js';
import type { ScheduledMessageId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { amend, scheduledBody, type Amendment, type ScheduledMessage } from '../../../domain/texting/scheduled-message.js';
import { Announcer } from '../../kernel/events/announcer.js';
import type { Cause } from '../../kernel/events/cause.js';
import { Invalid } from '../../kernel/fields/field.js';
import { DateTime, PathId, Text, UnreadText } from '../../kernel/fields/fields.js';
import { readText } from '../../kernel/fields/read-text.js';
import { operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { Clock } from '../../kernel/ports/ports.js';
import { SettingsOfShops } from '../access/shops.js';
import { requireFuture } from './queue-rules.js';
import { scheduledMessageEvents, ScheduledMessageView } from './scheduled-message.view.js';
import { ScheduledMessages } from './scheduled-messages.js';

const SUBJECT = { max: 200, clearable: true };

class UpdateScheduledMessageInput {
  @PathId({ listedBy: 'comms.list_scheduled_messages' }) id!: ScheduledMessageId;
  @Text({ max: 20_000, lines: true, change: true, description: 'The whole new body.' }) body?: string;
  @DateTime({ max: 40, change: true, description: 'In the future.' }) send_at?: Instant;
  @UnreadText({ max: SUBJECT.max, description: 'Only for an email. Empty: none.' }) subject?: unknown;
}

class UpdateScheduledMessage implements UseCase<UpdateScheduledMessageInput, ScheduledMessage> {
  constructor(
    private readonly scheduled: ScheduledMessages,
    private readonly settings: SettingsOfShops,
    private readonly clock: Clock,
    private readonly announcer: Announcer,
  ) {}

  async execute({ shop }: Caller, { id, ...input }: UpdateScheduledMessageInput, cause: Cause): Promise<ScheduledMessage> {
    if (input.send_at !== undefined) requireFuture(input.send_at, this.clock.now());
    const { replyPointer } = await this.settings.find(shop.id);
    const message = await this.scheduled.change(shop.id, id, (before) => {
      const decision = amend(before, amendmentOf(before, input, replyPointer), this.clock.now());
      return this.announcer.announce(scheduledMessageEvents, before, decision, cause);
    });
    if (!message) throw new NotFound('scheduled message');
    return message;
  }
}

/** The subject of a text is ignored, whatever it is, as it is when a text is queued. @throws ValidationError for that of an e-mail */
function amendmentOf(
  { channel, status }: ScheduledMessage,
  { body, send_at: sendAt, subject }: Omit<UpdateScheduledMessageInput, 'id'>,
  pointer: string,
): Amendment {
  return {
    ...defined({ sendAt }),
    ...(body !== undefined && status === 'scheduled' && scheduledBody(channel, body, pointer)),
    ...(subject !== undefined && channel === 'email' && { subject: subjectOf(subject) }),
  };
}

function subjectOf(given: unknown): string | null {
  const subject = readText(given, SUBJECT, 'subject');
  if (subject instanceof Invalid) throw new ValidationError('subject', subject.problem);
  return subject || null;
}

export const updateScheduledMessage = operation(UpdateScheduledMessage, {
  name: 'comms.update_scheduled_message',
  summary: 'Change a scheduled message',
  description:
    'Changes the body, the time or the subject of a message that still waits. The customer gets the changed message, at its ' +
    'time. A repetition changes nothing more. Refuses a message that no longer waits, a time that is past, and a call without ' +
    'a change.',
  scope: 'full',
  capability: { permission: 'inbox.access', budget: 'write', feature: 'scheduling' },
  input: UpdateScheduledMessageInput,
  output: one(ScheduledMessageView),
  needs: [ScheduledMessages, SettingsOfShops, Clock, Announcer],
  errors: ['not_found', 'conflict'],
  atLeastOne: true,
  repeatable: true,
  destructive: true,
  // The customer gets the new text instead of the old one.
  reachesCustomer: true,
});

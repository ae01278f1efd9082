import { scheduledBody } from '../../../domain/scheduled-messages/scheduled-body.js';
import { schedule } from '../../../domain/scheduled-messages/scheduled-message.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { E164 } from '../../../domain/shared/phone.js';
import type { Announcer } from '../../kernel/events/announcer.js';
import type { Ids } from '../../kernel/ports/ids.js';
import { scheduledMessageEvents } from '../scheduled-messages/scheduled-message.events.js';
import type { ScheduledMessages } from '../scheduled-messages/scheduled-messages.js';
import type { TextRecipient } from '../texting/text-recipients.js';
import { done, notDone, type StepContext, type StepOutcome } from './step-context.js';

/** A text that quiet hours hold back. */
interface HeldText {
  readonly body: string;
  readonly to: E164;
  /** the next permitted minute */
  readonly until: Instant;
  /** the sentence at the end of every scheduled text */
  readonly pointer: string;
}

/** Schedules a text for the end of quiet hours. */
export class ScheduleTextStep {
  constructor(
    private readonly scheduled: ScheduledMessages,
    private readonly ids: Ids,
    private readonly announcer: Announcer,
  ) {}

  async carryOut({ body, to, until, pointer }: HeldText, recipient: TextRecipient, context: StepContext): Promise<StepOutcome> {
    const { shop, cause, now } = context;
    if (!shop.features.scheduling) return notDone('quiet_hours');
    const { thread, contact } = recipient;
    const decision = schedule(
      {
        id: this.ids.next(),
        conversationId: thread?.id ?? null,
        customerId: contact.customerId,
        ...scheduledBody('sms', body, pointer),
        channel: 'sms',
        subject: null,
        to,
        sendAt: until,
        scheduledBy: null,
        automationId: cause.automationId,
      },
      now,
    );
    await this.scheduled.add(shop.id, this.announcer.announce(scheduledMessageEvents, null, decision, cause));
    return done('scheduled_message', decision.next.id);
  }
}

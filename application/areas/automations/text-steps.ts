import type { SendTextStep as Step } from '../../../domain/automations/automation.js';
import { addUnansweringOutbound } from '../../../domain/inbox/add-message.js';
import type { Conversation, ThreadContact } from '../../../domain/inbox/conversation.js';
import type { LeadId, ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { isTooLate } from '../../../domain/texting/may-text.js';
import { queuedText } from '../../../domain/texting/message.js';
import { schedule, scheduledBody } from '../../../domain/texting/scheduled-message.js';
import type { Announcer } from '../../kernel/events/announcer.js';
import type { Ids } from '../../kernel/ports/ports.js';
import type { Contacts } from '../inbox/contacts.js';
import type { Conversations } from '../inbox/conversations.js';
import type { Add, TextThreads } from '../inbox/text-threads.js';
import type { Leads } from '../leads/leads.js';
import { scheduledMessageEvents } from '../texting/scheduled-message.view.js';
import type { ScheduledMessages } from '../texting/scheduled-messages.js';
import type { TextRecipient, TextRecipients } from '../texting/text-recipients.js';
import type { Judgement, TextingRules } from '../texting/texting-rules.js';
import { done, notDone, written, type StepContext, type StepOutcome } from './steps.js';
import type { Subject } from './subject.js';

/** Finds whom a step texts: the contact of the event's thread, else its customer, else its lead, else whoever has its number. */
export class RuleRecipients {
  constructor(
    private readonly recipients: TextRecipients,
    private readonly conversations: Conversations,
    private readonly leads: Leads,
    private readonly contacts: Contacts,
  ) {}

  /** Null: the event is about no contact. @throws NotFound */
  async find(shop: ShopId, { conversation, customer, lead, number }: Subject): Promise<TextRecipient | null> {
    if (conversation) return this.recipients.findForText(shop, { conversation, customerId: undefined });
    if (customer) return this.recipients.findForText(shop, { conversation: undefined, customerId: customer });
    if (lead) {
      const phone = (await this.leads.find(shop, lead))?.phone ?? null;
      return this.at(shop, phone, { customerId: null, leadId: lead });
    }
    return number && this.at(shop, number, await this.contacts.ofNumber(shop, number));
  }

  /** The lead that an event is about: its own, or that of its thread or number. */
  async leadOf(shop: ShopId, subject: Subject): Promise<LeadId | null> {
    if (subject.lead) return subject.lead;
    const thread = subject.conversation && (await this.conversations.find(shop, subject.conversation));
    if (thread) return thread.leadId;
    return subject.number && (await this.contacts.ofNumber(shop, subject.number)).leadId;
  }

  private async at(shop: ShopId, number: E164 | null, contact: ThreadContact): Promise<TextRecipient> {
    return { contact, number, thread: number && (await this.conversations.ofNumber(shop, number)) };
  }
}

/** Texts the contact of an event. Every rule of texting applies. */
export class ExecuteSendTextStep {
  constructor(
    private readonly recipients: RuleRecipients,
    private readonly rules: TextingRules,
    private readonly threads: TextThreads,
    private readonly schedule: ScheduleTextStep,
    private readonly ids: Ids,
  ) {}

  async execute(step: Step, context: StepContext): Promise<StepOutcome> {
    const { shop, subject, runsAt, now } = context;
    if (isTooLate({ moment: 'hand-over', dueAt: runsAt, now })) return notDone('too_late');
    const body = written(step.body, 'body', context);
    if ('refusal' in body) return body.refusal;
    const recipient = await this.recipients.find(shop.id, subject);
    if (!recipient) return notDone('no_contact');
    const { number: phone, thread } = recipient;
    const judged = await this.rules.judge(shop, { moment: 'acceptance', body: body.text, phone, lastLine: thread?.line ?? null });
    if (phone === null) return notDone('no_phone');
    if (judged.decision.allowed) return this.send(body.text, { ...recipient, number: phone }, judged, context);
    const refusal = judged.decision.reasons.find((reason) => reason !== 'quiet_hours');
    if (refusal !== undefined) return notDone(refusal);
    const { nextPermittedAt: until } = judged.decision;
    if (until === null) return notDone('quiet_hours');
    // A step that an answer can withdraw goes on waiting, because nothing withdraws a scheduled message.
    if (step.unless.length > 0) return { status: 'postponed', until };
    return this.schedule.execute(
      { body: body.text, until, to: phone, pointer: judged.settings.replyPointer },
      recipient,
      context,
    );
  }

  private async send(
    body: string,
    { number: to, thread, contact }: TextRecipient & { readonly number: E164 },
    { decision }: Judgement,
    { shop, cause, now }: StepContext,
  ): Promise<StepOutcome> {
    const id = this.ids.next<'Message'>();
    const from = decision.allowed && decision.sender.kind === 'line' ? decision.sender.line.number : null;
    const add: Add = (before: Conversation) => {
      const given = { id, conversationId: before.id, body, to, from, keywordAnswer: false, automated: true, sentBy: null };
      const message = queuedText(given, now);
      return { thread: addUnansweringOutbound(before, message, now), messages: [message] };
    };
    await (thread
      ? this.threads.addTo(shop.id, thread, add, cause)
      : this.threads.beginWith(shop.id, to, () => Promise.resolve(contact), add, cause));
    return done('message', id);
  }
}

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

  async execute({ body, to, until, pointer }: HeldText, recipient: TextRecipient, context: StepContext): Promise<StepOutcome> {
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
        purpose: 'business',
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

import type { SendTextStep as Step } from '../../../domain/automations/automation.js';
import { addUnansweringOutbound } from '../../../domain/conversations/add-message.js';
import type { Conversation } from '../../../domain/conversations/conversation.js';
import { queuedText } from '../../../domain/messages/new-message.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { isTooLate } from '../../../domain/texting/may-text.js';
import type { Ids } from '../../kernel/ports/ids.js';
import type { Add, TextThreads } from '../conversations/text-threads.js';
import type { TextRecipient } from '../texting/text-recipients.js';
import type { Judgement, TextingRules } from '../texting/texting-rules.js';
import type { RuleRecipients } from './rule-recipients.js';
import type { ScheduleTextStep } from './schedule-text-step.js';
import { done, notDone, written, type StepContext, type StepOutcome } from './step-context.js';

/** Texts the contact of an event. Every rule of texting applies. */
export class SendTextStep {
  constructor(
    private readonly recipients: RuleRecipients,
    private readonly rules: TextingRules,
    private readonly threads: TextThreads,
    private readonly schedule: ScheduleTextStep,
    private readonly ids: Ids,
  ) {}

  async carryOut(step: Step, context: StepContext): Promise<StepOutcome> {
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
    return this.schedule.carryOut(
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
      : this.threads.addToNumber(shop.id, to, () => Promise.resolve(contact), add, cause));
    return done('message', id);
  }
}

import { addOutbound } from '../../../domain/inbox/add-message.js';
import type { Conversation } from '../../../domain/inbox/conversation.js';
import type { ConversationId, CustomerId, PhoneNumberId } from '../../../domain/shared/id.js';
import { queuedText, type ThreadMessage } from '../../../domain/texting/message.js';
import { PURPOSES, type Purpose } from '../../../domain/texting/scheduled-message.js';
import type { Cause } from '../../kernel/events/cause.js';
import { OneOf, Text, Uuid } from '../../kernel/fields/fields.js';
import { operation, post, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { Clock, Ids } from '../../kernel/ports/ports.js';
import { TextThreads } from '../inbox/text-threads.js';
import { Outgoing } from '../outgoing/outgoing.js';
import { ContactConsents, PURPOSE } from './contact-consents.js';
import { MessageView } from './message.view.js';
import { TextRecipients } from './text-recipients.js';
import { refusalOfText, TextingRules } from './texting-rules.js';

class SendTextInput {
  @Uuid({
    optional: true,
    listedBy: 'customers.list',
    description: 'This or `conversation` is required.',
    example: '0199a3c4-b6c4-7586-8387-5e34487ca3c1',
  })
  customer_id?: CustomerId;
  @Uuid({ optional: true, listedBy: 'comms.list_conversations', description: 'The thread to answer.' })
  conversation?: ConversationId;
  @Text({ max: 1600, lines: true, description: 'Sent as it is.', example: 'Your car is ready.' }) body!: string;
  @OneOf(PURPOSES, { optional: true, default: 'business', description: PURPOSE }) purpose?: Purpose;
  @Uuid({ optional: true, description: 'The line to send from.' })
  phone_number_id?: PhoneNumberId;
}

class SendText implements UseCase<SendTextInput, ThreadMessage> {
  constructor(
    private readonly recipients: TextRecipients,
    private readonly consents: ContactConsents,
    private readonly rules: TextingRules,
    private readonly threads: TextThreads,
    private readonly outgoing: Outgoing,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  async execute({ shop, key }: Caller, input: SendTextInput, cause: Cause): Promise<ThreadMessage> {
    const { body, customer_id: customerId, conversation, phone_number_id: requestedLine = null } = input;
    const recipient = await this.recipients.findForText(shop.id, { customerId, conversation });
    const { number: phone, thread } = recipient;
    await this.consents.require(shop.id, input.purpose ?? 'business', recipient.contact.customerId);
    const asked = { moment: 'acceptance', body, phone, requestedLine, lastLine: thread?.line ?? null } as const;
    const now = this.clock.now();
    const judgement = await this.rules.judge(shop, asked);
    const named = customerId === undefined ? 'conversation' : 'customer_id';
    if (!judgement.decision.allowed || phone === null) throw refusalOfText(judgement, named, now);
    const { sender } = judgement.decision;
    const id = this.ids.next<'Message'>();
    const add = (before: Conversation) => {
      const message = queuedText(
        {
          id,
          conversationId: before.id,
          body,
          to: phone,
          keywordAnswer: false,
          from: sender.kind === 'line' ? sender.line.number : null,
          automated: key.actsFor === null,
          sentBy: key.actsFor,
        },
        now,
      );
      return { thread: addOutbound(before, message, now), messages: [message] as const };
    };
    const added = await (thread
      ? this.threads.addTo(shop.id, thread, add, cause)
      : this.threads.beginWith(shop.id, phone, () => Promise.resolve(recipient.contact), add, cause));
    return { ...added, held: await this.outgoing.heldBy('texts', shop.id) };
  }
}

export const sendText = operation(SendText, {
  name: 'comms.send_text',
  summary: 'Send a text',
  description:
    'Sends a text to a customer or into a thread; ask comms.can_contact first. The customer gets it within seconds, and nobody ' +
    'can take it back. A repetition sends a second text, unless it has the same `idempotency_key`. Refuses a contact who opted ' +
    'out, a time outside the texting hours, and a shop without a line that sends.',
  scope: 'full',
  route: post('/messages', { status: 201, location: '/messages/:id' }),
  capability: { permission: 'inbox.access', budget: 'write', status: 201 },
  input: SendTextInput,
  output: one(MessageView),
  needs: [TextRecipients, ContactConsents, TextingRules, TextThreads, Outgoing, Ids, Clock],
  errors: ['not_found', 'conflict'],
  reachesCustomer: true,
});

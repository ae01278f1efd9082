import type { Shop } from '../../../domain/access/shop.js';
import type { ThreadMessage } from '../../../domain/messages/message.js';
import type { E164 } from '../../../domain/shared/phone.js';
import type { Sender } from '../../../domain/texting/choose-line.js';
import type { TextingReason } from '../../../domain/texting/may-text.js';
import type { Conversations } from '../conversations/conversations.js';
import type { TextingRules } from '../texting/texting-rules.js';

/** The sender that the rules have chosen for a text, or the reason why it is not sent. */
type Verdict = { readonly sender: Sender; readonly refusal: null } | { readonly sender: null; readonly refusal: TextingReason };

/** The rules that also bind answers to keywords. */
const BINDS_ANSWERS: ReadonlySet<TextingReason> = new Set<TextingReason>(['no_sender', 'account_suspended', 'too_late']);

/** Asks the rules of texting about a queued text again, because much may have changed since it was accepted. */
export class JudgeQueuedText {
  constructor(
    private readonly conversations: Conversations,
    private readonly rules: TextingRules,
  ) {}

  async execute(shop: Shop, { body, to, from, createdAt, conversationId, keywordAnswer }: ThreadMessage): Promise<Verdict> {
    const thread = await this.conversations.find(shop.id, conversationId);
    const { decision, line } = await this.rules.judge(shop, {
      moment: 'hand-over',
      body,
      from,
      dueAt: createdAt,
      lastLine: thread?.line ?? null,
      phone: to as E164 | null, // safe: the service writes only such texts to numbers, and imported texts are never queued
    });
    const reasons = keywordAnswer ? decision.reasons.filter((reason) => BINDS_ANSWERS.has(reason)) : decision.reasons;
    const [refusal] = reasons;
    if (refusal !== undefined || !line.sender) return { sender: null, refusal: refusal ?? 'no_sender' };
    return { sender: line.sender, refusal: null };
  }
}

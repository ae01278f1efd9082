import { writtenLocally } from '../../../domain/shared/time-zone.js';
import { BLOCK_SOURCES, type TextingReason } from '../../../domain/texting/may-text.js';
import { DateTime, Flag, OneOf, Text } from '../../kernel/fields/fields.js';
import { Nested, TextList } from '../../kernel/fields/view.js';
import type { ContactPermission } from './contact-permissions.js';

/** The reasons that a contact can be refused for. The other reasons are about a text itself. */
const REASONS = [
  'opted_out',
  'quiet_hours',
  'no_sender',
  'no_phone',
  'account_suspended',
  'hourly_limit',
] as const satisfies readonly TextingReason[];

class TextingPermissionView {
  @Flag({ description: 'A text would be accepted now.' }) allowed!: boolean;
  @TextList({ description: `Every rule that refuses: some of ${REASONS.join(', ')}.` }) reasons!: readonly string[];
  @DateTime({ nullable: true, description: 'Null: the number is not blocked.' }) blocked_since!: string | null;
  @OneOf(BLOCK_SOURCES, { nullable: true, explained: true, description: '`stop`: only the contact can lift it, by START.' })
  blocked_by!: string | null;
  @DateTime({ nullable: true, explained: true, description: 'When the quiet hours end. Other reasons do not end then.' })
  next_permitted_at!: string | null;
  @Text({ nullable: true, description: 'The line that a text would come from. Null: none, or the messaging service chooses.' })
  from_number!: string | null;
}

export class ContactPermissionView {
  @Nested(TextingPermissionView) texting!: TextingPermissionView;
  @Flag({ explained: true, description: 'Says if campaigns may be sent. Replies do not depend on it.' })
  marketing_consent!: boolean;
  @Text({ example: 'America/Toronto' }) timezone!: string;
  @DateTime({ description: 'The time at the shop.', example: '2026-03-02T08:00:00-05:00' }) local_time!: string;

  static of({ texting, marketingConsent, timezone, now }: ContactPermission): ContactPermissionView {
    const { decision, block, line } = texting;
    return {
      texting: {
        allowed: decision.allowed,
        reasons: REASONS.filter((reason) => decision.reasons.some((one) => one === reason)),
        blocked_since: block?.since ?? null,
        blocked_by: block?.source ?? null,
        next_permitted_at: decision.nextPermittedAt,
        from_number: line.sender?.kind === 'line' ? line.sender.line.number : null,
      },
      marketing_consent: marketingConsent,
      timezone,
      local_time: writtenLocally(now, timezone),
    };
  }
}
